import { type Condition, type Data, ExactNumber, parseJson, toText, type Value } from '@sluice/contract'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileDrill, compileReport } from './compile-report.ts'
import type { ReportDefinition, ReportField, ReportRecord } from './report.ts'

const options = { timeZone: 'Asia/Shanghai' }
const base: ReportDefinition = {
  expand: null,
  conditions: [],
  group_by: [],
  metrics: [{ op: 'count', field: null }],
  having: [],
  sort: [],
  limit: null,
  pivot: false,
}
const data = (name: string): ReportField => ({ of: 'data', name })
const recordOf = (at: number): ReportRecord => ({
  id: String(at * 16_384 + 1),
  status: 2,
  key: `k${at}`,
  number: null,
  error_code: null,
  attempts: 1,
  version: 1,
  run_id: 'r',
  target_key: null,
  created_at: '2026-01-31T16:30:00.000000Z',
  updated_at: '2026-01-31T16:30:00.000000Z',
})

/** Records as sources write them: missing, null, "", long decimals, numerals in texts, lists. */
const value: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('null', '""', '"n/a"', 'true', '"7"', '"2026-03-01"', '"x"'),
  fc.integer({ min: -5, max: 5 }).map(String),
  fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 27n }), fc.integer({ min: 100, max: 999 })).map(([a, b]) => `${a}.${b}`),
)
const line = fc.dictionary(fc.constantFrom('s', 'q'), value, { maxKeys: 2 }).map(join)
const row = fc
  .record(
    { a: value, b: value, n: value, l: fc.array(line, { maxLength: 3 }).map(list => `[${list.join()}]`) },
    { requiredKeys: [] },
  )
  .map(join)
function join(fields: Readonly<Record<string, string | undefined>>): string {
  return `{${Object.entries(fields)
    .map(([name, text]) => `"${name}":${text}`)
    .join()}}`
}
const ops = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const
const names = ['a', 'b', 'n', 'l.s', 'l.q'] as const
const definitions = fc.record({
  expand: fc.constantFrom(null, 'l'),
  group_by: fc.subarray([...names], { minLength: 0, maxLength: 3 }),
  metrics: fc.array(fc.tuple(fc.constantFrom(...ops), fc.constantFrom(...names)), { minLength: 1, maxLength: 3 }),
  condition: fc.option(
    fc.record({
      field: fc.constantFrom('a', 'n'),
      logic: fc.constantFrom('notnull', 'isnull', 'gt'),
      value: fc.constant('1'),
    }),
  ),
  pivot: fc.boolean(),
})

test('random reports over random records agree with a calculation of its own, and so does every drill', () => {
  let reports = 0
  fc.assert(
    fc.property(definitions, fc.array(row, { maxLength: 25 }), fc.boolean(), (wanted, rows, isReversed) => {
      reports++
      const definition: ReportDefinition = {
        ...base,
        expand: wanted.expand,
        conditions: wanted.condition ? [[wanted.condition as Condition]] : [],
        group_by: wanted.group_by.map(name => ({ field: data(name), granularity: 'value' })),
        metrics: wanted.metrics.map(([op, name]) => ({ op, field: data(name) })),
        pivot: wanted.pivot && wanted.group_by.length > 1,
      }
      const records = rows.map((text, at) => ({ record: recordOf(at), data: parseJson(text) as Data }))
      const report = compileReport(definition, options)
      for (const { record, data } of isReversed ? records.toReversed() : records) report.add(record, data)
      const result = report.finish()
      const expected = calculate(definition, records)
      const shown = result.rows.flatMap(row => (definition.pivot ? row.cells : [row]))
      const seen = new Map(shown.map(group => [textOf(group.keys.map(key => key && [key.kind, key.text])), group]))
      expect([...seen.keys()].sort()).toEqual([...expected.keys()].sort())
      for (const [key, group] of seen) {
        const own = expected.get(key)!
        expect(group.metrics.map(metric => metric.value)).toEqual(own.values)
        expect([group.lines, group.records]).toEqual([own.lines, own.records])
        const isBehind = compileDrill(definition, group.keys, options)
        expect(records.filter(({ record, data }) => isBehind(record, data)).length).toBe(group.records)
      }
      for (const total of [result.total, ...result.columns, ...(definition.pivot ? result.rows : [])]) {
        const isBehind = compileDrill(definition, total.keys, options)
        expect(records.filter(({ record, data }) => isBehind(record, data)).length).toBe(total.records)
      }
    }),
    { numRuns: 400 },
  )
  expect(reports).toBeGreaterThanOrEqual(200)
})

const textOf = (keys: unknown): string => JSON.stringify(keys)

interface Own {
  readonly values: (string | null)[]
  readonly lines: number
  readonly records: number
}

/** The same by plain means: all lines in a list, sorted into heaps, each heap measured whole. */
function calculate(
  { expand, conditions, group_by, metrics }: ReportDefinition,
  records: readonly { readonly record: ReportRecord; readonly data: Data }[],
): Map<string, Own> {
  const lines = records.flatMap(({ record, data }) => {
    const list = data['l']
    if (expand === null) return [{ id: record.id, data, element: data['l'] }]
    return Array.isArray(list) && list.length > 0
      ? list.map((element: Value) => ({ id: record.id, data, element }))
      : [{ id: record.id, data, element: undefined }]
  })
  type Line = (typeof lines)[number]
  const read = ({ data, element }: Line, name: string): Value | undefined => {
    if (!name.startsWith('l.')) return data[name]
    return expand === null || typeof element !== 'object' ? undefined : (element as Data)[name.slice(2)]
  }
  const isMet = (line: Line): boolean => {
    const [condition] = conditions[0] ?? []
    if (!condition) return true
    const found = read(line, condition.field)
    if (condition.logic === 'isnull') return found === undefined || found === null
    if (found === undefined || found === null) return false
    if (condition.logic === 'notnull') return true
    const number = numberOf(found)
    // What is no number is in no group beside one.
    return number?.gt(1) ?? false
  }
  const heaps = Map.groupBy(lines.filter(isMet), line =>
    textOf(group_by.map(({ field }) => plainKey(read(line, field.name)))),
  )
  if (group_by.length === 0 && heaps.size === 0) heaps.set('[]', [])
  return new Map(
    [...heaps].map(([key, heap]) => [
      key,
      {
        lines: heap.length,
        records: new Set(heap.map(each => each.id)).size,
        values: metrics.map(({ op, field }) =>
          measure(
            op,
            heap.flatMap(each => read(each, field!.name) ?? []),
          ),
        ),
      },
    ]),
  )
}

const Exact = Decimal.clone({ precision: 200 })

function numberOf(value: Value): Decimal | null {
  const text = typeof value === 'number' || value instanceof ExactNumber ? String(value) : value
  return typeof text === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? new Exact(text) : null
}

const placesOf = (value: Value): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

function plainKey(value: Value | undefined): [string, string] {
  if (value === undefined) return ['missing', '']
  if (value === null) return ['null', '']
  if (typeof value === 'string') return ['text', value]
  if (typeof value === 'boolean') return ['boolean', String(value)]
  return ['number', new Exact(String(value)).toFixed()]
}

function measure(op: string, values: readonly Value[]): string | null {
  const numbers = values.flatMap(value => numberOf(value) ?? [])
  const places = Math.max(0, ...values.filter(value => numberOf(value) !== null).map(placesOf))
  const write = (number: Decimal) => number.toFixed(Math.max(places, number.decimalPlaces()))
  const sum = numbers.reduce((left, right) => left.plus(right), new Exact(0))
  switch (op) {
    case 'count':
      return String(values.length)
    case 'count_distinct':
      return String(new Set(values.map(value => textOf(plainKey(value)))).size)
    case 'sum':
      return numbers.length === 0 ? null : write(sum)
    case 'avg':
      return numbers.length === 0 ? null : write(new (Decimal.clone({ precision: 34 }))(sum).div(numbers.length))
    default: {
      const sorted = values
        .flatMap(value => {
          const number = numberOf(value)
          return number ? [{ number, places: placesOf(value) }] : []
        })
        .sort((left, right) => left.number.cmp(right.number) || (right.places - left.places) * (op === 'min' ? 1 : -1))
        .map(({ number, places: own }) => number.toFixed(own))
      const texts = values
        .filter(value => numberOf(value) === null)
        .map(value => toText(value))
        .sort()
      const all = [...sorted, ...texts]
      return (op === 'min' ? all[0] : all.at(-1)) ?? null
    }
  }
}

test('a record that a condition cannot compare is in no group, behind none, and counted', () => {
  const conditions = [[{ field: 'day', logic: 'lt' as const, value: '2024-03-01' }]]
  const definition: ReportDefinition = { ...base, conditions }
  const rows = ['"2024-2-3"', '"2024-02-30"', '""', 'null', '"n/a"'].map(day => parseJson(`{"day":${day}}`) as Data)
  const count = (edition?: 3) => {
    const report = compileReport({ ...definition, ...(edition && { edition }) }, options)
    for (const [at, row] of rows.entries()) report.add(recordOf(at), row)
    return [report.matched, report.refused]
  }
  expect(count()).toEqual([1, 2])
  expect(count(3)).toEqual([3, 0])
  const isBehind = compileDrill(definition, [], options)
  expect(rows.map((row, at) => isBehind(recordOf(at), row))).toEqual([true, false, false, false, false])
})
