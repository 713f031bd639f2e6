import { expect, test } from 'vitest'
import { findStale, isFrozen } from './staleness.ts'
import type { Component, Reading } from './types.ts'

const component = (id: string, staleSeconds: number | null) =>
  ({ id, sources: ['runs.today'], options: { stale_seconds: staleSeconds } }) as unknown as Component // no more is asked of it
const reading = (readAt: string): Reading => ({
  at: '2026-11-27T06:00:20Z',
  figures: [
    {
      name: 'runs.today',
      state: 'ok',
      read_at: readAt,
      since: null,
      value: 1,
      points: [],
      parts: [],
      rows: [],
      cells: [],
      graph: null,
    },
  ],
})
const stale = (goal: number | null, readAt: string, passedMs: number) =>
  findStale({ components: [component('a', goal)] }, reading(readAt), 10, 1000, 1000 + passedMs).size === 1

test('a figure is old by its own goal, whatever this clock says: its age at the answer and the time since', () => {
  expect(stale(60, '2026-11-27T06:00:00Z', 40_000)).toBe(false)
  expect(stale(60, '2026-11-27T06:00:00Z', 40_001)).toBe(true)
  // Without one: three refreshes.
  expect(stale(null, '2026-11-27T06:00:20Z', 30_000)).toBe(false)
  expect(stale(null, '2026-11-27T06:00:20Z', 30_001)).toBe(true)
})

test('a screen says that it stands still once three readings did not come, and not before the first', () => {
  expect(isFrozen(1000, 31_000, 10)).toBe(false)
  expect(isFrozen(1000, 31_001, 10)).toBe(true)
  expect(isFrozen(0, 9e12, 10)).toBe(false)
})
