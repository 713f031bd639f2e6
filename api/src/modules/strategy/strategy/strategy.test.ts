import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let connectorId: string
const PATH = '/api/dh/lessee/strategy'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const config = (extra: object = {}) => ({ ...configOf(connectorId), ...extra })
let counter = 0
const create = async (body: object = {}) =>
  (await call('POST', PATH, { name: `orders ${++counter}`, config: config(), ...body })).json().content
const broken = { fields: [{ target: 'broken', value: { kind: 'constant', value: 1 } }] }

test('a new strategy is a draft with a code of its own and everything that was entered', async () => {
  const made = await create({ group: 'shop', remark: 'r' })
  expect(made).toMatchObject({ status: 'draft', version: 1, group: 'shop', total: 0, errors: 0, watermark: null })
  expect(made.code).toMatch(/^S\d{8}-[0-9A-Z]{4}$/)
  expect(made.config.source).toMatchObject({ connector_id: connectorId, resource: 'orders', pageSize: 1000 })
  expect(made.guarantee).toMatchObject({ kind: 'upsert', reason: expect.any(String), advice: null })
  expect(made.source.platform_name).toBe('假平台')
})

test('a look-up into another strategy is kept as it was entered, and refused where it is not whole', async () => {
  const { id } = await create()
  const value = { kind: 'find', strategy_id: id, field: '$target', where: [{ field: 'code', equals: '{{customer}}' }] }
  const mapping = (change: object) => ({ fields: [{ target: 'customer', value: { ...value, ...change } }] })
  const made = await create({ config: config({ mapping: mapping({ onMiss: 'default', default: '-' }) }) })
  expect(made.config.mapping.fields[0].value).toEqual({ ...value, onMiss: 'default', default: '-' })
  for (const change of [{ where: [] }, { strategy_id: 'x' }, { onMiss: 'keep' }, { field: '' }]) {
    const answer = await call('POST', PATH, { name: 'x', config: config({ mapping: mapping(change) }) })
    expect(answer.statusCode, JSON.stringify(change)).toBe(422)
  }
})

test('code is written by those who may; whoever may not leaves it as it is', async () => {
  const mapping = (code?: string) => ({ ...config().mapping, ...(code === undefined ? {} : { script: { code } }) })
  const code = 'export const afterMapping = target => target'
  const made = await create({ config: config({ mapping: mapping(code) }) })
  expect(made.config.mapping.script).toEqual({ code })
  const narrow = (
    await call('POST', '/api/dp/account/token', {
      name: 'no code',
      permissions: ['strategy:add', 'strategy:update', 'strategy:query'],
      days: 1,
    })
  ).json().content.token as string
  const save = (version: number, given: object, token = narrow) =>
    server.call('PUT', `${PATH}/${made.id}/update-v2`, { token, body: { name: made.name, version, config: given } })
  for (const next of [mapping(), mapping(`${code}\n`)]) {
    const refused = await save(1, config({ mapping: next }))
    expect([refused.statusCode, refused.json().code]).toEqual([405, 'permission'])
    expect(refused.json().message).toContain('strategy:script')
  }
  const other = await server.call('POST', PATH, {
    token: narrow,
    body: { name: 'x', config: config({ mapping: mapping(code) }) },
  })
  expect(other.json().message).toContain('strategy:script')
  expect((await save(1, config({ mapping: mapping(code), retry: { maxAttempts: 1 } }))).statusCode).toBe(200)
  expect((await save(2, config({ mapping: mapping() }), token)).statusCode).toBe(200)
})

test('written records are never handed on in a circle, nor to nobody', async () => {
  const [a, b, c] = [await create({ name: 'A' }), await create({ name: 'B' }), await create({ name: 'C' })]
  const handOn = async (from: { id: string; config: { target: object; mapping: object } }, to: string) => {
    const target = { ...from.config.target, writeBack: { fields: [], callback: { strategy_id: to } } }
    const { version } = (await call('GET', `${PATH}/${from.id}`)).json().content
    const { mapping } = from.config
    return call('PUT', `/api/dh/lessee/strategy-target/${from.id}`, { version, target, mapping })
  }
  expect((await handOn(a, b.id)).statusCode).toBe(200)
  expect((await handOn(b, c.id)).statusCode).toBe(200)
  const closed = await handOn(c, a.id)
  expect(closed.statusCode).toBe(409)
  expect(closed.json()).toMatchObject({ code: 'conflict.callback', message: expect.stringContaining('C → A → B → C') })
  const own = await handOn(c, c.id)
  expect(own.json().message).toContain('C → C')
  const nobody = await handOn(c, '0190a0b0-0000-7000-8000-00000000dead')
  expect([nobody.statusCode, nobody.json().code]).toEqual([404, 'notFound.strategy'])
})

test('a code is taken once', async () => {
  await create({ code: 'ONE' })
  const answer = await call('POST', PATH, { name: 'x', code: 'ONE', config: config() })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.code'])
})

test('a strategy cannot name a connector of another tenant or one that cannot play the part', async () => {
  const other = await server.signIn('admin-b', PASSWORD)
  const stranger = await server.call('POST', PATH, { token: other, body: { name: 'x', config: config() } })
  expect([stranger.statusCode, stranger.json().code]).toEqual([404, 'notFound.connector'])
  const reader = (await call('POST', '/api/dh/lessee/connector', { ...connectorBody(), platform_id: 'reader' })).json()
  const target = { ...configOf(connectorId).target, connector_id: reader.content.id }
  const answer = await call('POST', PATH, { name: 'x', config: config({ target }) })
  expect(answer.json()).toMatchObject({ code: 'invalid.role', content: [{ field: 'config.target.connector_id' }] })
})

test('a schedule that cannot be read is refused where it is entered', async () => {
  const answer = await call('POST', PATH, { name: 'x', config: config({ schedule: { cron: 'bad' } }) })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'schedule.cron'])
  const next = await call('POST', `${PATH}/next-runs`, { schedule: { cron: '* * * * *' } })
  expect(next.json().content).toHaveLength(5)
})

test('start sets the next slot, stop clears it; the table decides what else may happen', async () => {
  const { id } = await create({ config: config({ schedule: { cron: '* * * * *' } }) })
  const started = (await call('POST', `${PATH}/${id}/start`)).json().content
  expect(started.status).toBe('running')
  expect(Date.parse(started.next_run_at)).toBeGreaterThan(Date.now())
  const again = await call('POST', `${PATH}/${id}/start`)
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict.state'])
  const stopped = (await call('POST', `${PATH}/${id}/stop`)).json().content
  expect([stopped.status, stopped.next_run_at]).toEqual(['stopped', null])
  expect((await call('POST', `${PATH}/${id}/stop`)).statusCode).toBe(409)
})

test('a strategy whose check has errors does not start or run, and the list comes along', async () => {
  const { id } = await create({ config: config({ mapping: broken }) })
  for (const [path, body] of [
    ['start', undefined],
    ['run', {}],
  ] as const) {
    const answer = await call('POST', `${PATH}/${id}/${path}`, body)
    expect(answer.json()).toMatchObject({
      code: 'conflict.check',
      content: [{ level: 'error', item: 'mapping.required' }],
    })
  }
  expect((await call('GET', `${PATH}/${id}`)).json().content.status).toBe('draft')
})

test('each save is a version; a stale one is refused and changes nothing', async () => {
  const made = await create()
  const { source } = configOf(connectorId)
  const saved = await call('PUT', `/api/dh/lessee/strategy-source/${made.id}`, {
    source: { ...source, resource: 'lines' },
    version: 1,
  })
  expect(saved.json().content).toMatchObject({
    version: 2,
    source: { resource: 'lines' },
    target: { resource: 'orders' },
  })
  const stale = await call('PUT', `${PATH}/${made.id}/update-v2`, {
    name: 'lost',
    config: config(),
    version: 1,
  })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({
    code: 'conflict.version',
    content: [{ version: 2, username: '管理员', created_at: expect.stringMatching(/^\d{4}-/) }],
  })
  const versions = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query('select version from strategy_version where strategy_id = $1 order by 1', [made.id]),
  )
  expect(versions).toEqual([{ version: 1 }, { version: 2 }])
})

test('a save that names no name, group or remark leaves what somebody else set meanwhile', async () => {
  const made = await create({ group: 'shop', remark: 'r' })
  await call('POST', '/api/dh/lessee/strategy-batch/basic', { ids: [made.id], group: 'east' })
  const saved = await call('PUT', `${PATH}/${made.id}/update-v2`, { config: config(), version: 1 })
  expect(saved.json().content).toMatchObject({ version: 2, name: made.name, group: 'east', remark: 'r' })
})

test('what it is called changes without a version, also beside others, and the log says from what to what', async () => {
  const made = await create({ group: 'shop', remark: 'r' })
  const rename = (body: object) => call('PUT', `${PATH}/${made.id}/basic`, body)
  const renamed = await rename({ name: ' Renamed ' })
  expect(renamed.json().content).toMatchObject({ version: 1, name: 'Renamed', group: 'shop', remark: 'r' })
  expect((await rename({ group: '', remark: '' })).json().content).toMatchObject({
    name: 'Renamed',
    group: '',
    remark: '',
  })
  expect((await rename({ name: ' ' })).json()).toMatchObject({ code: expect.stringContaining('invalid') })
  expect((await call('PUT', `${PATH}/${newId()}/basic`, { name: 'x' })).statusCode).toBe(404)
  const [entry] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ before: object; after: object }>(
      `select before, after from operation_log where object_id = $1 and action = 'strategy.rename' order by created_at limit 1`,
      [made.id],
    ),
  )
  expect(entry).toMatchObject({ before: { name: made.name }, after: { name: 'Renamed', group: 'shop' } })
})

test('another source forgets how far the old one was read; another mapping does not', async () => {
  const made = await create()
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute("insert into strategy_cursor (strategy_id, watermark) values ($1, 'w1')", [made.id]),
  )
  const { source, target, mapping } = configOf(connectorId)
  const mapped = await call('PUT', `/api/dh/lessee/strategy-target/${made.id}`, { target, mapping, version: 1 })
  expect(mapped.json().content.watermark).toBe('w1')
  const moved = await call('PUT', `/api/dh/lessee/strategy-source/${made.id}`, {
    source: { ...source, resource: 'other' },
    version: 2,
  })
  expect(moved.json().content.watermark).toBeNull()
})

test('running now completes a draft, and names the live run when there is one', async () => {
  const { id } = await create()
  const first = (await call('POST', `${PATH}/${id}/run`, {})).json().content
  expect(first.already_running).toBe(false)
  const second = (await call('POST', `${PATH}/${id}/run`, {})).json().content
  expect(second).toEqual({ run_id: first.run_id, already_running: true })
  const run = (await call('GET', `/api/dh/lessee/run/${first.run_id}`)).json().content
  expect(run).toMatchObject({ state: 'queued', strategy_id: id, waiting_reason: '等待执行进程' })
  const inEnglish = { token, headers: { 'accept-language': 'en-US' } }
  const english = (await server.call('GET', `/api/dh/lessee/run/${first.run_id}`, inEnglish)).json().content
  expect(english.waiting_reason).toBe('waits for a worker')
  expect((await call('GET', `${PATH}/${id}`)).json().content.status).toBe('stopped')
})

test('a batch answers row by row', async () => {
  const good = await create()
  const bad = await create({ config: config({ mapping: broken }) })
  const missing = '00000000-0000-7000-8000-000000000009'
  const answer = await call('POST', `${PATH}/batch-start`, { ids: [good.id, bad.id, missing] })
  expect(answer.json().content).toMatchObject([
    { id: good.id, ok: true, code: '0' },
    { id: bad.id, ok: false, code: 'conflict.check', message: '检查未通过，不能启动' },
    { id: missing, ok: false, code: 'notFound.strategy' },
  ])
  const running = await call('POST', '/api/dh/lessee/strategy-batch/delete', { ids: [good.id] })
  expect(running.json().content).toMatchObject([{ ok: false, code: 'conflict.running' }])
})

test('what would miss a strategy is told before it is deleted: waiting, look-ups, readers, callbacks and reports', async () => {
  const used = await create({ name: 'used' })
  const field = (value: object) => ({ mapping: { fields: [{ target: 'customer', value }] } })
  const where = [{ field: 'code', equals: '{{customer}}' }]
  const finder = await create({
    config: config(field({ kind: 'find', strategy_id: used.id, field: '$target', where })),
  })
  const typed = await create({
    config: config(field({ kind: 'template', template: `_findCollection find name from ${used.id} where code={{c}}` })),
  })
  const target = { ...config().target, writeBack: { fields: [], callback: { strategy_id: used.id } } }
  const caller = await create({ config: config({ target }) })
  const waiter = await create({ config: config({ schedule: { after: [used.id] } }) })
  const source = { ...config().source, resource: `strategy.query/${used.id}` }
  const reader = await create({ config: config({ source }) })
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into aggregate_report (id, strategy_id, name, definition, is_shared, owner_id)
       values (gen_random_uuid(), $1, 'by day', '{}', true, gen_random_uuid()),
              (gen_random_uuid(), $1, 'private', '{}', false, gen_random_uuid())`,
      [used.id],
    ),
  )
  const ask = async (...ids: string[]) =>
    (await call('POST', '/api/dh/lessee/strategy-batch/reference', { ids })).json().content as Record<string, string>[]
  const told = (await ask(used.id)).map(each => [each['kind'], each['report_name'] ?? each['strategy_id']])
  expect(told.slice(0, 1)).toEqual([['wait', waiter.id]])
  expect(told.slice(1, 3).toSorted()).toEqual([finder.id, typed.id].toSorted().map(id => ['find', id]))
  expect(told.slice(3)).toEqual([
    ['read', reader.id],
    ['callback', caller.id],
    ['report', ''],
    ['report', 'by day'],
  ])
  // Those that go with it do not miss it.
  const together = await ask(used.id, finder.id, typed.id, caller.id, waiter.id, reader.id)
  expect(together.map(each => each['kind'])).toEqual(['report', 'report'])
})

test('what a strategy uses is told, and what uses it, of its draft too', async () => {
  const used = await create({ name: 'used by one' })
  const map = (await call('POST', '/api/dh/lessee/mapping', { name: 'units', on_miss: 'keep' })).json().content
  const where = [{ field: 'code', equals: '{{customer}}' }]
  const fields = [
    {
      target: 'unit',
      value: { kind: 'template', template: '{{u}}' },
      lookup: { map_id: map.id, direction: 'forward' },
    },
    { target: 'customer', value: { kind: 'find', strategy_id: used.id, field: '$target', where } },
  ]
  const user = await create({
    name: 'user of all',
    config: config({
      source: { ...config().source, resource: `strategy.query/${used.id}` },
      target: { ...config().target, writeBack: { fields: [], callback: { strategy_id: used.id } } },
      mapping: { fields },
      schedule: { preconditions: [{ strategy_id: used.id, kind: 'idle' }] },
    }),
  })
  const ask = async (id: string) => (await call('GET', `${PATH}/${id}/reference`)).json().content
  expect(await ask(user.id)).toEqual({
    uses: [
      { kind: 'connector', id: connectorId, name: expect.any(String) },
      { kind: 'map', id: map.id, name: 'units' },
      ...['find', 'read', 'callback', 'wait'].map(kind => ({ kind, id: used.id, name: 'used by one' })),
    ],
    used_by: [],
  })
  const { used_by: usedBy } = await ask(used.id)
  expect(usedBy.map((each: { kind: string; strategy_id: string }) => [each.kind, each.strategy_id])).toEqual(
    ['wait', 'find', 'read', 'callback'].map(kind => [kind, user.id]),
  )
  expect((await call('GET', `${PATH}/${newId()}/reference`)).statusCode).toBe(404)
})

test('deleting takes everything along and waits for a live run', async () => {
  const made = await create()
  const { run_id: runId } = (await call('POST', `${PATH}/${made.id}/run`, {})).json().content
  const batch = '/api/dh/lessee/strategy-batch/delete'
  const remove = async () => (await call('POST', batch, { ids: [made.id] })).json().content
  expect(await remove()).toMatchObject([{ ok: false, code: 'conflict.liveRun' }])
  await call('POST', `/api/dh/lessee/run/${runId}/stop`)
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       values ($1, 'k', 1, 1, now(), 0, 2, 1, '\\x00', $2)`,
      [made.id, runId],
    )
    await tx.execute('insert into record_count (strategy_id, status, count) values ($1, 2, 1)', [made.id])
    await tx.execute("insert into target_key values (app_tenant(), $1, '', 'k', $1)", [made.id])
  })
  expect(await remove()).toMatchObject([{ ok: true }])
  const left = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query(
      `select 1 from (select strategy_id from record_state union all select strategy_id from record_count union all select strategy_id
         from run union all select strategy_id from strategy_version union all select strategy_id from target_key) s where strategy_id = $1`,
      [made.id],
    ),
  )
  expect(left).toEqual([])
})

test('the list shows counts per state and finds by filter', async () => {
  const made = await create({ name: 'Filtered 100%', group: 'g1' })
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      'insert into record_count (strategy_id, status, count) values ($1, 0, 4), ($1, 2, 90), ($1, 3, 5), ($1, 6, 1), ($1, 9, 2)',
      [made.id],
    ),
  )
  const search = async (body: object) => (await call('POST', `${PATH}/searchv2`, body)).json()
  const found = await search({ keyword: '100%', group: 'g1', hasErrors: true, connector_id: connectorId })
  expect(found.total).toBe(1)
  expect(found.content[0]).toMatchObject({ id: made.id, total: 102, waiting: 4, errors: 8, unknown: 2 })
  expect((await search({ keyword: '100%', hasErrors: false })).total).toBe(0)
  expect((await search({ keyword: '100%', status: 'running' })).total).toBe(0)
  expect((await call('GET', '/api/dh/lessee/strategy-group')).json().content).toContain('g1')
  const sorts = [
    'name',
    '-name',
    'updated_at',
    '-updated_at',
    'created_at',
    '-created_at',
    'next_run_at',
    '-last_run_at',
  ]
  for (const sort of sorts) expect((await search({ sort, pageSize: 2 })).content).toHaveLength(2)
})

test('an export runs no formula', async () => {
  await create({ name: '=HYPERLINK("http://x")', remark: '＋1' })
  const answer = await call('POST', `${PATH}/export`, { keyword: 'HYPERLINK' })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="strategies\.csv"/)
  expect(answer.body).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(answer.body).toContain("'＋1")
})

test('several get a group and a schedule at once; what is left out stays, and one refusal stops no other', async () => {
  const one = await create({ group: 'old', config: config({ retry: { maxAttempts: 3 } }) })
  const two = await create({ group: 'new' })
  const missing = crypto.randomUUID()
  const set = (body: object) => call('POST', `${PATH}-batch/basic`, body)
  const grouped = (await set({ ids: [one.id, missing, two.id], group: 'new' })).json().content
  expect(grouped.map((row: { code: string }) => row.code)).toEqual(['0', 'notFound.strategy', '0'])
  expect((await call('GET', `${PATH}/${one.id}`)).json().content).toMatchObject({ group: 'new', version: 1 })
  await set({ ids: [one.id, two.id], cron: '0 * * * *' })
  expect((await call('GET', `${PATH}/${one.id}`)).json().content).toMatchObject({
    group: 'new',
    version: 2,
    config: { schedule: { cron: '0 * * * *', timeZone: 'Asia/Shanghai' }, retry: { maxAttempts: 3 } },
  })
  const wrong = (await set({ ids: [one.id], group: 'third', cron: 'bad' })).json().content
  expect(wrong).toMatchObject([{ ok: false, code: 'schedule.cron' }])
  // All of it or nothing.
  expect((await call('GET', `${PATH}/${one.id}`)).json().content).toMatchObject({ group: 'new', version: 2 })
})
