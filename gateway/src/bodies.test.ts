import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasCredential, showAnswer, showRequest } from './mask-bodies.ts'
import {
  callWith,
  countCalls,
  forgetRuns,
  inTenant,
  makeApp,
  openBody,
  pathOf,
  runs,
  startGateways,
  stopGateways,
  tellChange,
  tokenOf,
} from './testing.ts'

beforeAll(startGateways)
afterAll(stopGateways)

type App = Awaited<ReturnType<typeof makeApp>>

async function keep(app: App, policy: string, api: string | null = null): Promise<string> {
  await inTenant(async tx => {
    await tx.execute('update gateway_application set body_policy = $2 where id = $1', [app.id, policy])
    await tx.execute(
      `update gateway_scope set body_policy = $2, masks = '{"amount":"hide"}' where application_id = $1`,
      [app.id, api],
    )
  })
  await tellChange()
  // A gateway hears of it a moment later.
  await new Promise(resolve => setTimeout(resolve, 200))
  return tokenOf(app)
}

const kept = (app: App) =>
  inTenant(tx =>
    tx.query<{ call_id: string; sealed: string; is_whole: boolean }>(
      `select b.call_id, b.sealed, b.is_whole from gateway_call_body b join gateway_call c on c.tenant_id = b.tenant_id and c.id = b.call_id
        where c.application_id = $1 order by c.created_at`,
      [app.id],
    ),
  )

test.each<[string, string, string | null, number]>([
  ['off', 'off', null, 0],
  ['on error', 'error', null, 1],
  ['always', 'always', null, 2],
  ['always, but not of this API', 'always', 'off', 0],
  ['off, but of this API', 'off', 'always', 2],
])('bodies are kept by policy: %s', async (_name, policy, api, count) => {
  const app = await makeApp()
  const token = await keep(app, policy, api)
  await callWith(token, pathOf(app.strategyId, 'query'), { pageSize: 5 })
  await callWith(token, pathOf(app.strategyId, 'query'), { pageSize: 5000 })
  expect(await kept(app)).toHaveLength(count)
  expect(await countCalls(app)).toBe(2)
})

test('what is kept is sealed, masked as the application sees it, and holds no credential', async () => {
  const app = await makeApp()
  const token = await keep(app, 'always')
  const record = { id: 'r1', amount: 'canary-masked', phone: 'canary-unpublished', password: 'canary-word' }
  const nested = { id: { apiKey: 'canary-key', deep: [{ access_token: 'canary-token' }], plain: 'seen' } }
  await callWith(token, pathOf(app.strategyId, 'store'), { content: [record, nested], strange: 'canary-member' })
  const [row] = await kept(app)
  expect(row?.sealed).not.toContain('canary')
  const body = await openBody(row!)
  expect(JSON.stringify({ ...body, original: null })).not.toContain('canary')
  expect(JSON.parse(body.request.text ?? '')).toEqual({
    content: [
      { id: 'r1', amount: '****', phone: '****', password: '******' },
      { id: { apiKey: '******', deep: [{ access_token: '******' }], plain: 'seen' } },
    ],
    strange: '****',
  })
  // It holds what is never kept, so it is not kept whole.
  expect([row?.is_whole, body.original]).toEqual([false, null])
})

test.each<[string, unknown]>([
  ['a text that is JSON', '{"user":"a","password":"canary"}'],
  ['a text that is JSON in JSON', JSON.stringify({ a: JSON.stringify({ client_secret: 'canary' }) })],
  ['a pair', [{ name: 'Authorization', value: 'canary' }]],
  ['a pair of another kind', { key: 'api_key', values: ['canary'] }],
  ['a header', 'Authorization: Bearer canary.canary'],
  ['a header’s value', 'Basic Y2FuYXJ5OmNhbmFyeQ=='],
  ['an address', 'postgres://user:canary@db.test/x'],
  ['a query', 'https://a.test/?a=1&access_token=canary'],
  ['a setting', 'host=a password=canary'],
  ['a key', '-----BEGIN RSA PRIVATE KEY-----\ncanary'],
  ['a signed token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ.canary'],
])('a credential that stands in %s is not kept', async (_name, id) => {
  const app = await makeApp()
  await inTenant(tx => tx.execute("update strategy set status = 'draft' where id = $1", [app.strategyId]))
  const token = await keep(app, 'always')
  expect((await callWith(token, pathOf(app.strategyId, 'store'), { content: [{ id }] })).statusCode).toBe(409)
  const [row] = await kept(app)
  const body = await openBody(row!)
  expect(JSON.stringify(body)).not.toMatch(/canary|Y2FuYXJ5|Y2FuYXJ5/)
  expect(body.original).toBe(null)
  expect(showAnswer(JSON.stringify({ items: [{ id }] })).text).not.toMatch(/canary/)
})

test('texts that only speak of such things are kept', () => {
  for (const text of [
    'the password was changed',
    'https://a.test/token/refresh',
    'basic set of parts',
    'a token: ',
    '签名: 无',
    'bearer of news',
  ])
    expect([text, hasCredential({ text })]).toEqual([text, false])
})

test('no text makes the look for credentials slow', () => {
  for (const part of ['bearer ', 'a:', '://a:', 'password', '-----BEGIN ', 'eyJ', '"\'\\ ', 'token"\\'])
    expect(hasCredential({ text: part.repeat(20_000) })).toBeTypeOf('boolean')
})

test('a failed intake is kept letter by letter where it is small; numerals keep their digits, a cut is said', async () => {
  const app = await makeApp()
  await inTenant(tx => tx.execute("update strategy set status = 'draft' where id = $1", [app.strategyId]))
  const token = await keep(app, 'error')
  const send = (content: readonly object[], more: object = {}) =>
    callWith(token, pathOf(app.strategyId, 'store'), { content, ...more })
  expect((await send([{ id: 'a' }])).statusCode).toBe(409)
  await send(Array.from({ length: 200 }, (_, n) => ({ id: `订单-${n}-${'x'.repeat(40)}` })))
  await send([{ id: 'dry' }], { dry_run: true })
  const rows = await kept(app)
  expect(rows.map(row => row.is_whole)).toEqual([true, false, false])
  expect((await openBody(rows[0]!)).original).toBe('{"content":[{"id":"a"}]}')
  const cut = (await openBody(rows[1]!)).request
  expect(cut.isCut).toBe(true)
  expect(Buffer.byteLength(cut.text ?? '')).toBeLessThanOrEqual(8192)
  expect(cut.text).not.toContain('\ufffd')
})

const called = { operation: 'query', scope: undefined, asset: undefined, salt: 's' }
test.each(['{', '[]', '', '\xff', '{"a":1,"a":2}', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`])(
  'of a body that cannot be masked nothing is kept but its size: %s',
  text => {
    const { text: shown, bytes } = showRequest(Buffer.from(text, 'latin1'), called)
    expect([shown, bytes]).toEqual([text === '' ? '' : null, text.length])
  },
)

test('digits stay, and what is too large to look through is not kept', () => {
  expect(showAnswer('{"n":12345678901234567890.10}').text).toBe('{"n":12345678901234567890.10}')
  expect(showAnswer(`{"a":"${'x'.repeat(300_000)}"}`)).toEqual({ text: null, bytes: 300_008, isCut: true })
  for (const name of [
    'Password',
    'pwd',
    'client_secret',
    'X-Api-Key',
    'accessToken',
    'Authorization',
    'db_passwd',
    '密码',
  ])
    expect([name, hasCredential({ a: [{ [name]: 1 }] })]).toEqual([name, true])
  for (const name of ['passenger', 'compass', 'id', 'amount'])
    expect([name, hasCredential({ [name]: 1 })]).toEqual([name, false])
})

const countOf = async (app: App) => {
  const one = async (sql: string) => Number((await inTenant(tx => tx.query<{ n: string }>(sql, [app.id])))[0]?.n)
  return [
    await one('select count(*) as n from inbox where inbox_id = $1::text'),
    await one('select count(*) as n from gateway_receipt where application_id = $1'),
    await one('select count(*) as n from gateway_idempotency where application_id = $1'),
  ]
}

test('a dry run says whether the strategy has a filter of its own, which it does not try', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  const ask = async () =>
    (
      await callWith(token, pathOf(app.strategyId, 'store'), { content: [{ id: 'a', amount: 1 }], dry_run: true })
    ).json().content
  expect(await ask()).toMatchObject({ would_stage: 1, filter: 'none' })
  const filter = JSON.stringify([[{ field: 'amount', logic: 'gt', value: '5' }]])
  await inTenant(async tx => {
    await tx.execute(
      `insert into strategy_version (strategy_id, version, config)
       select strategy_id, 2, jsonb_set(config, '{source,filter}', $2::jsonb) from strategy_version where strategy_id = $1`,
      [app.strategyId, filter],
    )
    await tx.execute('update strategy set version = 2 where id = $1', [app.strategyId])
  })
  expect(await ask()).toMatchObject({ would_stage: 1, filter: 'untried' })
})

test('a dry run tells what would happen to each record and does nothing; its key is still unused', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  forgetRuns()
  const headers = { 'idempotency-key': 'once' }
  const send = (content: readonly unknown[], dry_run: unknown) =>
    callWith(token, pathOf(app.strategyId, 'store'), { content, dry_run }, headers)
  const content = [{ id: 'a', amount: 1 }, { id: 'a', amount: 2 }, { id: 'b' }, { amount: 3 }, 'text']
  const dry = await send(content, true)
  expect(dry.json().content).toMatchObject({
    ...{ dry_run: true, would_stage: 3, rejected: 2 },
    results: [
      { index: 0, status: 'would_stage', key: 'a', duplicate_of: null, mapping: { status: 'mapped' } },
      { index: 1, status: 'would_stage', duplicate_of: 'call' },
      { index: 2, mapping: { status: 'error', code: 'map.missing' } },
      { index: 3, status: 'rejected', errors: [{ path: 'content.3.id' }] },
      { index: 4, status: 'rejected' },
    ],
  })
  expect(await countOf(app)).toEqual([0, 0, 0])
  expect(runs).toEqual([])
  expect(await countCalls(app)).toBe(1)
  for (const odd of ['true', 1, null, 'yes'])
    expect([odd, (await send(content, odd)).statusCode]).toEqual([odd, odd === null ? 200 : 400])
  const marked = await inTenant(tx =>
    tx.query<{ n: string }>('select count(*) as n from gateway_call where application_id = $1 and is_dry_run', [
      app.id,
    ]),
  )
  expect(Number(marked[0]?.n)).toBe(1)
  expect(
    (
      await send(
        Array.from({ length: 101 }, (_, n) => ({ id: n })),
        true,
      )
    ).statusCode,
  ).toBe(400)
})

test('a dry run is no oracle: who may only send learns nothing of what others have stored', async () => {
  const [blind, sighted] = [await makeApp({ operations: ['store'] }), await makeApp()]
  for (const app of [blind, sighted])
    await inTenant(tx =>
      tx.execute(
        `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
         values ($1, 'known', nextval('record_id'), 1, now(), 1, 2, 1, '\\x00', gen_random_uuid())`,
        [app.strategyId],
      ),
    )
  const twin = async (app: App) => {
    const body = { content: [{ id: 'known', amount: 1 }], dry_run: true }
    return (await callWith(await tokenOf(app), pathOf(app.strategyId, 'store'), body)).json().content.results[0]
      .duplicate_of
  }
  expect([await twin(blind), await twin(sighted)]).toEqual([null, 'stored'])
  // A mask on the key hides it, too, and so do rows that are not for its eyes.
  await inTenant(tx =>
    tx.execute(
      `update gateway_scope set row_filter = '[{"field":"phone","op":"is","values":["no"]}]' where application_id = $1`,
      [sighted.id],
    ),
  )
  await tellChange()
  await expect.poll(() => twin(sighted)).toBe(null)
})
