import { MAX_PACKAGE_BYTES, type SolutionPackage } from '@sluice/contract'
import { expect, test } from 'vitest'
import '../server/messages.ts'
import { packageOf } from '../testing/package-objects.ts'
import { bindPackage } from './bind-package.ts'
import { checkPackage } from './check-package.ts'
import { readPackage } from './read-package.ts'
import { createPublisherKey, requireSigned, signPackage } from './seal-package.ts'

const good = packageOf('good')
const [object = { path: '', text: '' }] = good.files
const withFiles = (...files: object[]): string => JSON.stringify({ ...good, files })
const named = (path: string): string => withFiles({ ...object, path })
const withManifest = (change: object): string => JSON.stringify({ ...good, manifest: { ...good.manifest, ...change } })
const withPicture = (path: string, bytes: string): string =>
  JSON.stringify({ ...good, pictures: [{ path, base64: Buffer.from(bytes, 'latin1').toString('base64') }] })
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** The failure of a call; undefined: there was none. */
const codeOf = (work: () => unknown): unknown => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

test('a package as it should be is read', () => {
  expect(readPackage(JSON.stringify(good))).toEqual(good)
})

test.each<[string, string]>([
  ['a path that climbs', named('objects/../../etc/passwd.yaml')],
  ['a path of dots', named('objects/./x.yaml')],
  ['a path of three dots', named('objects/.../x.yaml')],
  ['an absolute path', named('/objects/x.yaml')],
  ['a backslash', named('objects\\..\\x.yaml')],
  ['a backslash inside', named('objects/a\\b.yaml')],
  ['a NUL', named('objects/a\u0000.yaml')],
  ['a line break', named('objects/a\nb.yaml')],
  ['another folder', named('scripts/x.yaml')],
  ['another kind of file', named('objects/x.js')],
  ['a name without end', named(`objects/${'a'.repeat(400)}.yaml`)],
  ['a folder without end', named(`objects/${'a/'.repeat(30)}x.yaml`)],
  ['one file twice', withFiles(object, object)],
  [
    'two that differ in case',
    withFiles(object, {
      ...object,
      path: object.path.toUpperCase().replace('OBJECTS', 'objects').replace('.YAML', '.yaml'),
    }),
  ],
  [
    'two that differ in form',
    withFiles({ ...object, path: 'objects/caf\u00e9.yaml' }, { ...object, path: 'objects/cafe\u0301.yaml' }),
  ],
  [
    'thousands of files',
    withFiles(...Array.from({ length: 2001 }, (_, at) => ({ path: `objects/${at}.yaml`, text: '' }))),
  ],
  ['a file that is long', withFiles({ ...object, text: 'x'.repeat(2_000_001) })],
  ['what is too large', JSON.stringify({ ...good, files: [], x: 'x'.repeat(MAX_PACKAGE_BYTES) })],
  ['what is deep', withManifest({ tags: [JSON.parse(nested(70))] })],
  ['what is no JSON', '{"manifest":'],
  ['what is nothing', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['a field nobody knows', JSON.stringify({ ...good, run: 'rm -rf /' })],
  ['another prototype', `{"__proto__":{"isAdmin":true},${JSON.stringify(good).slice(1)}`],
  [
    'another prototype of the manifest',
    JSON.stringify(good).replace('"manifest":{', '"manifest":{"__proto__":{"x":1},'),
  ],
  ['a newer form', withManifest({ format: 2 })],
  ['a name with a path', withManifest({ name: '../x' })],
  ['a name in capitals', withManifest({ name: 'Good' })],
  ['a version with a label', withManifest({ version: '1.0.0-beta' })],
  ['a version without end', withManifest({ version: '1.0.99999999' })],
  ['a version that is a number', withManifest({ version: 1 })],
  ['a range of words', withManifest({ dependencies: { other: 'latest' } })],
  ['a slot with a stroke', withManifest({ connections: [{ ...good.manifest.connections[0], slot: 'a/b' }] })],
  ['no connection', withManifest({ connections: [] })],
  ['no flow', withManifest({ flows: [] })],
  ['a choice without choices', withManifest({ parameters: [{ name: 'x', title: 'X', type: 'choice' }] })],
  [
    'a parameter of a strange name',
    withManifest({ parameters: [{ name: 'constructor()', title: 'X', type: 'text' }] }),
  ],
  ['a title without end', withManifest({ title: 'x'.repeat(61) })],
  ['words in a language of its own', withManifest({ title: { zh: 'x', __proto__x: 'y' } })],
  ['a picture that is a program', withPicture('pictures/a.png', '#!/bin/sh')],
  ['a picture that is a page', withPicture('pictures/a.png', '<svg onload=alert(1)>')],
  ['a drawing', withPicture('pictures/a.svg', '<svg/>')],
  ['a picture elsewhere', withPicture('../a.png', '\x89PNG\r\n\x1a\n')],
  ['a picture of another kind', withPicture('pictures/a.jpg', '\x89PNG\r\n\x1a\n')],
])('%s is refused before anything of it is used', (_name, text) => {
  expect(codeOf(() => readPackage(text))).toMatch(/^(invalid\.packageForm|tooLarge\.package)$/)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

const publisher = { name: 'Acme', secret: createPublisherKey().secret }
const signed = signPackage(good, publisher)
const other = signPackage(good, { name: 'Acme', secret: createPublisherKey().secret })

test.each<[string, SolutionPackage]>([
  ['another name over it', { ...signed, signature: { ...signed.signature!, publisher: 'Sluice' } }],
  ['another key', { ...signed, signature: { ...signed.signature!, key: other.signature!.key } }],
  ['the signature of another key', { ...signed, signature: { ...signed.signature!, value: other.signature!.value } }],
  ['another version', { ...signed, manifest: { ...signed.manifest, version: '9.0.0' } }],
  ['a file less', { ...signed, files: [] }],
  ['a file more', { ...signed, files: [...signed.files, { path: 'docs/x.md', text: '' }] }],
  ['another byte', { ...signed, files: [{ ...object, text: `${object.text} ` }] }],
  ['another path', { ...signed, files: [{ ...object, path: 'objects/strategies/OTHER.yaml' }] }],
  [
    'another sample',
    {
      ...signed,
      manifest: {
        ...signed.manifest,
        samples: [{ strategy: 'ORDERS', title: 'x', given: '{}', refused: 'x', params: {} }],
      },
    },
  ],
])('signed, and then %s: refused', (_name, document) => {
  expect(codeOf(() => requireSigned(signed))).toBeUndefined()
  expect(codeOf(() => requireSigned(document))).toBe('invalid.packageAltered')
})

const reader = { principal: { tenantId: '00000000-0000-7000-8000-000000000001' }, signal: new AbortController().signal }
const checking = {
  ...reader,
  language: 'en' as const,
  tell: (text: string) => text,
  hasPlatform: (id: string) => id === 'fake',
}
const written = (text: string): SolutionPackage => ({ ...good, files: [{ ...object, text }] })
const ID = '01890000-0000-7000-8000-00000000000f'

test.each<[string, SolutionPackage, string]>([
  ['a connector by its name', written(object.text.replaceAll('slot:shop', 'fake/ERP')), 'connector of a tenant'],
  ['a connector by its id', written(object.text.replaceAll('slot:shop', ID)), 'connector of a tenant'],
  [
    'an interface by its id',
    written(object.text.replace('resource: orders,', `resource: "asset:${ID}",`)),
    'not in the package',
  ],
  [
    'a statement by its id',
    written(object.text.replace('resource: orders,', `resource: "sql:${ID}",`)),
    'not in the package',
  ],
  ['a secret', written(object.text.replace('{{id}}', '$' + '{secret:MASTER_KEY}')), 'place of a secret'],
  [
    'a parameter that nobody declared',
    written(object.text.replace('{{id}}', '$' + '{param:other}')),
    'which is not declared',
  ],
  ['a slot that nobody declared', written(object.text.replaceAll('slot:shop', 'slot:erp')), 'is not declared'],
  ['YAML that names itself', written('kind: strategy\nversion: 1\nkey: ORDERS\nspec: &a { x: *a }\n'), ''],
  [
    'YAML that grows',
    written(
      `a: &a [1,1,1,1,1,1,1,1,1]\n${'bcdefghij'
        .split('')
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join()}]`)
        .join('\n')}\n`,
    ),
    '',
  ],
  ['a strategy that is not there', written(object.text.replace('key: ORDERS', 'key: OTHERS')), 'no strategy'],
])('%s is an error of the package', async (_name, document, told) => {
  const troubles = await checkPackage(document, checking)
  const errors = troubles.filter(each => each.level === 'error').map(each => each.message)
  expect(errors.join('\n')).toContain(told)
  expect(errors.length).toBeGreaterThan(0)
})

const withParam = (text: string): SolutionPackage => ({
  ...written(text),
  manifest: { ...good.manifest, parameters: [{ name: 'x', title: 'X', type: 'text', choices: [], required: true }] },
})
const bind = async (document: SolutionPackage, x: string): Promise<string> => {
  const binding = { prefix: '', group: '', connectors: { shop: 'fake/ERP' }, params: { x } }
  return (await bindPackage(document, binding, () => undefined, reader)).files.map(each => each.text).join('\n')
}
const inCode = withParam(
  object.text.replace(
    '{ kind: template, template: "{{id}}" }',
    '{ kind: expression, expression: "row.a == $' + '{param:x}" }',
  ),
)
const inText = withParam(object.text.replace('{{id}}', '$' + '{param:x}'))

test.each(['" + row.secret + "', "' || true || '", 'a\\"b', '__proto__', '{row.other}'])(
  'a value of %j stays a value: a literal in an expression, and never another place to fill',
  async value => {
    const code = await bind(inCode, value)
    const [, literal = ''] = /expression: (.*)$/m.exec(code) ?? []
    const told: unknown = literal.startsWith('"')
      ? JSON.parse(literal)
      : literal.replace(/^'|'$/g, '').replaceAll("''", "'")
    expect(told).toBe(`row.a == ${JSON.stringify(value)}`)
    expect(await bind(inText, value)).not.toContain('param:x')
  },
)

test.each(['$' + '{param:x}', '{{row.other}}'])(
  'a value that is itself a place to fill is refused: %s',
  async value => {
    await expect(bind(inText, value)).rejects.toMatchObject({ field: 'params.x', value })
  },
)

test.each(['a\nb', 'a\u0000b', '\u001b[31m'])('a value with a control character is refused: %j', async value => {
  await expect(bind(inText, value)).rejects.toMatchObject({ code: 'invalid.packageParamForm', field: 'params.x' })
})
