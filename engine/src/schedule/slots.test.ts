import { describe, expect, it } from 'vitest'
import { nextSlots } from './slots.ts'

const slots = (cron: string, timeZone: string, from: string, count: number): string[] =>
  nextSlots({ cron, timeZone }, Date.parse(from), count).map(slot => new Date(slot).toISOString().slice(0, 16))

describe('slots', () => {
  it('come in the zone of the strategy', () => {
    expect(slots('30 8 * * 1-5', 'Asia/Shanghai', '2026-01-16T00:00:00Z', 2)).toEqual([
      '2026-01-16T00:30',
      '2026-01-19T00:30',
    ])
  })

  it('at a local time that daylight saving skips fire at the first instant after it', () => {
    expect(slots('30 2 * * *', 'America/New_York', '2025-03-08T12:00:00Z', 2)).toEqual([
      '2025-03-09T07:00',
      '2025-03-10T06:30',
    ])
    // Every second hour has no `*` slot at 02:00 that day; it is not lost.
    expect(slots('0 */2 * * *', 'America/New_York', '2025-03-09T05:30:00Z', 2)).toEqual([
      '2025-03-09T07:00',
      '2025-03-09T08:00',
    ])
    // Midnight does not exist on this day in Chile.
    expect(slots('0 0 * * *', 'America/Santiago', '2025-09-06T12:00:00Z', 2)).toEqual([
      '2025-09-07T04:00',
      '2025-09-08T03:00',
    ])
  })

  it('at a local time that comes twice fire the first time only', () => {
    expect(slots('30 1 * * *', 'America/New_York', '2025-11-01T12:00:00Z', 2)).toEqual([
      '2025-11-02T05:30',
      '2025-11-03T06:30',
    ])
    expect(slots('*/30 1 * * *', 'America/New_York', '2025-11-02T04:30:00Z', 3)).toEqual([
      '2025-11-02T05:00',
      '2025-11-02T05:30',
      '2025-11-03T06:00',
    ])
  })

  it('of every hour go by elapsed time through both changes', () => {
    for (const day of ['2025-03-09', '2025-11-02']) {
      const from = Date.parse(`${day}T00:00:00Z`)
      const times = nextSlots({ cron: '*/20 * * * *', timeZone: 'America/New_York' }, from, 72)
      expect(times.map((time, index) => time - from - (index + 1) * 1_200_000)).toEqual(times.map(() => 0))
    }
  })

  /** Minute by minute, by another way: what the clock on the wall shows. */
  function countByWall(
    cron: { minute: number; hour: number },
    timeZone: string,
    fromMs: number,
    days: number,
  ): number[] {
    const wall = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
    const seen = new Set<string>()
    const found: number[] = []
    for (let ms = fromMs + 60_000; ms <= fromMs + days * 86_400_000; ms += 60_000) {
      const text = wall.format(ms)
      const [date = '', time = ''] = text.split(', ')
      const [hour, minute] = time.split(':').map(Number)
      if (hour === cron.hour && minute === cron.minute && !seen.has(date)) {
        seen.add(date)
        found.push(ms)
      }
    }
    return found
  }

  for (const timeZone of ['Asia/Shanghai', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo'])
    it(`of a time that exists every day agree with the clock on the wall in ${timeZone}`, () => {
      const fromMs = Date.parse('2025-02-20T00:00:00Z')
      const expected = countByWall({ hour: 12, minute: 15 }, timeZone, fromMs, 70)
      expect(nextSlots({ cron: '15 12 * * *', timeZone }, fromMs, expected.length)).toEqual(expected)
    })

  it('name the part that is wrong', () => {
    const refuse = (cron: string, timeZone = 'Asia/Shanghai') => {
      try {
        nextSlots({ cron, timeZone }, 0, 1)
      } catch (error) {
        return (error as Error).message
      }
      return 'accepted'
    }
    expect(refuse('* * * *')).toContain('this has 4')
    expect(refuse('* * * * * *')).toContain('this has 6')
    expect(refuse('60 * * * *')).toContain('minute part "60"')
    expect(refuse('0 25 * * *')).toContain('hour part "25"')
    expect(refuse('0 0 0 * *')).toContain('day of month part "0"')
    expect(refuse('0 0 1 13 *')).toContain('month part "13"')
    expect(refuse('0 0 * * 9')).toContain('day of week part "9"')
    expect(refuse('@daily')).toContain('this has 1')
    expect(refuse('0 0 31 2 *')).toContain('never fires')
    expect(refuse('0 0 * * *', 'Mars/Base')).toContain('Mars/Base')
  })

  it('are none without a schedule', () => {
    expect(nextSlots({ cron: null, timeZone: 'Asia/Shanghai' }, 0, 5)).toEqual([])
  })
})
