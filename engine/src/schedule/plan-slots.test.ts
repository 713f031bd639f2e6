import { describe, expect, it } from 'vitest'
import { planSlots } from './plan-slots.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000
const hourly = { cron: '0 * * * *', timeZone: 'UTC' }
const hour = (of: number): string => new Date(NOON + of * HOUR_MS).toISOString()
const plan = (change: object, nowMs: number) => planSlots({ ...hourly, ...change }, hour(0), nowMs)

describe('a slot that has come', () => {
  it('in time fires alone, whatever the policy for missed ones', () => {
    for (const missed of ['skip', 'once', 'all'])
      expect(plan({ missed }, NOON + 30_000)).toMatchObject({ fire: [hour(0)], next: hour(1), missed: null })
  })

  const late = NOON + 3 * HOUR_MS + 600_000
  it.each([
    ['skip', [], { count: 4, first: hour(0), policy: 'skip' }],
    ['once', [hour(3)], { count: 4, first: hour(0), policy: 'once' }],
    ['all', [hour(0), hour(1), hour(2), hour(3)], { count: 4, first: hour(0), policy: 'all' }],
  ])('after an outage: %s', (policy, fire, missed) => {
    expect(plan({ missed: policy }, late)).toMatchObject({ fire, missed, next: hour(4) })
  })

  const inTime = NOON + 3 * HOUR_MS + 10_000
  it.each([
    ['skip', [hour(3)]],
    ['once', [hour(3)]],
    ['all', [hour(0), hour(1), hour(2), hour(3)]],
  ])('with the newest in time: %s', (policy, fire) => {
    expect(plan({ missed: policy }, inTime)).toMatchObject({ fire, missed: { count: 3, policy }, next: hour(4) })
  })

  it('never leads back to itself when the clock is set back', () => {
    expect(plan({ missed: 'all' }, NOON - 24 * HOUR_MS)).toMatchObject({ fire: [hour(0)], next: hour(1) })
  })

  it('whose schedule has become impossible stops its own strategy only, and says why', () => {
    const { fire, next, failure } = plan({ cron: '0 0 31 2 *' }, NOON)
    expect([fire, next, failure?.code]).toEqual([[], null, 'schedule.cron'])
    expect(planSlots({ cron: 7 }, hour(0), NOON).failure).not.toBeNull()
  })
})
