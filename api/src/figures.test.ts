import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAssetStrategy, newStrategy, startedStrategy } from './testing/objects.ts'
import type { World } from './testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from './testing/start-test-server.ts'

let server: TestServer
let token: string

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
/** What a list holds in all: some are told page by page, others whole. */
async function lengthOf([method, path, body]: List): Promise<number> {
  const answer = (await call(method, path, body)).json()
  return answer.total ?? answer.content.length
}
type List = readonly [method: 'GET' | 'POST', path: string, body?: unknown]
type Row = Record<string, unknown> & { readonly id: string }

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const world: World = {
    ...{ token, tenantId: server.a.tenantId, userId: '' },
    post: async (path, body) => (await call('POST', path, body)).json().content,
  }
  // Both ends at one connector, one end each, started, deleted, and by an asset of either side.
  const [both, gone] = [await newStrategy(world), await newStrategy(world)]
  const other = await startedStrategy(world)
  const config = (await call('GET', `/api/dh/lessee/strategy/${both.id}`)).json().content.config
  await world.post('/api/dh/lessee/strategy', {
    name: 'one end each',
    config: { ...config, target: { ...config.target, connector_id: other.connectorId } },
  })
  await call('DELETE', `/api/dh/lessee/strategy/${gone.id}`)
  await newAssetStrategy(world, 'source')
  await newAssetStrategy(world, 'target')
  const { id: collection_id } = await world.post<{ id: string }>('/api/dh/lessee/collection', {
    ...{ platform_id: 'fake', name: 'sales' },
  })
  const assets: Row[] = (await call('GET', '/api/dh/lessee/api-asset')).json().content
  await call('POST', '/api/dh/lessee/api-asset/move', { ids: [assets[0]?.id], collection_id })
  const { id: map } = await world.post<{ id: string }>('/api/dh/lessee/mapping', { name: 'codes' })
  const line = (n: number) => ({ a_value: `a${n}`, b_value: `b${n}` })
  await call('PUT', `/api/dh/lessee/mapping/${map}/line`, { version: 1, upsert: [1, 2, 3].map(line), remove: [] })
  // Twice in one mapping is one strategy.
  const expression = `lookup("${map}", row.a) + lookup("${map}", row.b)`
  await world.post('/api/dh/lessee/strategy', {
    name: 'looks up',
    config: {
      ...config,
      mapping: { copyAll: false, fields: [{ target: 'x', value: { kind: 'expression', expression } }] },
    },
  })
})
afterAll(() => server.drop())

/** Each figure that a list of its own opens, and that list. */
const figures: readonly (readonly [rows: List, figure: string, opens: (row: Row) => List])[] = [
  [
    ['GET', '/api/dh/lessee/connector?pageSize=100'],
    'strategy_count',
    ({ id }) => ['POST', '/api/dh/lessee/strategy/searchv2', { connector_id: id }],
  ],
  [
    ['GET', '/api/dh/lessee/connector?pageSize=100'],
    'running_strategy_count',
    ({ id }) => ['POST', '/api/dh/lessee/strategy/searchv2', { connector_id: id, status: 'running' }],
  ],
  [
    ['GET', '/api/dh/lessee/platform?all=1'],
    'connector_count',
    ({ id }) => ['GET', `/api/dh/lessee/connector?platform_id=${id}`],
  ],
  [
    ['GET', '/api/dh/lessee/platform?all=1'],
    'asset_count',
    ({ id }) => ['GET', `/api/dh/lessee/api-asset?platform_id=${id}`],
  ],
  [
    ['GET', '/api/dh/lessee/api-asset'],
    'strategy_count',
    ({ id }) => ['GET', `/api/dh/lessee/api-asset/${id}/reference`],
  ],
  [
    ['GET', '/api/dh/lessee/process'],
    'strategy_count',
    ({ id }) => ['GET', `/api/dh/lessee/process/${id}/strategy?pageSize=100`],
  ],
  [
    ['GET', '/api/dh/lessee/collection'],
    'api_count',
    ({ id }) => ['GET', `/api/dh/lessee/api-asset?collection_id=${id}`],
  ],
  [['GET', '/api/dp/system/role'], 'user_count', ({ id }) => ['GET', `/api/dp/system/lessee-user?role_id=${id}`]],
  [['GET', '/api/dh/lessee/mapping'], 'line_count', ({ id }) => ['GET', `/api/dh/lessee/mapping/${id}/line`]],
  [['GET', '/api/dh/lessee/mapping'], 'ref_count', ({ id }) => ['GET', `/api/dh/lessee/mapping/${id}/reference`]],
  [
    ['GET', '/api/dh/lessee/mapping'],
    'miss_count',
    ({ id }) => ['GET', `/api/dh/lessee/mapping/${id}/miss?state=open`],
  ],
  [
    ['GET', '/api/dh/lessee/mapping'],
    'matched_count',
    ({ id }) => ['GET', `/api/dh/lessee/mapping/${id}/miss?state=matched`],
  ],
]

/** Some stand under the names of their groups. */
async function readRows(rows: List): Promise<readonly Row[]> {
  const { content } = (await call(...rows)).json()
  return Array.isArray(content) ? content : Object.values(content as Record<string, Row[]>).flat()
}

test.each(figures)('of %j the figure %s is the length of the list it opens', async (rows, figure, opens) => {
  const list = await readRows(rows)
  const shown = list.map(row => row[figure])
  const lengths: number[] = []
  for (const row of list) lengths.push(await lengthOf(opens(row)))
  expect(shown).toEqual(lengths)
  if (!/miss|matched/.test(figure)) expect(Math.max(...lengths)).toBeGreaterThan(0)
})

/** Figures of the contracts that this file compares, and where the others stand. */
const elsewhere: Readonly<Record<string, string>> = {
  'run/error-group open_count': 'modules/run/strategy-day/strategy-day.test.ts',
  'run/error-group ignored_count': 'modules/run/error-group/error-group.test.ts',
  'run/error-group seen_count': 'a total since the group was first seen: no list keeps those',
  'run/ignore-rule hit_count': 'a total since the rule was made: no list keeps those',
  'mapping/mapping problem_count': 'beside the problems themselves, in one answer',
  'mapping/mapping record_count': 'modules/mapping/mapping/mapping.test.ts',
  'connect/platform interface_count': 'interfaces of a pack, counted where the pack lists them',
  'connect/catalogue estimated_count': 'an estimate, and said to be one',
  'connect/catalogue field_count': 'fields of a description that may not be read yet',
  'admin/config field_count': 'beside the fields themselves, in one answer',
  'assistant/assistant message_count': 'beside the conversation it opens',
  'asset/approval approver_count': 'people who may approve: no list opens',
  'asset/adapter strategy_count': 'modules/asset/adapter/adapter.test.ts',
  'asset/adapter running_strategy_count': 'modules/asset/adapter/adapter.test.ts',
  'asset/api-asset running_strategy_count': 'the same list of references, by state',
  'identity/account strategy_count': 'modules/identity/account/account.test.ts',
  'identity/account connector_count': 'modules/identity/account/account.test.ts',
  'identity/account operation_count': 'modules/identity/account/account.test.ts',
  'reconcile/bill-import problem_count': 'beside the problems themselves, in one answer',
  'insight/digraph component_count': 'the components of a design, in one answer with it',
  'reconcile/flow a_count': 'beside the lines of the match, in one answer',
  'reconcile/flow b_count': 'beside the lines of the match, in one answer',
}
const here = new Set([
  ...[
    'connect/connector strategy_count',
    'connect/connector running_strategy_count',
    'connect/platform connector_count',
  ],
  ...['connect/platform asset_count', 'asset/api-asset strategy_count', 'connect/process strategy_count'],
  ...['mapping/mapping line_count', 'mapping/mapping ref_count', 'mapping/mapping miss_count'],
  ...['mapping/mapping matched_count', 'identity/role user_count', 'asset/collection api_count'],
])

test('no figure of a contract is left out', () => {
  const named = globSync('modules/*/*/*contract.ts', { cwd: import.meta.dirname }).flatMap(file => {
    const [, area, module] = file.split('/')
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
    return Array.from(text.matchAll(/(\w+_count): z\.(?:int|number)/g), ([, figure]) => `${area}/${module} ${figure}`)
  })
  expect([...new Set(named)].toSorted()).toEqual([...here, ...Object.keys(elsewhere)].toSorted())
})
