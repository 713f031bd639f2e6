import {
  type CanaryEvent,
  type CanaryReason,
  type CanaryState,
  canaryTransitions,
  isLiveCanary,
  sumSide,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { raiseNotice, settleNotices } from '../sql/notice-rows.ts'
import { addRunLine } from '../sql/run-rows.ts'
import { type CanaryRow, publishCanary, setCanaryState } from './canary-rows.ts'
import { findCrossed, isMet } from './judge-canary.ts'

/** Who or what moves a canary. */
export interface CanaryMove {
  readonly event: CanaryEvent
  /** Of one that ends. */
  readonly reason: CanaryReason | null
  /** null: it moves by itself. */
  readonly userId: string | null
}

/**
 * The one way from state to state, for buttons, limits and thresholds alike. The row is locked; whoever promotes has locked
 * the strategy before. @returns the state it is in then; null: its state knows no such event
 */
export async function moveCanary(
  tx: Tx,
  row: CanaryRow,
  { event, reason, userId }: CanaryMove,
): Promise<CanaryState | null> {
  const state = canaryTransitions[row.state][event]
  if (state === null) return null
  if (state === 'promoted' && !(await publishCanary(tx, row))) return null
  await setCanaryState(tx, row, { state, reason, userId })
  await tell(tx, row, state, reason)
  return state
}

/**
 * What its figures bring about, and its limits where `by` is `all`: then the strategy is locked.
 * @returns the state it is in then
 */
export async function judgeByItself(tx: Tx, row: CanaryRow, by: 'thresholds' | 'all'): Promise<CanaryState> {
  if (!isLiveCanary(row.state)) return row.state
  const crossed = findCrossed(row.limits, row.counts)
  const move: CanaryMove | null =
    crossed !== null
      ? { event: 'cross', reason: crossed, userId: null }
      : by === 'all' && isMet(row.limits, row.counts, row.aliveMs)
        ? { event: row.promotes ? 'complete' : 'meet', reason: row.promotes ? 'limits' : null, userId: null }
        : null
  return (move && (await moveCanary(tx, row, move))) ?? row.state
}

const levels = { running: 'notice', ready: 'notice', promoted: 'success', rolledBack: 'error' } as const

/** In the strategy's log; where somebody has to do something, as a notice too. */
async function tell(tx: Tx, row: CanaryRow, state: CanaryState, reason: CanaryReason | null): Promise<void> {
  const { tenantId, strategyId, version, baseVersion } = row
  const [before, after] = [sumSide(row.counts, 'old'), sumSide(row.counts, 'new')]
  const params = {
    version,
    base: baseVersion,
    ...after,
    old_records: before.records,
    old_failed: before.failed,
    reason,
  }
  const text = sayMove(params, state)
  await addRunLine(
    tx,
    { tenantId, strategyId, runId: null },
    { level: levels[state], text, code: `canary.${state}`, params },
  )
  await settleNotices(tx, tenantId, strategyId, ['canary.ready', 'canary.rolledBack'])
  const notice = { tenantId, objectId: strategyId, text, params }
  if (state === 'ready') await raiseNotice(tx, { ...notice, kind: 'canary.ready' })
  // A person who rolls back knows.
  if (state === 'rolledBack' && reason !== 'person') await raiseNotice(tx, { ...notice, kind: 'canary.rolledBack' })
}

interface Figures {
  readonly version: number
  readonly base: number
  readonly records: number
  readonly failed: number
  readonly old_records: number
  readonly old_failed: number
  readonly reason: CanaryReason | null
}

function sayMove(
  { version, base, records, failed, old_records, old_failed, reason }: Figures,
  state: CanaryState,
): string {
  if (state === 'promoted')
    return `The canary is promoted: ${failed} of ${records} records failed by version ${version}, ${old_failed} of ${old_records} by version ${base}.`
  if (state === 'ready')
    return `The canary has reached its limits and waits for a decision: ${failed} of ${records} records failed by version ${version}, ${old_failed} of ${old_records} by version ${base}.`
  if (reason === 'person')
    return `The canary is rolled back by hand: ${failed} of ${records} records failed by version ${version}, ${old_failed} of ${old_records} by version ${base}.`
  if (reason === 'broken')
    return `The canary is rolled back, because its mapping cannot be run: ${failed} of ${records} records failed by version ${version}, ${old_failed} of ${old_records} by version ${base}.`
  if (reason === 'unbalanced')
    return `The canary is rolled back, because the books of a run do not balance: ${failed} of ${records} records failed by version ${version}, ${old_failed} of ${old_records} by version ${base}.`
  return `The canary is rolled back, because too many records failed: ${failed} of ${records} records failed by version ${version}, ${old_failed} of ${old_records} by version ${base}.`
}
