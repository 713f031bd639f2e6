import { Schedule } from '@sluice/contract'
import { nextSlots, type StrategyHealth } from '@sluice/engine'
import type { Standing } from './board-contract.ts'
import type { PaceRow } from './board-store.ts'

/** A strategy as the workbench judges it. */
export interface Judged {
  readonly health: StrategyHealth
  readonly standing: Standing | 'none'
  readonly recordAt: string | null
  /** From when on its newest record is too old; null: nobody can say. */
  readonly lateFrom: string | null
  readonly nextRunAt: string | null
}

const DAY_MS = 86_400_000

/** How each of them stands; each is one thing only, its worst. */
export function judgeStandings(
  all: readonly StrategyHealth[],
  paces: readonly PaceRow[],
  nowMs: number,
): readonly Judged[] {
  const byId = new Map(paces.map(pace => [pace.id, pace]))
  return all.map(health => {
    const pace = byId.get(health.id)
    const recordAt = pace?.record_at ?? null
    const lateFrom = recordAt === null ? null : findLate(health, Date.parse(recordAt))
    const standing = judge(health, lateFrom !== null && nowMs > lateFrom)
    return {
      health,
      standing,
      recordAt,
      lateFrom: lateFrom === null ? null : new Date(lateFrom).toISOString(),
      nextRunAt: pace?.next_run_at ?? null,
    }
  })
}

function judge(health: StrategyHealth, isLate: boolean): Standing | 'none' {
  if (health.level === null) return 'none'
  if (health.level === 'abnormal') return 'failed'
  if (health.level === 'stalled') return 'stalled'
  if (isLate) return 'late'
  // Started, and no run has ever read all it was to read: of such a one nobody knows anything.
  if (health.pulled_at === null) return 'unmeasured'
  return health.level === 'watch' ? 'watch' : 'well'
}

/**
 * The newest record may be a day old and as old as the schedule makes it; where nothing used to come in these hours, as on a
 * Sunday, nothing is late.
 */
function findLate(health: StrategyHealth, recordMs: number): number | null {
  if (health.status !== 'running' || health.paused_at !== null || Number(health.usual) <= 0) return null
  return recordMs + DAY_MS + periodOf(health.schedule, recordMs)
}

/** The time from one slot to the next. */
function periodOf(stored: unknown, afterMs: number): number {
  const schedule = Schedule.safeParse(stored)
  if (!schedule.success || schedule.data.cron === null) return 0
  try {
    const [first, second] = nextSlots(schedule.data, afterMs, 2)
    return first === undefined || second === undefined ? 0 : second - first
  } catch {
    return 0 // an impossible rule is told by the scheduler
  }
}
