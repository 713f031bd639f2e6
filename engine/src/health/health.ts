import type { Tx } from '@sluice/db'
import { type GrowthRow, type HealthFigures, readFigures, readGrowth } from './figures.ts'
import { errorPercent, type HealthLevel, type HealthReason, judge, levelOf, waitMinutes } from './judge.ts'
import { describeObjective, type Objective } from './objective.ts'
import { readObjectives } from './objective-rows.ts'
import { type DateField, type FoundDates, findDateFields, findDates, watchObjectives } from './watch-objectives.ts'

/** A strategy's figures with what follows from them. */
export interface StrategyHealth extends HealthFigures {
  /** null: it is not started, and does not run by hand alone. */
  readonly level: HealthLevel | null
  /** Worst first. */
  readonly reasons: readonly HealthReason[]
  /** Of 100, with one place; null: nothing was written in the window. */
  readonly error_percent: number | null
  /** Of the runs that ended in the window; null: none did. */
  readonly mean_ms: number | null
  readonly wait_minutes: number | null
}

/** How the strategies do that a transaction sees. */
export interface Health {
  /** Of all, or of the given ones; one statement, whatever their number. */
  read(tx: Tx, windowMinutes: number, nowMs: number, strategyIds?: readonly string[]): Promise<StrategyHealth[]>
  growth(tx: Tx, of: Parameters<typeof readGrowth>[1]): Promise<GrowthRow[]>
  /** What strategies are held to, or the given one, and how they keep it. */
  objectives(tx: Tx, nowMs: number, strategyId?: string): Promise<Objective[]>
  /** Looks once whether those with a goal for freshness are fresh, and counts it. */
  watchObjectives(tx: Tx, nowMs: number): Promise<void>
  /** What dates the newest records of a strategy hold in a field. */
  findDates(tx: Tx, of: Parameters<typeof findDates>[1], nowMs: number): Promise<FoundDates>
  findDateFields(tx: Tx, of: Parameters<typeof findDateFields>[1], nowMs: number): Promise<DateField[]>
}

export const createHealth = (): Health => ({
  async read(tx, windowMinutes, nowMs, strategyIds) {
    const rows = await readFigures(tx, windowMinutes, strategyIds ?? null)
    return rows.map(figures => describe(figures, nowMs))
  },
  growth: readGrowth,
  objectives: async (tx, nowMs, strategyId) =>
    (await readObjectives(tx, nowMs, strategyId)).map(row => describeObjective(row, nowMs)),
  watchObjectives,
  findDates,
  findDateFields,
})

function describe(figures: HealthFigures, nowMs: number): StrategyHealth {
  const reasons = judge(figures, nowMs)
  return {
    ...figures,
    level: levelOf(figures, reasons),
    reasons,
    error_percent: errorPercent(figures),
    mean_ms: figures.runs === 0 ? null : Math.round(Number(figures.run_ms) / figures.runs),
    wait_minutes: waitMinutes(figures.waiting_since, nowMs),
  }
}
