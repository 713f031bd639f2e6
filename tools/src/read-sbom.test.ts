import { expect, test } from 'vitest'
import { readSbom } from './read-sbom.ts'

const component = (extra: object = {}) => ({
  name: 'zod',
  version: '4.0.0',
  purl: 'pkg:npm/zod@4.0.0',
  hashes: [{ alg: 'SHA-512', content: 'x' }],
  ...extra,
})
const sbom = (components: readonly object[], extra: object = {}) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    metadata: { timestamp: new Date().toISOString(), component: { name: 'folder', version: '0' } },
    components,
    ...extra,
  })

test('the same lock file makes the same bill, under the product’s name', () => {
  const made = readSbom(sbom([component()]), '1.2.3')
  expect(made).toEqual(readSbom(sbom([component()]), '1.2.3'))
  expect(made.metadata).toEqual({ component: { name: 'sluice', version: '1.2.3' } })
})

test.each([
  ['another format', sbom([component()], { bomFormat: 'SPDX' }), 'not CycloneDX'],
  ['nothing in it', sbom([]), 'no component'],
  ['no version', sbom([component({ version: undefined })]), 'zod has no version'],
  ['no address', sbom([component({ purl: undefined })]), 'zod has no version or address'],
  ['no hash', sbom([component({ hashes: [] })]), 'zod has no hash'],
])('a bill that proves nothing is refused: %s', (_name, text, problem) => {
  expect(() => readSbom(text, '1.2.3')).toThrow(problem)
})

test('rooms of our own have no hash', () => {
  const own = component({ hashes: undefined, properties: [{ name: 'cdx:npm:package:private', value: 'true' }] })
  expect(readSbom(sbom([own]), '1').components).toHaveLength(1)
})
