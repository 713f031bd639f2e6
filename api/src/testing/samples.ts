// waiver: size: one list, a sample for every route
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { newId } from '@sluice/contract'
import { createAdministrationSamples } from './administration-samples.ts'
import { approvalParams, assetSamples, docOf } from './asset-samples.ts'
import { createErrorSamples } from './error-samples.ts'
import { createHealthSamples } from './health-samples.ts'
import { createIdentitySamples } from './identity-samples.ts'
import { createModuleSamples } from './module-samples.ts'
import { createOwnSamples } from './own-samples.ts'
import { createPublishSamples } from './publish-samples.ts'
import { own, type Sample, type Samples, type World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

export type { Sample, World }

/** A secret that is planted wherever a secret may be; it must never come back. */
export const CANARY = 'canary-7f3a-SECRET-value'

const mapping = { copyAll: true, fields: [] }
export const configOf = (connectorId: string) => ({
  source: { connector_id: connectorId, resource: 'orders', key: ['id'] },
  target: { connector_id: connectorId, resource: 'orders' },
  mapping,
})

/** A file of exported strategies. */
const documentOf = (): string => {
  const { source, target } = configOf('')
  const end = { platform_id: 'fake', connector: 'shop' }
  const config = {
    source: { resource: source.resource, key: source.key },
    target: { resource: target.resource },
    mapping,
  }
  return JSON.stringify({ strategies: [{ name: 'orders', source: end, target: end, config }] })
}

let counter = 0
const unique = (prefix: string) => `${prefix}-${++counter}`

export const connectorBody = () => ({
  platform_id: 'fake',
  name: unique('shop'),
  params: { host: 'shop.test', password: CANARY, headers: [{ name: 'x-key', value: CANARY }] },
})

export const newConnector = async (world: World): Promise<{ id: string; version: number }> =>
  world.post('/api/dh/lessee/connector', connectorBody())

export async function newStrategy(world: World): Promise<{ id: string; version: number; connectorId: string }> {
  const { id: connectorId } = await newConnector(world)
  const body = { name: unique('orders'), config: configOf(connectorId) }
  return { ...(await world.post<{ id: string; version: number }>('/api/dh/lessee/strategy', body)), connectorId }
}

/** One that reads an API asset with a value of its own. */
export async function newAssetStrategy(world: World, side: 'source' | 'target' = 'source'): Promise<string> {
  const { id: connectorId } = await newConnector(world)
  const status = { field: 'status', type: 'string', default: 'all' }
  const doc =
    side === 'source'
      ? docOf({ request: [status] })
      : docOf({ type: 'EXECUTE', method: 'POST', request: [{ ...status, place: 'body' }] })
  const asset = await world.post<{ resource: string }>('/api/dh/lessee/api-asset', { platform_id: 'fake', doc })
  const given = configOf(connectorId)
  const options = { asset_values: [{ name: 'status', value: 'paid' }] }
  const config = { ...given, [side]: { ...given[side], resource: asset.resource, options } }
  return (await world.post<{ id: string }>('/api/dh/lessee/strategy', { name: unique('orders'), config })).id
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

/** Nobody decides their own. */
async function othersApproval(server: TestServer, world: World): Promise<Sample> {
  const sample = await approvalParams(world)
  await server.database.withTenant(world.tenantId, tx =>
    tx.execute('update approval set applicant_id = gen_random_uuid() where id = $1', [sample.params?.['id']]),
  )
  return sample
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

/** One valid call of every route, on objects of its own, so that the order of calls does not matter. */
export const createSamples = (server: TestServer): Samples => ({
  ...createModuleSamples(server),
  ...accountSamples,
  ...createIdentitySamples(server, CANARY),
  ...connectorSamples,
  ...createFileSamples(server),
  ...strategySamples,
  ...lifeSamples,
  ...templateSamples,
  ...runSamples,
  ...pushSamples,
  ...createProcessSamples(server),
  ...createRecordSamples(server),
  ...createErrorSamples(server, world => newRecord(server, world)),
  ...createPublishSamples(server, newStrategy),
  ...cursorSamples,
  ...createMappingSamples(server),
  ...createGrantSamples(server),
  ...createEnvSamples(server),
  'strategyFollow.list': async () => ({ strangerGets: 'own' }),
  ...createHealthSamples(server, newStrategy, CANARY),
  ...createStorageSamples(server),
  ...createAdministrationSamples(server),
  ...createOwnSamples(server),
  ...assetSamples,
  'approval.approve': async world => ({ ...(await othersApproval(server, world)), body: {} }),
  'approval.refuse': async world => ({ ...(await othersApproval(server, world)), body: { opinion: 'too early' } }),
})

const accountSamples: Samples = {
  'passport.loginKey': nothing,
  'passport.login': async () => ({ body: { encodedata: 'a.b.c' } }),
  'passport.refresh': async () => ({ body: { refresh_token: 'unknown-token-unknown-token' } }),
  'passport.logout': own(),
}

const connectorSamples: Samples = {
  'connector.create': own({ body: connectorBody() }),
  'connector.update': async world => {
    const { id, version } = await newConnector(world)
    return {
      params: { id },
      body: { name: unique('renamed'), params: { host: 'other.test', password: 'another-password' }, version },
    }
  },
  'connector.list': async world => {
    await newConnector(world)
    return { strangerGets: 'own' }
  },
  'connector.get': connectorParams,
  'connector.delete': connectorParams,
  'connector.testParams': async world => ({
    body: { platform_id: 'fake', id: (await newConnector(world)).id, params: { host: 'x', password: 'a-password' } },
  }),
  'connector.test': connectorParams,
  'connector.resources': connectorParams,
  'catalogue.get': connectorParams,
  'catalogue.refresh': async world => ({ ...(await connectorParams(world)), body: {} }),
  'catalogue.cancel': connectorParams,
  'catalogue.search': connectorParams,
  'catalogue.changes': connectorParams,
  'catalogue.export': async world => ({ ...(await connectorParams(world)), body: {} }),
  'connector.describeResource': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.sampleResource': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.planResource': async world => ({
    ...(await connectorParams(world)),
    body: { resource: 'orders', fields: [{ name: 'id', type: 'int' }], key: ['id'] },
  }),
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
  'strategy.callbacks': own(),
  'strategy.groups': own(),
  'strategy.tags': own(),
  'strategy.export': own({ body: { keyword: 'orders' } }),
  'strategy.get': strategyParams,
  'strategy.update': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return {
      params: { id },
      body: { name: unique('new'), group: '', remark: '', config: configOf(connectorId), version },
    }
  },
  'strategy.rename': async world => ({ ...(await strategyParams(world)), body: { name: unique('renamed') } }),
  'strategy.updateSource': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return { params: { id }, body: { source: configOf(connectorId).source, version } }
  },
  'strategy.updateTarget': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return { params: { id }, body: { target: configOf(connectorId).target, mapping, version } }
  },
  'strategyDebug.read': async world => ({ ...(await strategyParams(world)), body: { window: 'all', limit: 3 } }),
  'strategyDebug.map': async world => ({ ...(await strategyParams(world)), body: { records: ['{"id":1}'] } }),
  'strategyDebug.write': async world => ({
    ...(await strategyParams(world)),
    body: { records: ['{"id":1}'], confirm: true },
  }),
  'strategyDebug.dispatch': async world => ({
    ...(await strategyParams(world)),
    body: { side: 'target', confirm: true },
  }),
  'strategyDebug.http': async world => ({ ...(await strategyParams(world)), body: { side: 'source', api: '/orders' } }),
  'strategyLog.search': async world => ({ ...(await strategyParams(world)), body: { level: ['error'] } }),
  'strategyLog.tail': strategyParams,
  'strategyLog.export': async world => ({ ...(await strategyParams(world)), body: {} }),
  'strategyAct.act': async world => {
    const { id } = await newStrategy(world)
    return { params: { id, a: 'target', b: 'job', c: 'dispatch' } }
  },
  'strategyAct.toApi': async world => ({
    params: { kind: 'source', id: await newAssetStrategy(world) },
    body: { name: unique('kept') },
  }),
  'strategyMapping.trial': async world => ({ ...(await strategyParams(world)), body: { mapping } }),
  'strategyMapping.past': async world => {
    const { source, target } = configOf((await newConnector(world)).id)
    const side = ({ connector_id, resource }: typeof target) => ({ connector_id, resource })
    return { body: { source: side(source), target: side(target) }, strangerGets: 'empty' }
  },
  'strategyVersion.list': strategyParams,
  'strategyVersion.get': async world => ({ params: { id: (await newStrategy(world)).id, version: '1' } }),
  'strategyVersion.restore': async world => ({ ...(await strategyParams(world)), body: { version: 1, newest: 1 } }),
  'strategyCopy.batch': async world => ({
    body: { items: [{ id: (await newStrategy(world)).id, name: unique('copy') }] },
    strangerGets: 'refusedRows',
  }),
  'strategyCopy.parse': async () => ({ body: { text: documentOf() }, strangerGets: 'own' }),
  'strategyCopy.import': async world => {
    const { id } = await newConnector(world)
    const item = { at: 0, name: unique('imported'), source_connector_id: id, target_connector_id: id }
    return { body: { text: documentOf(), items: [item] }, strangerGets: 'refusedRows' }
  },
  'strategyCopy.one': async world => ({ ...(await strategyParams(world)), body: {} }),
  'strategyCopy.quote': async world => ({
    body: { strategy_id: (await newStrategy(world)).id, name: unique('quoted') },
  }),
}

const newTemplate = async (world: World) => {
  const body = { strategy_id: (await newStrategy(world)).id, name: unique('template') }
  return world.post<{ id: string }>('/api/dh/lessee/strategy-template', body)
}

const templateSamples: Samples = {
  'strategyTemplate.list': async () => ({ strangerGets: 'own' }),
  'strategyTemplate.create': async world => ({
    body: { strategy_id: (await newStrategy(world)).id, name: unique('template'), description: 'd' },
  }),
  'strategyTemplate.update': async world => ({
    params: { id: (await newTemplate(world)).id },
    body: { name: unique('renamed'), description: '' },
  }),
  'strategyTemplate.remove': async world => ({ params: { id: (await newTemplate(world)).id } }),
  'strategyTemplate.use': async world => ({ params: { id: (await newTemplate(world)).id } }),
}

const lifeSamples: Samples = {
  'strategy.check': async world => ({ params: { id: (await newStrategy(world)).id, x: 'all' } }),
  'strategy.startByGet': strategyParams,
  'strategy.start': strategyParams,
  'strategy.stopByGet': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.stop': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.pause': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.resume': async world => ({ params: { id: (await startedStrategy(world)).id } }),
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
  'strategy.references': async world => ({
    body: { ids: [(await newStrategy(world)).id] },
    strangerGets: 'empty',
  }),
  'strategy.uses': strategyParams,
  'strategy.batchBasic': async world => ({
    body: { ids: [(await newStrategy(world)).id], group: 'shop', add_tags: ['shop'], cron: '0 * * * *' },
    strangerGets: 'refusedRows',
  }),
  'strategy.summarise': async world => ({ body: { config: configOf((await newConnector(world)).id) } }),
  'strategy.preview': async world => ({
    body: { source: configOf((await newConnector(world)).id).source, mapping },
  }),
  'strategy.nextRuns': own({ body: { schedule: { cron: '*/5 * * * *' } } }),
  'strategy.counters': strategyParams,
  'strategy.live': async world => ({ query: { ids: (await newStrategy(world)).id }, strangerGets: 'empty' }),
}

const pushSamples: Samples = {
  'push.receive': async world => ({ params: { strategyId: (await newStrategy(world)).id } }),
  'push.get': strategyParams,
  'push.save': async world => ({ ...(await strategyParams(world)), body: { settings: {}, secret: CANARY } }),
  'push.resetToken': strategyParams,
}

const runSamples: Samples = {
  'run.list': async world => ({ query: { strategy_id: (await newRun(world)).strategyId }, strangerGets: 'empty' }),
  'run.get': runParams,
  'run.stop': runParams,
  'run.rejected': runParams,
  'run.logs': runParams,
}

function createProcessSamples(server: TestServer): Samples {
  /** A tenant has room for ten pools; those of earlier calls make way. */
  const makeRoom = (world: World) =>
    server.database.withTenant(world.tenantId, async tx => {
      await tx.execute('update strategy set process_id = null')
      await tx.execute('delete from process_pool where id <> tenant_id')
    })
  const newPool = async (world: World): Promise<string> => {
    await makeRoom(world)
    const pool = { name: unique('pool'), label: 'default', concurrency: 2 }
    return (await world.post<{ id: string }>('/api/dh/lessee/process', pool)).id
  }
  const pool = async (world: World): Promise<Sample> => ({ params: { id: await newPool(world) } })
  const change = async (world: World): Promise<Sample> => ({
    params: { id: (await newStrategy(world)).id, x: await newPool(world) },
  })
  return {
    'process.list': own(),
    'process.labels': own(),
    'process.create': async world => {
      await makeRoom(world)
      return { body: { name: unique('pool'), concurrency: 2 }, strangerGets: 'own' }
    },
    'process.get': pool,
    'process.update': async world => ({ ...(await pool(world)), body: { concurrency: 3 } }),
    'process.delete': pool,
    'process.drain': pool,
    'process.stop': pool,
    'process.resume': async world => {
      const id = await newPool(world)
      await world.post(`/api/dh/lessee/process/${id}/drain`, undefined)
      return { params: { id } }
    },
    'process.clearQueue': pool,
    'process.queue': pool,
    'process.running': pool,
    'process.strategies': pool,
    'process.move': async world => ({ ...(await pool(world)), body: { ids: [(await newStrategy(world)).id] } }),
    'process.throughput': pool,
    'process.log': pool,
    'process.changeByGet': change,
    'process.change': change,
  }
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

/** A strategy that reads by a field and looks after what it may miss. */
async function cursorParams(world: World, body?: Record<string, unknown>): Promise<Sample> {
  const { id: connectorId } = await newConnector(world)
  const { source, ...rest } = configOf(connectorId)
  const config = {
    ...rest,
    source: { ...source, increment: { field: 'at' }, deletes: { policy: 'mark' } },
    remedy: { schedule: { cron: '0 3 * * *' } },
  }
  const { id } = await world.post<{ id: string }>('/api/dh/lessee/strategy', { name: unique('orders'), config })
  return { params: { id }, ...(body ? { body } : {}) }
}

function createEnvSamples(server: TestServer): Samples {
  const withEnv = async (world: World): Promise<string> => {
    const { id } = await newConnector(world)
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(`insert into connector_env (connector_id, env, params) values ($1, 'test', '{"host":"h"}')`, [id]),
    )
    return id
  }
  return {
    'connectorEnv.list': connectorParams,
    'connectorEnv.save': async world => ({
      params: { id: (await newConnector(world)).id, env: 'test' },
      body: { params: connectorBody().params },
    }),
    'connectorEnv.test': async world => ({ params: { id: await withEnv(world), env: 'test' } }),
    'connectorEnv.switch': async world => ({
      params: { id: await withEnv(world) },
      body: { env: 'test', version: 1 },
    }),
    'connectorEnv.versions': connectorParams,
    'connectorEnv.restore': async world => ({ ...(await connectorParams(world)), body: { to_version: 1, version: 1 } }),
    'connectorEnv.copy': async world => ({ ...(await connectorParams(world)), body: { name: unique('copy') } }),
    'connectorEnv.calls': connectorParams,
  }
}

/** Answers whatever code with tokens, until the process ends. */
async function startTokenServer(): Promise<string> {
  const tokens = JSON.stringify({ access_token: CANARY, refresh_token: CANARY, expires_in: 60 })
  const http = createHttpServer((_req, res) => res.setHeader('content-type', 'application/json').end(tokens))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  http.unref()
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/token` // listening on TCP
}

function createGrantSamples(server: TestServer): Samples {
  /** A connector that signs in by an authorization code; the platform's form does not matter here. */
  const granting = async (world: World): Promise<string> => {
    const { id } = await newConnector(world)
    server.engine.seen.grant = {
      authorizationUrl: 'https://idp.test/auth',
      tokenUrl: await startTokenServer(),
      clientId: 'c',
      clientSecret: CANARY,
      style: 'body',
      scope: '',
    }
    return id
  }
  const body = { redirect_uri: 'https://console.test/connector/grant' }
  return {
    'connectorGrant.get': async world => ({ params: { id: await granting(world) } }),
    'connectorGrant.begin': async world => ({ params: { id: await granting(world) }, body }),
    'connectorGrant.finish': async world => {
      const id = await granting(world)
      const state = unique('state-of-the-sample-call')
      const verifier = await server.vault.seal(world.tenantId, `grant-request/${id}`, 'verifier')
      await server.database.withTenant(world.tenantId, async tx => {
        await tx.execute(
          `insert into grant_request (state_hash, connector_id, env, user_id, verifier, redirect_uri, expires_at)
           values (sha256($1::bytea), $2, 'production', $3, $4, $5, now() + interval '1 hour')`,
          [Buffer.from(state), id, world.userId, verifier, body.redirect_uri],
        )
      })
      return { body: { state, code: 'code' } }
    },
  }
}

function createMappingSamples(server: TestServer): Samples {
  const newMap = (world: World) =>
    world.post<{ id: string; version: number }>('/api/dh/lessee/mapping', { name: unique('units') })
  const map = async (world: World): Promise<Sample> => ({ params: { id: (await newMap(world)).id } })
  const withMiss = async (world: World, matched = false) => {
    const { id } = await newMap(world)
    const { id: strategyId } = await newStrategy(world)
    const [row] = await server.database.withTenant(world.tenantId, tx =>
      tx.query<{ id: string }>(
        `insert into value_map_miss (map_id, direction, value, value_hash, strategy_id, matched)
         values ($1, 'forward', 'box', '\\x00', $2, $3) returning id`,
        [id, strategyId, matched],
      ),
    )
    return { id, missId: row!.id }
  }
  const settings = { a_platform_id: '', b_platform_id: '', remark: '', default_a: '', default_b: '' }
  const rules = { case_sensitive: true, trim: false, on_miss: 'keep' }
  return {
    'mapping.list': own(),
    'mapping.create': async () => ({ body: { name: unique('units') }, strangerGets: 'own' }),
    'mapping.get': map,
    'mapping.update': async world => {
      const { id, version } = await newMap(world)
      return { params: { id }, body: { name: unique('units'), ...settings, ...rules, version } }
    },
    'mapping.delete': map,
    'mapping.copy': async world => ({ ...(await map(world)), body: { name: unique('copy') } }),
    'mapping.lines': map,
    'mapping.saveLines': async world => {
      const { id, version } = await newMap(world)
      return { params: { id }, body: { version, upsert: [{ a_value: 'pcs', b_value: 'EA' }], remove: [] } }
    },
    'mapping.import': async world => ({
      ...(await map(world)),
      body: { mode: 'replace', lines: [{ a_value: 'pcs', b_value: 'EA' }] },
    }),
    'mapping.export': map,
    'mapping.references': map,
    'mapping.changes': map,
    'mapping.changedLines': async world => ({ params: { id: (await newMap(world)).id, version: '1' } }),
    'mapping.misses': map,
    'mapping.complete': async world => {
      const { id, missId } = await withMiss(world)
      return { params: { id }, body: { items: [{ miss_id: missId, value: 'BOX' }] } }
    },
    'mapping.reprocessMisses': async world => {
      const { id, missId } = await withMiss(world, true)
      return { params: { id }, body: { ids: [missId] } }
    },
    'mapping.ignoreMisses': async world => {
      const { id, missId } = await withMiss(world)
      return { params: { id }, body: { ids: [missId] } }
    },
  }
}

const cursorSamples: Samples = {
  'strategyCursor.get': world => cursorParams(world),
  'strategyCursor.count': world => cursorParams(world, { from: '2026-01-01', to: null }),
  'strategyCursor.move': world => cursorParams(world, { watermark: '2026-01-01', expected: null, reason: 'test' }),
  'strategyCursor.range': world => cursorParams(world, { from: '2026-01-01', to: '2026-01-03' }),
  'strategyCursor.remedy': world => cursorParams(world),
  'strategyCursor.scan': world => cursorParams(world, {}),
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
    'strategyData.count': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { status: [3] } }
    },
    'strategyDay.list': async world => ({
      body: { ids: [(await newStrategy(world)).id], from: '2026-01-01T00:00:00Z' },
      strangerGets: 'empty',
    }),
    'strategyData.get': async world => {
      const { strategyId, recordId } = await newRecord(server, world)
      return { params: { strategy: strategyId, id: recordId } }
    },
    'recordPassport.get': async world => {
      const { strategyId, recordId } = await newRecord(server, world)
      return { params: { strategy: strategyId, id: recordId } }
    },
    'strategyData.reprocess': recordBody,
    'strategyData.processAll': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { status: [3] } }
    },
    'strategyData.ignore': recordBody,
    'strategyData.confirm': recordBody,
    'strategyData.unknown': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: {} }
    },
    'strategyData.askTarget': recordBody,
    'strategyData.resolve': async world => {
      const { strategyId, recordId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { action: 'ignore', ids: [recordId] } }
    },
    'strategyData.export': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { format: 'csv' } }
    },
  }
}

function createStorageSamples(server: TestServer): Samples {
  const rule = { finished_days: 30, error_days: null, log_days: 14, run_days: null, replaced_days: 3, archive: true }
  const before = '2026-01-01T00:00:00Z'
  const named = async (world: World): Promise<{ id: string; name: string }> => {
    const { id } = await newStrategy(world)
    const [row] = await server.database.withTenant(world.tenantId, tx =>
      tx.query<{ id: string; name: string }>('select id, name from strategy where id = $1', [id]),
    )
    return row! // made a moment ago
  }
  const archiveParams = async (world: World): Promise<Sample> => {
    const [id, strategy] = [newId(), await newStrategy(world)]
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into archive_file (id, strategy_id, path, pages, records, size_bytes, content_sha256, file_sha256, first_page,
           last_page, oldest, newest) values ($1, $2, 'x', 1, 1, 1, '', '', 1, 1, now(), now())`,
        [id, strategy.id],
      ),
    )
    return { params: { id } }
  }
  return {
    'storage.overview': own(),
    'storage.strategies': own({ query: { keyword: 'orders' } }),
    'storage.keep': own({ body: rule }),
    'storage.keepStrategy': async world => ({ params: { id: (await newStrategy(world)).id }, body: rule }),
    'storage.preview': async world => ({
      body: { strategy_id: (await newStrategy(world)).id, what: 'record', before, statuses: [2] },
    }),
    'storage.cleanUp': async world => {
      const { id, name } = await named(world)
      return { body: { strategy_id: id, what: 'page', before, confirm: name } }
    },
    'storage.archive': async world => ({ params: { id: (await newStrategy(world)).id }, body: { before } }),
    'storage.archives': own(),
    'storage.download': archiveParams,
    'storage.restore': archiveParams,
    'storage.jobs': own(),
    'storage.cancel': async world => {
      const { id } = await newStrategy(world)
      const job = await world.post<{ id: string }>(`/api/dh/lessee/storage/strategy/${id}/archive`, { before })
      return { params: { id: job.id } }
    },
  }
}
