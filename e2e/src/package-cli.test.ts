import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, projectRoot, startProduct } from './product.ts'
import { type Ran, runCli } from './run-cli.ts'
import { waitForCalm } from './run-strategy.ts'

/** A folder of texts becomes a file, is checked, tried, released, and installed, by commands alone. */
let product: Product
let api: Api
let directory: string
let token: string
const at = (name: string): string => join(directory, name)
const sluice = (...words: readonly string[]): Promise<Ran> =>
  runCli(['package', ...words], { SLUICE_URL: product.url, SLUICE_TOKEN: token })

const strategy = (field: string): string => `kind: strategy
version: 1
key: CARDS
spec:
  name: Cards
  source: { connector: slot:shop, resource: people, key: [id] }
  target: { connector: slot:erp, resource: cards, key: [no], mode: upsert }
  mapping:
    fields:
      - { target: no, value: { kind: template, template: "{{id}}" } }
      - { target: ${field}, value: { kind: template, template: "{{name | trim}}" } }
      - { target: place, value: { kind: constant, value: "\${param:place}" } }
`
const manifest = (version: string, sample: string): string => `format: 1
name: cards
version: ${version}
title: { zh: 名片, en: Cards }
summary: People as cards
connections:
  - { slot: shop, platform: sqlite, title: Shop }
  - { slot: erp, platform: sqlite, title: ERP }
parameters:
  - { name: place, title: Place, type: text }
flows:
  - { strategy: CARDS, title: Cards, document: Card, from: shop, to: erp }
samples:
  - strategy: CARDS
    title: blanks go
    given: '{"id":1,"name":" Ann "}'
    expected: '${sample}'
    params: { place: Here }
`

async function writeFolder(version: string, field: string, sample: string): Promise<void> {
  await mkdir(at('cards/objects/strategies'), { recursive: true })
  await mkdir(at('cards/docs'), { recursive: true })
  await writeFile(at('cards/package.yaml'), manifest(version, sample))
  await writeFile(at('cards/objects/strategies/CARDS.yaml'), strategy(field))
  await writeFile(at('cards/docs/readme.zh.md'), '# 名片')
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-package-'))
  const file = openDatabase(at('all.db'))
  file.exec(
    'create table people (id integer primary key, name text); create table cards (no text primary key, name text, label text, place text)',
  )
  file.exec("insert into people values (1, ' Ann '), (2, '王')")
  file.close()
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  const verbs = ['query', 'add', 'update', 'publish', 'export']
  const permissions = [...verbs.map(verb => `package:${verb}`), 'market:query', 'market:install', 'connector:query']
  const objects = ['strategy', 'mapping', 'asset', 'platform'].flatMap(each => [`${each}:query`, `${each}:add`])
  const body = { name: 'ci', permissions: [...permissions, ...objects], days: 1 }
  token = (await api.account.createToken({ body })).content.token
  for (const name of ['Shop', 'ERP'])
    await api.connector.create({
      body: { name, platform_id: 'sqlite', params: { place: 'directory', directory, name: 'all.db' } },
    })
}, 120_000)
afterAll(async () => {
  await product?.dispose()
  await rm(directory, { recursive: true, force: true })
})

test('a folder is a file and a folder again, every text of it', async () => {
  await writeFolder('1.0.0', 'name', '{"no":1,"name":"Ann","place":"Here"}')
  expect(await sluice('build', at('cards'), '--out', at('plain.json'))).toMatchObject({ code: 0, err: '' })
  expect(await sluice('unpack', at('plain.json'), '--out', at('again'))).toMatchObject({ code: 0, err: '' })
  expect(await readFile(at('again/objects/strategies/CARDS.yaml'), 'utf8')).toBe(strategy('name'))
})

test('a sample that comes out otherwise is exit code 1, with what was made of it', async () => {
  await writeFolder('1.0.0', 'name', '{"no":1,"name":"Anna","place":"Here"}')
  const wrong = await sluice('test', at('cards'))
  expect([wrong.code, wrong.err]).toEqual([1, ''])
  expect(wrong.out).toContain('    - {"no":1,"name":"Anna","place":"Here"}\n    + {"no":1,"name":"Ann","place":"Here"}')
  const refused = await sluice('publish', at('cards'))
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('CARDS blanks go')])
  await writeFolder('1.0.0', 'name', '{"no":1,"name":"Ann","place":"Here"}')
  expect(await sluice('check', at('cards'))).toMatchObject({ code: 0, err: '' })
  expect((await sluice('test', at('cards'))).out).toContain('1/1')
})

test('it is released with its signed file, and the next version follows under the same name', async () => {
  const first = await sluice('publish', at('cards'), '--out', at('one.json'))
  expect([first.code, first.err]).toEqual([0, ''])
  expect(first.out).toMatch(/^release:\S+ cards 1\.0\.0 /)
  await writeFolder('1.0.1', 'label', '{"no":1,"label":"Ann","place":"Here"}')
  const early = await sluice('publish', at('cards'))
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('2.0.0')])
  expect((await sluice('diff', at('one.json'), at('cards'))).out).toContain('→ 2.0.0')
  await writeFolder('2.0.0', 'label', '{"no":1,"label":"Ann","place":"Here"}')
  expect(await sluice('publish', at('cards'), '--out', at('two.json'))).toMatchObject({ code: 0, err: '' })
  const { content } = await api.solutionPackage.list({ body: {} })
  expect(content.map(each => [each.name, each.released])).toEqual([['cards', '2.0.0']])
})

test('it is installed by names of connectors, refused with what lacks, and its records flow', async () => {
  const places = ['--connector', 'shop=Shop', '--connector', 'erp=ERP']
  const plain = await sluice('install', at('plain.json'), ...places)
  expect([plain.code, plain.err]).toEqual([1, expect.stringContaining('not signed')])
  const bare = await sluice('install', at('two.json'), ...places)
  expect([bare.code, bare.out]).toEqual([1, expect.stringContaining('params.place')])
  const nobody = await sluice('install', at('two.json'), '--connector', 'shop=Nobody', '--connector', 'erp=ERP')
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('Nobody')])
  const done = await sluice('install', at('two.json'), ...places, '--param', 'place=Here', '--prefix', 'N')
  expect([done.code, done.err]).toEqual([0, ''])
  expect(done.out).toContain('create strategy N-CARDS')
  const [row] = (await api.installation.list({ query: {} })).content
  const { flows } = (await api.installation.detail({ params: { id: row?.id ?? '' } })).content
  const id = flows[0]?.strategy_id ?? ''
  await api.strategy.runNow({ params: { id }, body: {} })
  await waitForCalm(api, id)
  const file = openDatabase(at('all.db'))
  const cards = file
    .prepare('select no, name, label, place from cards order by no')
    .all()
    .map(each => Object.values(each))
  file.close()
  expect(cards).toEqual([
    ['1', null, 'Ann', 'Here'],
    ['2', null, '王', 'Here'],
  ])
})

test('the delivered packages are folders as anybody makes them', async () => {
  const told = await sluice('check', join(projectRoot, 'packages/shop-erp-orders'))
  expect([told.code, told.err]).toEqual([0, ''])
})
