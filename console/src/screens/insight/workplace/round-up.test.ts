import { expect, it } from 'vitest'
import { roundUp } from './round-up.ts'

it.each([
  [0, 2],
  [Number.NEGATIVE_INFINITY, 2],
  [3, 5],
  [10, 10],
  [11, 20],
  [480, 500],
  [7001, 10_000],
])('makes an axis for %d up to %d', (value, top) => {
  expect(roundUp(value)).toBe(top)
})
