import { setTimeout as delay } from 'node:timers/promises'
import {
  type Connection,
  type Connector,
  type ConnectorContext,
  defineManifest,
  type SourcePage,
} from '@sluice/connector-kit'
import { newId, StrategyConfig } from '@sluice/contract'
import { type Database, migrate, openDatabase } from '@sluice/db'
import { createEngine, type Engine } from '@sluice/engine'
import pg from 'pg'

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A tenant with one connector to a far system in memory. */
export interface Tenant {
  readonly id: string
  readonly connectorId: string
}

/** A database and an engine in this process, so that nothing stands between a request and its first page. */
export interface Station {
  readonly database: Database
  readonly engine: Engine
  /** As the owner, above the tenant wall. */
  readonly client: pg.Client
  /** Called when a run asks for its first page, with the resource it reads. */
  onRead: (resource: string) => void
  createTenant(): Promise<Tenant>
  createStrategy(tenant: Tenant, resource: string): Promise<string>
  /** Milliseconds from the request to the first page that is read. */
  measureStart(tenant: Tenant, strategyId: string, resource: string): Promise<number>
  /** Runs once, to its end. */
  run(tenant: Tenant, strategyId: string): Promise<void>
  close(): Promise<void>
}

/** Of a resource whose name begins with `many`. */
export const RECORDS = 100_000
const MANY_PAGE = 1000

/** About 440 bytes of JSON. */
export const makeOrder = (id: number) => ({
  id,
  order_no: String(id).padStart(12, '0'),
  customer: `客户 ${id % 977}`,
  city: '上海市',
  address: `人民路 ${id % 313} 号 ${'abcdefghij'.repeat(8)}`,
  status: id % 7 === 0 ? 'paid' : 'open',
  lines: [1, 2, 3].map(line => ({ line, sku: `SKU-${(id + line) % 500}`, qty: line, price: 12.5 })),
})

/** `slow…`: each write takes a minute; `busy…`: a page takes a fifth of a second; the others answer at once. */
export async function openStation(): Promise<Station> {
  const name = `sluice_bench_${process.pid}_${Date.now()}`
  const admin = await connect(server)
  await admin.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await migrate(url.href)
  const database = await openDatabase({ url: url.href, poolSize: 16 })
  const client = await connect(url.href)
  const engine = createEngine({
    database,
    connectors: [createFarSystem(resource => station.onRead(resource))],
    vault: { open: async () => '' },
    makeContext: () => ({}) as ConnectorContext, // the far system needs nothing of the world
    now: Date.now,
    random: Math.random,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  const station: Station = {
    database,
    engine,
    client,
    onRead: () => undefined,
    createTenant: () => createTenant(client),
    createStrategy: (tenant, resource) => createStrategy(client, tenant, resource),
    async measureStart(tenant, strategyId, resource) {
      const read = new Promise<number>(resolve => {
        station.onRead = asked => asked === resource && resolve(performance.now())
      })
      const askedMs = performance.now()
      const runId = await request(station, tenant, strategyId)
      const startMs = (await read) - askedMs
      await waitForEnd(station, tenant, runId)
      return startMs
    },
    run: async (tenant, strategyId) => waitForEnd(station, tenant, await request(station, tenant, strategyId)),
    async close() {
      await engine.stop({ timeoutMs: 1000 })
      await database.close()
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
  await engine.start()
  return station
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function request({ database, engine }: Station, tenant: Tenant, strategyId: string): Promise<string> {
  const asked = { tenantId: tenant.id, strategyId, trigger: 'manual' as const }
  return (await database.withTenant(tenant.id, tx => engine.runs.request(tx, asked))).runId
}

async function waitForEnd({ client }: Station, tenant: Tenant, runId: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select state, failure from run where tenant_id = $1 and id = $2', [
      tenant.id,
      runId,
    ])
    if (rows[0].state === 'succeeded') return
    if (!['queued', 'running'].includes(rows[0].state)) throw new Error(`running: ${JSON.stringify(rows[0])}`)
    await delay(5)
  }
}

async function createTenant(client: pg.Client): Promise<Tenant> {
  const tenant = { id: newId(), connectorId: newId() }
  await client.query('insert into tenant (id, code, name) values ($1, $2, $2)', [tenant.id, `t-${tenant.id}`])
  await client.query(
    `insert into connector (tenant_id, id, platform_id, name, status) values ($1, $2, 'memory', 'memory', 'ok')`,
    [tenant.id, tenant.connectorId],
  )
  return tenant
}

export const configOf = (tenant: Tenant, resource: string): StrategyConfig =>
  StrategyConfig.parse({
    source: { connector_id: tenant.connectorId, resource, key: ['id'], pageSize: 1000 },
    target: { connector_id: tenant.connectorId, resource, key: ['id'] },
    mapping: { copyAll: true, fields: [] },
  })

async function createStrategy(client: pg.Client, tenant: Tenant, resource: string): Promise<string> {
  const id = newId()
  await client.query(
    `insert into strategy (tenant_id, id, code, name, status, source_connector_id, target_connector_id)
     values ($1, $2, $3, $3, 'stopped', $4, $4)`,
    [tenant.id, id, id, tenant.connectorId],
  )
  await client.query('insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $2, 1, $3)', [
    tenant.id,
    id,
    JSON.stringify(configOf(tenant, resource)),
  ])
  return id
}

async function* readMany(): AsyncGenerator<SourcePage, void, void> {
  for (let first = 0; first < RECORDS; first += MANY_PAGE) {
    const records = Array.from({ length: MANY_PAGE }, (_, at) => ({ data: makeOrder(first + at) }))
    const end = first + MANY_PAGE
    yield { records, cursor: end < RECORDS ? String(end) : null }
  }
}

function createFarSystem(onRead: (resource: string) => void): Connector {
  let last = 0
  const connection: Connection = {
    async *test() {},
    discover: async () => [],
    describe: () => Promise.reject(new Error('describing: not needed')),
    openSource: async ({ resource }) => ({
      async *read() {
        onRead(resource)
        if (resource.startsWith('many')) return yield* readMany()
        if (resource.startsWith('busy')) await delay(200)
        const records = Array.from({ length: 200 }, () => ({ data: { id: ++last, note: 'a record' } }))
        yield { records, cursor: null }
      },
      close: async () => undefined,
    }),
    openTarget: async ({ resource }) => ({
      guarantee: 'upsert',
      async write(batch, signal) {
        if (resource.startsWith('slow')) await delay(60_000, undefined, { signal }).catch(() => undefined)
        return batch.map(() => ({ kind: 'written' }))
      },
      close: async () => undefined,
    }),
    close: async () => undefined,
  }
  const manifest = defineManifest({
    id: 'memory',
    name: { zh: '内存', en: 'Memory' },
    group: 'other',
    describe: { zh: '测量用', en: 'For measuring' },
    icon: { text: 'M', color: '#000000' },
    roles: ['source', 'target'],
    params: [],
  })
  return { manifest, open: async () => connection }
}
