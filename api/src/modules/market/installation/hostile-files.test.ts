import type { SolutionPackage } from '@sluice/contract'
import { Failure, MAX_PACKAGE_BYTES } from '@sluice/contract'
import { expect, test } from 'vitest'
import { createPublisherKey, readPackage, requireSigned, signPackage } from '../../../packaging/index.ts'
import { packageOf } from '../../../testing/package-objects.ts'

/** What a hostile author may put into a file, and is refused before anything of it is kept. */
type Change = (document: SolutionPackage) => unknown

const publisher = { name: 'Publisher', secret: createPublisherKey().secret }
const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const named =
  (...paths: readonly string[]): Change =>
  document => ({ ...document, files: [...document.files, ...paths.map(path => ({ path, text: 'x' }))] })
const drawn =
  (path: string, data: string): Change =>
  document => ({ ...document, pictures: [{ path, base64: data }] })
const said =
  (manifest: object): Change =>
  document => ({ ...document, manifest: { ...document.manifest, ...manifest } })
/** A key that a literal of JavaScript would take for the prototype. */
const planted =
  (place: RegExp): Change =>
  document =>
    JSON.stringify(document).replace(place, whole => `${whole}"__proto__":{"isAdmin":true},`)
const param = (name: string, rest: object = {}) => said({ parameters: [{ name, title: 'x', type: 'text', ...rest }] })
const connection = (rest: object) => said({ connections: [{ slot: 'shop', platform: 'fake', title: 'x', ...rest }] })

const FORM = 'invalid.packageForm'
const cases: Readonly<Record<string, readonly (readonly [what: string, change: Change, code: string])[]>> = {
  paths: [
    ['dots that lead out', named('docs/../../etc/x.md'), FORM],
    ['one dot', named('docs/./x.md'), FORM],
    ['dots and a space, which Windows takes for dots', named('docs/.. /.. /x.md'), FORM],
    ['a space before dots', named('docs/ ../x.md'), FORM],
    ['a hidden folder', named('docs/.git/x.md'), FORM],
    ['an absolute path', named('/etc/x.md'), FORM],
    ['a drive', named('C:/x.md'), FORM],
    ['a stream of another file', named('docs/readme.md:x.md'), FORM],
    ['a device that is asked for', named('docs/<in>|out?.md'), FORM],
    ['a backslash', named('docs\\..\\x.md'), FORM],
    ['a NUL', named('docs/x\0.md'), FORM],
    ['a line break', named('docs/x\n.md'), FORM],
    ['letters that turn the line around', named('docs/dm\u202e.exe.md'), FORM],
    ['a second folder of another name', named('hooks/post-install.md'), FORM],
    ['another ending', named('docs/run.sh'), FORM],
    ['two endings where only the last is looked at', named('docs/x.md\u2028.sh'), FORM],
    ['names that differ in case', named('docs/Readme.md', 'docs/README.md'), FORM],
    ['names that differ in normal form', named('docs/\u00e9.md', 'docs/e\u0301.md'), FORM],
    ['the same name twice', named('objects/strategies/ORDERS.yaml'), FORM],
    ['a very long part', named(`docs/${'x'.repeat(101)}.md`), FORM],
    ['very many parts', named(`docs/${'x/'.repeat(50)}x.md`), FORM],
    ['a picture elsewhere', drawn('pictures/../docs/x.png', PNG.toString('base64')), FORM],
  ],
  bombs: [
    ['a byte too many', () => ' '.repeat(MAX_PACKAGE_BYTES + 1), 'tooLarge.package'],
    ['brackets without end', () => '['.repeat(1_000_000), FORM],
    ['brackets inside', document => ({ ...document, files: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) }), FORM],
    ['200,001 values', document => ({ ...document, files: Array(200_001).fill(0) }), FORM],
    ['a file too many', named(...Array.from({ length: 2000 }, (_, at) => `docs/${at}.md`)), FORM],
    ['a huge line', document => ({ ...document, files: [{ path: 'docs/x.md', text: 'x'.repeat(2_000_001) }] }), FORM],
    ['a huge picture', drawn('pictures/x.png', PNG.toString('base64').repeat(100_000)), FORM],
    ['very many connections', said({ connections: Array(21).fill({ slot: 'a', platform: 'fake', title: 'x' }) }), FORM],
    ['a huge key', document => ({ ...document, ['x'.repeat(7_000_000)]: 1 }), FORM],
    ['no JSON', () => '{"manifest":', FORM],
    ['nothing', () => '', FORM],
    ['null', () => 'null', FORM],
  ],
  prototypes: [
    ['a prototype of the file', planted(/^\{/), FORM],
    ['a prototype of the manifest', planted(/"manifest":\{/), FORM],
    ['a prototype of a file in it', planted(/"files":\[\{/), FORM],
    ['a parameter __proto__', param('__proto__'), FORM],
    ['a place __proto__', connection({ slot: '__proto__' }), FORM],
    ['a place hasOwnProperty', connection({ slot: 'hasOwnProperty' }), FORM],
    ['a platform own:__proto__', connection({ platform: 'own:../x' }), FORM],
    ['a field that nobody knows', document => ({ ...document, onInstall: 'rm -rf /' }), FORM],
    ['a dependency __proto__', planted(/"dependencies":\{/), FORM],
  ],
  pictures: [
    ['HTML by the name of a picture', drawn('pictures/x.png', base64('<html><script>alert(1)</script>')), FORM],
    ['SVG by the name of a picture', drawn('pictures/x.webp', base64('<svg onload="alert(1)"/>')), FORM],
    ['SVG', drawn('pictures/x.svg', base64('<svg onload="alert(1)"/>')), FORM],
    ['one kind by the name of another', drawn('pictures/x.jpg', PNG.toString('base64')), FORM],
    ['sound in a container of pictures', drawn('pictures/x.webp', base64('RIFF\0\0\0\0WAVEfmt ')), FORM],
    ['nothing', drawn('pictures/x.png', ''), FORM],
    ['no base64', drawn('pictures/x.png', '"><script>'), FORM],
    ['two endings', drawn('pictures/x.png.html', PNG.toString('base64')), FORM],
  ],
  versions: [
    ['no version', said({ version: 'latest' }), FORM],
    ['one beyond all others', said({ version: '9999999.0.0' }), FORM],
    ['a label', said({ version: '1.0.0-<b>' }), FORM],
    ['a line break behind', said({ version: '1.0.0\n' }), FORM],
    ['any other package', said({ dependencies: { other: '*' } }), FORM],
    ['a range of several', said({ dependencies: { other: '>=1.0.0 <2.0.0' } }), FORM],
    ['another form', said({ format: 2 }), FORM],
    ['a name of other letters', said({ name: 'sh\u043ep-erp' }), FORM],
    ['a name that is a way', said({ name: '../shop' }), FORM],
  ],
}

const textOf = (change: Change): string => {
  const told = change(packageOf('hostile'))
  return typeof told === 'string' ? told : JSON.stringify(told)
}
const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'taken'
  } catch (error) {
    return error instanceof Failure ? error.code : String(error)
  }
}

const table = Object.entries(cases).flatMap(([kind, all]) => all.map(each => [kind, ...each] as const))
test.each(table)('%s: %s is refused', (_kind, _what, change, code) => {
  const text = textOf(change)
  const began = process.cpuUsage()
  expect(codeOf(() => readPackage(text))).toBe(code)
  // Of computing: a busy machine tells nothing about the file.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('what is refused is told in one short line of its own', () => {
  for (const [, , change] of table)
    try {
      readPackage(textOf(change))
    } catch (error) {
      const { message } = error as Failure
      expect(message.length).toBeLessThan(400)
      expect(message).not.toMatch(/\n\s+at |node_modules|\.ts:\d/)
    }
})

test('names of another script, of devices and of what every object inherits are names as any others', () => {
  const paths = ['docs/__proto__.md', 'docs/constructor.md', 'docs/\uff0e\uff0e.md', 'docs/库存.md', 'docs/con.md']
  expect(readPackage(textOf(named(...paths))).files.map(each => each.path)).toEqual(expect.arrayContaining(paths))
})

const signed = signPackage(packageOf('hostile'), publisher)
const signature = signed.signature!
const other = createPublisherKey()
const ALTERED = 'invalid.packageAltered'
const later = signPackage(
  packageOf('hostile', each => ({ ...each, manifest: { ...each.manifest, version: '2.0.0' } })),
  publisher,
)

test.each<[string, SolutionPackage, string]>([
  ['none', { ...signed, signature: null }, 'invalid.packageUnsigned'],
  ['another key', { ...signed, signature: { ...signature, key: other.key } }, ALTERED],
  ['another name over the same key', { ...signed, signature: { ...signature, publisher: 'Sluice' } }, ALTERED],
  ['of other bytes', { ...signed, files: signed.files.map(each => ({ ...each, text: `${each.text} ` })) }, ALTERED],
  ['of another version', { ...signed, signature: later.signature }, ALTERED],
  ['replayed on another version', { ...later, signature }, ALTERED],
  ['of no bytes', { ...signed, signature: { ...signature, value: 'A'.repeat(86) } }, ALTERED],
  ['a key of no point', { ...signed, signature: { ...signature, key: '_'.repeat(43) } }, ALTERED],
  ['with a file beside it', { ...signed, files: [...signed.files, { path: 'docs/x.md', text: '' }] }, ALTERED],
  [
    'with a picture beside it',
    { ...signed, pictures: [{ path: 'pictures/x.png', base64: PNG.toString('base64') }] },
    ALTERED,
  ],
  ['with other words', { ...signed, manifest: { ...signed.manifest, title: 'Another' } }, ALTERED],
])('a signature is refused: %s', (_what, document, code) => {
  expect(codeOf(() => requireSigned(readPackage(JSON.stringify(document))))).toBe(code)
})

test.each([
  ['truncated', { ...signature, value: signature.value.slice(0, 85) }],
  ['lengthened', { ...signature, value: `${signature.value}A` }],
  ['of a short key', { ...signature, key: signature.key.slice(1) }],
  ['with more in it', { ...signature, trusted: true }],
])('a signature that is %s is none', (_what, changed) => {
  expect(codeOf(() => readPackage(JSON.stringify({ ...signed, signature: changed })))).toBe(FORM)
})

test('the same bytes in another order of fields and files are the same package', () => {
  const turned = JSON.stringify({
    signature,
    pictures: [],
    files: [...signed.files].reverse(),
    manifest: signed.manifest,
  })
  expect(requireSigned(readPackage(turned))).toEqual(signature)
})
