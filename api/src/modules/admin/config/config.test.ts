import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, edit, fileOf, fillTenant, maker, secretsOf } from '../../../testing/config-world.ts'
import { CANARY } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { ConfigFile, ConfigPlan } from './contract.ts'

let server: TestServer
let token: string
let other: string
let call: ReturnType<typeof caller>

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  other = await server.signIn('admin-b', PASSWORD)
  call = caller(server, token)
  await fillTenant(call)
})
afterAll(() => server.drop())

const exportAll = async (as = token): Promise<ConfigFile[]> =>
  (await call('POST', '/config/export', {}, as)).json().content.files
const plan = async (files: readonly ConfigFile[], change: object = {}, as = token): Promise<ConfigPlan> =>
  (await call('POST', '/config/plan', { files, ...change }, as)).json().content
const apply = (files: readonly ConfigFile[], hash: string, change: object = {}, as = token) =>
  call('POST', '/config/apply', { files, hash, ...change }, as)

test('every object is a file in words of its own: no id, no secret', async () => {
  const files = await exportAll()
  expect(files.map(file => file.path)).toEqual([
    'adapters/own-acme/Signed.yaml',
    'api-assets/own-acme/Orders.yaml',
    'connectors/fake/ERP.yaml',
    'connectors/own-acme/店铺.yaml',
    'mappings/Countries.yaml',
    'platforms/acme.yaml',
    'state/Z-ORDERS.yaml',
    'strategies/A-STOCK.yaml',
    'strategies/Z-ORDERS.yaml',
  ])
  const text = files.map(file => file.text).join('\n')
  expect(text).not.toContain(CANARY)
  expect(text).not.toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
  expect(text).not.toMatch(/v1\.\d+\./)
  expect(fileOf(files, 'connectors/fake/ERP.yaml')).toContain(`password: \${secret:CONNECTOR_FAKE_ERP__PASSWORD}`)
  expect(fileOf(files, 'strategies/A-STOCK.yaml')).toContain('resource: asset:own:acme/Orders')
  expect(fileOf(files, 'strategies/A-STOCK.yaml')).toContain(
    'expression: lookup("Countries", row.country) + find("Z-ORDERS", "$target", row.id)',
  )
  expect(fileOf(files, 'strategies/A-STOCK.yaml')).toContain(
    '_findCollection find $target from Z-ORDERS where id={{id}}',
  )
  expect(fileOf(files, 'mappings/Countries.yaml')).toContain('- { a: DE, b: 德国, remark: "no" }')
})

test('what was exported is what is there: a plan of it has nothing to do', async () => {
  const files = await exportAll()
  const planned = await plan(files, { state: true })
  expect(planned.problems).toEqual([])
  expect(planned.counts).toEqual({ create: 0, change: 0, delete: 0, same: files.length })
})

test('exported, applied to an empty tenant and exported again, every file is the same byte for byte', async () => {
  const files = await exportAll()
  const secrets = secretsOf(files)
  const wish = { secrets, state: true }
  const planned = await plan(files, wish, other)
  expect(planned.problems).toEqual([])
  expect(planned.counts).toMatchObject({ create: files.length - 1, change: 1 })
  expect(await exportAll(other)).toEqual([])
  const answer = await apply(files, planned.hash, wish, other)
  expect([answer.statusCode, answer.json().code]).toEqual([200, 0])
  expect(await exportAll(other)).toEqual(files)
  // And its secrets are its own: the same values are the same, others are a change.
  const again = await plan(files, wish, other)
  expect(again.counts).toMatchObject({ create: 0, change: 0 })
  const changed = await plan(files, { secrets: { CONNECTOR_FAKE_ERP__PASSWORD: 'another' } }, other)
  expect(changed.counts.change).toBe(1)
  expect(changed.secrets).toEqual(['CONNECTOR_FAKE_ERP__PASSWORD'])
  expect(JSON.stringify(changed)).not.toContain('another')
  const log = await call('POST', '/config/export', {}, other)
  expect(log.body).not.toContain(CANARY)
  expect(server.readLog()).not.toContain(CANARY)
})

test('a connector moves to another address with its secrets, and not without them', async () => {
  const files = await exportAll(other)
  const moved = edit(files, 'connectors/fake/ERP.yaml', /host: .*/, 'host: moved.test')
  const bare = await plan(moved, {}, other)
  expect(bare.problems.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
    ['spec.params.headers', 'invalid.params'],
    ['spec.params.password', 'invalid.params'],
  ])
  const wish = { secrets: secretsOf(files) }
  // There, and back again.
  for (const wanted of [moved, files]) {
    const planned = await plan(wanted, wish, other)
    expect([planned.counts.change, planned.problems]).toEqual([1, []])
    const answer = await apply(wanted, planned.hash, wish, other)
    expect([answer.statusCode, answer.json().code]).toEqual([200, 0])
  }
})

test('a change of a file is a plan with its fields, the effect on stored records, and a version when it is applied', async () => {
  const files = edit(await exportAll(), 'strategies/Z-ORDERS.yaml', 'target: country', 'target: land')
  const planned = await plan(files)
  expect(planned.counts).toMatchObject({ create: 0, change: 1 })
  const change = planned.changes.find(each => each.act === 'change')
  expect(change).toMatchObject({ kind: 'strategy', key: 'Z-ORDERS', file: 'strategies/Z-ORDERS.yaml' })
  expect(change?.fields.map(field => [field.path, field.before === null, field.after === null])).toEqual([
    ['spec.mapping.fields[target=country]', false, true],
    ['spec.mapping.fields[target=land]', true, false],
  ])
  expect(planned.effects).toMatchObject([{ strategy: 'Z-ORDERS', records: 1, changed: 1, fields: [{ field: 'no' }] }])
  expect((await exportAll()).find(file => file.path === 'strategies/Z-ORDERS.yaml')?.text).toContain('target: country')
  const answer = await apply(files, planned.hash)
  expect(answer.json().content.counts).toMatchObject({ change: 1 })
  const rows = (await call('POST', '/strategy/searchv2', { keyword: 'Z-ORDERS' })).json().content
  expect(rows).toMatchObject([{ version: 2 }])
  expect((await plan(files)).counts.change).toBe(0)
})

test('a value map that changes tells the effect on the strategies that look it up', async () => {
  const files = edit(await exportAll(), 'mappings/Countries.yaml', 'b: 德国', 'b: Germany')
  const planned = await plan(files)
  expect(planned.changes.filter(each => each.act === 'change')).toMatchObject([
    { kind: 'mapping', fields: [{ path: 'spec.lines[a=DE].b', before: '"德国"', after: '"Germany"' }] },
  ])
  expect(planned.effects.map(each => each.strategy)).toEqual(['A-STOCK', 'Z-ORDERS'])
})

test('an interface that moves on takes the strategies along that name its newest version', async () => {
  const files = edit(await exportAll(), 'api-assets/own-acme/Orders.yaml', 'describe: ""', 'describe: all of them')
  const planned = await plan(files)
  expect(planned.changes.filter(each => each.act === 'change').map(each => `${each.kind} ${each.key}`)).toEqual([
    'api-asset own:acme/Orders',
    'strategy Z-ORDERS',
    'strategy A-STOCK',
  ])
})

test('what changes between plan and apply is refused (409), and nothing is written', async () => {
  const files = edit(await exportAll(), 'mappings/Countries.yaml', 'b: 德国', 'b: Germany')
  const { hash } = await plan(files)
  const [map] = (await call('GET', '/mapping?keyword=Countries')).json().content
  await call('POST', `/mapping/${map.id}/import`, { mode: 'update', lines: [{ a_value: 'DE', b_value: 'Allemagne' }] })
  const answer = await apply(files, hash)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.plan'])
  expect(fileOf(await exportAll(), 'mappings/Countries.yaml')).toContain('b: Allemagne')
  // Other files than those that were planned are refused as well.
  const again = await plan(files)
  const others = edit(files, 'mappings/Countries.yaml', 'b: Germany', 'b: Deutschland')
  expect((await apply(others, again.hash)).statusCode).toBe(409)
  expect((await apply(files, again.hash, {}, other)).statusCode).toBe(409)
})

const mapOf = (key: string, spec = 'lines: []') => `kind: mapping\nversion: 1\nkey: ${key}\nspec:\n  ${spec}\n`
const bad = (text: string): ConfigFile[] => [{ path: 'mappings/bad.yaml', text }]

test('several documents may lie in one file, and what waits for another comes after it', async () => {
  const text = fileOf(await exportAll(), 'strategies/Z-ORDERS.yaml')
  const late = text
    .replace('key: Z-ORDERS', 'key: AA-LATE')
    .replace(/schedule:\n/, 'schedule:\n    after: [ZZ-EARLY]\n')
  const early = text.replace('key: Z-ORDERS', 'key: ZZ-EARLY')
  const planned = await plan([{ path: 'all.yaml', text: `${late}---\n${early}` }])
  expect(planned.problems).toEqual([])
  expect(planned.changes.map(each => [each.act, each.key])).toEqual([
    ['create', 'ZZ-EARLY'],
    ['create', 'AA-LATE'],
  ])
})

test('nothing is half written when one of several cannot be', async () => {
  const files = [
    { path: '1.yaml', text: mapOf('half one') },
    { path: '2.yaml', text: mapOf('half two') },
    { path: '3.yaml', text: mapOf('half three', 'lines: [{ a: A, b: B }, { a: A, b: C }]') },
  ]
  const before = await exportAll()
  const { problems, counts, hash } = await plan(files)
  expect([problems.length, counts.create]).toEqual([1, 2])
  const answer = await apply(files, hash)
  expect(answer.statusCode).toBe(422)
  expect(await exportAll()).toEqual(before)
  const [{ count }] = (await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ count: string }>("select count(*) from operation_log where object_name like 'half%'"),
  )) as [{ count: string }]
  expect(count).toBe('0')
})

test('only prune deletes, only kinds that files are of, and never what is in use', async () => {
  await maker(call)('/mapping', { name: 'Spare' })
  const files = (await exportAll()).filter(file => file.path.startsWith('mappings/') && !file.path.includes('Spare'))
  expect((await plan(files)).counts.delete).toBe(0)
  const pruned = await plan(files, { prune: true })
  expect(pruned.changes.filter(each => each.act === 'delete')).toMatchObject([
    { kind: 'mapping', key: 'Spare', file: '' },
  ])
  expect((await apply(files, pruned.hash, { prune: true })).statusCode).toBe(200)
  expect((await exportAll()).map(file => file.path)).not.toContain('mappings/Spare.yaml')
  const none = await plan(bad(mapOf('another')), { prune: true })
  expect(none.problems).toMatchObject([{ file: '', code: 'conflict.inUse' }])
})

test('all strategies go in the order that their waiting asks for', async () => {
  const files = (await exportAll(other)).filter(file => !/^(strategies|state)\//.test(file.path))
  const extra = (await exportAll(other)).find(file => file.path === 'strategies/Z-ORDERS.yaml')!
  const kept = [...files, { ...extra, text: extra.text.replace('key: Z-ORDERS', 'key: NEW') }]
  const planned = await plan(kept, { prune: true }, other)
  expect(planned.problems).toEqual([])
  expect(planned.changes.filter(each => each.act === 'delete').map(each => each.key)).toEqual(['A-STOCK', 'Z-ORDERS'])
})

test('each change needs the right that its screen asks for', async () => {
  const files = await exportAll()
  const own = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string }>(`select id from app_user where username = 'admin-a'`),
  )
  expect(own).toHaveLength(1)
  const made = (
    await server.call('POST', '/api/dp/account/token', {
      token,
      body: {
        name: 'ci',
        permissions: ['strategy:update', 'strategy:export', 'strategy:query', 'mapping:query'],
        days: 1,
      },
    })
  ).json().content
  const narrow = made.token as string
  expect((await exportAll(narrow)).map(file => file.path.split('/')[0])).toEqual([
    'mappings',
    'state',
    'strategies',
    'strategies',
  ])
  expect((await call('POST', '/config/export', { kinds: ['connector'] }, narrow)).statusCode).toBe(405)
  const changed = edit(files, 'mappings/Countries.yaml', /a_platform: .*/, 'a_platform: fake')
  const { problems } = await plan(
    changed.filter(file => file.path.startsWith('mappings/')),
    {},
    narrow,
  )
  expect(problems).toMatchObject([
    { file: 'mappings/Countries.yaml', code: 'permission', message: expect.stringContaining('mapping:update') },
  ])
})

test('a cursor moves only where state is asked for', async () => {
  const files = edit(await exportAll(), 'state/Z-ORDERS.yaml', '2026-01-02', '2026-02-03')
  const kept = await plan(files)
  expect(kept.changes.find(each => each.kind === 'state')).toMatchObject({ act: 'same', notes: [expect.any(String)] })
  const moved = await plan(files, { state: true })
  expect(moved.changes.find(each => each.kind === 'state')).toMatchObject({ act: 'change' })
  expect((await apply(files, moved.hash, { state: true })).statusCode).toBe(200)
  expect(fileOf(await exportAll(), 'state/Z-ORDERS.yaml')).toContain('2026-02-03')
})

test('a role with a data scope sees and changes its own strategies only', async () => {
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into role (id, name, permissions, groups) values ('00000000-0000-7000-8000-000000000001', 'far', '{*}', '{far}')`,
    )
    await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select gen_random_uuid(), 'colleague', '', password_hash, '00000000-0000-7000-8000-000000000001' from app_user where username = 'admin-a'`)
  })
  const scoped = await server.signIn('colleague', PASSWORD)
  const seen = await exportAll(scoped)
  expect(seen.map(file => file.path).filter(path => /^(strategies|state)/.test(path))).toEqual([])
  const text = fileOf(await exportAll(), 'strategies/Z-ORDERS.yaml').replace('key: Z-ORDERS', 'key: SCOPED')
  const { problems } = await plan([{ path: 'new.yaml', text }], { prune: true }, scoped)
  expect(problems).toMatchObject([{ file: 'new.yaml', code: 'invalid.groupScope', field: 'spec.group' }])
  const own = await plan(
    [{ path: 'new.yaml', text: text.replace('group: shop', 'group: far') }],
    { prune: true },
    scoped,
  )
  expect([own.problems, own.counts]).toEqual([[], { create: 1, change: 0, delete: 0, same: 0 }])
})

test('a running strategy follows with its next run, and one with another source is told to forget its cursor', async () => {
  const rows = (await call('POST', '/strategy/searchv2', { keyword: 'Z-ORDERS' })).json().content
  expect((await call('POST', `/strategy/${rows[0].id}/start`)).statusCode).toBe(200)
  const files = edit(await exportAll(), 'strategies/Z-ORDERS.yaml', 'field: at', 'field: changed_at')
  const planned = await plan(files)
  const change = planned.changes.find(each => each.act === 'change')
  expect(change?.notes).toEqual([expect.stringContaining('is running'), expect.stringContaining('2026-02-03')])
  const pruned = await plan(
    files
      .filter(file => !file.path.includes('Z-ORDERS') && !file.path.includes('A-STOCK'))
      .concat({
        path: 'new.yaml',
        text: fileOf(files, 'strategies/A-STOCK.yaml')
          .replace('key: A-STOCK', 'key: B')
          .replace(/ {4}(preconditions|after):\n( {6}.*\n)+/g, ''),
      }),
    { prune: true },
  )
  expect(pruned.problems.map(each => each.code)).toContain('conflict.running')
})

test('where publishing asks for approval a plan says so, and the object stays what it was', async () => {
  await call('POST', '/approval-policy', { is_required: true }, other)
  const files = edit(await exportAll(other), 'adapters/own-acme/Signed.yaml', 'describe: ""', 'describe: with a key')
  expect(fileOf(files, 'adapters/own-acme/Signed.yaml')).toContain('with a key')
  const planned = await plan(files, {}, other)
  expect(planned.problems).toEqual([])
  expect(planned.changes.find(each => each.kind === 'adapter')?.notes).toEqual([expect.stringContaining('approval')])
  await call('POST', '/approval-policy', { is_required: false }, other)
  const free = await plan(files, {}, other)
  expect(free.changes.find(each => each.kind === 'adapter')).toMatchObject({ act: 'change', notes: [] })
})

test('hundreds of objects are planned, applied and exported at once', async () => {
  const files = Array.from({ length: 300 }, (_, at) => ({
    path: `mappings/${at}.yaml`,
    text: mapOf(`bulk ${at}`, 'lines: [{ a: A, b: B }, { a: B, b: C }]'),
  }))
  const planned = await plan(files, {}, other)
  expect([planned.problems, planned.counts.create]).toEqual([[], 300])
  expect((await apply(files, planned.hash, {}, other)).statusCode).toBe(200)
  expect((await exportAll(other)).filter(file => file.path.includes('bulk'))).toHaveLength(300)
})

test('tags of a strategy stand in its file once it has some', async () => {
  const before = await exportAll()
  expect(fileOf(before, 'strategies/Z-ORDERS.yaml')).not.toContain('tags:')
  const files = edit(before, 'strategies/Z-ORDERS.yaml', 'remark: ""', 'remark: ""\n  tags: [month-end, finance]')
  const planned = await plan(files)
  expect(planned.changes.filter(each => each.act === 'change')).toMatchObject([{ kind: 'strategy', key: 'Z-ORDERS' }])
  await apply(files, planned.hash)
  const rows = (await call('POST', '/strategy/searchv2', { keyword: 'Z-ORDERS' })).json().content
  expect(rows).toMatchObject([{ tags: ['finance', 'month-end'] }])
  expect((await plan(await exportAll())).counts.change).toBe(0)
})
