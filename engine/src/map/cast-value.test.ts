import { Bytes, ExactNumber, parseJson, type Value } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { type CastType, compileCast } from './cast-value.ts'
import { Refusal } from './refusal.ts'

const exact = (text: string) => new ExactNumber(text)
const REFUSED = Symbol('refused')

type Row = readonly [type: CastType, given: Value, result: Value | typeof REFUSED, timeZone?: string]

const table: readonly Row[] = [
  ['string', 'x', 'x'],
  ['string', '', ''],
  ['string', 12.5, '12.5'],
  ['string', exact('12.50'), '12.50'],
  ['string', exact('10000000000000000999'), '10000000000000000999'],
  ['string', true, 'true'],
  ['string', [1, exact('2.0')], '[1,2.0]'],
  ['string', { a: null }, '{"a":null}'],
  ['string', new Bytes('AQI='), REFUSED],
  ['string', null, null],
  ['int', 5, 5],
  ['int', '5', 5],
  ['int', '-5', -5],
  ['int', '9223372036854775807', exact('9223372036854775807')],
  ['int', '-9223372036854775808', exact('-9223372036854775808')],
  ['int', '9223372036854775808', REFUSED],
  ['int', exact('10000000000000000999'), REFUSED],
  ['int', exact('12.00'), 12],
  ['int', exact('1e3'), 1000],
  ['int', exact('1e999999999'), REFUSED],
  ['int', exact('-0'), REFUSED],
  ['int', 1.5, REFUSED],
  ['int', '1.5', REFUSED],
  ['int', '007', REFUSED],
  ['int', '+7', REFUSED],
  ['int', ' 7', REFUSED],
  ['int', '１２３', REFUSED],
  ['int', '1,234', REFUSED],
  ['int', '0x10', REFUSED],
  ['int', '', REFUSED],
  ['int', true, REFUSED],
  ['int', [1], REFUSED],
  ['decimal', '12.50', exact('12.50')],
  ['decimal', exact('12.50'), exact('12.50')],
  ['decimal', '1884518522.1684267241', exact('1884518522.1684267241')],
  ['decimal', '1.000000000000000005', exact('1.000000000000000005')],
  ['decimal', 0.1, 0.1],
  ['decimal', '1e400', exact('1e400')],
  ['decimal', '1,234.50', REFUSED],
  ['decimal', '￥12.00', REFUSED],
  ['decimal', '(12.00)', REFUSED],
  ['decimal', '131.77(已退款89.84)', REFUSED],
  ['decimal', '.5', REFUSED],
  ['decimal', 'NaN', REFUSED],
  ['decimal', Number.NaN, REFUSED],
  ['float', '12.50', 12.5],
  ['float', exact('0.1'), 0.1],
  ['float', exact('9007199254740993'), REFUSED],
  ['float', '0.1234567890123456789', REFUSED],
  ['float', exact('1e400'), REFUSED],
  ['float', exact('1e-999'), REFUSED],
  ['float', Number.POSITIVE_INFINITY, REFUSED],
  ['bool', true, true],
  ['bool', 'TRUE', true],
  ['bool', 1, true],
  ['bool', '0', false],
  ['bool', 'Y', true],
  ['bool', 'n', false],
  ['bool', '是', true],
  ['bool', '否', false],
  ['bool', 2, REFUSED],
  ['bool', 'maybe', REFUSED],
  ['bool', exact('1.0'), REFUSED],
  ['datetime', '2024-01-05 10:00:00', '2024-01-05 10:00:00'],
  ['datetime', '2024-01-05T10:00:00.123456789Z', '2024-01-05T10:00:00.123456789Z'],
  ['datetime', '2024-01-05T10:00:00+08:00', '2024-01-05T10:00:00+08:00', 'UTC'],
  ['datetime', '2024/1/5 8:05', '2024-01-05T08:05:00'],
  ['datetime', '2024年1月5日 8:05:06.5', '2024-01-05T08:05:06.5'],
  ['datetime', '2024-01-05', '2024-01-05T00:00:00'],
  ['datetime', '2024-01-05 10:00:00', '2024-01-05T10:00:00+08:00', 'Asia/Shanghai'],
  // Asia/Shanghai had daylight saving from 1986 to 1991.
  ['datetime', '1988-07-01 10:00:00', '1988-07-01T10:00:00+09:00', 'Asia/Shanghai'],
  // Before 1901, its local mean time had seconds that no offset can write.
  ['datetime', '1900-01-01 10:00:00', REFUSED, 'Asia/Shanghai'],
  ['datetime', '2018-12-01 10:00:00', '2018-12-01T10:00:00-02:00', 'America/Sao_Paulo'],
  ['datetime', '2024-12-01 10:00:00', '2024-12-01T10:00:00-03:00', 'America/Sao_Paulo'],
  // Skipped by the clocks: refused. Seen twice: the first occurrence.
  ['datetime', '2024-03-10 02:30:00', REFUSED, 'America/New_York'],
  ['datetime', '2024-11-03 01:30:00', '2024-11-03T01:30:00-04:00', 'America/New_York'],
  ['datetime', '2024-11-03 03:00:00', '2024-11-03T03:00:00-05:00', 'America/New_York'],
  ['datetime', '0000-00-00 00:00:00', REFUSED],
  ['datetime', '2024-01-00', REFUSED],
  ['datetime', '2023-02-29', REFUSED],
  ['datetime', '2024-02-29 00:00', '2024-02-29 00:00'],
  ['datetime', '05/01/2024', REFUSED],
  ['datetime', '2024-01-05 24:00:00', REFUSED],
  ['datetime', '2016-12-31T23:59:60Z', REFUSED],
  ['datetime', 'infinity', REFUSED],
  ['datetime', '0001-01-01', '0001-01-01T00:00:00'],
  ['datetime', 1704420000, REFUSED],
  ['datetime', '1704420000', REFUSED],
  ['date', '2024/1/5', '2024-01-05'],
  ['date', '2024年1月5日', '2024-01-05'],
  ['date', '2024-01-05 00:00:00.000', '2024-01-05'],
  ['date', '2024-01-05 10:00:00', REFUSED],
  ['date', '2024-01-05T00:00:00Z', REFUSED],
  ['date', '0000-00-00', REFUSED],
  ['time', '8:05', '08:05'],
  ['time', '08:05:06.250', '08:05:06.250'],
  ['time', '24:00:00', REFUSED],
  ['time', '2024-01-05 10:00:00', REFUSED],
  ['json', '{"a":12.50}', { a: exact('12.50') }],
  ['json', '[', REFUSED],
  ['json', `${'['.repeat(100_000)}`, REFUSED],
  ['json', '{"a":{"b":1,"b":2}}', REFUSED],
  ['json', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['json', ' null ', REFUSED],
  ['json', '{"a":null}', { a: null }],
  ['json', [1], [1]],
  ['bytes', 'AQI=', new Bytes('AQI=')],
  ['bytes', new Bytes('AQI='), new Bytes('AQI=')],
  ['bytes', 'not base64!', REFUSED],
  ['bytes', 5, REFUSED],
  ['array', [1], [1]],
  ['array', '[1]', REFUSED],
  ['array', { a: 1 }, REFUSED],
  ['object', { a: 1 }, { a: 1 }],
  ['object', [1], REFUSED],
  ['object', exact('1.0'), REFUSED],
]

describe('a cast gives the value in the wanted type or refuses it, never a changed one', () => {
  for (const [type, given, result, timeZone] of table)
    test(`${type} ${JSON.stringify(given)?.slice(0, 60)} ${timeZone ?? ''}`, () => {
      const cast = compileCast(type, timeZone)(given)
      if (result === REFUSED) expect(cast).toBeInstanceOf(Refusal)
      else expect(cast).toStrictEqual(result)
    })
})

test('a numeral read from JSON keeps its digits through string and decimal', () => {
  const value = parseJson('[0.10]') as readonly Value[]
  expect(compileCast('string', undefined)(value[0] ?? null)).toBe('0.10')
  expect(compileCast('decimal', undefined)(value[0] ?? null)).toStrictEqual(exact('0.10'))
})

test('a name that stands twice is told with its path, and the null of JSON is not taken for a value that is missing', () => {
  const rule = (text: string) => compileCast('json', undefined)(text)
  expect(rule('{"a":{"b":1,"b":2}}')).toMatchObject({
    rule: 'has the name a.b twice in one object, and one of the values would be lost',
  })
  expect(rule('null')).toMatchObject({ rule: 'is the null of JSON, which cannot be told from a missing value' })
})
