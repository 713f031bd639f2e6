import { Bytes, type Data, ExactNumber, Mapping, toJson, type Value } from '@sluice/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileFields, compilePlainFields } from './compile-fields.ts'
import type { MapOutcome } from './map-outcome.ts'
import { Unplain } from './plain-steps.ts'

/** Both ways of one expression beside each other: closures, and cel-js as it runs in a worker. */
const mappingOf = (expression: string): Mapping =>
  Mapping.parse({
    fields: [
      { target: 'x', value: { kind: 'expression', expression } },
      {
        target: 'lines',
        value: {
          kind: 'lines',
          source: 'list',
          fields: [
            { target: 'y', value: { kind: 'expression', expression: expression.replaceAll('row.b', 'line.b') } },
          ],
        },
      },
    ],
  })

const now = new Date('2024-06-01T04:05:06Z')

const plainly = (mapping: Mapping, row: Data): MapOutcome | 'left' => {
  try {
    return compilePlainFields(mapping)?.mapRow(row, now) ?? 'left'
  } catch (error) {
    if (error instanceof Unplain) return 'left'
    throw error
  }
}

/** As it comes back from a worker: a text, so that digits count. */
const textOf = (outcome: MapOutcome | 'left'): string => toJson(outcome as unknown as Value)

function compare(expression: string, row: Data): 'same' | 'left' | 'invalid' {
  const mapping = mappingOf(expression)
  let slow: ReturnType<typeof compileFields>
  try {
    slow = compileFields(mapping)
  } catch {
    expect(() => compilePlainFields(mapping)).toThrow()
    return 'invalid'
  }
  const plain = plainly(mapping, row)
  if (plain === 'left') return 'left'
  expect(textOf(plain), expression).toBe(textOf(slow.mapRow(row, now)))
  return 'same'
}

const scalars: readonly Value[] = [
  null,
  true,
  false,
  '',
  'a',
  'abc',
  'ABC 中文 😀',
  '12.50',
  '-7',
  '2024-01-05T18:30:00Z',
  '2024-01-05',
  0,
  1,
  -3,
  12.5,
  0.1,
  9007199254740991,
  -9007199254740991,
  new ExactNumber('12.50'),
  new ExactNumber('9007199254740993'),
  new ExactNumber('1e400'),
  new ExactNumber('-0'),
  new ExactNumber('0.30'),
  new Bytes('AQI='),
]

const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...scalars) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...scalars), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.record({ c: fc.constantFrom(...scalars) }), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('c', 'd', 'constructor', '1'), fc.constantFrom(...scalars)) },
)

const row: fc.Arbitrary<Data> = fc
  .record(
    { a: value, b: value, n: fc.constantFrom(0, 1, 2, 5, 10.25), s: fc.constantFrom('a', 'ABC', 'x-y-z'), list: value },
    { requiredKeys: ['a', 'n', 's'] },
  )
  .map(fields => fields as Data)

const leaf = fc.constantFrom(
  ...['row.a', 'row.b', 'row.n', 'row.s', 'row["a"]', 'row.a.c', 'row.b.c.d', 'row.list', 'row', 'line', 'line.b'],
  ...['index', 'now', 'null', 'true', 'false', '""', '"a"', '"12.5"', '0', '1', '-3', '9223372036854775807', '2.5'],
  ...['row.?b', 'row.?b.orValue("-")', 'row.?zz.orValue(1)', 'has(row.b)', 'has(row.a.c)', '[]', 'row.list.size()'],
)

const binary = fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in')

const call1 = fc.constantFrom(
  'dec',
  'round',
  'abs',
  'ceil',
  'floor',
  'string',
  'double',
  'int',
  'concat',
  'toText',
  'length',
)
const moreCall1 = fc.constantFrom(
  'lower',
  'upper',
  'trim',
  'sum',
  'avg',
  'min',
  'max',
  'count',
  'coalesce',
  'base64',
  '!',
  '-',
)
const call2 = fc.constantFrom(
  'add',
  'sub',
  'mul',
  'div',
  'round',
  'concat',
  'left',
  'right',
  'substring',
  'locate',
  'split',
)
const moreCall2 = fc.constantFrom(
  'join',
  'sum',
  'max',
  'count',
  'coalesce',
  'ifnull',
  'date_format',
  'from_unixtime',
  'rmatch',
)
const call3 = fc.constantFrom('replace', 'substring', 'pad', 'padRight', 'coalesce', 'date_format', 'concat')
const method = fc.constantFrom('startsWith', 'endsWith', 'contains', 'orValue')

const { expression } = fc.letrec<{ expression: string }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'expression', withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    {
      weight: 3,
      arbitrary: fc.tuple(tie('expression'), binary, tie('expression')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    },
    { weight: 2, arbitrary: fc.tuple(fc.oneof(call1, moreCall1), tie('expression')).map(([f, a]) => `${f}(${a})`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.oneof(call2, moreCall2), tie('expression'), tie('expression'))
        .map(([f, a, b]) => `${f}(${a}, ${b})`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(call3, tie('expression'), tie('expression'), tie('expression'))
        .map(([f, a, b, c]) => `${f}(${a}, ${b}, ${c})`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('expression'), method, tie('expression')).map(([a, m, b]) => `${a}.${m}(${b})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('expression'), tie('expression'), tie('expression'))
        .map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
    },
    { weight: 1, arbitrary: fc.array(tie('expression'), { maxLength: 3 }).map(items => `[${items.join(', ')}]`) },
    { weight: 1, arbitrary: fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `{"k": ${a}, "l": ${b}}`) },
  ),
}))

const RUNS = Number(process.env['PLAIN_RUNS'] ?? 3000)

test('whatever the short way answers, the long one answers too, digit by digit', () => {
  const seen = { same: 0, left: 0, invalid: 0 }
  fc.assert(
    fc.property(expression, row, (source, record) => {
      seen[compare(source, record)] += 1
    }),
    { numRuns: RUNS },
  )
  // Else nothing was compared.
  expect(seen.same, JSON.stringify(seen)).toBeGreaterThan(RUNS / 12)
})

test.each([
  'row.a',
  'row.price * row.qty',
  'row.price * 1.1 + 2',
  'row.qty > 2 ? "large" : "small"',
  'row.qty >= 3 && row.name != "" ? upper(row.name) : "-"',
  'row.name + "-" + string(row.qty)',
  'concat(left(row.name, 2), pad(row.qty, 5, "0"))',
  'round(row.price / 3, 2)',
  'date_format(row.at, "%Y/%m/%d %H:%i", "Asia/Shanghai")',
  'ifnull(row.nothing, ifnull(row.none, "none"))',
  'row.?nothing.orValue("x")',
  'row.name in ["abc", "b"]',
  'row.name.startsWith("a") || row.name.contains("b")',
  'sum(row.items, "amount") * 2',
  '{"FNumber": row.name, "qty": row.qty}',
  'has(row.name) ? row.name : null',
  'row.customer.code',
])('an everyday expression takes the short way: %s', source => {
  const record: Data = {
    a: 1,
    price: new ExactNumber('12.50'),
    qty: 3,
    name: 'abc',
    at: '2024-01-05T18:30:00Z',
    none: null,
    items: [{ amount: new ExactNumber('10.10') }, { amount: 0.2 }],
    customer: { code: 'C1' },
  }
  expect(compare(source, record)).toBe('same')
})

test.each(['row.list.map(a, a)', 'rmatch(row.s, row.s)', 'row.zz', 'row.s + row.n', 'row.n / 0', 'row.s.size()'])(
  'loops, patterns and errors are left to the long way: %s',
  source => expect(compare(source, { s: 'a', n: 1, list: [1] })).toBe('left'),
)

test('a record that asks for too much work is left to the long way within milliseconds', () => {
  const wide = '中'.repeat(200_000)
  const terms = Array.from({ length: 400 }, () => 'replace(row.wide, "中", "文")').join(' + ')
  const mapping = mappingOf(terms)
  const before = process.threadCpuUsage()
  expect(plainly(mapping, { wide })).toBe('left')
  const { user } = process.threadCpuUsage(before)
  expect(user / 1000).toBeLessThan(1000) // compiling included; all of it would take many seconds
})
