import { setTimeout as wait } from 'node:timers/promises'
import { ROWS_UNTOLD, type Target, type WriteOutcome } from '@sluice/connector-kit'
import { Failure, type FailureDetail, toFailure } from '@sluice/contract'

export interface BatchOptions {
  /** Cut: the answer is no longer waited for. */
  readonly signal: AbortSignal
  /** Tries inside this run. */
  readonly tries: number
  readonly pauseMs: number
  random(): number
  /** Told before the pause. */
  failed?(failure: FailureDetail, pauseMs: number): void
  /** Told of each batch that was answered. */
  worked?(): void
}

/** What sends a batch and answers once per record, in order; a `Target`, or a way of its own to one. */
export interface BatchWriter<T> extends Pick<Target, 'guarantee'> {
  write(batch: readonly T[], signal: AbortSignal): Promise<readonly WriteOutcome[]>
}

export interface BatchAnswer {
  /** One per record, in order. */
  readonly outcomes: readonly WriteOutcome[]
  readonly tries: number
  /** Nothing more is worth sending: the target is away, refuses us altogether, or does not tell records apart. */
  readonly outage: Failure | null
}

// A target that asks for more patience is met again by a later run.
const LONGEST_WAIT_MS = 30_000

/** Never throws: what becomes of the records when the write breaks off follows from the target's guarantee. */
export async function writeBatch<T>(
  target: BatchWriter<T>,
  batch: readonly T[],
  options: BatchOptions,
): Promise<BatchAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answered = await target.write(batch, options.signal)
      options.worked?.()
      const outcomes = answered.length === batch.length ? answered : unknownAll(batch, badAnswer)
      return { outcomes, tries, outage: findUntold(outcomes) }
    } catch (error) {
      const failure = toFailure(error, { code: 'target.broken', message: targetBroke })
      const isAmbiguous = options.signal.aborted || !(error instanceof Failure) || isSent(error)
      // A repeat may double here, and nobody knows whether the bytes arrived.
      if (target.guarantee === 'none' && isAmbiguous)
        return { outcomes: unknownAll(batch, failure.toDetail()), tries, outage: failure }
      if (options.signal.aborted) return { outcomes: failAll(batch, cut), tries, outage: null }
      if (failure.retry === 'skip') return { outcomes: failAll(batch, failure.toDetail()), tries, outage: null }
      if (failure.retry === 'never' || !(await isWorthWaiting(failure, tries, options)))
        // For the records it may heal: someone mends the target, then they are taken up again.
        return { outcomes: failAll(batch, { ...failure.toDetail(), retry: 'later' }), tries, outage: failure }
    }
  }
}

/** The egress client says so of an exchange that broke off after the request had left. */
const isSent = ({ cause }: Failure): boolean => cause instanceof Error && 'sent' in cause && cause.sent === true

async function isWorthWaiting(failure: Failure, tries: number, options: BatchOptions): Promise<boolean> {
  if (tries >= options.tries) return false
  const backoffMs = options.pauseMs * 2 ** (tries - 1) * (0.8 + 0.4 * options.random())
  const ms = Math.max(backoffMs, failure.retryAfterMs ?? 0)
  if (ms > LONGEST_WAIT_MS) return false
  options.failed?.(failure, ms)
  // An abort while waiting ends the wait; the next write then meets the signal.
  return wait(ms, true, { signal: options.signal }).catch(() => true)
}

/** What came back does not say which record is which: whatever is sent after it would be as unknown. */
function findUntold(outcomes: readonly WriteOutcome[]): Failure | null {
  for (const outcome of outcomes)
    if (outcome.kind === 'unknown' && untoldCodes.includes(outcome.failure.code)) return new Failure(outcome.failure)
  return null
}

const failAll = (batch: readonly unknown[], failure: FailureDetail): WriteOutcome[] =>
  batch.map(() => ({ kind: 'failed', failure }))

const unknownAll = (batch: readonly unknown[], failure: FailureDetail): WriteOutcome[] =>
  batch.map(() => ({ kind: 'unknown', failure }))

const targetBroke = 'The target broke off with an error that its connector does not know.'
const badAnswer: FailureDetail = {
  code: 'target.badAnswer',
  message: 'The target did not answer once per record, so nobody can say what became of each.',
  retry: 'never',
  advice: 'Look at the target, then confirm or reprocess the records.',
}
/** Failures of a run after which its strategy is stopped as well. */
export const untoldCodes: readonly string[] = [ROWS_UNTOLD, badAnswer.code]
const cut: FailureDetail = {
  code: 'run.cut',
  message: 'The run was stopped before the target answered.',
  retry: 'later',
}
