import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exponentOf, readAmount, sayMinor } from './money.ts'

test.each([
  ['28.16', 2816n],
  ['¥28.16', 2816n],
  ['￥28.16', 2816n],
  ['1,234.50', 123450n],
  ['-1,234,567.05', -123456705n],
  ['(12.30)', -1230n],
  ['（12.30）', -1230n],
  ['+5', 500n],
  ['¥-5.5', -550n],
  ['19.990', 1999n],
  ['100元', 10000n],
  ['92233720368547758.07', 9223372036854775807n],
  [' 0.00 ', 0n],
])('%s', (text, minor) => {
  expect(readAmount(text, 2)).toEqual({ minor, refunded: null })
})

test('what was paid back of it', () => {
  expect(readAmount('131.77(已退款89.84)', 2)).toEqual({ minor: 13177n, refunded: 8984n })
  expect(readAmount('131.77（已全额退款）', 2)).toEqual({ minor: 13177n, refunded: 13177n })
})

test.each([
  'abc',
  '1.2.3',
  '12,34.00',
  '1,23',
  '19.999',
  '1e3',
  '--5',
  '5-',
  '0x10',
  '92233720368547758.08',
  '１２.３.',
  '131.77(已退89)',
  '- -5',
  'NaN',
])('%s is none', text => {
  expect(readAmount(text, 2)).toBeUndefined()
})

test('blank is not zero', () => {
  expect(readAmount('', 2)).toBeNull()
  expect(readAmount('\t ', 2)).toBeNull()
})

test('units of a currency', () => {
  expect(['CNY', 'JPY', 'KWD'].map(exponentOf)).toEqual([2, 0, 3])
  expect(readAmount('1234', 0)?.minor).toBe(1234n)
  expect(readAmount('1234.5', 0)).toBeUndefined()
  expect(readAmount('1.234,50', 2, ',')?.minor).toBe(123450n)
  expect(sayMinor(-5n, 3)).toBe('-0.005')
  expect(sayMinor(1234n, 0)).toBe('1234')
})

test('what is said is read again, every cent', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n - 1n), max: 2n ** 63n - 1n }),
      fc.integer({ min: 0, max: 4 }),
      (minor, exponent) => {
        expect(readAmount(sayMinor(minor, exponent), exponent)?.minor).toBe(minor)
      },
    ),
  )
})
