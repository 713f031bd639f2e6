import { CanaryCounts, canaryStates, canaryTransitions, sumSide } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { type CanaryLimits, findCrossed, isMet } from './judge-canary.ts'

const limits = (change: Partial<CanaryLimits>): CanaryLimits => ({
  minutes: null,
  records: null,
  max_failed: null,
  max_failed_share: null,
  ...change,
})
const counts = (change: object) => CanaryCounts.parse(change)

describe('a threshold', () => {
  it('of records counts what the old version would not have failed', () => {
    const max = limits({ max_failed: 5 })
    expect(findCrossed(max, counts({ new_written: 90, new_dead: 5 }))).toBeNull()
    expect(findCrossed(max, counts({ new_written: 90, new_dead: 3, new_failed: 2, new_unknown: 1 }))).toBe('failed')
    // One in ten fails by the old one too.
    expect(findCrossed(max, counts({ old_written: 900, old_dead: 100, new_written: 85, new_dead: 15 }))).toBeNull()
    expect(findCrossed(max, counts({ old_written: 900, old_dead: 100, new_written: 84, new_dead: 16 }))).toBe('failed')
  })

  it('of the share is in points above the old one, and asks nobody before fifty records', () => {
    const max = limits({ max_failed_share: 2 })
    expect(findCrossed(max, counts({ new_dead: 49 }))).toBeNull()
    expect(findCrossed(max, counts({ new_dead: 50 }))).toBe('failedShare')
    expect(findCrossed(max, counts({ new_written: 98, new_dead: 2 }))).toBeNull()
    expect(findCrossed(max, counts({ new_written: 97, new_dead: 3 }))).toBe('failedShare')
    expect(findCrossed(max, counts({ old_written: 99, old_failed: 1, new_written: 97, new_dead: 3 }))).toBeNull()
  })

  it('that was not chosen is never crossed', () => {
    expect(findCrossed(limits({}), counts({ new_dead: 1000 }))).toBeNull()
  })
})

it('limits: each that was given, and at least one record', () => {
  const hour = 3_600_000
  expect(isMet(limits({ minutes: 60 }), counts({}), hour)).toBe(false)
  expect(isMet(limits({ minutes: 60 }), counts({ new_written: 1 }), hour)).toBe(true)
  expect(isMet(limits({ minutes: 60 }), counts({ new_written: 1 }), hour - 1)).toBe(false)
  expect(isMet(limits({ records: 10 }), counts({ new_written: 9, old_written: 99 }), 0)).toBe(false)
  expect(isMet(limits({ records: 10 }), counts({ new_written: 9, new_skipped: 1 }), 0)).toBe(true)
  expect(isMet(limits({ records: 10, minutes: 60 }), counts({ new_written: 10 }), hour - 1)).toBe(false)
})

it('sums: what did not arrive has failed', () => {
  const each = counts({ new_written: 1, new_skipped: 2, new_failed: 4, new_dead: 8, new_unknown: 16 })
  expect(sumSide(each, 'new')).toEqual({ records: 31, failed: 28 })
  expect(sumSide(each, 'old')).toEqual({ records: 0, failed: 0 })
})

it('the table, cell by cell', () => {
  const events = ['promote', 'rollBack', 'cross', 'meet', 'complete'] as const
  const cells = canaryStates.map(state => [state, ...events.map(event => canaryTransitions[state][event])])
  expect(cells).toEqual([
    ['running', 'promoted', 'rolledBack', 'rolledBack', 'ready', 'promoted'],
    ['ready', 'promoted', 'rolledBack', 'rolledBack', null, null],
    ['promoted', null, null, null, null, null],
    ['rolledBack', null, null, null, null, null],
  ])
})
