import {
  type Condition,
  type Data,
  ExactNumber,
  parseJson,
  type RecordState,
  toText,
  type Value,
} from '@sluice/contract'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileDrill, compileReport, type Report } from './compile-report.ts'
import type { ReportDefinition, ReportField, ReportGroup, ReportRecord } from './report.ts'
import { createBuckets } from './time-bucket.ts'

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
const recordOf = (at: number, status: RecordState = 2): ReportRecord => ({
  id: String(at * 16_384 + 1),
  status,
  key: `k${at}`,
  number: null,
  error_code: status === 3 ? 'target.refused' : null,
  attempts: 1,
  version: 1,
  run_id: 'r',
  target_key: null,
  created_at: '2026-01-31T16:30:00.000000Z',
  updated_at: '2026-01-31T16:30:00.000000Z',
})
const fill = (report: Report, rows: readonly string[]): Report => {
  for (const [at, row] of rows.entries()) report.add(recordOf(at), parseJson(row) as Data)
  return report
}
const run = (definition: Partial<ReportDefinition>, rows: readonly string[]) =>
  fill(compileReport({ ...base, ...definition }, options), rows).finish()
const show = (groups: readonly ReportGroup[]) =>
  groups.map(({ keys, metrics }) => [
    ...keys.map(key => key && (key.text === '' ? key.kind : key.text)),
    ...metrics.map(metric => metric.value),
  ])
const byField = (name: string) => [{ field: data(name), granularity: 'value' as const }]

describe('groups', () => {
  test('null, missing and "" are three, the text "1" is not the number 1, and 1.50 is 1.5', () => {
    const rows = ['{}', '{"a":null}', '{"a":""}', '{"a":"1"}', '{"a":1}', '{"a":1.50}', '{"a":1.5}', '{"a":[1]}']
    expect(show(run({ group_by: byField('a') }, rows).rows)).toEqual([
      ['missing', '1'],
      ['null', '1'],
      ['1', '1'],
      ['1.5', '2'],
      ['text', '1'],
      ['1', '1'],
      ['[1]', '1'],
    ])
  })

  test('dates fall into hours, days, weeks, months and years by the clocks of the zone', () => {
    const at = (span: 'hour' | 'day' | 'week' | 'month' | 'year') => createBuckets(span, 'Asia/Shanghai')
    // New Year in Shanghai is still the old year in UTC; 2026-01-01 is a Thursday.
    const text = '2025-12-31T16:30:00Z'
    expect((['hour', 'day', 'week', 'month', 'year'] as const).map(span => at(span)(text))).toEqual([
      '2026-01-01 00:00',
      '2026-01-01',
      '2025-12-29',
      '2026-01',
      '2026',
    ])
    expect(at('day')('2025-12-31')).toBe('2025-12-31')
    expect(at('day')('2025-12-31 23:30:00')).toBe('2025-12-31')
    expect(at('day')('2025-12-31T23:30:00+14:00')).toBe('2025-12-31')
    expect(at('day')('no date')).toBeUndefined()
    const days = [{ field: data('d'), granularity: 'month' as const }]
    const rows = [`{"d":"${text}"}`, '{"d":"soon"}', '{"d":5}', '{"d":""}', '{}', '{"d":null}']
    expect(show(run({ group_by: days }, rows).rows)).toEqual([
      ['missing', '1'],
      ['null', '1'],
      ['2026-01', '1'],
      ['text', '1'],
      ['invalid', '2'],
    ])
  })

  test('columns of the record group as fields do', () => {
    const report = compileReport(
      {
        ...base,
        group_by: [
          { field: { of: 'record', name: 'status' }, granularity: 'value' },
          { field: { of: 'record', name: 'created_at' }, granularity: 'day' },
        ],
      },
      options,
    )
    for (const [at, status] of ([2, 2, 3] as const).entries()) report.add(recordOf(at, status), null)
    expect(show(report.finish().rows)).toEqual([
      ['2', '2026-02-01', '2'],
      ['3', '2026-02-01', '1'],
    ])
  })

  test('elements of a list become lines; records behind a group are counted once', () => {
    const rows = ['{"l":[{"s":"x","q":2},{"s":"x","q":3},{"s":"y"}]}', '{"l":[]}', '{"l":[{"s":"x","q":"4"}]}']
    const definition = { expand: 'l', group_by: byField('l.s'), metrics: [{ op: 'sum' as const, field: data('l.q') }] }
    const { rows: groups, total } = run(definition, rows)
    expect(
      groups.map(({ keys, metrics, lines, records }) => [keys[0]?.text, metrics[0]?.value, lines, records]),
    ).toEqual([
      ['', null, 1, 1],
      ['x', '9', 3, 2],
      ['y', null, 1, 1],
    ])
    expect([total.lines, total.records]).toEqual([5, 3])
  })
})

describe('measures', () => {
  test('thirty digits are added and divided to the last one, and what is no number is counted', () => {
    const long = '123456789012345678901234567890.12'
    const rows = [`{"a":${long}}`, `{"a":"0.01"}`, '{"a":"n/a"}', '{"a":true}', '{"a":""}', '{"a":null}', '{}']
    const ops = (['sum', 'avg', 'count', 'count_distinct', 'min', 'max', 'first', 'last'] as const).map(op => ({
      op,
      field: data('a'),
    }))
    const { total } = run({ metrics: ops }, rows)
    expect(total.metrics.map(metric => metric.value)).toEqual([
      '123456789012345678901234567890.13',
      '61728394506172839450617283945.065',
      '5',
      '5',
      '0.01',
      'true',
      long,
      '',
    ])
    expect(total.metrics.map(metric => metric.skipped).slice(0, 2)).toEqual([3, 3])
    expect(
      run({ metrics: [{ op: 'sum', field: data('a') }] }, ['{"a":0.1}', '{"a":0.2}']).total.metrics[0]?.value,
    ).toBe('0.3')
  })

  test('long values are told apart to their last character', () => {
    const long = 'x'.repeat(5000)
    const rows = [`{"a":"${long}1"}`, `{"a":"${long}2"}`, `{"a":"${long}1"}`]
    expect(run({ metrics: [{ op: 'count_distinct', field: data('a') }] }, rows).total.metrics[0]?.value).toBe('2')
    expect(run({ group_by: byField('a') }, rows).rows.map(group => group.records)).toEqual([2, 1])
  })

  test('numbers too long to be added exactly are skipped, never rounded', () => {
    const { total } = run({ metrics: [{ op: 'sum', field: data('a') }] }, ['{"a":1e999}', '{"a":1e-999}', '{"a":1}'])
    expect(total.metrics[0]).toEqual({ value: '1', is_number: true, skipped: 2 })
    const most = '9'.repeat(300)
    const least = `0.${'0'.repeat(299)}${'9'.repeat(300)}`
    const edge = run({ metrics: [{ op: 'sum', field: data('a') }] }, [`{"a":${most}}`, `{"a":${least}}`]).total
      .metrics[0]
    expect(edge).toEqual({ value: `${most}.${least.slice(2)}`, is_number: true, skipped: 0 })
  })
})

describe('what is shown', () => {
  const rows = ['{"a":"x","n":5}', '{"a":"y","n":7}', '{"a":"x","n":4}', '{"a":"z"}']
  const definition = { group_by: byField('a'), metrics: [{ op: 'sum' as const, field: data('n') }] }

  test('having, sort and limit; groups without a value come last either way', () => {
    const having = [{ metric: 0, logic: 'gt' as const, value: '6.5' }]
    const sorted = (descending: boolean) => [{ by: 'metric' as const, index: 0, descending }]
    expect(show(run({ ...definition, sort: sorted(true) }, rows).rows)).toEqual([
      ['x', '9'],
      ['y', '7'],
      ['z', null],
    ])
    expect(show(run({ ...definition, sort: sorted(false) }, rows).rows)).toEqual([
      ['y', '7'],
      ['x', '9'],
      ['z', null],
    ])
    const cut = run({ ...definition, having, sort: sorted(true), limit: 1 }, rows)
    expect([show(cut.rows), cut.groups, cut.total.records]).toEqual([[['x', '9']], 2, 4])
  })

  test('a pivot has its cells, and totals that are measured, not added up', () => {
    const more = ['{"a":"x","c":"p","n":1}', '{"a":"x","c":"q","n":1}', '{"a":"y","c":"p","n":4}']
    const pivot = run(
      {
        group_by: [...byField('a'), ...byField('c')],
        metrics: [{ op: 'count_distinct', field: data('n') }],
        pivot: true,
      },
      more,
    )
    expect(show(pivot.rows)).toEqual([
      ['x', null, '1'],
      ['y', null, '1'],
    ])
    expect(pivot.rows.map(row => show(row.cells))).toEqual([
      [
        ['x', 'p', '1'],
        ['x', 'q', '1'],
      ],
      [['y', 'p', '1']],
    ])
    expect(show(pivot.columns)).toEqual([
      [null, 'p', '2'],
      [null, 'q', '1'],
    ])
    expect(show([pivot.total])).toEqual([[null, null, '2']])
  })
})

describe('limits', () => {
  test('a group too many ends the report, and says so', () => {
    const report = compileReport({ ...base, group_by: byField('a') }, { ...options, maxGroups: 2 })
    const add = (at: number, a: number) => report.add(recordOf(at), { a })
    expect([add(0, 1), add(1, 2), add(2, 1), add(3, 3)]).toEqual([null, null, null, 'groups'])
    expect(show(report.finish().rows)).toEqual([
      ['1', '2'],
      ['2', '1'],
    ])
  })

  test('a condition that cannot be is refused by name', () => {
    const conditions = [[{ field: 'a', logic: 'between' as const, value: '1' }]]
    expect(() => compileReport({ ...base, conditions }, options)).toThrow('"a"')
  })
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
    return number ? number.gt(1) : toText(found) > '1'
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

function plainKey(value: Value | undefined): [string, string] {
  if (value === undefined) return ['missing', '']
  if (value === null) return ['null', '']
  if (typeof value === 'string') return ['text', value]
  if (typeof value === 'boolean') return ['boolean', String(value)]
  return ['number', new Exact(String(value)).toFixed()]
}

function measure(op: string, values: readonly Value[]): string | null {
  const numbers = values.flatMap(value => numberOf(value) ?? [])
  const sum = numbers.reduce((left, right) => left.plus(right), new Exact(0))
  switch (op) {
    case 'count':
      return String(values.length)
    case 'count_distinct':
      return String(new Set(values.map(value => textOf(plainKey(value)))).size)
    case 'sum':
      return numbers.length === 0 ? null : sum.toFixed()
    case 'avg':
      return numbers.length === 0 ? null : new (Decimal.clone({ precision: 34 }))(sum).div(numbers.length).toFixed()
    default: {
      const sorted = [...numbers].sort((left, right) => left.cmp(right)).map(each => each.toFixed())
      const texts = values
        .filter(value => numberOf(value) === null)
        .map(value => toText(value))
        .sort()
      const all = [...sorted, ...texts]
      return (op === 'min' ? all[0] : all.at(-1)) ?? null
    }
  }
}
