import { expect, it } from 'vitest'
import { dayOf, toInstant } from './day.ts'

it('begins a day at midnight of the zone and ends it at the next', () => {
  expect(toInstant('2026-11-20', 'Asia/Shanghai', 0)).toBe('2026-11-19T16:00:00.000Z')
  expect(toInstant('2026-11-20', 'Asia/Shanghai', 1)).toBe('2026-11-20T16:00:00.000Z')
})
it('follows a clock change', () => {
  // Clocks in New York go back on 1 November 2026: that day has 25 hours.
  expect(toInstant('2026-11-01', 'America/New_York', 0)).toBe('2026-11-01T04:00:00.000Z')
  expect(toInstant('2026-11-01', 'America/New_York', 1)).toBe('2026-11-02T05:00:00.000Z')
})
it.each([undefined, '', '2026', '2026-13-40', 'tomorrow'])('has no instant for %j', day => {
  expect(toInstant(day, 'Asia/Shanghai', 0)).toBeUndefined()
})

it('tells which day it is where the reader is', () => {
  const atMs = Date.parse('2026-11-20T18:30:00Z')
  expect([dayOf(atMs, 'Asia/Shanghai'), dayOf(atMs, 'America/Sao_Paulo')]).toEqual(['2026-11-21', '2026-11-20'])
})
