import { recordStandings, sumStanding } from '@sluice/contract'
import type { Counters, Strategy } from '../types.ts'

/** Where a record may end up, with the states of the list it opens. */
const outcomes = ['written', 'waiting', 'error', 'retrying', 'unknown'] as const
type OutcomeName = (typeof outcomes)[number]

/** One figure of the picture: what this run sent there, and what is stored there in all. */
export interface Outcome {
  readonly name: OutcomeName
  readonly states: readonly number[]
  readonly ofRun: number
  readonly stored: number
}

/** The right side of the picture. */
export function listOutcomes({ run, records }: Counters): Outcome[] {
  const { written = 0, pending = 0, failed = 0, dead = 0, unknown = 0 } = run?.counts ?? {}
  const ofRun: Readonly<Record<OutcomeName, number>> = {
    written,
    waiting: pending,
    retrying: failed,
    error: dead,
    unknown,
  }
  return outcomes.map(name => ({
    name,
    states: recordStandings[name],
    ofRun: ofRun[name],
    stored: sumStanding(records, recordStandings[name]),
  }))
}

/** Why nothing moves, or how fast it does: one sentence of the picture. */
export type Explanation =
  | { readonly kind: 'never' | 'noRead' | 'allWritten' | 'draft' | 'following' | 'partial' | 'reading' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'moving'; readonly rate: number }
  | { readonly kind: 'slowSource' | 'slowTarget'; readonly seconds: number; readonly pending: number }
  | { readonly kind: 'stopping'; readonly pending: number }
  | { readonly kind: 'unknown' | 'retrying' | 'rejected'; readonly count: number }
  | { readonly kind: 'errors'; readonly count: number; readonly retrying: number }
  | { readonly kind: 'waitsStopped' | 'waitsPaused' | 'waitsByHand' | 'waitsFollow'; readonly count: number }
  | { readonly kind: 'waitsNext'; readonly count: number; readonly next: string }
  | { readonly kind: 'waitsFirst'; readonly next: string }

/** Without a word for so long, a far system is slow: pages of a thousand records take well under a second. */
const SLOW_MS = 8000

type Facts = Pick<Strategy, 'status' | 'is_paused' | 'next_run_at' | 'schedule' | 'config' | 'rejected'>

/**
 * What a person would say about this strategy now. What its run waits for before it starts is the server's sentence and
 * comes before this one.
 */
export function explainFlow(strategy: Facts, counters: Counters | undefined, nowMs: number): Explanation {
  const run = counters?.run
  if (!counters || !run) return explainStillness(strategy)
  const { pending } = run.counts
  if (run.state === 'stopping') return { kind: 'stopping', pending }
  // Who follows never ends, so what is missing is not left to its end to be told; what the run before it rejected does not come again.
  const isFollowing = run.state === 'running' && strategy.config.source.follow === true
  const rejected = Math.max(run.counts.rejected, isFollowing ? strategy.rejected : 0)
  const missing = isFollowing ? tellMissing(counters, rejected) : null
  if (missing && missing.kind !== 'retrying') return missing
  if (run.state === 'running') {
    const stillMs = nowMs - Date.parse(run.moved_at)
    if (stillMs < SLOW_MS) {
      if (run.counts.read + run.counts.staged + run.records_per_second === 0) return { kind: 'reading' }
      return { kind: 'moving', rate: run.records_per_second }
    }
    // A source that is followed is silent while nothing happens there.
    if (pending === 0 && strategy.config.source.follow) return { kind: 'following' }
    // What has landed and is not settled waits for the target; where nothing has, the source is silent.
    return { kind: pending > 0 ? 'slowTarget' : 'slowSource', seconds: Math.round(stillMs / 1000), pending }
  }
  const stored = countStored(counters)
  // Nothing that was read before tells of what was not read now.
  if (counters.broken !== null) return { kind: 'broken', reason: counters.broken }
  if (stored.waiting > 0) return explainWaiting(strategy, stored.waiting)
  const lacking = tellMissing(counters, rejected)
  if (lacking) return lacking
  // Records it could not write are told above for as long as they are in error; somebody has settled those that are not.
  const { failed, dead, unknown } = run.counts
  if (run.state === 'partial' && failed + dead + unknown === 0) return { kind: 'partial' }
  return { kind: run.counts.read === 0 && stored.written === 0 ? 'noRead' : 'allWritten' }
}

const countStored = (counters: Counters) =>
  Object.fromEntries(listOutcomes(counters).map(each => [each.name, each.stored])) as Readonly<
    Record<OutcomeName, number>
  > // one entry per outcome

/** What is not at the target, the worst first; null: nothing that was read is missing there. */
function tellMissing(counters: Counters, rejected: number): Explanation | null {
  const { unknown, error, retrying } = countStored(counters)
  if (unknown > 0) return { kind: 'unknown', count: unknown }
  if (error > 0) return { kind: 'errors', count: error, retrying }
  if (retrying > 0) return { kind: 'retrying', count: retrying }
  return rejected > 0 ? { kind: 'rejected', count: rejected } : null
}

/** Of a strategy without a run. */
function explainStillness({ status, is_paused, next_run_at }: Facts): Explanation {
  if (status === 'draft') return { kind: 'draft' }
  if (status !== 'running' || is_paused || next_run_at === null) return { kind: 'never' }
  return { kind: 'waitsFirst', next: next_run_at }
}

function explainWaiting(strategy: Facts, count: number): Explanation {
  const { status, is_paused, next_run_at, schedule, config } = strategy
  if (status !== 'running') return { kind: 'waitsStopped', count }
  if (is_paused) return { kind: 'waitsPaused', count }
  if (config.source.follow) return { kind: 'waitsFollow', count }
  if (schedule.cron === null || next_run_at === null) return { kind: 'waitsByHand', count }
  return { kind: 'waitsNext', count, next: next_run_at }
}
