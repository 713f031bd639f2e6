import { expect, test } from 'vitest'
import { findProblem, toChange } from './change-draft.ts'

test.each([
  [
    { field: ' a.b ', type: 'text', value: '' },
    { field: 'a.b', value: '""' },
  ],
  [
    { field: 'a', type: 'text', value: '12' },
    { field: 'a', value: '"12"' },
  ],
  [
    { field: 'a', type: 'number', value: ' 12.50 ' },
    { field: 'a', value: '12.50' },
  ],
  [
    { field: 'a', type: 'number', value: '9007199254740993' },
    { field: 'a', value: '9007199254740993' },
  ],
  [
    { field: 'a', type: 'null', value: 'left over' },
    { field: 'a', value: 'null' },
  ],
  [
    { field: 'a', type: 'true', value: '' },
    { field: 'a', value: 'true' },
  ],
  [
    { field: 'a', type: 'remove', value: '' },
    { field: 'a', value: null },
  ],
] as const)('%j goes out as %j', (draft, change) => {
  expect(findProblem(draft)).toBeNull()
  expect(toChange(draft)).toEqual(change)
})

test('a row without a field, or with a number that is none, is refused', () => {
  expect(findProblem({ field: ' ', type: 'text', value: 'x' })).toBe('field')
  for (const value of ['', 'abc', '1,5', '01', '1.'])
    expect(findProblem({ field: 'a', type: 'number', value })).toBe('number')
})
