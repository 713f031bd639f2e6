import { createHmac, randomBytes } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { newId } from '@sluice/contract'
import { createVault, type Database } from '@sluice/db'
import { createTestDatabase, createTestTenant } from '@sluice/db/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createGateway, type Gateway } from './gateway.ts'
import { hashSecret, writeSigned } from './prove-caller.ts'

let database: Database
let drop: () => Promise<void>
let tenantId: string
let stranger: string
/** Two processes over one database. */
let gateways: { gateway: Gateway; app: FastifyInstance }[]
let runs: string[] = []
const masterKey = randomBytes(32)
const tokenKey = randomBytes(32)

async function openProcess() {
  const app = Fastify()
  const vault = createVault(database, { current: 'k', keys: new Map([['k', masterKey]]) }, Date.now)
  const gateway = await createGateway({
    ...{ database, vault, tokenKey, now: Date.now },
    records: {
      readOriginals: async (_tx, rows) =>
        new Map(rows.map(row => [row.id, '{"id":"r1","amount":12.50,"phone":"139"}'])),
    },
    runs: {
      request: async (_tx, { strategyId }) => {
        runs.push(strategyId)
        return { runId: newId(), alreadyRunning: false }
      },
    },
    log: { error: () => {}, warn: () => {} },
    bodyMs: 500,
  })
  gateway.mount(app)
  await app.ready()
  return { gateway, app }
}

beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
  tenantId = (await createTestTenant(database)).tenantId
  stranger = (await createTestTenant(database)).tenantId
  gateways = [await openProcess(), await openProcess()]
})
beforeEach(() => {
  runs = []
})
afterAll(async () => {
  for (const { app, gateway } of gateways) {
    await app.close()
    await gateway.stop()
  }
  await drop()
})

const inTenant = <T>(work: Parameters<typeof database.withTenant<T>>[1], id = tenantId) => database.withTenant(id, work)

async function makeStrategy(id = newId(), of = tenantId): Promise<string> {
  const connectorId = newId()
  const source = { connector_id: connectorId, resource: 'passive.receive', options: { inbox: id }, key: ['id'] }
  await inTenant(async tx => {
    await tx.execute("insert into connector (id, platform_id, name) values ($1::uuid, 'self', $1::uuid::text)", [
      connectorId,
    ])
    await tx.execute(
      "insert into strategy (id, code, name, status, source_connector_id) values ($1::uuid, $1::uuid::text, $1::uuid::text, 'running', $2)",
      [id, connectorId],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      id,
      JSON.stringify({ source }),
    ])
  }, of)
  return id
}

interface App {
  readonly id: string
  readonly key: string
  readonly secret: string
  readonly strategyId: string
}

const tellChange = () => inTenant(tx => tx.query("select pg_notify('gateway_changed', app_tenant()::text)"))

async function makeApp(
  set: { burst?: number; quota?: number; ip?: string[]; operations?: string[] } = {},
): Promise<App> {
  const id = newId()
  const [secretId, secret] = [newId(), randomBytes(10).toString('hex')]
  const key = randomBytes(6).toString('hex')
  const strategyId = await makeStrategy()
  const vault = createVault(database, { current: 'k', keys: new Map([['k', masterKey]]) }, Date.now)
  const sealed = await vault.seal(tenantId, `gateway/${id}/secret/${secretId}`, secret)
  await inTenant(async tx => {
    await tx.execute(
      `insert into gateway_application (id, name, app_key, burst, rate_per_minute, quota_per_day, ip_allow)
       values ($1::uuid, $1::uuid::text, $2, $3, 1, $4, $5)`,
      [id, key, set.burst ?? 10_000, set.quota ?? null, set.ip ?? []],
    )
    await tx.execute('insert into gateway_secret (id, application_id, sealed, hash) values ($1, $2, $3, $4)', [
      secretId,
      id,
      sealed,
      hashSecret(secret),
    ])
    await tx.execute(
      'insert into gateway_scope (application_id, strategy_id, operations, fields) values ($1, $2, $3, $4)',
      [id, strategyId, set.operations ?? ['query', 'find', 'store'], ['id', 'amount']],
    )
  })
  await tellChange()
  const made = { id, key, secret, strategyId }
  await expect.poll(async () => (await signIn(made)).statusCode).not.toBe(401)
  return made
}

const signIn = (app: Pick<App, 'key' | 'secret'>, process = 0) =>
  gateways[process]!.app.inject({
    method: 'POST',
    url: '/v2/oauth',
    headers: { 'content-type': 'application/json' },
    payload: { app_key: app.key, app_secret: app.secret },
  })

const pathOf = (strategyId: string, operation: string): string => `/v2/open-api/business/${strategyId}/${operation}`

interface Signed {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: Record<string, string>
}

function sign(app: App, operation = 'query', body = '{"pageSize":5}', shiftSeconds = 0): Signed {
  const call = { method: 'POST', url: `${pathOf(app.strategyId, operation)}?b=2&a=1`, body }
  const timestamp = String(Math.floor(Date.now() / 1000) + shiftSeconds)
  const nonce = randomBytes(12).toString('hex')
  const text = writeSigned({ ...call, body: Buffer.from(body) }, { appKey: app.key, timestamp, nonce })
  return {
    ...call,
    headers: {
      'content-type': 'application/json',
      'x-app-key': app.key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', app.secret).update(text).digest('hex'),
    },
  }
}

const send = ({ method, url, body, headers }: Signed, process = 0) =>
  gateways[process]!.app.inject({ method: method as 'POST', url, payload: body, headers, remoteAddress: '127.0.0.1' })

async function tokenOf(app: App): Promise<string> {
  return (await signIn(app)).json<{ access_token: string }>().access_token
}

const callWith = (token: string, url: string, body?: object, headers: Record<string, string> = {}) =>
  gateways[0]!.app.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { payload: body }),
  })

const countCalls = async (app: App): Promise<number> =>
  Number(
    (
      await inTenant(tx =>
        tx.query<{ n: string }>('select count(*) as n from gateway_call where application_id = $1', [app.id]),
      )
    )[0]!.n,
  )

test('every element of a signed call counts: each change of one is refused, and leaves no row', async () => {
  const app = await makeApp()
  expect((await send(sign(app))).json()).toMatchObject({ success: true, code: 0, content: { items: [] } })
  const flip = (text: string, at: number): string =>
    text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
  const changes: ((call: Signed, n: number) => Signed)[] = [
    call => ({ ...call, url: call.url.replace('a=1', 'a=2') }),
    call => ({ ...call, url: `${call.url}&c=3` }),
    call => ({ ...call, url: `${call.url}?c=3` }),
    call => ({ ...call, url: call.url.replace('/query', '/store') }),
    call => ({ ...call, body: `${call.body} ` }),
    (call, n) => ({
      ...call,
      headers: { ...call.headers, 'x-timestamp': flip(call.headers['x-timestamp']!, 9 - (n % 2)) },
    }),
    (call, n) => ({ ...call, headers: { ...call.headers, 'x-nonce': flip(call.headers['x-nonce']!, n % 24) } }),
    (call, n) => ({ ...call, headers: { ...call.headers, 'x-signature': flip(call.headers['x-signature']!, n % 64) } }),
    (call, n) => ({ ...call, headers: { ...call.headers, 'x-app-key': flip(call.headers['x-app-key']!, n % 12) } }),
    call => ({ ...call, headers: { ...call.headers, authorization: 'Bearer x' } }),
  ]
  const codes = new Set<number>()
  for (const change of changes)
    for (let n = 0; n < 24; n++) codes.add((await send(change(sign(app), n))).json<{ code: number }>().code)
  expect([...codes]).toEqual([40101])
  for (const shift of [-303, 303]) expect((await send(sign(app, 'query', '{}', shift))).statusCode).toBe(401)
  for (const shift of [-297, 297]) expect((await send(sign(app, 'query', '{}', shift))).statusCode).toBe(200)
  const twice = sign(app)
  expect((await send({ ...twice, url: `${twice.url}&a=1` })).json()).toMatchObject({ code: 40001 })
  expect(await countCalls(app)).toBe(3)
})

test('of a hundred replays at once over two processes one is let in', async () => {
  const app = await makeApp()
  const call = sign(app)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => send(call, at % 2)))
  const statuses = Map.groupBy(answers, answer => answer.statusCode)
  expect([statuses.get(200)?.length, statuses.get(401)?.length]).toEqual([1, 99])
  expect(await countCalls(app)).toBe(1)
})

test('another tenant’s strategy, an unknown one and one that is not published sound alike', async () => {
  const app = await makeApp({ operations: ['query'] })
  const token = await tokenOf(app)
  const own = await makeStrategy()
  const foreign = await makeStrategy(newId(), stranger)
  const answers = await Promise.all(
    [own, foreign, newId(), 'x', '..%2f..%2f'].map(id => callWith(token, pathOf(id, 'query'), {})),
  )
  expect(new Set(answers.map(answer => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
  expect(answers[0]?.json()).toMatchObject({ success: false, code: 40401 })
  expect((await callWith(token, pathOf(app.strategyId, 'store'), { content: [] })).json()).toMatchObject({
    code: 40301,
  })
})

test('an application that is switched off is refused within a second, by every process', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  expect((await callWith(token, pathOf(app.strategyId, 'query'), {})).statusCode).toBe(200)
  await inTenant(async tx => {
    await tx.execute('update gateway_application set is_enabled = false where id = $1', [app.id])
    await tx.query("select pg_notify('gateway_changed', app_tenant()::text)")
  })
  const atMs = Date.now()
  const answers = await Promise.all([0, 1].map(process => send(sign(app), process)))
  expect([...answers.map(answer => answer.statusCode), (await signIn(app)).statusCode]).toEqual([401, 401, 401])
  expect(Date.now() - atMs).toBeLessThan(1000)
})

test('ten calls of one key at once have one effect and one answer; another body under it is refused', async () => {
  const app = await makeApp()
  const body = JSON.stringify({ content: [{ id: 'a', amount: 12.5 }, { id: 'b' }] })
  const keyed = (text: string, process: number) => {
    const call = sign(app, 'store', text)
    return send({ ...call, headers: { ...call.headers, 'idempotency-key': 'k-1' } }, process)
  }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => keyed(body, at % 2)))
  expect(new Set(answers.map(answer => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
  expect(answers[0]?.json()).toMatchObject({ code: 0, content: { staged: 2, rejected: 0 } })
  expect(answers.filter(answer => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(9)
  const staged = await inTenant(tx =>
    tx.query('select body from inbox where inbox_id = $1 order by id', [app.strategyId]),
  )
  expect([staged, runs]).toEqual([[{ body: '{"id":"a","amount":12.5}' }, { body: '{"id":"b"}' }], [app.strategyId]])
  expect((await keyed('{"content":[{"id":"c"}]}', 0)).json()).toMatchObject({ code: 40001 })
  expect(await countCalls(app)).toBe(11)
})

test('a bad record is told by its path beside good ones, and each receipt leads to its own fate', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  const headers = { 'accept-language': 'en' }
  const url = pathOf(app.strategyId, 'store')
  const answer = await callWith(token, url, { content: [{ id: 'x1', n: 1 }, { n: 2 }, 'no object'] }, headers)
  const { content } = answer.json()
  expect(content).toMatchObject({
    staged: 1,
    rejected: 2,
    results: [
      { index: 0, status: 'staged' },
      { index: 1, status: 'rejected', errors: [{ path: 'content.1.id' }] },
      { index: 2, status: 'rejected', errors: [{ path: 'content.2', message: 'A record must be a JSON object.' }] },
    ],
  })
  const fate = await callWith(token, pathOf(app.strategyId, `receipt/${content.results[0].receipt}`))
  expect(fate.json().content).toMatchObject({ status: 'staged', key: 'x1' })
  const other = await makeApp()
  const foreign = pathOf(other.strategyId, `receipt/${content.results[0].receipt}`)
  expect((await callWith(await tokenOf(other), foreign)).statusCode).toBe(404)
  const call = sign(app, 'store')
  for (const body of [
    '{',
    '[]',
    '{"content":{}}',
    '{"content":[],"x":1}',
    '{"content":[{"a":1,"a":2}]}',
    '['.repeat(99_999),
  ])
    expect((await send({ ...sign(app, 'store', body), method: call.method })).json()).toMatchObject({ code: 40001 })
  expect(await inTenant(tx => tx.query('select 1 from inbox where inbox_id = $1', [app.strategyId]))).toHaveLength(1)
  expect((await send(sign(app, 'store', `{"content":[{"id":"${'x'.repeat(2 ** 20)}"}]}`))).statusCode).toBe(413)
})

test('a page shows the published fields with their digits, goes on by its cursor, and filters by what an index serves', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  await inTenant(tx =>
    tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       select $1, 'r' || n, nextval('record_id'), 1, now(), n, 2, 1, '\\x00', gen_random_uuid() from generate_series(1, 5) n`,
      [app.strategyId],
    ),
  )
  const url = pathOf(app.strategyId, 'query')
  const seen: string[] = []
  for (let cursor: string | null = null, page = 0; page < 4; page++) {
    const answer = await callWith(token, url, { pageSize: 2, ...(cursor === null ? {} : { cursor }) })
    expect(answer.body).toContain('"content":{"id":"r1","amount":12.50}')
    const { items, next_cursor: next } = answer.json().content
    seen.push(...items.map((item: { key: string }) => item.key))
    cursor = next
    if (cursor === null) break
  }
  expect(seen).toEqual(['r5', 'r4', 'r3', 'r2', 'r1'])
  const [one] = (await callWith(token, url, { CONTENT_id: 'r3' })).json().content.items
  expect(one).toMatchObject({ key: 'r3', status: 2 })
  expect((await callWith(token, pathOf(app.strategyId, `find-one/${one.id}`))).json().content).toEqual(one)
  const timed = { begin_at: '2020-01-01T00:00:00Z', pageSize: 3 }
  const first = (await callWith(token, url, timed)).json().content
  const rest = (await callWith(token, url, { ...timed, cursor: first.next_cursor })).json().content
  expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([3, 2, null])
  for (const body of [
    { CONTENT_amount: '12.50' },
    { page: 2 },
    { pageSize: 101 },
    { cursor: 'x' },
    { begin_at: 'today' },
  ])
    expect((await callWith(token, url, body)).json()).toMatchObject({ code: 40001 })
})

test('rate and quota are one budget over all processes; refused calls leave no row and say when to come again', async () => {
  const app = await makeApp({ burst: 21 })
  // The sign-in that saw the application ready was one.
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => send(sign(app), at % 2)))
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(20)
  const refused = answers.find(answer => answer.statusCode === 429)
  expect(refused?.json()).toMatchObject({ code: 42901 })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(30)
  expect(await countCalls(app)).toBe(20)
  const small = await makeApp({ quota: 3 })
  const statuses = [await send(sign(small)), await send(sign(small), 1), await send(sign(small))]
  expect(statuses.map(answer => answer.statusCode)).toEqual([200, 200, 429])
  expect(statuses[1]?.headers['ratelimit']).toContain('"day";r=0')
})

test('addresses outside the networks are refused, in both families', async () => {
  const app = await makeApp({ ip: ['127.0.0.0/8', '2001:db8::/32'] })
  const from = async (remoteAddress: string) => {
    const { method, url, body, headers } = sign(app)
    return (
      await gateways[0]!.app.inject({ method: method as 'POST', url, payload: body, headers, remoteAddress })
    ).json<{ code: number }>().code
  }
  for (const address of ['127.0.0.1', '::ffff:127.1.2.3', '2001:db8:1::7'])
    expect([address, await from(address)]).toEqual([address, 0])
  for (const address of ['10.0.0.1', '2001:db9::1', '::1'])
    expect([address, await from(address)]).toEqual([address, 40301])
})

/** Head of a call whose body never comes; what is answered, and how long the connection lived. */
async function sendHead(head: readonly string[]): Promise<{ text: string; ms: number }> {
  const { app } = gateways[0]!
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on TCP
  const startedMs = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.write([...head, 'host: x', 'content-type: application/json', 'content-length: 1000000', '', '{'].join('\r\n'))
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  await new Promise(resolve => socket.on('close', resolve).on('error', () => undefined))
  return { text, ms: performance.now() - startedMs }
}

test('of a stranger no body is read: the head alone is refused, and the connection ends', async () => {
  const app = await makeApp({ ip: ['127.0.0.0/8'] })
  const url = `POST ${pathOf(app.strategyId, 'store')} HTTP/1.1`
  const signature = { 'x-timestamp': '1700000000', 'x-nonce': 'n'.repeat(12), 'x-signature': 'a'.repeat(64) }
  const signed = (key: string) => Object.entries({ 'x-app-key': key, ...signature }).map(pair => pair.join(': '))
  for (const [head, status] of [
    [[url], 401],
    [[url, 'authorization: Bearer v1.x'], 401],
    [[url, ...signed('unknown12345')], 401],
    [[url, ...signed(app.key).slice(0, 3)], 401],
    [[url, ...signed(app.key), 'authorization: Bearer x'], 401],
    [['POST /v2/oauth HTTP/1.1'], 413],
  ] as const) {
    const { text, ms } = await sendHead(head)
    expect(text, head.join()).toContain(`HTTP/1.1 ${status}`)
    expect(ms).toBeLessThan(400)
  }
})

test('a body that never ends is given up, and no more of them are read from one address than a few', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  const head = [`POST ${pathOf(app.strategyId, 'store')} HTTP/1.1`, `authorization: Bearer ${token}`]
  const ends = await Promise.all(Array.from({ length: 136 }, () => sendHead(head)))
  const refused = ends.filter(({ text }) => text.includes('HTTP/1.1 429'))
  expect(refused).toHaveLength(8)
  for (const { text, ms } of ends) expect([text.includes('429') || text === '', ms < 2000]).toEqual([true, true])
  expect((await callWith(token, pathOf(app.strategyId, 'query'), {})).statusCode).toBe(200)
})

test('a token in the address is none', async () => {
  const app = await makeApp()
  const url = `${pathOf(app.strategyId, 'query')}?access_token=${await tokenOf(app)}`
  const answer = await gateways[0]!.app.inject({ method: 'POST', url, payload: {} })
  expect(answer.json()).toMatchObject({ code: 40101 })
})

test('nonces are kept of calls that are let in alone', async () => {
  const app = await makeApp({ burst: 3 })
  const calls = Array.from({ length: 20 }, () => sign(app))
  const statuses = []
  for (const call of calls) statuses.push((await send(call)).statusCode)
  expect(statuses.filter(status => status === 200)).toHaveLength(2)
  for (const change of [{ 'x-signature': 'b'.repeat(64) }, { 'x-timestamp': '1700000000' }]) {
    const call = sign(app)
    await send({ ...call, headers: { ...call.headers, ...change } })
  }
  const kept = await inTenant(tx => tx.query('select 1 from gateway_nonce where application_id = $1', [app.id]))
  expect(kept).toHaveLength(2)
  expect((await send(calls[0]!)).json()).toMatchObject({ code: 40101 })
})

test('key and number of a record are values of its fields: handed out where these are', async () => {
  const app = await makeApp()
  await inTenant(async tx => {
    await tx.execute("update gateway_scope set fields = '{amount}' where application_id = $1", [app.id])
    await tx.execute(
      `insert into record_state (strategy_id, key, number, id, page_id, page_at, ordinal, status, version, hash, run_id)
       values ($1, 'r1', 'n1', nextval('record_id'), 1, now(), 1, 2, 1, '\\x00', gen_random_uuid())`,
      [app.strategyId],
    )
  })
  await tellChange()
  const read = async () => (await send(sign(app))).json().content.items[0]
  await expect.poll(read).toMatchObject({ key: null, number: null, content: { amount: 12.5 } })
})
