import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Item, openWorld, type TestApp, type TestWorld } from './testing/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld(1)
})
afterAll(() => world.close())

const fill = (app: TestApp, count: number) =>
  world.query(
    `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, target_key)
     select $1, 'r' || n, nextval('record_id'), 1, now(), n, 2, 1, '\\x00', gen_random_uuid(), 't' || n from generate_series(1, $2::int) n`,
    [app.strategyId, count],
  )

async function readAll(app: TestApp, operation: string, pageSize: number): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = { pageSize, ...(cursor === undefined ? {} : { cursor }) }
    const { json } = await world.call(world.pathOf(app, operation), { token: app.token, body })
    items.push(...json.content.items)
    cursor = json.content.next_cursor
  }
  return items
}

test('masked fields leave only as they are to be shown', async () => {
  // What the store holds of each record: id, amount, phone, and whether its number is even.
  const fields = ['id', 'amount', 'phone', 'none']
  const app = await world.makeApp({}, {}, { fields, masks: { phone: 'ends', amount: 'hide', none: 'hide' } })
  await fill(app, 1)
  const [item] = await readAll(app, 'query', 10)
  expect(item?.content).toEqual({ id: 'r1', amount: '****', phone: '****5678' })
  const keyless = await world.makeApp({}, {}, { masks: { id: 'hide' } })
  await fill(keyless, 1)
  expect(await readAll(keyless, 'query', 10)).toMatchObject([{ key: '****', content: { id: '****' } }])
  const probe = await world.call(world.pathOf(keyless, 'query'), { token: keyless.token, body: { CONTENT_id: 'r1' } })
  expect(probe.json.code).toBe(40001)
  const hashed = [
    await world.makeApp({}, {}, { fields, masks: { phone: 'hash' } }),
    await world.makeApp({}, {}, { fields, masks: { phone: 'hash' } }),
  ]
  const marks: unknown[] = []
  for (const each of hashed) {
    await fill(each, 2)
    const items = await readAll(each, 'query', 10)
    marks.push(...items.map(({ content }) => (content as { phone: string }).phone))
  }
  // The same within an application, so that it can be joined; another one cannot compare.
  expect([marks[0] === marks[1], marks[0] === marks[2]]).toEqual([true, false])
  expect(marks.join()).not.toContain('13912345678')
})

test('an application sees only its rows: no page, no look-up and no single record tells of others', async () => {
  const seen = { row_filter: JSON.stringify([{ field: 'parity', op: 'is', values: ['even'] }]) }
  const app = await world.makeApp({}, {}, { ...seen, operations: ['query', 'find', 'link'] })
  await fill(app, 250)
  const items = await readAll(app, 'query', 20)
  expect(items).toHaveLength(125)
  expect(new Set(items.map(({ id }) => id)).size).toBe(125)
  const odd = await world.query<{ id: string; key: string }>(
    'select id, key from record_state where strategy_id = $1 and ordinal % 2 = 1 limit 1',
    [app.strategyId],
  )
  const one = await world.call(world.pathOf(app, `find-one/${odd[0]!.id}`), { token: app.token })
  expect([one.status, one.json.code]).toEqual([404, 40401])
  const found = await world.call(world.pathOf(app, 'query'), { token: app.token, body: { CONTENT_id: odd[0]!.key } })
  expect(found.json.content).toEqual({ items: [], next_cursor: null })
  expect(await readAll(app, 'data-link', 100)).toHaveLength(125)
  const [own] = items
  expect((await world.call(world.pathOf(app, `find-one/${own!.id}`), { token: app.token })).status).toBe(200)
})

test('data-link tells what both sides did, without what was sent', async () => {
  const app = await world.makeApp({}, {}, { operations: ['link', 'query'] })
  await fill(app, 2)
  const [row] = await world.query<{ id: string; run_id: string }>(
    "select id, run_id from record_state where strategy_id = $1 and key = 'r1'",
    [app.strategyId],
  )
  await world.query(
    "insert into run (id, strategy_id, version, trigger, state) values ($1, $2, 1, 'push', 'partial')",
    [row!.run_id, app.strategyId],
  )
  await world.query(
    `insert into record_attempt (strategy_id, record_id, run_id, attempt, status, version, request, failure)
     values ($1, $2, $3, 1, 3, 1, '{"phone":"canary-1"}', '{"code":"target.refused","message":"no stock","secret":"x"}')`,
    [app.strategyId, row!.id, row!.run_id],
  )
  const items = await readAll(app, 'data-link', 1)
  expect(items).toMatchObject([
    { key: 'r2', target_key: 't2', source: null, target: null },
    {
      key: 'r1',
      source: { run_id: row!.run_id, trigger: 'push', state: 'partial' },
      target: { attempt: 1, status: 3, error: { code: 'target.refused' } },
    },
  ])
  expect(JSON.stringify(items)).not.toMatch(/canary|secret|stock/)
})

test.each([
  { shown: 'what was wrong with the row to whom sent it', masks: {}, message: 'no phone canary-1' },
  { shown: 'the code alone where a field is masked', masks: { phone: 'hide' as const }, message: null },
])('a receipt tells $shown', async ({ masks, message }) => {
  const app = await world.makeApp({}, {}, { masks })
  const body = { content: [{ id: 'own' }] }
  const { json } = await world.call(world.pathOf(app, 'store'), { token: app.token, body })
  const { receipt } = (json.content as unknown as { results: { receipt: string }[] }).results[0]!
  await world.query('update inbox set taken_at = now() where inbox_id = $1', [app.id])
  await fill(app, 1)
  await world.query(
    `update record_state set key = 'own', status = 3, error_code = 'target.refused', error_message = 'no phone canary-1'
      where strategy_id = $1`,
    [app.strategyId],
  )
  const told = await world.call(world.pathOf(app, `receipt/${receipt}`), { token: app.token })
  expect(told.json.content).toMatchObject({ status: 'error', key: 'own', error: { code: 'target.refused', message } })
})

test('runs are started by whom it is allowed', async () => {
  const app = await world.makeApp({}, {}, { operations: ['dispatch'] })
  for (const operation of ['dispatch-source', 'dispatch-target']) {
    const { json } = await world.call(world.pathOf(app, operation), { token: app.token })
    expect(json).toMatchObject({ code: 0, content: { already_running: false } })
  }
  const reader = await world.makeApp()
  const refused = await world.call(world.pathOf(reader, 'dispatch-source'), { token: reader.token })
  expect(refused.json.code).toBe(40301)
  await world.query("update strategy set status = 'stopped' where id = $1", [app.strategyId])
  expect((await world.call(world.pathOf(app, 'dispatch-target'), { token: app.token })).status).toBe(409)
})

test('the query of the first edition is understood at its own address', async () => {
  const app = await world.makeApp()
  await fill(app, 3)
  const path = `/api/open/operation/${app.strategyId}/query`
  const ask = async (condition: object) =>
    (await world.call(path, { token: app.token, body: { pageSize: 10, condition } })).json
  expect((await ask({ 'content.id': 'r2' })).content.items).toMatchObject([{ key: 'r2' }])
  expect((await ask({ 'content.id': { $eq: 'r2' } })).content.items).toHaveLength(1)
  expect((await ask({ created_at: { $gte: '2020-01-01T00:00:00Z' } })).content.items).toHaveLength(3)
  expect((await ask({ created_at: { $lt: '2020-01-01T00:00:00Z' } })).content.items).toEqual([])
  for (const wrong of [{ 'content.amount': '1' }, { created_at: { $where: 'x' } }, { number: '1' }])
    expect(await ask(wrong)).toMatchObject({ success: false, code: 40001 })
})

test('a value map is looked up both ways, by those it is published to', async () => {
  const app = await world.makeApp()
  const mapId = newId()
  await world.query(
    `insert into value_map (id, name, case_sensitive, trim, on_miss, default_b) values ($1::uuid, $1::uuid::text, false, true, 'default', 'other')`,
    [mapId],
  )
  await world.query(
    `insert into value_map_line (map_id, a_value, a_key, b_value, b_key, from_version) values
       ($1, 'CN', 'cn', '156', '156', 1), ($1, 'US', 'us', '840', '840', 1), ($1, 'USA', 'usa', '840', '840', 1)`,
    [mapId],
  )
  const ask = async (body: object) =>
    (await world.call(`/v2/open-api/map/${mapId}/lookup`, { token: app.token, body })).json as unknown
  expect(await ask({ values: ['CN'] })).toMatchObject({ code: 40401 })
  await world.query('update gateway_application set map_ids = array[$2::uuid] where id = $1', [app.id, mapId])
  await world.tellChange()
  await expect.poll(() => ask({ values: [' cn '] })).toMatchObject({ content: [{ value: ' cn ', answer: '156' }] })
  expect(await ask({ values: ['us', 'FR'] })).toMatchObject({
    content: [
      { answer: '840', is_matched: true },
      { answer: 'other', is_matched: false },
    ],
  })
  expect(await ask({ direction: 'reverse', values: ['156', '840', '1'] })).toMatchObject({
    content: [
      { answer: 'CN', is_ambiguous: false },
      { answer: 'US', is_ambiguous: true },
      { answer: '', is_matched: false },
    ],
  })
  for (const wrong of [{ values: [] }, { values: [1] }, { values: ['a'], direction: 'up' }, {}])
    expect(await ask(wrong)).toMatchObject({ success: false, code: 40001 })
})

test('an application gets its own APIs as OpenAPI: what it may call and no other, each of them answering', async () => {
  const app = await world.makeApp(
    {},
    {},
    { operations: ['query', 'find'], fields: ['id', 'phone'], masks: { phone: 'ends' } },
  )
  await fill(app, 1)
  const answer = await world.call('/v2/openapi.json', { token: app.token })
  const { openapi, paths } = answer.json as unknown as { openapi: string; paths: Record<string, object> }
  expect([openapi, Object.keys(paths)]).toEqual([
    '3.1.0',
    [world.pathOf(app, 'query'), world.pathOf(app, 'find-one/{id}'), '/v2/limits'],
  ])
  expect(JSON.stringify(paths[world.pathOf(app, 'query')])).toContain('CONTENT_id')
  expect((await world.call(world.pathOf(app, 'query'), { token: app.token, body: { CONTENT_id: 'r1' } })).status).toBe(
    200,
  )
  expect((await world.call('/v2/openapi.json')).status).toBe(401)
})
