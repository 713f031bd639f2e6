import type { SolutionPackage } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { packageOf } from '../../../testing/package-objects.ts'
import { useRealStrategies } from '../../../testing/real-strategies.ts'
import { startTestServer } from '../../../testing/start-test-server.ts'
import type { MarketDetail } from '../market/contract.ts'
import type { Examined } from '../solution-package/contract.ts'
import type { InstallationDetail } from './contract.ts'
import {
  asked,
  fieldFile,
  flowFile,
  type HostileWorld,
  hostile,
  objectFile,
  openHostileWorld,
} from './testing/hostile-world.ts'

let world: HostileWorld
const ok: HostileWorld['ok'] = (...args) => world.ok(...args)
const unchanged: HostileWorld['unchanged'] = work => world.unchanged(work)

beforeAll(async () => {
  const server = await startTestServer()
  useRealStrategies(server)
  world = await openHostileWorld(server)
})
afterAll(() => world.server.drop())

const examine = (document: SolutionPackage): Promise<Examined> =>
  ok('POST', '/solution-package/examine', { text: JSON.stringify(document) })

const HOSTILE_VALUES = [
  '"+row.secret+"',
  "'+row.secret+'",
  '" + string(row.secret) + "',
  '\\',
  '\\"',
  '\\u0022+row.secret+\\u0022',
  '"""',
  `\`\${row.secret}\``,
  '$&$1$`',
  '\u2028"\u2029',
  '// "',
  '__proto__',
  'constructor',
]

test.each(HOSTILE_VALUES)('the value %j is a text in an expression, a constant and beside other words', async value => {
  const param = `\${param:v}`
  const fields = [
    { target: 'said', value: { kind: 'expression', expression: `"a" + ${param}` } },
    { target: 'whole', value: { kind: 'constant', value: param } },
    { target: 'beside', value: { kind: 'constant', value: `<${param}>` } },
  ]
  const expected = { said: `a${value}`, whole: value, beside: `<${value}>` }
  const sample = { strategy: 'ORDERS', title: 'x', params: { v: value }, expected: JSON.stringify(expected) }
  const { samples } = await examine(
    hostile([flowFile({ mapping: { copyAll: false, fields } })], {
      parameters: [asked('v', 'none'), asked('other', 'OTHER')],
      samples: [{ ...sample, given: '{"id":1,"secret":"S"}' }],
    }),
  )
  expect(samples).toMatchObject([{ ok: true, message: '' }])
})

test.each<[string, object?]>([
  ['{{secret}}'],
  ['W {{ price }} x'],
  [`\${param:other}`],
  [`\${ Param : other }`],
  [`\${secret:SHOP}`],
  ['{{count}}', { type: 'integer' }],
])('the value %j is asked for anew at its field, and never installed', async (value, more = {}) => {
  const parameters = [{ ...asked('v'), required: true, ...more }]
  const ref = await world.upload(hostile([fieldFile({ kind: 'template', template: `\${param:v}` })], { parameters }))
  const told = await unchanged(() => world.install(ref, { params: { v: value } }))
  expect([told.status, told.code]).toEqual([409, 'conflict.packageProblems'])
  expect(told.body).toContain('"params.v"')
  expect(told.body).toContain('Enter the value itself.')
})

test('what an author meant to be asked for and nobody can be is refused before it is released, and installed nowhere', async () => {
  const slips = [`\${param: v}`, `\${Param:v}`, `\${params:v}`]
  const fields = slips.map((value, at) => ({ target: `f${at}`, value: { kind: 'constant', value } }))
  const parameters = [
    { ...asked('when', '2026-02-30'), type: 'date' as const },
    { ...asked('count', '{{n}}'), type: 'integer' as const },
  ]
  const made = hostile([flowFile({ mapping: { copyAll: false, fields } })], { parameters })
  const { problems } = await examine(made)
  const errors = problems.filter(each => each.level === 'error')
  expect(errors.map(each => each.place)).toEqual([
    ...['manifest.parameters.0.default', 'manifest.parameters.1.default'],
    ...slips.map(() => expect.stringMatching(/^objects\/strategy\//)),
  ])
  for (const slip of slips) expect(JSON.stringify(errors)).toContain(slip)
  const bare = hostile([flowFile({ mapping: { copyAll: false, fields } })], { parameters: [] })
  const ref = await world.upload(bare)
  const told = await unchanged(() => world.install(ref))
  expect(told.code).toBe('invalid.packageParam')
})

test('a value that closes the text of an expression is installed as the text it is', async () => {
  const ref = await world.upload(
    hostile([fieldFile({ kind: 'expression', expression: `"a" + \${param:v}` })], { parameters: [asked('v')] }),
  )
  const told = await world.install(ref, { params: { v: '"+row.secret+"' } })
  const { flows } = told.content as InstallationDetail
  const { files } = await ok<{ files: { text: string }[] }>('POST', '/config/export', { kinds: ['strategy'] })
  const own = files.map(each => parse(each.text)).find(each => each.key === flows[0]?.code)
  expect(own.spec.mapping.fields[0].value.expression).toBe(`"a" + ${JSON.stringify('"+row.secret+"')}`)
})

test.each<[string, object, string]>([
  ['a line break', { params: { v: 'a\nb' } }, 'params.v'],
  ['another tenant’s connector', { connectors: { shop: '00000000-0000-7000-8000-000000000001' } }, 'connectors.shop'],
  ['no connector', { connectors: {} }, 'connectors.shop'],
])('a wish of %s is in the way at its place', async (_what, wish, field) => {
  const ref = await world.upload(
    hostile([fieldFile({ kind: 'constant', value: `\${param:v}` })], { parameters: [asked('v')] }),
  )
  const told = await unchanged(() => world.install(ref, wish))
  expect([told.status, told.code]).toEqual([409, 'conflict.packageProblems'])
  expect(told.body).toContain(`"${field}"`)
})

test.each([
  ['a value with a NUL', { params: { v: 'a\0b' } }, 422, 'invalid.text'],
  ['a parameter that is none', { params: { nobody: 'x' } }, 422, 'invalid.packageParamUnknown'],
  ['a parameter that every object has', { params: { constructor: 'x' } }, 422, 'invalid.packageParamUnknown'],
  ['a prefix that leads out', { prefix: '../x' }, 422, 'invalid.input'],
  ['a prefix of a line break', { prefix: 'x\n' }, 422, 'invalid.input'],
  ['a long prefix', { prefix: 'x'.repeat(21) }, 422, 'invalid.input'],
  ['a connector that is no id', { connectors: { shop: 'fake/ERP' } }, 422, 'invalid.input'],
  ['a place of a package that is no ref', { ref: 'release:../../x' }, 422, 'invalid.input'],
  ['a package of the product that is none', { ref: 'delivered:constructor' }, 404, 'notFound.release'],
])('a wish of %s is refused', async (_what, wish, status, code) => {
  const ref = await world.upload(hostile([flowFile()]))
  const told = await unchanged(() => world.install(ref, wish))
  expect([told.status, told.code]).toEqual([status, code])
})

test.each([
  ['connectors', '{"__proto__":"00000000-0000-7000-8000-000000000001"}'],
  ['params', '{"__proto__":"x"}'],
])('%s by the name of a prototype are nobody’s', async (field, given) => {
  const ref = await world.upload(hostile([flowFile()]))
  const body = { ref, prefix: 'P', connectors: {}, params: {}, [field]: 'HERE' }
  const text = JSON.stringify(body).replace('"HERE"', given)
  const headers = { 'content-type': 'application/json' }
  const answer = await unchanged(() =>
    world.server.call('POST', '/api/dh/lessee/installation/plan', { token: world.owner, body: text, headers }),
  )
  const problems = answer.json().content?.problems ?? []
  expect([answer.statusCode < 500, answer.statusCode !== 200 || problems.length > 0, answer.body]).toEqual([
    true,
    true,
    answer.body,
  ])
})

test('a parameter by the name of what every object inherits has its own value, and is asked for', async () => {
  const version = (change: Partial<SolutionPackage['manifest']>) =>
    packageOf('inherits', each => ({ ...each, manifest: { ...each.manifest, ...change } }))
  const one = await world.upload(version({ parameters: [asked('constructor')] }))
  const { id, parameters } = (await world.install(one)).content as InstallationDetail
  expect(parameters).toMatchObject([{ name: 'constructor', value: '' }])
  const other = await world.install(await world.upload(version({ version: '1.0.1' })))
  const two = await world.upload(
    version({ version: '2.0.0', parameters: [{ ...asked('constructor'), required: true }] }),
  )
  const { id: empty } = other.content as InstallationDetail
  expect(await ok('POST', `/installation/${empty}/upgrade/plan`, { ref: two })).toMatchObject({
    asked: ['constructor'],
  })
  await ok('DELETE', `/installation/${id}`, {})
  await ok('DELETE', `/installation/${empty}`, {})
})

test('a package that holds connectors or cursors is refused by their names', async () => {
  const files = [
    flowFile(),
    objectFile('connector', 'fake/Evil', { params: { host: 'evil.example' } }),
    objectFile('connector', 'fake/Shop', { params: { host: 'evil.example' } }),
    objectFile('state', 'Z-ORDERS', { watermark: '1970-01-01' }),
  ]
  const read = () =>
    world.server.database.withSystem(tx => tx.query(`select c.id, c.name, c.updated_at from connector c order by c.id`))
  const before = await read()
  const cursors = () =>
    world.server.database.withSystem(tx => tx.query('select strategy_id, watermark from strategy_cursor order by 1'))
  const kept = await cursors()
  const refused = await world.install(await world.upload(hostile(files)))
  expect([refused.status, refused.code]).toEqual([409, 'conflict.packageProblems'])
  for (const each of ['connector fake/Evil', 'connector fake/Shop', 'state Z-ORDERS'])
    expect(refused.body).toContain(each)
  expect(await read()).toEqual(before)
  expect(await cursors()).toEqual(kept)
})

test.each(['evil.example:8443', '127.0.0.1', '169.254.169.254', 'localhost'])(
  'who judges a package sees the address %s',
  async host => {
    for (const address of [
      `http://${host}/latest`,
      `ftp://${host}/x`,
      `gopher://${host}`,
      ...(host.startsWith('evil') ? [] : [host]),
    ]) {
      const { problems } = await examine(hostile([fieldFile({ kind: 'constant', value: address })]))
      const told = problems.filter(each => each.message.includes(host))
      expect([address, told.map(each => each.level)]).toEqual([address, ['warning']])
    }
  },
)

test('who judges a package sees its script, places of secrets and ids', async () => {
  const mapping = { copyAll: true, fields: [], script: { code: 'export default record => record' } }
  const { problems } = await examine(
    hostile([
      flowFile({ mapping }),
      objectFile('mapping', 'M', { lines: [{ a: `\${secret:SHOP}`, b: '01a21e06-7ff2-73a4-b337-01e16d4534fc' }] }),
    ]),
  )
  expect(problems.map(each => each.level)).toContain('error')
  const said = problems.map(each => each.message).join('\n')
  expect(said).toMatch(/script/i)
  expect(said).toContain(`\${secret:SHOP}`)
  expect(said).toContain('01a21e06-7ff2-73a4-b337-01e16d4534fc')
})

const TEXTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '"><svg onload=alert(1)>',
  "'); drop table strategy; --",
  '{{constructor}}',
  '%s%n\u202e',
]
test.each(TEXTS)('the words %j come out as they went in', async words => {
  const manifest = { title: words, summary: words, licence: words, changes: words, tags: [words] }
  const given = hostile([flowFile(), { path: 'docs/readme.md', text: words }], {
    ...manifest,
    flows: [
      { strategy: 'ORDERS', title: words, document: words, trigger: words, from: 'shop', to: 'shop', required: true },
    ],
    parameters: [{ ...asked('v', words), title: words, help: words }],
  })
  const detail = await ok<MarketDetail>('GET', `/market/${await world.upload(given)}`)
  expect(detail).toMatchObject({
    ...manifest,
    readme: words,
    scope: [{ title: words, document: words, trigger: words }],
    parameters: [{ title: words, help: words, default: words }],
  })
})

test('a NUL in words is refused, and nothing is written', async () => {
  const text = writePackage(
    signPackage(hostile([flowFile()], { title: 'a\0b' }), { name: 'P', secret: createPublisherKey().secret }),
  )
  const told = await unchanged(() => world.send('POST', '/market/upload', { text }))
  expect(told.status).toBe(422)
})

test('a script of a package runs where any script does: without network, process or files', async () => {
  const code = `export function beforeMapping(record) {
    const tried = ['fetch', 'process', 'require', 'Deno', 'WebSocket', 'XMLHttpRequest'].map(name => typeof globalThis[name])
    return { ...record, tried: [...new Set(tried)].join() }
  }`
  const { samples } = await examine(
    hostile([flowFile({ mapping: { copyAll: true, fields: [], script: { code } } })], {
      samples: [
        { strategy: 'ORDERS', title: 'x', given: '{"id":1}', expected: '{"id":1,"tried":"undefined"}', params: {} },
      ],
    }),
  )
  expect(samples).toMatchObject([{ ok: true, message: '' }])
})

test.each([
  ['a letter too many', () => 'x'.repeat(8 * 2 ** 20 + 1)],
  ['as many brackets as there may be letters', () => '['.repeat(8 * 2 ** 20)],
])('a file of %s is refused by the route', async (_what, make) => {
  const told = await unchanged(() => world.send('POST', '/market/upload', { text: make() }))
  expect([413, 422]).toContain(told.status)
  expect(told.body.length).toBeLessThan(1000)
})
