import { expect, test } from 'vitest'
import { listSeries, listSlices, spanOf } from './chart-model.ts'
import { freshReport, groupDigits, isComplete, readChoice, removeGroup, removeMetric, toListFilter } from './model.ts'
import type { Definition, Group } from './types.ts'

const field = (name: string) => ({ of: 'data' as const, name })
const full: Definition = {
  ...freshReport,
  group_by: [
    { field: field('shop'), granularity: 'value' },
    { field: { of: 'record', name: 'status' }, granularity: 'value' },
  ],
  metrics: [
    { op: 'count', field: null, alias: '' },
    { op: 'sum', field: field('a'), alias: '' },
    { op: 'max', field: field('b'), alias: '' },
  ],
  having: [
    { metric: 1, logic: 'gt', value: '1' },
    { metric: 2, logic: 'lt', value: '9' },
  ],
  sort: [
    { by: 'metric', index: 1, descending: true },
    { by: 'metric', index: 2, descending: false },
    { by: 'group', index: 0, descending: false },
  ],
  chart: { type: 'bar', metric: 2 },
  pivot: true,
}
const group = (keys: Group['keys'], value: string | null): Group => ({
  keys,
  metrics: [{ value, is_number: true, skipped: 0 }],
  lines: 1,
  records: 1,
})
const text = (value: string) => ({ kind: 'text' as const, text: value })

test('a measure that goes takes with it what spoke of it, and what spoke of later ones moves up', () => {
  const left = removeMetric(full, 1)
  expect(left.metrics.map(({ op }) => op)).toEqual(['count', 'max'])
  expect(left.having).toEqual([{ metric: 1, logic: 'lt', value: '9' }])
  expect(left.sort.map(({ by, index }) => `${by} ${index}`)).toEqual(['metric 1', 'group 0'])
  expect(left.chart.metric).toBe(1)
  expect(removeMetric(full, 2).chart.metric).toBe(0)
})

test('a group that goes ends a pivot that has one left, and no order speaks of it', () => {
  const left = removeGroup(full, 0)
  expect([left.pivot, left.group_by.length]).toEqual([false, 1])
  expect(left.sort.some(({ by }) => by === 'group')).toBe(false)
})

test('a measure without its field or a condition without its value is not asked for', () => {
  expect(isComplete(full)).toBe(true)
  expect(isComplete({ ...full, metrics: [{ op: 'sum', field: null, alias: '' }] })).toBe(false)
  expect(isComplete({ ...full, having: [{ metric: 0, logic: 'gt', value: ' ' }] })).toBe(false)
  expect(isComplete({ ...full, metrics: [] })).toBe(false)
})

test('a field with a colon in its name stays whole', () => {
  expect(readChoice('data:a:b')).toEqual(field('a:b'))
  expect(readChoice('record:status')).toEqual({ of: 'record', name: 'status' })
})

test('the list of records is offered only where it can show exactly the group', () => {
  const byState: Definition = { ...freshReport, filter: { keyword: 'x' } }
  const three = [{ kind: 'number' as const, text: '3' }]
  expect(toListFilter(byState, three)).toEqual({ status: ['3'], keyword: 'x' })
  expect(toListFilter({ ...byState, filter: { status: [2, 3] } }, [null])).toEqual({ status: ['2', '3'] })
  expect(
    toListFilter({ ...byState, group_by: [{ field: field('shop'), granularity: 'value' }] }, [text('x')]),
  ).toBeNull()
  expect(toListFilter({ ...byState, expand: 'lines' }, three)).toBeNull()
  expect(toListFilter({ ...byState, conditions: [[{ field: 'a', logic: 'isnull' }]] }, three)).toBeNull()
  const byError: Definition = {
    ...freshReport,
    group_by: [{ field: { of: 'record', name: 'error_code' }, granularity: 'value' }],
  }
  expect(toListFilter(byError, [{ kind: 'null', text: '' }])).toBeNull()
})

test('digits are grouped as text, so that none is lost', () => {
  const separators = { group: '.', point: ',' }
  expect(groupDigits('123456789012345678901234567890.12', separators)).toBe(
    '123.456.789.012.345.678.901.234.567.890,12',
  )
  expect(groupDigits('-1000', separators)).toBe('-1.000')
  expect(groupDigits('-0.5', separators)).toBe('-0,5')
  expect(groupDigits('n/a', separators)).toBe('n/a')
})

test('a chart has a point for each row, in a pivot one in each series; what has no value is not drawn', () => {
  const words = { row: (keys: Group['keys']) => keys[0]?.text ?? '', column: () => 'c', metric: () => 'm' }
  const row = { ...group([text('x'), null], '3'), cells: [group([text('x'), text('p')], '1')] }
  const columns = [group([null, text('p')], '1'), group([null, text('q')], '2')]
  const chart = { type: 'line' as const, metric: 0 }
  const sizes = (definition: Definition) =>
    listSeries(definition, { rows: [row], columns }, words).map(series => series.points.map(point => point.size))
  expect(sizes({ ...full, chart })).toEqual([[1], [null]])
  expect(sizes({ ...full, chart, pivot: false })).toEqual([[3]])
  expect(sizes({ ...full, chart: { type: 'pie', metric: 0 } })).toEqual([[3]])
})

test('what stands for a state of records is drawn as that state, and nothing else is', () => {
  const row = { ...group([text('shop'), null], '4'), cells: [] }
  const columns = [group([null, text('3')], '4'), group([null, { kind: 'null', text: '' }], '1')]
  const words = { row: () => '', column: () => '', metric: () => '' }
  const [status, shop] = [full.group_by[1]!, full.group_by[0]!]
  const draw = (definition: Definition, first = row) =>
    listSeries(definition, { rows: [first], columns }, words).map(series => [series.state, series.points[0]?.state])
  expect(draw(full)).toEqual([
    [3, undefined],
    [undefined, undefined],
  ])
  expect(draw({ ...full, group_by: [status, shop] })).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
  const alone = { ...full, pivot: false, group_by: [status] }
  expect(draw(alone, { ...group([text('9')], '1'), cells: [] })).toEqual([[undefined, 9]])
  expect(listSlices([{ label: 'x', text: '1', size: 1, state: 9 }], 10)[0]?.state).toBe(9)
})

test('an axis ends at round numbers around zero and all values; a pie leaves out what is not above zero', () => {
  const points = [550, -3, null, 0].map(size => ({ label: 'x', text: String(size), size }))
  expect(spanOf([{ name: '', points }])).toEqual({ low: -3, high: 600 })
  expect(spanOf([])).toEqual({ low: 0, high: 1 })
  expect(listSlices(points, 10).map(({ share }) => share)).toEqual([1])
})
