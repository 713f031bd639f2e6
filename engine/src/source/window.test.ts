import { describe, expect, it } from 'vitest'
import { compareWatermarks, planWindow, shiftBack } from './window.ts'

const facts = { watermark: null, highWater: undefined, nowMs: Date.parse('2026-01-15T12:00:00Z'), full: false }
const increment = { field: 'at', lookBackSeconds: 600, endLagSeconds: 60 }

describe('a window', () => {
  it('begins at the start while nothing was read, and ends before now by the lag where the source cannot say', () => {
    expect(planWindow(increment, facts)).toEqual({ field: 'at', from: null, to: '2026-01-15T11:59:00.000Z' })
  })

  it('ends at what the source showed, in its own text, and looks back from the watermark', () => {
    const known = { ...facts, watermark: '2026-01-15 10:00:00.123456+08', highWater: '2026-01-15 11:00:00.5+08' }
    expect(planWindow(increment, known)).toEqual({
      field: 'at',
      from: '2026-01-15 09:50:00.123456+08',
      to: '2026-01-15 11:00:00.5+08',
    })
  })
})

describe('looking back', () => {
  it.each([
    ['2026-01-01T00:05:00Z', 600, '2025-12-31T23:55:00Z'],
    ['2026-03-01 00:00:00', 1, '2026-02-28 23:59:59'],
    ['2026-01-01T00:05', 60, '2026-01-01T00:04'],
    ['2026-01-10', 3600, '2026-01-09'],
    ['9007199254740993', 600, '9007199254740993'],
    ['2026-01-01T00:05:00.000000001+05:30', 0, '2026-01-01T00:05:00.000000001+05:30'],
  ])('keeps the form of %s', (text, seconds, expected) => {
    expect(shiftBack(text, seconds)).toBe(expected)
  })
})

describe('watermarks', () => {
  it.each([
    ['9007199254740993', '9007199254740992', 1],
    ['10', '9', 1],
    ['1.25', '1.3', -1],
    ['2026-01-01 00:00:00.1', '2026-01-01 00:00:00.09', 1],
    ['2026-01-01T00:00:00Z', '2026-01-01T08:00:00+08:00', 0],
    ['same', 'same', 0],
  ])('%s against %s', (a, b, sign) => {
    expect(Math.sign(compareWatermarks(a, b) ?? Number.NaN)).toBe(sign)
  })

  it('of unknown kind cannot be compared', () => {
    expect(compareWatermarks('a', 'b')).toBeNull()
  })
})
