import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countFraction,
  countWhole,
  formatDecimal,
  formatSingle,
  isKeptByFloat,
  isSameDecimal,
  parseDecimal,
} from './decimal.ts'

describe('decimal', () => {
  test('any integer and scale comes back as the same number', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 30 }),
        (whole, scale) => {
          const parsed = parseDecimal(`${whole}e-${scale}`)!
          const again = parseDecimal(formatDecimal(parsed))!
          expect(isSameDecimal(parsed, again)).toBe(true)
          expect(BigInt(formatDecimal(parseDecimal(`${formatDecimal(parsed)}e${scale}`)!))).toBe(whole)
        },
      ),
    )
  })

  test.each(['007', '', ' 1', '1 ', '.5', '1.', '0x10', '1e1234567', 'NaN', '１２', '1,000'])(
    '%j is no numeral',
    text => {
      expect(parseDecimal(text)).toBeNull()
    },
  )

  test.each([
    ['0.000', 0, 0],
    ['12.50', 2, 1],
    ['1e3', 4, 0],
    ['-1.5e-3', 0, 4],
  ])('%s needs %i digits before and %i after the point', (text, whole, fraction) => {
    const decimal = parseDecimal(text)!
    expect([countWhole(decimal), countFraction(decimal)]).toEqual([whole, fraction])
  })

  test('a float keeps exactly what it prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), number => {
        expect(isKeptByFloat(String(number), 64)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), number => {
        expect(Math.fround(Number(formatSingle(number)))).toBe(number)
      }),
    )
    expect(isKeptByFloat('9007199254740993', 64)).toBe(false)
    expect(isKeptByFloat('1e400', 64)).toBe(false)
    expect(isKeptByFloat('0.1', 32)).toBe(true)
    expect(isKeptByFloat('0.123456789', 32)).toBe(false)
  })
})
