import { expect, test } from 'vitest'
import { readSources, readTree } from './tree.ts'

const INVENTORY = 'docs/cryptography.md'
/** What computes with keys, digests or random numbers; UUIDs only tell rows apart. */
const USES =
  /\b(?:createHash|createHmac|createCipheriv|createDecipheriv|createSign|createVerify|hkdfSync|argon2|diffieHellman|randomBytes|randomInt|timingSafeEqual)\b/

const isProduct = (path: string): boolean =>
  /^(?:api|connector-kit|connectors|console|db|work|engine|gateway|main)\/src\//.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path)

test('every file that uses cryptography stands in the inventory', () => {
  const named = [...readTree(INVENTORY).matchAll(/`([\w-]+(?:\/[\w.-]+)+\/?)`/g)].map(([, path]) => path ?? '')
  const isNamed = (file: string): boolean =>
    named.some(path => file === path || (path.endsWith('/') && file.startsWith(path)))
  const uses = readSources().filter(
    ({ path, text }) => isProduct(path) && text.includes("'node:crypto'") && USES.test(text),
  )
  expect(uses.length).toBeGreaterThan(20)
  expect(uses.map(({ path }) => path).filter(path => !isNamed(path))).toEqual([])
})
