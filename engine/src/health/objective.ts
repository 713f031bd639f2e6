import type { ObjectiveRow, Stretches } from './objective-rows.ts'

/** How one side of an objective, success or freshness, has been kept. */
export interface Kept {
  /** Of 100; what is asked for. */
  readonly percent: number
  /** In the period: what was counted, and how much of it was bad. */
  readonly total: number
  readonly bad: number
  /** Of 100, rounded down so that a hundred is said of a hundred only; null: nothing was counted. */
  readonly kept: number | null
  /** What is left of what may be bad, of 100; below 0 more was than may be. null: nothing was counted. */
  readonly left: number | null
  /** How many times faster than it may the budget goes, in the last hour and in the last six; null: nothing was counted. */
  readonly hour: number | null
  readonly hours: number | null
  /** Both windows of a fire burn: its short one says that it still does. */
  readonly fire: 'fast' | 'slow' | null
}

/** What a strategy is held to, and how it keeps it. */
export interface Objective extends Omit<ObjectiveRow, 'success' | 'fresh'> {
  readonly success: Kept | null
  readonly fresh: Kept | null
  /** How old the newest business date is; null: none is known. */
  readonly age_minutes: number | null
  readonly is_stale: boolean
}

/** So much of a period's budget in so many hours, as is usual where services are kept: 2 % in one hour, 5 % in six. */
const FAST = { share: 0.02, hours: 1 } as const
const SLOW = { share: 0.05, hours: 6 } as const

export function describeObjective({ success, fresh, ...row }: ObjectiveRow, nowMs: number): Objective {
  const isRunning = row.status === 'running'
  const ageMs = row.newest_at === null ? null : Math.max(0, nowMs - Date.parse(row.newest_at))
  const keep = (percent: number | null, counted: Stretches) =>
    percent === null ? null : judgeKept(percent, row.days, counted, isRunning)
  return {
    ...row,
    success: keep(row.success_percent, success),
    fresh: keep(row.fresh_percent, fresh),
    age_minutes: ageMs === null ? null : Math.floor(ageMs / 60_000),
    is_stale: isRunning && row.fresh_minutes !== null && ageMs !== null && ageMs > row.fresh_minutes * 60_000,
  }
}

/** @param isRunning nothing burns of what nobody runs */
export function judgeKept(percent: number, days: number, counted: Stretches, isRunning: boolean): Kept {
  const may = (100 - percent) / 100
  const [quarter, hour, half, hours, all] = counted.map(({ good, bad }) => ({ good: Number(good), bad: Number(bad) }))
  const burn = (of: Sum | undefined): number | null => {
    const total = (of?.good ?? 0) + (of?.bad ?? 0)
    return of === undefined || total <= 0 ? null : of.bad / total / may
  }
  // Where more than a tenth may be bad, nothing can burn fourteen times too fast: all bad is always a fire.
  const from = ({ share, hours: per }: typeof FAST | typeof SLOW) =>
    Math.min((share * days * 24) / per, 1 / may) - EPSILON
  const isFire = (short: Sum | undefined, long: Sum | undefined, least: number) =>
    isRunning && (burn(short) ?? 0) >= least && (burn(long) ?? 0) >= least
  const fire = isFire(quarter, hour, from(FAST)) ? 'fast' : isFire(half, hours, from(SLOW)) ? 'slow' : null
  const total = (all?.good ?? 0) + (all?.bad ?? 0)
  const bad = all?.bad ?? 0
  return {
    percent,
    total,
    bad,
    kept: total === 0 ? null : Math.floor(((total - bad) / total) * 100_000) / 1000,
    left: total === 0 ? null : Math.floor((1 - bad / (total * may)) * 1000) / 10,
    hour: round(burn(hour)),
    hours: round(burn(hours)),
    fire,
  }
}

interface Sum {
  readonly good: number
  readonly bad: number
}

/** Burns are quotients: one that is exactly at the line is on it. */
const EPSILON = 1e-9

const round = (burn: number | null): number | null => (burn === null ? null : Math.round(burn * 10) / 10)

type Held = Pick<Objective, 'success' | 'fresh' | 'fresh_minutes' | 'days'>

/** One sentence of what burns; null: nothing does. */
export function tellFire({ success, fresh, fresh_minutes: minutes, days }: Held): string | null {
  const said = (of: Kept) => ({ burn: of.fire === 'fast' ? of.hour : of.hours, hours: of.fire === 'fast' ? 1 : 6 })
  if (success?.fire) {
    const { burn, hours } = said(success)
    const { left, percent } = success
    if (isUsedUp(left))
      return `Its budget for errors is used up, that of ${days} days at ${percent} % success: in the last ${hours} h errors came ${burn} times too fast.`
    return `Its budget for errors goes ${burn} times too fast in the last ${hours} h: ${left} % is left of what ${days} days may have at ${percent} % success.`
  }
  if (!fresh?.fire) return null
  const { burn, hours } = said(fresh)
  const { left, percent } = fresh
  if (isUsedUp(left))
    return `Its budget for old data is used up, that of ${days} days at ${minutes} minutes in ${percent} % of the time: in the last ${hours} h data was old ${burn} times too often.`
  return `Its budget for old data goes ${burn} times too fast in the last ${hours} h: ${left} % is left of what ${days} days may have at ${minutes} minutes in ${percent} % of the time.`
}

const isUsedUp = (left: number | null): boolean => left !== null && left <= 0
