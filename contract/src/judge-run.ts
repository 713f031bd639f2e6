import type { Counts } from './counts.ts'
import type { NoticeKind } from './notice.ts'
import type { RunState } from './run-state.ts'
import type { TargetConfig } from './strategy.ts'

/** How a run came to its end. unbalanced: its control totals do not agree; broken: it could not go on. */
export type RunEnding = 'read' | 'stopped' | 'broken' | 'unbalanced'

/** What may be missing: in a replacement so many of all records, elsewhere the others are written all the same. */
export type Allowance = Pick<TargetConfig, 'mode' | 'replace'>

/** What a run is shown as, everywhere. */
export interface RunJudgement {
  readonly state: Extract<RunState, 'succeeded' | 'partial' | 'failed' | 'stopped'>
  /** null: nobody is told, and what was told before is over where the run succeeded. */
  readonly notice: Extract<NoticeKind, 'run.failed' | 'run.partial' | 'run.imbalance'> | null
  /** How the strategy stands at best after it; null: it says nothing about that. */
  readonly health: 'healthy' | 'watch' | null
  /** The figure in lists. */
  readonly missing: number
}

type Books = Partial<Counts>

/**
 * Records that should be at the target and are not known to be: refused before they were stored, in error, waiting for
 * another try, without an answer, or written over by another row of their key. What the strategy leaves out (`filtered`, `skipped`) is not missing.
 */
export const countMissing = ({ rejected = 0, conflicts = 0, failed = 0, dead = 0, unknown = 0 }: Books): number =>
  rejected + conflicts + failed + dead + unknown

/** Records that are where they should be. */
const countArrived = ({ duplicate = 0, written = 0, skipped = 0, conflicts = 0 }: Books): number =>
  Math.max(0, duplicate + written + skipped - conflicts)

/** Records that should be at the target after the run. */
export const countExpected = (counts: Books): number => countMissing(counts) + countArrived(counts)

/** Whether a set that lacks this may take the place of the one before it. */
export const isAllowed = (counts: Books, { replace }: Allowance): boolean =>
  countMissing(counts) <= (replace?.maxErrors ?? 0) && !isNothing(counts)

const isNothing = (counts: Books): boolean => countMissing(counts) > 0 && countArrived(counts) === 0

/** The rule of colours: docs/engine.md has it as a table. Pure, and the only place that decides. */
export function judgeRun(counts: Books, ending: RunEnding, target: Allowance): RunJudgement {
  const missing = countMissing(counts)
  if (ending === 'unbalanced') return { state: 'failed', notice: 'run.imbalance', health: 'watch', missing }
  if (ending === 'stopped') return { state: 'stopped', notice: null, health: null, missing }
  if (ending === 'broken' || isNothing(counts))
    return { state: 'failed', notice: 'run.failed', health: 'watch', missing }
  if (missing === 0) return { state: 'succeeded', notice: null, health: 'healthy', missing }
  const isWhole = target.mode !== 'replace' || isAllowed(counts, target)
  return isWhole
    ? { state: 'partial', notice: 'run.partial', health: 'watch', missing }
    : { state: 'failed', notice: 'run.failed', health: 'watch', missing }
}
