import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageOf } from '../testing/package-objects.ts'
import { bindPackage } from './bind-package.ts'
import { fillExpression } from './fill-expression.ts'

const param = (name: string, type: 'integer' | 'decimal' | 'boolean', value: string) => ({
  ...{ name, title: name, type, default: value, choices: [], required: true },
})
const document = packageOf('typed', each => ({
  ...each,
  manifest: {
    ...each.manifest,
    parameters: [param('count', 'integer', '7'), param('rate', 'decimal', '0.10'), param('on', 'boolean', 'true')],
  },
  files: [
    {
      path: 'objects/strategies/ORDERS.yaml',
      text: `kind: strategy
version: 1
key: ORDERS
spec:
  source: { connector: slot:shop, options: { a: "\${param:count}", b: "x\${param:count}", c: "\${param:rate}", d: "\${param:on}" } }
`,
    },
  ],
}))
const binding = { prefix: '', group: '', params: {} }
const refuse = (_place: unknown, failure: unknown): never => {
  throw failure
}
const reader = { principal: { tenantId: '00000000-0000-7000-8000-000000000001' }, signal: new AbortController().signal }

test('a package is bound with values of the type of each parameter, and a number that a double would change stays text', async () => {
  const connected = { ...binding, connectors: { shop: 'self/Here' } }
  const { files } = await bindPackage(document, connected, refuse, reader)
  expect(files[0]?.path).toBe('strategies/ORDERS.yaml')
  expect(parse(files[0]?.text ?? '').spec.source).toEqual({
    connector: 'self/Here',
    options: { a: 7, b: 'x7', c: '0.10', d: true },
  })
  await expect(bindPackage(document, { ...binding, connectors: {} }, refuse, reader)).rejects.toMatchObject({
    ...{ code: 'invalid.packageSlot', field: 'connectors.shop' },
  })
})

const VALUES: Readonly<Record<string, string | number>> = { n: 7, t: `a"b'c\\d`, z: 'Asia/Shanghai' }
const fill = (text: string): string =>
  fillExpression(
    text,
    name => VALUES[name] ?? '',
    name => {
      throw new Error(name)
    },
  )

test.each([
  ['row.a == $' + '{param:z}', 'row.a == "Asia/Shanghai"'],
  ['row.a + $' + '{param:n}', 'row.a + 7'],
  ['date(row.a, "$' + '{param:z}")', 'date(row.a, "Asia/Shanghai")'],
  ['"$' + '{param:n} days"', '"7 days"'],
  ['"$' + '{param:t}"', `"a\\"b\\'c\\\\d"`],
  [`'$` + `{param:t}'`, `'a\\"b\\'c\\\\d'`],
  ['"say \\"" + $' + '{param:z}', '"say \\"" + "Asia/Shanghai"'],
  [`row.a // it's\n + $` + '{param:z}', `row.a // it's\n + "Asia/Shanghai"`],
  ['r"\\" + $' + '{param:z}', 'r"\\" + "Asia/Shanghai"'],
])('an expression %j has each value as what it is there', (text, filled) => {
  expect(fill(text)).toBe(filled)
})

test('a raw text holds no value that would end it', () => {
  expect(() => fill('r"$' + '{param:t}"')).toThrow('t')
})

test('an expression of nothing but quotes takes no longer than its length', () => {
  const began = process.cpuUsage()
  fill(`"${'\\"'.repeat(1_000_000)}`)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500)
})
