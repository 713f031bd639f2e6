import { newId } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  callWith,
  countCalls,
  forgetRuns,
  gateways,
  inTenant,
  makeApp,
  makeStrategy,
  pathOf,
  runs,
  type Signed,
  send,
  sign,
  signIn,
  startGateways,
  stopGateways,
  stranger,
  tokenOf,
} from './testing.ts'

beforeAll(startGateways)
beforeEach(forgetRuns)
afterAll(stopGateways)

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

test('rate and quota are one budget over all processes; refused calls say when to come again', async () => {
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
