import { expect, test } from 'vitest'
import {
  columnId,
  firstColumns,
  isComplete,
  moveColumn,
  readColumns,
  readEntered,
  toComparison,
  viewList,
  writeColumns,
  writeEntered,
} from './model.ts'

test('columns come back from the address as they were; what is none, or comes twice, is left out', () => {
  const parts = ['m.d.amount', 's.r.status', 'l.d.["a.b"]', 'm.d.a,b']
  expect(writeColumns(readColumns(parts))).toEqual(parts)
  expect(
    readColumns(['m.r.password', 'x.d.a', 'm.d.', 'amount', 's.d.amount', 'm.d.amount']).map(({ column }) =>
      columnId(column),
    ),
  ).toEqual(['d.amount'])
})

test('a condition comes back from the address; a broken one is left out', () => {
  const entered = { column: 'd.a', operator: 'between', value: '1', value2: '2', kind: 'number' } as const
  expect(readEntered([writeEntered(entered), '{', '["d.a","equals"]', '["r.password","none"]', 'null'])).toEqual([
    entered,
  ])
})

test('what is looked for is compared by its kind', () => {
  const base = { column: 'd.a', value: '1', value2: '2', kind: 'number' } as const
  expect(toComparison({ ...base, operator: 'between' })).toEqual({ logic: 'between', value: '1,2', type: 'number' })
  expect(toComparison({ ...base, operator: 'contains' })).toEqual({ logic: 'like', value: '%1%', type: 'text' })
  expect(toComparison({ ...base, operator: 'blank' })).toEqual({ logic: 'eq', value: '', type: 'text' })
  expect(toComparison({ ...base, operator: 'none' })).toEqual({ logic: 'isnull' })
  expect(isComplete({ ...base, operator: 'between', value: '1,5' })).toBe(false)
})

test('a column moves one place and stays within the list', () => {
  expect([moveColumn(['a', 'b', 'c'], 2, -1), moveColumn(['a', 'b'], 0, -1)]).toEqual([
    ['a', 'c', 'b'],
    ['a', 'b'],
  ])
})

test('a table opens with the state, the key, some fields and the time', () => {
  const fields = Array.from({ length: 20 }, (_, at) => ({ path: `f${at}`, kind: 'text' as const, sample: null }))
  expect(firstColumns(fields)).toHaveLength(11)
})

test('views of two strategies have two names that a list may have', () => {
  const [one, other] = [
    viewList('01890a5d-ac96-774b-bcce-b302099a8057'),
    viewList('01890a5d-ac96-774b-bcce-b302099a8058'),
  ]
  expect([/^[a-z][a-z-]{0,39}$/.test(one), one === other]).toEqual([true, false])
})
