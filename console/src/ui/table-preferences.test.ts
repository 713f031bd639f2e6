import { expect, it } from 'vitest'
import { moveColumn, orderColumns } from './table-preferences.ts'

const columns = [{ key: 'a' }, { key: 'b' }, { key: 'c' }]

it('puts columns in the chosen order and new ones last', () => {
  expect(orderColumns(columns, ['c', 'a']).map(column => column.key)).toEqual(['c', 'a', 'b'])
  expect(orderColumns(columns, [])).toEqual(columns)
})
it('moves a column by one place and never out of the row', () => {
  expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
})
