import { type Counts, type FailureDetail, RecordState, VANISHED_CODE } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { type Cause, type CauseCount, noteCauses } from '../sql/error-group-rows.ts'
import { noteHits } from '../sql/ignore-rule-rows.ts'
import { type PageRef, writePageResult } from '../sql/page-rows.ts'
import {
  type AttemptRow,
  addAttempts,
  type FreshRow,
  finishPage,
  insertFinished,
  lockKnown,
  moveCounts,
  type StateRow,
  upsertRecords,
} from '../sql/record-rows.ts'
import { type CheckpointState, checkpoint, type Holder } from '../sql/run-rows.ts'
import { findCause } from './fingerprint.ts'
import type { Verdict } from './judge-result.ts'
import type { StagedRecord } from './staged-record.ts'

/** A key that was new when its page landed has a row by now; the caller settles again with `trustNothing`. */
export class StaleKeysError extends Error {}

export interface Settling {
  readonly version: number
  readonly records: readonly StagedRecord[]
  /** One per record. */
  readonly verdicts: readonly Verdict[]
  /** Look every key up instead of believing `isKnown`. */
  readonly trustNothing: boolean
}

/** Settled in one statement: the page, its records and the checkpoint. */
export interface PageFinish {
  readonly ref: PageRef
  readonly result: Buffer
  /** Fewer records than this become rows. */
  readonly smallestBlock: number
}

interface Sorted {
  readonly states: Map<RecordState, number>
  readonly plain: FreshRow[]
  readonly others: Other[]
  readonly before: ReadonlyMap<string, RecordState>
}

/** A record that did not simply finish; `cause` where it is in error or left out for one. */
interface Other {
  readonly row: StateRow
  readonly verdict: Verdict
  readonly cause: Cause | null
}

/**
 * Writes the final state of records, their tries, the counters, the page's result and the checkpoint.
 * @throws StaleKeysError, FencedError
 */
export async function settleRecords(
  tx: Tx,
  holder: Holder,
  settling: Settling,
  page: PageFinish | null,
): Promise<CheckpointState> {
  const delta = countVerdicts(settling.verdicts)
  const { states, plain, others, before } = await sortRecords(tx, holder, settling)
  if (page && others.length === 0 && before.size === 0 && plain.length > 0)
    return staleWhenKnown(finishPage(tx, holder, { ...page, version: settling.version, rows: plain, delta }))
  await insertPlain(tx, holder, settling, plain)
  await upsertOthers(tx, holder, others, { before, isCarried: page === null })
  await moveCounts(tx, holder, states)
  await noteCauses(tx, holder, countCauses(others))
  await noteHits(tx, holder.tenantId, countRules(settling.verdicts))
  if (page) await writePageResult(tx, holder.tenantId, page.ref, page.result, true)
  return checkpoint(tx, holder, { delta })
}

async function sortRecords(tx: Tx, holder: Holder, settling: Settling): Promise<Sorted> {
  const { records, verdicts, trustNothing } = settling
  const keys = records.filter(record => trustNothing || record.isKnown).map(record => record.key)
  const before = new Map((keys.length === 0 ? [] : await lockKnown(tx, holder, keys)).map(row => [row.key, row.status]))
  const sorted: Sorted = { states: new Map(), plain: [], others: [], before }
  records.forEach((record, index) => {
    const verdict = verdicts[index]! // one verdict per record
    const old = before.get(record.key)
    if (old !== undefined) add(sorted.states, old, -1)
    add(sorted.states, verdict.status, 1)
    const isPlain = old === undefined && verdict.status === RecordState.finished && verdict.attempts === 1
    if (isPlain && verdict.failure === null) sorted.plain.push(toFresh(record, verdict))
    else sorted.others.push(toOther(holder, record, verdict, verdict.version ?? settling.version))
  })
  return sorted
}

const toFresh = (record: StagedRecord, { targetKey, version }: Verdict): FreshRow =>
  version === undefined ? { record, targetKey } : { record, targetKey, version }

async function insertPlain(tx: Tx, holder: Holder, settling: Settling, rows: readonly FreshRow[]): Promise<void> {
  const page = settling.records[0]?.page
  // Rows of one page only: records of other pages are known by nature and take the other way.
  if (!page || rows.length === 0) return
  await staleWhenKnown(insertFinished(tx, holder, page, settling.version, rows))
}

const staleWhenKnown = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error, 'record_state_pkey') ? new StaleKeysError() : error
  })

async function upsertOthers(
  tx: Tx,
  holder: Holder,
  others: readonly Other[],
  { before, isCarried }: { readonly before: ReadonlyMap<string, RecordState>; readonly isCarried: boolean },
): Promise<void> {
  const stored = new Map(
    (
      await upsertRecords(
        tx,
        holder,
        others.map(other => other.row),
      )
    ).map(row => [row.key, row]),
  )
  const attempts: AttemptRow[] = []
  for (const { row, verdict } of others) {
    const record = stored.get(row.key)! // RETURNING answers for each row
    if (record.existed && !before.has(row.key)) throw new StaleKeysError()
    // A first success is in page.result alone.
    if (row.status === RecordState.finished && row.attempts === 1 && verdict.failure === null) continue
    // It waits for a person as it did before: every run looks, and nothing was tried.
    if (isCarried && row.errorCode === VANISHED_CODE) continue
    const { request, response, failure } = verdict
    const { status, version } = row
    attempts.push({ recordId: record.id, attempt: row.attempts, status, version, request, response, failure })
  }
  await addAttempts(tx, holder, attempts)
}

function toOther(holder: Holder, record: StagedRecord, verdict: Verdict, version: number): Other {
  const { key, hash, ordinal, number, page, generation } = record
  const { status, attempts, targetKey, retryAt } = verdict
  const isDone = status === RecordState.finished || status === RecordState.deleted
  const problem: FailureDetail | null = isDone ? null : verdict.failure
  // Held records wait for a person's earlier decision; nothing new is wrong with them.
  const cause = problem === null || record.held !== null ? null : findCause(holder.strategyId, problem)
  const row: StateRow = {
    key,
    hash,
    ordinal,
    number,
    page,
    status,
    attempts,
    version,
    targetKey,
    retryAt,
    errorCode: problem?.code ?? null,
    errorMessage: problem?.message ?? null,
    errorGroup: cause?.groupId ?? null,
    isDeleted: record.change === 'delete',
    generation,
  }
  return { row, verdict, cause }
}

/** How often each cause was met by records that are in error now, and by those that a rule leaves out. */
function countCauses(others: readonly Other[]): CauseCount[] {
  const counts = new Map<string, { cause: Cause; open: number; ignored: number }>()
  for (const { row, cause } of others) {
    if (cause === null) continue
    const count = counts.get(cause.groupId) ?? { cause, open: 0, ignored: 0 }
    if (row.status === RecordState.ignored) count.ignored += 1
    else count.open += 1
    counts.set(cause.groupId, count)
  }
  return [...counts.values()]
}

function countRules(verdicts: readonly Verdict[]): ReadonlyMap<string, number> {
  const hits = new Map<string, number>()
  for (const { ruleId } of verdicts) if (ruleId !== undefined) hits.set(ruleId, (hits.get(ruleId) ?? 0) + 1)
  return hits
}

function countVerdicts(verdicts: readonly Verdict[]): Partial<Counts> {
  const delta: { [book in keyof Counts]?: number } = { pending: -verdicts.length }
  for (const { counter } of verdicts) delta[counter] = (delta[counter] ?? 0) + 1
  return delta
}

function add(counts: Map<RecordState, number>, status: RecordState, by: number): void {
  counts.set(status, (counts.get(status) ?? 0) + by)
}
