import { expect, test } from 'vitest'
import { addMinor, sayMinor } from './minor.ts'

test('minor units read as the currency has them, and no digit is lost', () => {
  expect(sayMinor('123456', 'CNY')).toBe('1234.56')
  expect(sayMinor('-5', 'CNY')).toBe('-0.05')
  expect(sayMinor('1234', 'JPY')).toBe('1234')
  expect(sayMinor('-1', 'KWD')).toBe('-0.001')
  expect(sayMinor(addMinor(['900719925474099301', '1']), 'CNY')).toBe('9007199254740993.02')
})
