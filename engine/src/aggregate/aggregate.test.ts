import { type Data, parseJson, type RecordState } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { compileReport, type Report } from './compile-report.ts'
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
  test('amounts keep the places they are written with, as adding on paper does', () => {
    const metrics = (['sum', 'avg', 'min', 'max'] as const).map(op => ({ op, field: data('a') }))
    const value = (...rows: string[]) => run({ metrics }, rows).total.metrics.map(metric => metric.value)
    expect(value('{"a":6726.50}', '{"a":0.50}')).toEqual(['6727.00', '3363.50', '0.50', '6726.50'])
    expect(value('{"a":"201.000"}', '{"a":1}')).toEqual(['202.000', '101.000', '1', '201.000'])
    expect(value('{"a":1.5e3}', '{"a":15e-1}')).toEqual(['1501.5', '750.75', '1.5', '1500'])
  })

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
