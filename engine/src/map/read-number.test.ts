import { expect, test } from 'vitest'
import { readMarks, readNumber } from './read-number.ts'

test.each([
  ['1.234,50', ',', '1234.50'],
  ['1.234', ',', '1234'],
  ['1.234', '.', '1.234'],
  ['1,234.5', '.', '1234.5'],
  ["1'234'567.89", '.', '1234567.89'],
  ['1 234\u00a0567'.replace('\u00a0', ' '), ',', '1234567'],
  ['12\u202f345,6', ',', '12345.6'],
  ['12,34,567.8', '.', '1234567.8'],
  ['-0,5', ',', '-0.5'],
  [',5', ',', '0.5'],
  ['5,', ',', '5'],
  ['12,50-', ',', '-12.50'],
  ['(1.000,00)', ',', '-1000.00'],
  [' + 7 ', ',', '7'],
  ['−3', '.', '-3'],
  ['00042', '.', '42'],
  ['-0,00', ',', '0.00'],
])('%s with %s is %s', (text, mark, digits) => expect(readNumber(text, mark)).toEqual({ digits }))

test.each([
  ['1.23', ','],
  ['1,2,3', ','],
  ['1.234.56', ','],
  ['1.234 567', ','],
  ['1,5 EUR', ','],
  ['', ','],
  [',', ','],
  ['-', '.'],
  ['--1', '.'],
  ['-1-', '.'],
  ['(1', '.'],
  ['1e5', '.'],
  ['1234.567', ','],
  ['1'.repeat(500), '.'],
])('%s with %s is refused', (text, mark) =>
  expect(readNumber(text, mark)).toBe(`is not a number with the decimal mark "${mark}"`),
)

test('a mark that is named for thousands is the only one', () => {
  expect(readNumber('1.234,5', ',', '.')).toEqual({ digits: '1234.5' })
  expect(readNumber('1 234,5', ',', '.')).toContain('is not a number')
  expect(readNumber('1.234', ',', '')).toContain('is not a number')
})

test('a mark that numbers are not written with is refused', () => {
  expect(() => readMarks(';', undefined)).toThrow('the decimal mark is')
  expect(() => readMarks(',', ',')).toThrow('not the decimal mark')
})

test('hostile texts take no time', () => {
  const started = performance.now()
  for (const text of [
    `${' '.repeat(399)}(`,
    `${' '.repeat(398)}1)`,
    '1 '.repeat(200),
    '- '.repeat(200),
    '1.'.repeat(200),
  ])
    readNumber(text, ',')
  expect(performance.now() - started).toBeLessThan(50)
})
