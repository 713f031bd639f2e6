import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, edit, fileOf, fillTenant } from '../../../testing/config-world.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { ConfigFile, ConfigPlan } from './contract.ts'

let server: TestServer
let token: string
let call: ReturnType<typeof caller>
let strategy: string
const kinds = ['report', 'dashboard']
const REPORT = 'reports/Z-ORDERS/By day.yaml'
const WALL = 'dashboards/Wall.yaml'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  call = caller(server, token)
  await fillTenant(call)
  const rows = (await call('POST', '/strategy/searchv2', { keyword: 'Z-ORDERS' })).json().content
  strategy = rows[0].id
  const definition = { metrics: [{ op: 'count' }], group_by: [{ field: { of: 'record', name: 'created_at' } }] }
  await call('POST', `/strategy-aggregate/${strategy}`, { name: 'By day', is_shared: true, definition })
  await call('POST', `/strategy-aggregate/${strategy}`, { name: 'My own', definition })
  await server.call('POST', '/api/dp/digraph', { token, body: { name: 'Wall', template: 'operations' } })
})
afterAll(() => server.drop())

const exportThem = async (): Promise<ConfigFile[]> =>
  (await call('POST', '/config/export', { kinds })).json().content.files
const plan = async (files: readonly ConfigFile[], change: object = {}): Promise<ConfigPlan> =>
  (await call('POST', '/config/plan', { files, ...change })).json().content
const apply = async (files: readonly ConfigFile[], change: object = {}): Promise<ConfigPlan['counts']> => {
  const { hash, problems } = await plan(files, change)
  expect(problems).toEqual([])
  return (await call('POST', '/config/apply', { files, hash, ...change })).json().content.counts
}

test('shared reports and dashboards are files, without an id; a report of one’s own is not', async () => {
  const files = await exportThem()
  expect(files.map(file => file.path)).toEqual([WALL, REPORT])
  expect(files.map(file => file.text).join()).not.toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
  expect((await plan(files)).counts).toEqual({ create: 0, change: 0, delete: 0, same: 2 })
})

test('a change in a file is one difference by name, and becomes the report and the dashboard', async () => {
  const files = edit(edit(await exportThem(), REPORT, 'created_at', 'updated_at'), WALL, 'size: 40', 'size: 44')
  expect((await plan(files)).changes.flatMap(each => each.fields.map(field => field.path))).toEqual([
    'spec.definition.group_by[0].field.name',
    'spec.design.components[name=title].options.size',
  ])
  expect((await apply(files)).change).toBe(2)
  expect(await exportThem()).toEqual(files)
})

test('what one deletes and applies again is there as before; pruned, the report of one’s own stays', async () => {
  const files = await exportThem()
  expect((await apply([fileOfPath(files, WALL)], { prune: true })).delete).toBe(0)
  const other = edit([fileOfPath(files, REPORT)], REPORT, 'By day', 'By night')
  expect(await apply(other, { prune: true })).toMatchObject({ create: 1, delete: 1 })
  expect(await apply(files)).toMatchObject({ create: 1 })
  expect(fileOf(await exportThem(), REPORT)).toBe(fileOf(files, REPORT))
  const own = (await call('GET', `/strategy-aggregate/${strategy}?mine=1`)).json().content
  expect(own.map((each: { name: string }) => each.name)).toContain('My own')
})

test('what cannot be is told with its file and field', async () => {
  const files = await exportThem()
  const wrong = [
    ...edit([fileOfPath(files, REPORT)], REPORT, 'key: Z-ORDERS/By day', 'key: NOWHERE/By day'),
    { path: 'reports/nameless.yaml', text: fileOf(files, REPORT).replace('Z-ORDERS/By day', 'nameless') },
    { path: 'reports/metric.yaml', text: fileOf(files, REPORT).replace('By day', 'x').replace('op: count', 'op: sum') },
    ...edit([fileOfPath(files, WALL)], WALL, 'kind: kpi', 'kind: pie'),
    {
      path: 'dashboards/big.yaml',
      text: fileOf(files, WALL).replace('key: Wall', 'key: Big').replace('x: 24', 'x: 9000'),
    },
  ]
  const { problems } = await plan(wrong)
  expect(problems.map(({ file, field }) => [file, field])).toEqual([
    [REPORT, 'key'],
    ['reports/nameless.yaml', 'key'],
    ['reports/metric.yaml', 'spec.definition.metrics.0.field'],
    [WALL, expect.stringMatching(/^spec\.design\.components\.\d\.sources/)],
    ['dashboards/big.yaml', 'spec.design.components.0.width'],
  ])
})

const fileOfPath = (files: readonly ConfigFile[], path: string): ConfigFile => ({ path, text: fileOf(files, path) })
