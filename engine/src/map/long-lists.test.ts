import { type Condition, ExactNumber, type Value } from '@sluice/contract'
import { expect, test } from 'vitest'
import { compileFilter } from './compile-filter.ts'

const entries = [
  '1',
  '2.50',
  '-0',
  'x',
  'X',
  '',
  '2026-01-05',
  '2026-01-05 10:00',
  '1e3',
  '007',
  'null',
  '99999999999999999999',
]
const values: readonly Value[] = [
  ...[1, 2.5, 0, -0, 1000, 7, 'x', 'X', '', ' ', '1', '1.0', '01', '2.5', '2.50', '0', '-0', '0.00', '1e3', '1000'],
  ...['2026-01-05', '2026/01/05', '2026-01-05T10:00', '2026-01-05 10:00:00', 'null', '7', '007', true, false],
  ...[new ExactNumber('99999999999999999999'), new ExactNumber('2.50'), new ExactNumber('1e3'), [1], { a: 1 }],
]
const types: readonly (Condition['type'] | undefined)[] = [undefined, 'text', 'date', 'number']

test.each([1, 2] as const)('in edition %i a list takes exactly what one of its values equals', edition => {
  for (const type of edition === 1 ? [undefined] : types) {
    const named = type === undefined ? {} : { type }
    const fits = entries.filter(entry =>
      type === 'number'
        ? /^-?\d[\de.]*$/.test(entry) && entry !== '007' && !entry.startsWith('2026')
        : type !== 'date' || entry.startsWith('2026'),
    )
    const filter = (logic: 'in' | 'eq', value: string) =>
      compileFilter([[{ field: 'a', logic, value, ...named }]], edition)
    const whole = filter('in', JSON.stringify(fits))
    const each = fits.map(entry => filter('eq', entry))
    for (const value of values)
      expect([edition, type, value, whole({ a: value })]).toEqual([
        edition,
        type,
        value,
        each.some(one => one({ a: value })),
      ])
  }
})

test('a list of many values costs a row no more than a short one, and one that is too long is refused', () => {
  const list = Array.from({ length: 50_000 }, (_, at) => at)
  const isOne = compileFilter([[{ field: 'a', logic: 'in', value: list.join() }]])
  const startedMs = process.threadCpuUsage()
  for (let at = 0; at < 10_000; at += 1) isOne({ a: 1_000_000 + at })
  const { user } = process.threadCpuUsage(startedMs)
  // Gone through one by one, they took 130 ms for each row.
  expect(user / 1000).toBeLessThan(2000)
  const tooLong = { field: 'a', logic: 'in' as const, value: [...list, 0].join() }
  expect(() => compileFilter([[tooLong]])).toThrow('has a list of 50001 values; at most 50000 are taken')
})
