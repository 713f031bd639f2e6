import { ExactNumber, type Value } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { type ColumnKind, integerKind } from './column.ts'
import { compileEncoder, Refusal } from './encode-value.ts'

const encode = (kind: ColumnKind, value: Value) =>
  compileEncoder(kind, { offsetMinutes: 0, writesOffset: true, booleans: ['f', 't'] })(value)

const money = { is: 'decimal', precision: 14, scale: 2 } as const
const instant = { is: 'datetime', zoned: true, digits: 3 } as const
const exact = (text: string) => new ExactNumber(text)

describe('a value goes as it is, in the everyday form and beside it', () => {
  test.each<[ColumnKind, Value, string]>([
    [integerKind(64), exact('9223372036854775807'), '9223372036854775807'],
    [integerKind(64), exact('-999999999999999999'), '-999999999999999999'],
    [integerKind(16), -32768, '-32768'],
    [integerKind(16), exact('1e2'), '100'],
    [money, exact('999999999999.90'), '999999999999.90'],
    [money, 0.5, '0.5'],
    [money, exact('1.500'), '1.500'],
    [{ is: 'decimal' }, exact('1e3'), '1000'],
    [instant, '2026-02-28 23:59:59.123+00', '2026-02-28 23:59:59.123+00'],
    [instant, '2026-01-31 00:00:00+00', '2026-01-31 00:00:00+00'],
    [instant, '2026-01-01 08:00:00+08', '2026-01-01 00:00:00+00'],
  ])('%o takes %o', (kind, value, expected) => expect(encode(kind, value)).toBe(expected))
})

describe('a value the column would change is refused', () => {
  test.each<[ColumnKind, Value]>([
    [integerKind(64), exact('9223372036854775808')],
    [integerKind(16), 32768],
    [integerKind(32), '007'],
    [money, exact('1.001')],
    [money, exact('1000000000000.00')],
    [instant, '2026-02-30 00:00:00+00'],
    [instant, '2026-02-01 24:00:00+00'],
    [instant, '2026-02-01 00:00:00.1234+00'],
  ])('%o refuses %o', (kind, value) => expect(encode(kind, value)).toBeInstanceOf(Refusal))
})
