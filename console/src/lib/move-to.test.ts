import { expect, test } from 'vitest'
import { moveTo } from './move-to.ts'

test('one of a list goes to another place', () => {
  expect(moveTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
})
