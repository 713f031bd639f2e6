import { walkRoutes } from '@sluice/contract'
import { createResealer, sealedPlaces, type Tx } from '@sluice/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'
import { templateOf } from './testing/asset-objects.ts'
import { openColleague, openWorld, sendSample } from './testing/drive.ts'
import { CANARY, connectorBody } from './testing/objects.ts'
import type { Sample, World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

const routes = [...walkRoutes(contracts)]
let server: TestServer
let world: World
let samples: ReturnType<typeof createSamples>
const planted: string[] = []
const answers: string[] = []

// One secret, in every field of every call that takes one.
beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  samples = { ...createSamples(server), 'platform.create': async () => ({ body: templateOf({ app }) }) }
  for (const [name, route] of routes) {
    if (route.method === 'GET' || !samples[name]) continue
    const sample = await samples[name](world)
    if (!JSON.stringify(sample.body ?? {}).includes(CANARY)) continue
    const answer = await sendSample(server, route, sample, world.token)
    answers.push(answer.body)
    if (answer.statusCode === 200) planted.push(name)
  }
  // What these seal is made by the product or by the far system.
  for (const name of ['totp.begin', 'connectorGrant.begin', 'connectorGrant.finish', 'connector.update'])
    expect([name, await send(name)]).toEqual([name, 200])
  await plantToken()
})
afterAll(() => server.drop())

/** What signing in through an adapter gave, as the engine keeps it. */
async function plantToken(): Promise<void> {
  const { id } = await world.post<{ id: string }>('/api/dh/lessee/connector', connectorBody())
  const sealed = await server.vault.seal(world.tenantId, `connector/${id}/adapter/key`, CANARY)
  await server.database.withTenant(world.tenantId, tx =>
    tx.execute("insert into adapter_token (connector_id, key, sealed) values ($1, 'key', $2)", [id, sealed]),
  )
}

const app = [{ name: 'app_secret', secret: true, value: CANARY }]

async function send(name: string, change: Sample = {}): Promise<number> {
  const route = routes.find(([known]) => known === name)?.[1]
  if (!route) throw new Error(`no route ${name}`)
  const answer = await sendSample(server, route, { ...(await samples[name]!(world)), ...change }, world.token)
  answers.push(JSON.stringify(answer.headers), answer.body)
  return answer.statusCode
}

/** As it was given, and as it might be written elsewhere. */
const forms = [
  CANARY,
  Buffer.from(CANARY).toString('base64').replace(/=+$/, ''),
  Buffer.from(CANARY).toString('base64url'),
  Buffer.from(CANARY).toString('hex'),
  encodeURIComponent(CANARY),
]
const findForms = (text: string): string[] => forms.filter(form => text.includes(form))

interface Column {
  readonly table: string
  readonly column: string
}

const listColumns = (tx: Tx): Promise<Column[]> =>
  tx.query<Column>(
    `select c.table_name as table, c.column_name as column
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  )

/** Columns in which a text of this pattern stands, in rows that the tenant sees. */
async function findColumns(pattern: string): Promise<string[]> {
  const found: string[] = []
  await server.database.withTenant(world.tenantId, async tx => {
    for (const { table, column } of await listColumns(tx)) {
      const rows = await tx.query(`select 1 from "${table}" where "${column}"::text ~ $1 limit 1`, [pattern])
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
  })
  return found.sort()
}

test('every kind of secret was planted', () => {
  expect(planted).toEqual(
    expect.arrayContaining(['connector.create', 'connectorEnv.save', 'platform.create', 'push.save', 'sso.create']),
  )
})

/** Who may read and export everything, and change nothing. */
async function openReader(): Promise<string> {
  const permissions = routes.flatMap(([, { permission }]) =>
    permission !== null && /:(query|export)$/.test(permission) ? [permission] : [],
  )
  return (await openColleague(server, 'reader', { permissions: [...new Set(permissions)] })).token
}

test('no reading, no listing and no export shows it, to an administrator or to who may only read', async () => {
  const reader = await openReader()
  const readings = routes.filter(
    ([, { method, audit, content }]) =>
      content !== 'sse' && (method === 'GET' || audit === 'query' || audit === 'export'),
  )
  let exported = 0
  for (const [name, route] of readings) {
    const sample = await samples[name]!(world)
    for (const token of [world.token, reader]) {
      const { statusCode, headers, body } = await sendSample(server, route, sample, token)
      answers.push(JSON.stringify(headers), body)
      if (token === reader && route.audit === 'export' && statusCode === 200) exported++
    }
  }
  for (const format of ['csv', 'jsonl']) expect(await send('system.exportLog', { query: { format } })).toBe(200)
  expect(exported).toBeGreaterThan(10)
  expect(answers.length).toBeGreaterThan(readings.length)
  expect(findForms(answers.join('\n'))).toEqual([])
  expect(answers.join('\n')).not.toMatch(/v1\.\d+\.[A-Za-z0-9_-]{30,}/)
})

test('a refusal does not repeat it', async () => {
  const body = connectorBody()
  const refused = [
    await send('connector.create', { body: { ...body, params: { ...body.params, host: '' } } }),
    await send('connector.create', { body: { ...body, params: { ...body.params, headers: CANARY } } }),
    await send('sso.create', { body: { client_secret: CANARY } }),
  ]
  const torn = await server.call('POST', '/api/dh/lessee/connector', {
    token: world.token,
    body: JSON.stringify(body).slice(0, -1),
    headers: { 'content-type': 'application/json' },
  })
  expect([...refused, torn.statusCode].every(status => status >= 400 && status < 500)).toBe(true)
  expect(findForms([...answers.slice(-2 * refused.length), torn.body].join('\n'))).toEqual([])
})

test('neither the log of the process nor any column of any table has it', async () => {
  expect(findForms(server.readLog())).toEqual([])
  expect(await findColumns(forms.join('|'))).toEqual([])
})

test('sealed texts lie where a change of key finds them, and nowhere else', async () => {
  const places = [...new Set(sealedPlaces.map(({ table, column }) => `${table}.${column}`))].sort()
  expect(await findColumns('v1\\.[0-9]+\\.[A-Za-z0-9_-]{30,}')).toEqual(places)
  await server.vault.rotate(world.tenantId)
  const { broken, resealed } = await createResealer(server.database, server.vault, Date.now).run()
  expect(broken).toBe(0)
  expect(resealed).toBeGreaterThanOrEqual(places.length)
  expect(await findColumns('v1\\.1\\.[A-Za-z0-9_-]{30,}')).toEqual([])
})
