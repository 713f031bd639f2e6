import { Readable } from 'node:stream'
import { newId } from '@sluice/contract'
import type { TestServer } from './start-test-server.ts'

/** A secret that is planted wherever a secret may be; it must never come back. */
export const CANARY = 'canary-7f3a-SECRET-value'

export interface Sample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Content of the multipart field `file`. */
  readonly file?: string
  /** What a stranger gets instead of 404: nothing of ours, or only their own. */
  readonly strangerGets?: 'empty' | 'own' | 'refusedRows'
}

export interface World {
  readonly token: string
  readonly tenantId: string
  readonly userId: string
  post<T>(path: string, body: unknown): Promise<T>
}

const mapping = { copyAll: true, fields: [] }
export const configOf = (connectorId: string) => ({
  source: { connector_id: connectorId, resource: 'orders', key: ['id'] },
  target: { connector_id: connectorId, resource: 'orders' },
  mapping,
})

let counter = 0
const unique = (prefix: string) => `${prefix}-${++counter}`

export const connectorBody = () => ({
  platform_id: 'fake',
  name: unique('shop'),
  params: { host: 'shop.test', password: CANARY, headers: [{ name: 'x-key', value: CANARY }] },
})

const newConnector = async (world: World): Promise<{ id: string; version: number }> =>
  world.post('/api/dh/lessee/connector', connectorBody())

export async function newStrategy(world: World): Promise<{ id: string; version: number; connectorId: string }> {
  const { id: connectorId } = await newConnector(world)
  const body = { name: unique('orders'), config: configOf(connectorId) }
  return { ...(await world.post<{ id: string; version: number }>('/api/dh/lessee/strategy', body)), connectorId }
}

async function startedStrategy(world: World) {
  const strategy = await newStrategy(world)
  await world.post(`/api/dh/lessee/strategy/${strategy.id}/start`, undefined)
  return strategy
}

async function newRun(world: World): Promise<{ runId: string; strategyId: string }> {
  const { id } = await newStrategy(world)
  const { run_id } = await world.post<{ run_id: string }>(`/api/dh/lessee/strategy/${id}/run`, {})
  return { runId: run_id, strategyId: id }
}

/** A record in error, as a run would have left it. */
async function newRecord(server: TestServer, world: World): Promise<{ strategyId: string; recordId: string }> {
  const { runId, strategyId } = await newRun(world)
  const recordId = await server.database.withTenant(world.tenantId, async tx => {
    const rows = await tx.query<{ id: string }>(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       values ($1, 'k1', nextval('record_id'), 1, now(), 0, 3, 1, '\\x00', $2) returning id`,
      [strategyId, runId],
    )
    return rows[0]!.id
  })
  return { strategyId, recordId }
}

const strategyParams = async (world: World): Promise<Sample> => ({ params: { id: (await newStrategy(world)).id } })
const connectorParams = async (world: World): Promise<Sample> => ({ params: { id: (await newConnector(world)).id } })
const runParams = async (world: World): Promise<Sample> => ({ params: { id: (await newRun(world)).runId } })
const nothing = async (): Promise<Sample> => ({})
/** Lists show a stranger only what is theirs. */
const own =
  (sample: Sample = {}) =>
  async (): Promise<Sample> => ({ ...sample, strangerGets: 'own' })

type Samples = Readonly<Record<string, (world: World) => Promise<Sample>>>

/** One valid call of every route, on objects of its own, so that the order of calls does not matter. */
export const createSamples = (server: TestServer): Samples => ({
  ...accountSamples,
  ...connectorSamples,
  ...createFileSamples(server),
  ...strategySamples,
  ...lifeSamples,
  ...runSamples,
  ...createRecordSamples(server),
})

const accountSamples: Samples = {
  'passport.loginKey': nothing,
  'passport.login': async () => ({ body: { encodedata: 'a.b.c' } }),
  'passport.refresh': async () => ({ body: { refresh_token: 'unknown-token-unknown-token' } }),
  'passport.logout': own(),
  'user.profile': own(),
  'user.menu': own(),
  'user.saveSettings': own({ body: { theme: 'dark' } }),
  'website.attributes': nothing,
  'workplace.overview': own(),
  'workplace.demoStatus': own(),
  'workplace.createDemo': own(),
  'workplace.switchSandbox': own({ body: { running: true } }),
  'platform.list': own({ query: { group: '1' } }),
  'platform.get': own({ params: { id: 'fake' } }),
  'system.setPassword': async world => ({
    body: { user_id: world.userId, password: 'Another-Horse-9', password2: 'Another-Horse-9', oldpassword: 'x' },
  }),
  'system.log': own(),
  'health.live': nothing,
  'health.ready': nothing,
}

const connectorSamples: Samples = {
  'connector.create': own({ body: connectorBody() }),
  'connector.update': async world => {
    const { id, version } = await newConnector(world)
    return {
      params: { id },
      body: { name: unique('renamed'), params: { host: 'other.test', password: '******' }, version },
    }
  },
  'connector.list': async world => {
    await newConnector(world)
    return { strangerGets: 'own' }
  },
  'connector.get': connectorParams,
  'connector.delete': connectorParams,
  'connector.testParams': async world => ({
    body: { platform_id: 'fake', id: (await newConnector(world)).id, params: { host: 'x', password: '******' } },
  }),
  'connector.test': connectorParams,
  'connector.resources': connectorParams,
  'connector.describeResource': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.sampleResource': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.createResource': async world => ({
    ...(await connectorParams(world)),
    body: { resource: 'orders', fields: [{ name: 'id', type: 'int' }], key: ['id'] },
  }),
}

const strategySamples: Samples = {
  'strategy.create': async world => ({
    body: { name: unique('orders'), config: configOf((await newConnector(world)).id) },
  }),
  'strategy.search': async world => ({
    body: { connector_id: (await newStrategy(world)).connectorId },
    strangerGets: 'empty',
  }),
  'strategy.list': own({ body: { t: 1 } }),
  'strategy.groups': own(),
  'strategy.export': own({ body: { keyword: 'orders' } }),
  'strategy.get': strategyParams,
  'strategy.update': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return {
      params: { id },
      body: { name: unique('new'), group: '', remark: '', config: configOf(connectorId), version },
    }
  },
  'strategy.updateSource': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return { params: { id }, body: { source: configOf(connectorId).source, version } }
  },
  'strategy.updateTarget': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return { params: { id }, body: { target: configOf(connectorId).target, mapping, version } }
  },
}

const lifeSamples: Samples = {
  'strategy.check': async world => ({ params: { id: (await newStrategy(world)).id, x: 'all' } }),
  'strategy.startByGet': strategyParams,
  'strategy.start': strategyParams,
  'strategy.stopByGet': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.stop': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.runNow': async world => ({ ...(await strategyParams(world)), body: { full: true } }),
  'strategy.batchStart': async world => ({
    body: { ids: [(await newStrategy(world)).id] },
    strangerGets: 'refusedRows',
  }),
  'strategy.batchStop': async world => ({
    body: { ids: [(await startedStrategy(world)).id] },
    strangerGets: 'refusedRows',
  }),
  'strategy.batchDelete': async world => ({
    body: { ids: [(await newStrategy(world)).id] },
    strangerGets: 'refusedRows',
  }),
  'strategy.preview': async world => ({
    body: { source: configOf((await newConnector(world)).id).source, mapping },
  }),
  'strategy.nextRuns': own({ body: { schedule: { cron: '*/5 * * * *' } } }),
  'strategy.counters': strategyParams,
  'strategy.live': async world => ({ query: { ids: (await newStrategy(world)).id }, strangerGets: 'empty' }),
}

const runSamples: Samples = {
  'run.list': async world => ({ query: { strategy_id: (await newRun(world)).strategyId }, strangerGets: 'empty' }),
  'run.get': runParams,
  'run.stop': runParams,
  'run.rejected': runParams,
  'run.logs': runParams,
}

function createFileSamples(server: TestServer): Samples {
  const newFile = async (world: World): Promise<string> => {
    const id = newId()
    const written = await server.uploads.write(world.tenantId, id, Readable.from([Buffer.from('id\n1\n')]))
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute('insert into file (id, name, size_bytes, sha256, path) values ($1, $2, $3, $4, $5)', [
        id,
        'a.csv',
        written.sizeBytes,
        written.sha256,
        written.path,
      ]),
    )
    return id
  }
  return {
    'file.upload': async () => ({ file: 'id,name\r\n1,x\r\n', strangerGets: 'own' }),
    'file.list': own(),
    'file.download': async world => ({ params: { id: await newFile(world) } }),
    'file.delete': async world => ({ params: { id: await newFile(world) } }),
  }
}

function createRecordSamples(server: TestServer): Samples {
  const recordBody = async (world: World): Promise<Sample> => {
    const { strategyId, recordId } = await newRecord(server, world)
    return { params: { strategy: strategyId }, body: { ids: [recordId] } }
  }
  return {
    'strategyData.search': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { status: [3] } }
    },
    'strategyData.get': async world => {
      const { strategyId, recordId } = await newRecord(server, world)
      return { params: { strategy: strategyId, id: recordId } }
    },
    'strategyData.reprocess': recordBody,
    'strategyData.ignore': recordBody,
    'strategyData.confirm': recordBody,
    'strategyData.export': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { format: 'csv' } }
    },
  }
}
