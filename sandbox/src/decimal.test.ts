import { expect, test } from 'vitest'
import { compare, multiply, parseDecimal, subtract, writeDecimal } from './decimal.ts'

const parse = (text: string) => parseDecimal(text) ?? expect.unreachable(text)

test('decimals are exact where doubles are not', () => {
  expect(writeDecimal(multiply(parse('0.1'), parse('3')))).toBe('0.3')
  expect(writeDecimal(subtract(parse('9007199254740993'), parse('0.10')))).toBe('9007199254740992.9')
  expect(compare(parse('1.500'), parse('15e-1'))).toBe(0)
  expect(compare(parse('-0.5'), parse('0'))).toBe(-1)
  expect(writeDecimal(parse('-0.050'))).toBe('-0.05')
})

test('what is no number, or too long to be a quantity, is refused', () => {
  for (const text of ['', '1,5', '0x10', 'NaN', '1e999', '1e99', '9'.repeat(61), '１２'])
    expect(parseDecimal(text)).toBeNull()
})
