import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, edit, fileOf, fillTenant } from '../../../testing/config-world.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { ConfigFile, ConfigPlan } from './contract.ts'

let server: TestServer
let token: string
let call: ReturnType<typeof caller>

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
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

const mapOf = (key: string, spec = 'lines: []') => `kind: mapping\nversion: 1\nkey: ${key}\nspec:\n  ${spec}\n`
const bad = (text: string): ConfigFile[] => [{ path: 'mappings/bad.yaml', text }]

test.each<[string, string, string, number, string]>([
  ['not YAML', 'kind: [mapping\nversion: 1', 'invalid.configYaml', 2, ''],
  ['nothing', '# only a comment\n', 'invalid.configEmpty', 1, ''],
  [
    'aliases without end',
    `${mapOf('x')}a: &a [1,1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c]\n`,
    'invalid.configYaml',
    1,
    '',
  ],
  ['brackets without end', '['.repeat(100_000), 'invalid.configYaml', 1, ''],
  ['an unknown kind', mapOf('x').replace('mapping', 'robot'), 'invalid.configKind', 1, 'kind'],
  ['a foreign version', mapOf('x').replace('version: 1', 'version: 2'), 'invalid.configVersion', 2, 'version'],
  ['no key', 'kind: mapping\nversion: 1\nspec: {}\n', 'invalid.configKey', 1, 'key'],
  ['an unknown field', mapOf('x', 'linse: []'), 'invalid.input', 5, 'spec.linse'],
  ['a wrong type', mapOf('x', 'trim: sometimes'), 'invalid.input', 5, 'spec.trim'],
  [
    'a line twice',
    mapOf('x', 'lines:\n    - { a: A, b: B }\n    - { a: A, b: C }'),
    'invalid.lines',
    7,
    'spec.lines.1.a',
  ],
  ['an unknown platform', mapOf('x', 'a_platform: nope'), 'invalid.configReference', 5, 'spec.a_platform'],
  ['digits that would be lost', mapOf('x', 'default_a: 12345678901234567890'), 'invalid.configNumeral', 5, ''],
])('refuses %s at its line', async (_what, text, code, line, field) => {
  const { problems } = await plan(bad(text))
  expect(problems[0]).toMatchObject({ file: 'mappings/bad.yaml', code, line, message: expect.stringMatching(/\w/) })
  if (field !== '') expect(problems[0]?.field).toBe(field)
  const answer = await apply(bad(text), 'any')
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid.configProblems'])
  expect(answer.json().content).toMatchObject([
    { file: 'mappings/bad.yaml', line },
    ...problems.slice(1).map(() => ({})),
  ])
})

test('a mistyped key is named with its place and the one that is nearest, before what is missing for it', async () => {
  const { problems } = await plan(bad(mapOf('x', 'linse: []')))
  expect(problems[0]?.message).toMatch(/spec\.linse.*lines/)
  const head = await plan(bad(mapOf('x').replace('key: x', 'key: x\nnote: y')))
  expect(head.problems[0]).toMatchObject({ line: 4, field: 'note', message: expect.stringContaining('kind, version') })
})

test('a connector is refused without a value for its secret, with one in the open, and on an unknown platform', async () => {
  const connectorOf = (key: string, password: string) =>
    `kind: connector\nversion: 1\nkey: ${key}\nspec:\n  params:\n    host: a.test\n    password: ${password}\n`
  const files = [
    { path: 'a.yaml', text: connectorOf('fake/new', `\${secret:NEW_PASSWORD}`) },
    { path: 'b.yaml', text: connectorOf('fake/open', 'p4ssw0rd') },
    { path: 'c.yaml', text: connectorOf('nope/x', '""') },
    { path: 'd.yaml', text: connectorOf('fake', '""') },
    { path: 'e.yaml', text: connectorOf('fake/empty', '""') },
  ]
  const { problems } = await plan(files)
  expect(problems.map(each => [each.file, each.line, each.code, each.field])).toEqual([
    ['a.yaml', 7, 'invalid.configSecret', 'spec.params.password'],
    ['b.yaml', 7, 'invalid.configOpenSecret', 'spec.params.password'],
    ['c.yaml', 3, 'invalid.configReference', 'key'],
    ['d.yaml', 3, 'invalid.configKey', 'key'],
    ['e.yaml', 7, 'invalid.params', 'spec.params.password'],
  ])
  expect(problems[0]?.message).toContain('NEW_PASSWORD')
  expect(JSON.stringify(problems)).not.toContain('p4ssw0rd')
})

test('what takes too long is refused, and nothing is written', async () => {
  const hasty = await startTestServer({ answerWithinMs: 5200 })
  const quick = caller(hasty, await hasty.signIn('admin-a', PASSWORD))
  const files = Array.from({ length: 300 }, (_, at) => ({ path: `${at}.yaml`, text: mapOf(`map ${at}`) }))
  for (const [path, wish] of [
    ['/config/plan', {}],
    ['/config/apply', { hash: 'h' }],
  ] as const) {
    const answer = await quick('POST', path, { files, ...wish })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'tooLarge.config'])
  }
  expect((await quick('POST', '/config/export', {})).json().content.files).toEqual([])
  await hasty.drop()
})

test('strategies are refused that name what is not there, wait in a circle, or say something twice', async () => {
  const files = await exportAll()
  const text = fileOf(files, 'strategies/Z-ORDERS.yaml')
  const one = (path: string, ...changes: [string | RegExp, string][]) => ({
    path,
    text: changes.reduce((changed, [from, to]) => changed.replace(from, to), text),
  })
  const lost = await plan([
    one('lost.yaml', ['connector: fake/ERP', 'connector: fake/CRM']),
    one('map.yaml', ['key: Z-ORDERS', 'key: OTHER'], ['map: Countries', 'map: Nowhere']),
    one(
      'text.yaml',
      ['key: Z-ORDERS', 'key: TEXT'],
      [/template: .*country.*/, 'template: _findCollection find a from NOWHERE where b={{c}}'],
    ),
    one('cron.yaml', ['key: Z-ORDERS', 'key: CRON'], ['cron: null', 'cron: bad']),
    one('typo.yaml', ['key: Z-ORDERS', 'key: TYPO'], ['copyAll:', 'copyall:']),
  ])
  expect(lost.problems.map(each => [each.file, each.code, each.field])).toEqual([
    ['lost.yaml', 'invalid.configReference', 'spec.target.connector'],
    ['map.yaml', 'invalid.configReference', 'spec.mapping.fields.0.lookup.map'],
    ['text.yaml', 'invalid.configReference', 'spec.mapping.fields.0.value.template'],
    ['cron.yaml', 'schedule.cron', 'spec.schedule.cron'],
    ['typo.yaml', 'invalid.unknownField', 'spec.mapping.copyall'],
  ])
  expect(lost.problems.at(-1)?.message).toMatch(/spec\.mapping\.copyall.*copyAll/)
  expect(lost.problems[0]?.line).toBe(text.split('\n').findIndex(line => line.includes('connector: fake/ERP')) + 1)
  const after = (key: string, upstream: string) =>
    one(`${key}.yaml`, ['key: Z-ORDERS', `key: ${key}`], [/schedule:\n/, `schedule:\n    after: [${upstream}]\n`])
  const circle = await plan([after('ONE', 'TWO'), after('TWO', 'ONE')])
  expect(circle.problems[0]).toMatchObject({
    code: 'conflict.cycle',
    message: expect.stringContaining('ONE → TWO → ONE'),
  })
  // With one that is there already the circle closes over both.
  const mixed = await plan(edit(files, 'strategies/Z-ORDERS.yaml', /schedule:\n/, 'schedule:\n    after: [A-STOCK]\n'))
  expect(mixed.problems[0]).toMatchObject({ code: 'conflict.cycle' })
  const twice = await plan([...files, { path: 'copy.yaml', text }])
  expect(twice.problems).toMatchObject([{ file: 'copy.yaml', code: 'invalid.configTwice', field: 'key' }])
})
