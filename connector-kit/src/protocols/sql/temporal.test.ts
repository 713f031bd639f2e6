import { describe, expect, test } from 'vitest'
import { formatMoment, isDay, parseMoment, parseOffset, shiftMoment } from './temporal.ts'

describe('moments', () => {
  test.each([
    ['2024-01-05T10:00:00.123456Z', '2024-01-05 10:00:00.123456', 0],
    ['2024-01-05 10:00:00.100+08', '2024-01-05 10:00:00.1', 480],
    ['2024-01-05 10:00-03:30', '2024-01-05 10:00:00', -210],
    ['2024-02-29', '2024-02-29 00:00:00', null],
  ])('%s is read', (text, plain, offset) => {
    const moment = parseMoment(text)!
    expect(formatMoment(moment)).toBe(plain)
    expect(moment.offsetMinutes).toBe(offset)
  })

  test.each([
    '2023-02-29',
    '0000-00-00',
    '2024-13-01',
    '2024-01-01 24:00:00',
    '2024-01-01 10:60',
    '2024-01-01 10:00:60',
    '1704448800',
    '2024/01/05',
    '05/01/2024',
  ])('%s is no moment', text => {
    expect(parseMoment(text)).toBeNull()
  })

  test('an offset is shifted over midnight and years without losing microseconds', () => {
    const moment = parseMoment('2024-01-01T07:00:00.123456+08:00')!
    expect(formatMoment(shiftMoment(moment, 0))).toBe('2023-12-31 23:00:00.123456')
    expect(formatMoment(shiftMoment(parseMoment('0001-06-01T00:00:00Z')!, 480))).toBe('0001-06-01 08:00:00')
    expect(parseOffset('-03:30')).toBe(-210)
  })

  test('leap years follow the calendar', () => {
    expect([isDay('2000-02-29'), isDay('1900-02-29'), isDay('2024-04-31'), isDay('9999-12-31')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
