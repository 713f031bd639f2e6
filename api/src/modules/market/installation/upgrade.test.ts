import { takeTurn } from '@sluice/contract/testing'
import type { Database, Tx } from '@sluice/db'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller, fileOf, maker } from '../../../testing/config-world.ts'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { ConfigFile } from '../../admin/config/contract.ts'
import type { InstallationDetail, UpgradePlan } from './contract.ts'
import { type ShopVersion, shopOne, shopPackage, shopTwo } from './testing/shop-package.ts'

let server: TestServer
let stranger: string
let call: ReturnType<typeof caller>
const publisher = { name: 'Publisher', secret: createPublisherKey().secret }
let connectors: { readonly shop: string; readonly erp: string }

beforeAll(async () => {
  server = await startTestServer()
  stranger = await server.signIn('admin-b', PASSWORD)
  call = caller(server, await server.signIn('admin-a', PASSWORD))
  const make = maker(call)
  const shop = await make('/connector', { ...connectorBody(), name: 'Shop' })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  connectors = { shop: shop.id, erp: erp.id }
})
afterAll(() => server.drop())

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}
const refusal = async (method: string, path: string, body?: unknown, token?: string) => {
  const answer = await call(method, path, body, token)
  return { status: answer.statusCode, code: answer.json().code, message: answer.json().message as string }
}

async function upload(version: ShopVersion, by = publisher): Promise<string> {
  const text = writePackage(signPackage(shopPackage(version), by))
  return (await ok<{ ref: string }>('POST', '/market/upload', { text })).ref
}

let here: InstallationDetail
/** A new installation for each test, by a name of its own. */
let count = 0
beforeEach(async () => {
  count += 1
  here = await install(shopOne, `T${count}`)
})
afterEach(async () => {
  for (const each of here.flows) await call('POST', `/strategy/${each.strategy_id}/stop`)
  await call('DELETE', `/installation/${here.id}`, {})
})

async function install(version: ShopVersion, prefix: string): Promise<InstallationDetail> {
  const wish = { ref: await upload(version), prefix, connectors, params: { warehouse: 'W9' } }
  const { hash, problems } = await ok<{ hash: string; problems: unknown[] }>('POST', '/installation/plan', wish)
  expect(problems).toEqual([])
  return ok('POST', '/installation', { ...wish, hash })
}

const path = (rest = ''): string => `/installation/${here.id}${rest}`
const detail = (): Promise<InstallationDetail> => ok('GET', path())
const own = (files: readonly ConfigFile[]): ConfigFile[] => files.filter(each => each.path.includes(here.prefix))
const exportOwn = async (): Promise<ConfigFile[]> =>
  own((await ok<{ files: ConfigFile[] }>('POST', '/config/export', { kinds: ['mapping', 'strategy'] })).files)

const flowFile = (code: string): string => `strategies/${here.prefix}-${code}.yaml`
const mapFile = (): string => `mappings/${here.prefix} units.yaml`

/** As somebody does it on the screens. */
async function editByHand(...edits: readonly (readonly [path: string, from: string, to: string])[]): Promise<void> {
  const files = await exportOwn()
  const changed = edits.reduce((all, [at, from, to]) => {
    expect(fileOf(all, at)).toContain(from)
    return all.map(each => (each.path === at ? { ...each, text: each.text.replace(from, () => to) } : each))
  }, files)
  const { hash, problems } = await ok<{ hash: string; problems: unknown[] }>('POST', '/config/plan', { files: changed })
  expect(problems).toEqual([])
  await ok('POST', '/config/apply', { files: changed, hash })
}
const editThree = (): Promise<void> =>
  editByHand(
    [flowFile('SO'), `template: "{{price}}"`, `template: "{{price_with_tax}}"`],
    [flowFile('SO'), 'cron: "*/10 * * * *"', 'cron: 0 2 * * *'],
    [mapFile(), 'b: 个', 'b: 件'],
  )

const plan = (ref: string, rest: object = {}): Promise<UpgradePlan> =>
  ok('POST', path('/upgrade/plan'), { ref, ...rest })
async function upgradeTo(version: ShopVersion, rest: object = {}): Promise<UpgradePlan> {
  const ref = await upload(version)
  const planned = await plan(ref, rest)
  expect(planned.problems).toEqual([])
  await ok('POST', path('/upgrade'), { ref, ...rest, hash: planned.hash })
  return planned
}

test('three edits and an upgrade: what both changed is asked for, mine stays, theirs comes everywhere else', async () => {
  await editThree()
  expect((await detail()).local_changes).toBe(3)
  const ref = await upload(shopTwo)
  expect((await detail()).newer).toEqual({ ref, version: '2.0.0' })
  const planned = await plan(ref)
  expect(planned.conflicts).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      kind: 'strategy',
      key: `${here.prefix}-SO`,
      path: 'spec.mapping.fields[target=price].value.template',
      base: '"{{price}}"',
      mine: '"{{price_with_tax}}"',
      theirs: '"{{amount}}"',
    },
  ])
  expect([planned.kept, planned.asked, planned.problems, planned.version]).toEqual([2, [], [], '2.0.0'])
  expect(planned.changes.map(each => [each.act, each.kind, each.fields.map(field => field.path)])).toEqual([
    ['change', 'mapping', ['spec.lines[a=BOX].b', 'spec.lines[a=KG]']],
    ['change', 'strategy', ['spec.mapping.fields[target=no].value.template', 'spec.mapping.fields[target=note]']],
  ])
  expect(planned.effects).toMatchObject([{ strategy: `${here.prefix}-SO`, records: 1, changed: 1 }])
  // Planned is not done.
  expect((await detail()).version).toBe('1.0.0')
  const done = await ok<InstallationDetail>('POST', path('/upgrade'), { ref, hash: planned.hash })
  expect(done).toMatchObject({ version: '2.0.0', previous: '1.0.0', newer: null, local_changes: 3 })
  const flow = fileOf(await exportOwn(), flowFile('SO'))
  for (const each of ['{{price_with_tax}}', 'SO-{{no}}', '{{note}}', 'cron: 0 2 * * *', 'value: W9'])
    expect(flow).toContain(each)
  const map = fileOf(await exportOwn(), mapFile())
  for (const each of ['{ a: BOX, b: 盒 }', '{ a: KG, b: 千克 }', '{ a: PCS, b: 件 }']) expect(map).toContain(each)
})

test('a choice for theirs overwrites that field alone; another choice is another plan', async () => {
  await editThree()
  const ref = await upload(shopTwo)
  const asIs = await plan(ref)
  const choices = { [asIs.conflicts[0]?.id ?? '']: 'theirs' }
  expect(await refusal('POST', path('/upgrade'), { ref, choices, hash: asIs.hash })).toMatchObject({
    ...{ status: 409, code: 'conflict.plan' },
  })
  await upgradeTo(shopTwo, { choices })
  const flow = fileOf(await exportOwn(), flowFile('SO'))
  expect(flow).toContain('{{amount}}')
  expect(flow).toContain('cron: 0 2 * * *')
  expect((await detail()).local_changes).toBe(2)
})

test('an edit between plan and upgrade refuses it, and nothing is written', async () => {
  const ref = await upload(shopTwo)
  const { hash } = await plan(ref)
  await editByHand([flowFile('SO'), 'template: "{{no}}"', 'template: "mine {{no}}"'])
  const before = await exportOwn()
  expect(await refusal('POST', path('/upgrade'), { ref, hash })).toMatchObject({ status: 409, code: 'conflict.plan' })
  expect(await exportOwn()).toEqual(before)
  expect(await detail()).toMatchObject({ version: '1.0.0', lock: here.lock, previous: null })
})

test('rolled back, every file is to the letter what it was before the upgrade', async () => {
  await editThree()
  const before = await exportOwn()
  const told = await detail()
  await upgradeTo({ ...shopTwo, others: ['STOCK', 'RETURNS'] })
  expect((await exportOwn()).map(each => each.path)).toContain(flowFile('RETURNS'))
  await editByHand([flowFile('SO'), 'template: SO-{{no}}', 'template: X-{{no}}'])
  const back = await ok<InstallationDetail>('POST', path('/rollback'))
  expect(await exportOwn()).toEqual(before)
  expect({ ...back, newer: null, lock: told.lock }).toEqual({ ...told, newer: null })
  expect(await refusal('POST', path('/rollback'))).toMatchObject({ status: 409, code: 'conflict.packageFirst' })
})

test('a flow that the new version has not goes, and comes back with a rollback; versions may be skipped', async () => {
  await upgradeTo({ ...shopTwo, version: '4.0.0', others: ['RETURNS'] })
  expect((await exportOwn()).map(each => each.path)).toEqual([mapFile(), flowFile('RETURNS'), flowFile('SO')])
  expect((await detail()).flows.map(each => each.code)).toEqual([`${here.prefix}-SO`, `${here.prefix}-RETURNS`])
  await ok('POST', path('/rollback'))
  expect((await exportOwn()).map(each => each.path)).toEqual([mapFile(), flowFile('SO'), flowFile('STOCK')])
})

test('upgraded twice, edits are still told from what the package said', async () => {
  await editThree()
  await upgradeTo(shopTwo)
  const planned = await plan(await upload({ ...shopTwo, version: '3.0.0', no: 'N-{{no}}' }))
  // Base is what version 2 said: the price that was kept is no conflict again, for version 3 leaves it alone.
  expect([planned.conflicts, planned.kept]).toEqual([[], 3])
  expect(planned.changes.flatMap(each => each.fields.map(field => field.path))).toEqual([
    'spec.mapping.fields[target=no].value.template',
  ])
})

test('a new parameter without a value is asked for, and taken when it is given', async () => {
  const version = { ...shopTwo, params: ['ledger'] }
  const ref = await upload(version)
  const asked = await plan(ref)
  expect([asked.asked, asked.problems.map(each => each.field)]).toEqual([['ledger'], ['params.ledger']])
  await upgradeTo(version, { params: { ledger: 'L1' } })
  expect((await detail()).parameters.map(each => [each.name, each.value])).toEqual([
    ['warehouse', 'W9'],
    ['ledger', 'L1'],
  ])
})

test('an object of the tenant that bears a new name of the package stays the tenant’s', async () => {
  const [flow] = here.flows
  const config = await ok<{ files: ConfigFile[] }>('POST', '/config/export', { kinds: ['strategy'] })
  const text = fileOf(config.files, flowFile('STOCK')).replace('-STOCK', '-RETURNS').replace('Flow STOCK', 'Of my own')
  const files = [{ path: 'mine.yaml', text }]
  const { hash } = await ok<{ hash: string }>('POST', '/config/plan', { files })
  await ok('POST', '/config/apply', { files, hash })
  const planned = await upgradeTo({ ...shopTwo, others: ['STOCK', 'RETURNS'] })
  expect(planned.conflicts.map(each => [each.key, each.path, each.base])).toEqual([
    [`${here.prefix}-RETURNS`, '', null],
  ])
  expect(fileOf(await exportOwn(), flowFile('RETURNS'))).toContain('Of my own')
  await ok('DELETE', path(), {})
  expect((await exportOwn()).map(each => each.path)).toEqual([flowFile('RETURNS')])
  expect(flow?.code).toBe(`${here.prefix}-SO`)
  await ok('POST', '/strategy-batch/delete', { ids: [await idOf(`${here.prefix}-RETURNS`)] })
})

const idOf = async (code: string): Promise<string> =>
  (await ok<{ id: string }[]>('POST', '/strategy/searchv2', { keyword: code }))[0]?.id ?? ''

test('other values are taken where nobody changed them by hand, and a stale page is refused', async () => {
  await editByHand([flowFile('SO'), 'template: "{{no}}"', 'template: "mine {{no}}"'])
  const done = await ok<InstallationDetail>('PUT', path(), { lock: here.lock, params: { warehouse: 'W7' } })
  expect(done.parameters).toMatchObject([{ name: 'warehouse', value: 'W7' }])
  expect(done.local_changes).toBe(1)
  const flow = fileOf(await exportOwn(), flowFile('SO'))
  expect(flow).toContain('value: W7')
  expect(flow).toContain('mine {{no}}')
  expect(await refusal('PUT', path(), { lock: here.lock, params: {} })).toMatchObject({ status: 409 })
  const { lock } = await detail()
  await ok('PUT', path(), { lock, connectors: { erp: connectors.shop } })
  expect(fileOf(await exportOwn(), flowFile('SO'))).toMatch(/target:\n {4}connector: fake\/Shop/)
  const empty = await refusal('PUT', path(), { lock: lock + 1, params: { warehouse: '' } })
  expect(empty).toMatchObject({ status: 409, code: 'conflict.installation' })
})

test('uninstalling is refused while a strategy runs, and while something else needs what it made', async () => {
  const id = here.flows[0]?.strategy_id ?? ''
  await ok('POST', `/strategy/${id}/start`)
  const asked = await ok<{ problems: unknown[] }>('GET', path('/removal'))
  expect(asked.problems[0]).toMatchObject({
    field: `strategy ${here.prefix}-SO`,
    message: expect.stringContaining('running'),
  })
  expect(await refusal('DELETE', path(), {})).toMatchObject({ status: 409, code: 'conflict.installation' })
  expect((await detail()).flows).toHaveLength(2)
  await ok('POST', `/strategy/${id}/stop`)
  const text = fileOf(await exportOwn(), flowFile('SO'))
  const files = [{ path: 'mine.yaml', text: text.replace(/-SO\b/, '-MINE').replace(/name: .*/, 'name: Needs the map') }]
  const { hash } = await ok<{ hash: string }>('POST', '/config/plan', { files })
  await ok('POST', '/config/apply', { files, hash })
  expect((await refusal('DELETE', path(), {})).message).toContain('Needs the map')
  await ok('POST', '/strategy-batch/delete', { ids: [await idOf(`${here.prefix}-MINE`)] })
  const free = await ok<{ problems: unknown[]; changes: { kind: string; act: string }[]; records: string }>(
    ...(['GET', path('/removal')] as const),
  )
  expect([free.problems, free.records]).toEqual([[], '0'])
  expect(free.changes.map(each => `${each.act} ${each.kind}`).sort()).toEqual([
    'delete mapping',
    'delete strategy',
    'delete strategy',
  ])
  await ok('DELETE', path(), {})
  expect(await exportOwn()).toEqual([])
  expect(await refusal('GET', path())).toMatchObject({ status: 404 })
})

test('kept, its objects stay as any others; converted, nothing of them changes', async () => {
  const before = await exportOwn()
  expect(await ok<InstallationDetail>('POST', path('/convert'))).toMatchObject({ is_converted: true })
  await ok('DELETE', path(), { keep: true })
  expect(await exportOwn()).toEqual(before)
  expect(await refusal('GET', path())).toMatchObject({ status: 404 })
})

test('another tenant finds nothing; a package of another publisher, or the same version, is no upgrade', async () => {
  const ref = await upload(shopTwo)
  const hash = 'x.y'
  const calls: readonly (readonly [string, string, unknown])[] = [
    ['PUT', '', { lock: 1 }],
    ['POST', '/convert', undefined],
    ['POST', '/upgrade/plan', { ref }],
    ['POST', '/upgrade', { ref, hash }],
    ['POST', '/rollback', undefined],
    ['GET', '/removal', undefined],
    ['DELETE', '', {}],
  ]
  for (const [method, rest, body] of calls)
    expect([rest, await refusal(method, path(rest), body, stranger)]).toMatchObject([rest, { status: 404 }])
  const foreign = await upload({ ...shopTwo, no: 'X' }, { ...publisher, secret: createPublisherKey().secret })
  expect(await refusal('POST', path('/upgrade/plan'), { ref: foreign })).toMatchObject({ code: 'invalid.packageOther' })
  expect(await refusal('POST', path('/upgrade/plan'), { ref: here.ref })).toMatchObject({
    code: 'conflict.packageSame',
  })
})

test('who does not see all of its strategies changes none of them: they would seem deleted', async () => {
  const role = '00000000-0000-7000-8000-000000000001'
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(`insert into role (id, name, permissions, groups) values ($1, 'else', '{*}', '{else}')`, [role])
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'colleague', '', password_hash, $1 from app_user where username = 'admin-a'`,
      [role],
    )
  })
  const colleague = await server.signIn('colleague', PASSWORD)
  const ref = await upload(shopTwo)
  const before = await exportOwn()
  const calls: readonly (readonly [string, string, unknown])[] = [
    ['POST', '/upgrade/plan', { ref }],
    ['GET', '/removal', undefined],
    ['DELETE', '', {}],
    ['PUT', '', { lock: here.lock, params: { warehouse: 'W7' } }],
    ['POST', '/convert', undefined],
  ]
  for (const [method, rest, body] of calls)
    expect(await refusal(method, path(rest), body, colleague)).toMatchObject({
      ...{ status: 409, code: 'conflict.packageScope' },
    })
  expect(await exportOwn()).toEqual(before)
})

test('a map of more lines than a file of the tenant’s own has is merged line by line all the same', async () => {
  const units = Object.fromEntries(Array.from({ length: 5200 }, (_, at) => [`U${at}`, `unit ${at}`]))
  await ok('DELETE', path(), {})
  here = await install({ ...shopOne, units }, `L${count}`)
  const maps = await ok<{ id: string }[]>('GET', `/mapping?keyword=${here.prefix}`)
  const line = { a_value: 'U7', b_value: 'mine' }
  await ok('POST', `/mapping/${maps[0]?.id}/import`, { mode: 'update', lines: [line] })
  await upgradeTo({ ...shopTwo, units: { ...units, U8: 'theirs', NEW: 'new' } })
  const told = await ok<{ a_value: string; b_value: string }[]>(
    ...(['GET', `/mapping/${maps[0]?.id}/line?keyword=U&pageSize=10`] as const),
  )
  expect(told.find(each => each.a_value === 'U7')?.b_value).toBe('mine')
  expect(told.find(each => each.a_value === 'U8')?.b_value).toBe('theirs')
})

test('killed at any write, an upgrade is before or after, never between', async () => {
  await editThree()
  const ref = await upload({ ...shopTwo, others: ['STOCK', 'RETURNS'] })
  const before = await exportOwn()
  const told = await detail()
  const { hash } = await plan(ref)
  const real = server.database.withTenant
  const database = server.database as { withTenant: typeof real }
  let last = 0
  for (const at of takeTurn(Array.from({ length: 1000 }, (_, index) => index + 1))) {
    database.withTenant = failAt(real, at)
    const answer = await call('POST', path('/upgrade'), { ref, hash }).finally(() => {
      database.withTenant = real
    })
    if (answer.statusCode === 200) break
    last = at
    expect(await exportOwn()).toEqual(before)
    expect({ ...(await detail()), connections: [] }).toEqual({ ...told, connections: [] })
  }
  expect(last).toBeGreaterThan(10)
  expect(await detail()).toMatchObject({ version: '2.0.0', previous: '1.0.0' })
})

/** The database is gone from the write of that number on. */
function failAt(real: Database['withTenant'], at: number): Database['withTenant'] {
  let writes = 0
  return (tenantId, work, options) =>
    real(
      tenantId,
      tx => {
        const count = (text: string): void => {
          if (/^\s*(insert|update|delete)/i.test(text)) writes += 1
          if (writes >= at) throw new Error('writing: the connection is gone')
        }
        const watched: Tx = {
          ...tx,
          query(text, ...rest) {
            count(text)
            return tx.query(text, ...rest)
          },
          execute(text, ...rest) {
            count(text)
            return tx.execute(text, ...rest)
          },
        }
        return work(watched)
      },
      options,
    )
}
