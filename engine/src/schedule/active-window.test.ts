import type { ActiveWindow } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { findActive, isActive } from './active-window.ts'
import { nextSlots } from './slots.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const at = (text: string): number => Date.parse(text)

describe('an active window', () => {
  const workdays: ActiveWindow = { days: [1, 2, 3, 4, 5], from: '08:00', to: '22:00' }
  it.each([
    ['2026-01-16T00:00:00Z', true], // Friday 08:00 in Shanghai
    ['2026-01-15T23:59:00Z', false],
    ['2026-01-16T13:59:59Z', true],
    ['2026-01-16T14:00:00Z', false],
    ['2026-01-17T04:00:00Z', false], // Saturday
  ])('from 08:00 to 22:00 on workdays in Shanghai at %s: %s', (time, isOpen) => {
    expect(isActive([workdays], 'Asia/Shanghai', at(time))).toBe(isOpen)
  })

  it('that goes past midnight belongs to the day on which it begins', () => {
    const night: ActiveWindow = { days: [5], from: '22:00', to: '06:00' }
    expect(isActive([night], 'UTC', at('2026-01-17T05:59:00Z'))).toBe(true) // Saturday morning
    expect(isActive([night], 'UTC', at('2026-01-16T05:59:00Z'))).toBe(false) // Friday morning
    expect(isActive([{ ...night, days: [7] }], 'UTC', at('2026-01-19T01:00:00Z'))).toBe(true) // Sunday to Monday
    expect(isActive([{ days: [1], from: '00:00', to: '00:00' }], 'UTC', at('2026-01-19T23:59:00Z'))).toBe(true)
  })

  it('opens at the very minute that a walk along the clock finds, through both changes of the clock', () => {
    const windows: ActiveWindow[] = [
      { days: [7], from: '02:30', to: '02:45' },
      { days: [1, 6], from: '23:10', to: '01:20' },
    ]
    for (const timeZone of ['America/New_York', 'Australia/Lord_Howe', 'Asia/Shanghai'])
      for (const day of ['2025-03-08', '2025-04-05', '2025-10-04', '2025-11-01'])
        for (const hour of [0, 7, 19]) {
          const from = at(`${day}T00:00:30Z`) + hour * 3_600_000
          let expected = from
          while (!isActive(windows, timeZone, expected)) expected = Math.floor(expected / 60_000) * 60_000 + 60_000
          expect(new Date(findActive(windows, timeZone, from)).toISOString()).toBe(new Date(expected).toISOString())
        }
  })

  it('leaves slots outside it out, the one at its opening in', () => {
    const rule = { cron: '0 * * * *', timeZone: 'UTC', windows: [{ days: everyDay, from: '08:00', to: '10:00' }] }
    expect(nextSlots(rule, at('2026-01-15T08:30:00Z'), 3).map(ms => new Date(ms).toISOString().slice(0, 16))).toEqual([
      '2026-01-15T09:00',
      '2026-01-16T08:00',
      '2026-01-16T09:00',
    ])
  })

  it('that never meets the slots is refused', () => {
    const rule = { cron: '0 3 * * *', timeZone: 'UTC', windows: [{ days: everyDay, from: '08:00', to: '22:00' }] }
    expect(() => nextSlots(rule, 0, 1)).toThrow('never fires inside its active windows')
  })
})
