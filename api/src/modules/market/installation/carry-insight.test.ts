import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller, maker } from '../../../testing/config-world.ts'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { InstallationDetail, UpgradePlan } from './contract.ts'
import { type ShopVersion, shopOne, shopPackage } from './testing/shop-package.ts'

let server: TestServer
let token: string
let call: ReturnType<typeof caller>
let connectors: { readonly shop: string; readonly erp: string }
const publisher = { name: 'Publisher', secret: createPublisherKey().secret }
const one: ShopVersion = {
  ...shopOne,
  optional: ['STOCK'],
  reports: { 'By state': 'state', 'By shop/branch': 'shop' },
  walls: { Sales: `Orders of \${param:warehouse}`, Wall: 'Here' },
}

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  call = caller(server, token)
  const make = maker(call)
  const shop = await make('/connector', { ...connectorBody(), name: 'Shop' })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  connectors = { shop: shop.id, erp: erp.id }
})
afterAll(() => server.drop())

const answerOf = <T>(answer: Awaited<ReturnType<typeof call>>): T => {
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ content: T }>().content
}
const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  answerOf<T>(await call(method, path, body))
const upload = async (version: ShopVersion): Promise<string> => {
  const text = writePackage(signPackage(shopPackage(version), publisher))
  return (await ok<{ ref: string }>('POST', '/market/upload', { text })).ref
}
const plan = async (version: ShopVersion, prefix: string) => {
  const wish = { ref: await upload(version), prefix, connectors, params: { warehouse: 'W9' }, flows: ['SO'] }
  return { wish, plan: await ok<{ hash: string; problems: unknown[] }>('POST', '/installation/plan', wish) }
}
async function install(version: ShopVersion, prefix: string): Promise<InstallationDetail> {
  const { wish, plan: planned } = await plan(version, prefix)
  expect(planned.problems).toEqual([])
  return ok('POST', '/installation', { ...wish, hash: planned.hash })
}
interface Report {
  readonly name: string
  readonly strategy_id: string
  readonly definition: { readonly group_by: readonly { readonly field: { readonly name: string } }[] }
}
const readReport = (id: string): Promise<Report> => ok('GET', `/aggregate/${id}`)
const dashboard = async (method: string, path: string, body?: unknown) =>
  answerOf<Record<string, unknown>>(await server.call(method, `/api/dp/digraph${path}`, { token, body }))
const idOf = (list: readonly { readonly id: string; readonly name: string }[], name: string): string =>
  list.find(each => each.name === name)?.id ?? ''

async function upgradeTo(version: ShopVersion, id: string, choices: object = {}) {
  const wish = { ref: await upload(version), choices }
  const planned = await ok<UpgradePlan>('POST', `/installation/${id}/upgrade/plan`, wish)
  expect(planned.problems).toEqual([])
  const after = await ok<InstallationDetail>('POST', `/installation/${id}/upgrade`, { ...wish, hash: planned.hash })
  return { planned, after }
}

test('a package brings its reports and dashboards along: of the strategies that were made, under the prefix', async () => {
  const here = await install(one, 'A')
  expect(here.reports.map(({ name, strategy }) => [name, strategy])).toEqual([
    ['By shop/branch', 'A Flow SO'],
    ['By state', 'A Flow SO'],
  ])
  expect(here.dashboards.map(each => each.name)).toEqual(['A Sales', 'A Wall'])
  const [flow] = here.flows
  const report = await readReport(idOf(here.reports, 'By state'))
  expect(report.strategy_id).toBe(flow?.strategy_id)
  const wall = await dashboard('GET', `/${idOf(here.dashboards, 'A Sales')}`)
  expect(JSON.stringify(wall['design'])).toContain('Orders of W9')
  // Another installation has its own, and what is removed of one is left of the other.
  const other = await install(one, 'B')
  const removal = await ok<{ hash: string; changes: { kind: string; act: string }[] }>(
    'GET',
    `/installation/${here.id}/removal`,
  )
  expect(removal.changes.filter(each => each.kind === 'report' || each.kind === 'dashboard')).toHaveLength(4)
  await ok('DELETE', `/installation/${here.id}`, {})
  expect((await call('GET', `/aggregate/${idOf(here.reports, 'By state')}`)).statusCode).toBe(404)
  expect((await readReport(idOf(other.reports, 'By state'))).name).toBe('By state')
  await ok('DELETE', `/installation/${other.id}`, {})
})

test('an upgrade changes what nobody touched, keeps what was changed here, and asks where both did', async () => {
  const here = await install(one, 'C')
  const state = idOf(here.reports, 'By state')
  const before = await readReport(state)
  const definition = { ...before.definition, group_by: [{ field: { of: 'data', name: 'mine' } }] }
  await ok('PUT', `/aggregate/${state}`, { name: 'By state', is_shared: true, definition })
  const wall = await dashboard('GET', `/${idOf(here.dashboards, 'C Wall')}`)
  const design = JSON.parse(JSON.stringify(wall['design']).replace('Here', 'Mine')) as object
  const { version } = wall
  await dashboard('PUT', `/${String(wall['id'])}`, { name: 'C Wall', refresh_seconds: 60, design, version })
  expect((await ok<InstallationDetail>('GET', `/installation/${here.id}`)).local_changes).toBeGreaterThan(0)

  const two: ShopVersion = {
    ...one,
    version: '2.0.0',
    reports: { 'By state': 'theirs', 'By shop/branch': 'branch', New: 'day' },
    walls: { Sales: 'Theirs', Wall: 'Here' },
  }
  const { planned, after } = await upgradeTo(two, here.id)
  expect(planned.conflicts.map(({ kind, key, path }) => [kind, key, path])).toEqual([
    ['report', 'C-SO/By state', 'spec.definition'],
  ])
  expect(after.reports.map(each => each.name)).toEqual(['By shop/branch', 'By state', 'New'])
  expect((await readReport(state)).definition.group_by[0]?.field.name).toBe('mine')
  const shop = await readReport(idOf(here.reports, 'By shop/branch'))
  expect(shop.definition.group_by[0]?.field.name).toBe('branch')
  const kept = await dashboard('GET', `/${String(wall['id'])}`)
  expect(kept['refresh_seconds']).toBe(60)
  expect(JSON.stringify(kept['design'])).toContain('Mine')
  expect(JSON.stringify(await dashboard('GET', `/${idOf(here.dashboards, 'C Sales')}`))).toContain('Theirs')

  await ok('POST', `/installation/${here.id}/rollback`)
  expect((await readReport(idOf(here.reports, 'By shop/branch'))).definition.group_by[0]?.field.name).toBe('shop')
  const back = await ok<InstallationDetail>('GET', `/installation/${here.id}`)
  expect(back.reports.map(each => each.name)).toEqual(['By shop/branch', 'By state'])
  const again = await ok<UpgradePlan>('POST', `/installation/${here.id}/upgrade/plan`, { ref: await upload(two) })
  const choices = Object.fromEntries(again.conflicts.map(each => [each.id, 'theirs']))
  await upgradeTo(two, here.id, choices)
  expect((await readReport(state)).definition.group_by[0]?.field.name).toBe('theirs')
  await ok('DELETE', `/installation/${here.id}`, {})
})

test('a report or dashboard that was deleted here stays so, also when its flow is made anew', async () => {
  const here = await install(one, 'D')
  await ok('DELETE', `/aggregate/${idOf(here.reports, 'By state')}`)
  await dashboard('DELETE', `/${idOf(here.dashboards, 'D Wall')}`)
  const { after } = await upgradeTo({ ...one, version: '2.0.0' }, here.id)
  expect(after.reports.map(each => each.name)).toEqual(['By shop/branch'])
  expect(after.dashboards.map(each => each.name)).toEqual(['D Sales'])
  await ok('DELETE', `/installation/${here.id}`, {})
})

test('a dashboard of the tenant that bears the name is in the way, told before anything is made', async () => {
  const mine = await dashboard('POST', '', { name: 'E Sales' })
  const { plan: planned } = await plan(one, 'E')
  expect(JSON.stringify(planned.problems)).toContain('dashboard E Sales')
  await dashboard('DELETE', `/${String(mine['id'])}`)
  const here = await install(one, 'E')
  await ok('DELETE', `/installation/${here.id}`, {})
})

test('a report of a strategy that the package has not, or of one run here, is refused', async () => {
  const document = shopPackage(one)
  const withReport = (key: string, filter: object) => ({
    ...document,
    files: [
      ...document.files,
      {
        path: 'objects/reports/x.yaml',
        text: JSON.stringify({
          ...{ kind: 'report', version: 1, key },
          spec: { definition: { metrics: [{ op: 'count' }], filter } },
        }),
      },
    ],
  })
  const problemsOf = async (made: typeof document, prefix: string) => {
    const text = writePackage(signPackage({ ...made, manifest: { ...made.manifest, version: '9.0.0' } }, publisher))
    const examined = await ok<{ problems: { level: string; message: string }[] }>('POST', '/solution-package/examine', {
      text,
    })
    const { ref } = await ok<{ ref: string }>('POST', '/market/upload', { text })
    const answer = await call('POST', '/installation/plan', { ref, prefix, connectors, flows: ['SO'] })
    await call('DELETE', `/market/upload/${ref.slice(ref.indexOf(':') + 1)}`)
    return JSON.stringify([examined.problems.filter(each => each.level === 'error'), answer.body])
  }
  expect(await problemsOf(withReport('OTHER/x', {}), 'F')).toContain('strategy OTHER')
  const run = '00000000-0000-7000-8000-000000000001'
  expect(await problemsOf(withReport('SO/x', { run_id: run }), 'F')).toContain('run_id')
})

test('an author takes reports and dashboards along, without keys of records, and other ones later', async () => {
  const here = await install({ ...one, reports: {}, walls: {} }, 'G')
  const strategy = here.flows[0]?.strategy_id ?? ''
  const filter = { status: [2], keys: ['SECRET-1'] }
  const definition = { metrics: [{ op: 'count' }], filter }
  for (const name of ['Shared', 'Later'])
    await ok('POST', `/strategy-aggregate/${strategy}`, { name, is_shared: true, definition })
  await ok('POST', `/strategy-aggregate/${strategy}`, { name: 'Private', definition })
  await dashboard('POST', '', { name: 'Wall' })
  const made = await ok<{ id: string; lock: number; document: { files: { path: string; text: string }[] } }>(
    'POST',
    '/solution-package',
    { strategy_ids: [strategy], name: 'with-insight', title: 'With' },
  )
  type Row = { readonly kind: string; readonly key: string; readonly is_in: boolean }
  const list = () => ok<Row[]>('GET', `/solution-package/${made.id}/along`)
  expect((await list()).map(({ kind, key, is_in }) => [kind, key, is_in])).toEqual([
    ['report', 'G-SO/Later', false],
    ['report', 'G-SO/Shared', false],
    ['dashboard', 'Wall', false],
  ])
  const along = [
    { kind: 'report', key: 'G-SO/Shared' },
    { kind: 'dashboard', key: 'Wall' },
  ]
  const gather = (body: object) => ok<typeof made>('POST', `/solution-package/${made.id}/gather`, body)
  const next = await gather({ lock: made.lock, along })
  const insight = ({ document }: typeof made) =>
    document.files.map(each => each.path).filter(path => /reports|dashboards/.test(path))
  expect(insight(next)).toEqual(['objects/dashboards/Wall.yaml', 'objects/reports/G-SO/Shared.yaml'])
  expect(JSON.stringify(next.document)).not.toContain('SECRET-1')
  // Taken anew without a word about them, they are as they were; chosen otherwise, they go.
  const again = await gather({ lock: next.lock })
  expect(insight(again)).toEqual(insight(next))
  const none = await gather({ lock: again.lock, along: [] })
  expect(insight(none)).toEqual([])
  const lost = { lock: none.lock, along: [{ kind: 'report', key: 'G-SO/Private' }] }
  const answer = await call('POST', `/solution-package/${made.id}/gather`, lost)
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid.packageAlong'])
})
