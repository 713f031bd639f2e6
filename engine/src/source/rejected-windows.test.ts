import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listBehind, toStretches } from './rejected-windows.ts'

test('every place lies in a window, however many there are, and there are at most a hundred', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100_000), { maxLength: 1000 }), numbers => {
      const windows = toStretches(numbers.map(String)) ?? []
      expect(windows.length).toBeLessThanOrEqual(100)
      for (const place of numbers)
        expect(windows.some(({ from, to }) => Number(from) <= place && place <= Number(to))).toBe(true)
    }),
  )
})

test('places of no common form stay single, and too many of them are not kept', () => {
  expect(toStretches(['a', '2026-01-01'])).toEqual([
    { from: 'a', to: 'a' },
    { from: '2026-01-01', to: '2026-01-01' },
  ])
  expect(toStretches(Array.from({ length: 101 }, (_, at) => `x${at}`))).toBeNull()
})

test('what the next window covers is not read twice', () => {
  const windows = [
    { from: '3', to: '3' },
    { from: '7', to: '9' },
    { from: '11', to: '11' },
  ]
  expect(listBehind(windows, { from: '7', to: '10' })).toEqual([windows[0], windows[2]])
  expect(listBehind(windows, { from: null, to: null })).toEqual([])
})
