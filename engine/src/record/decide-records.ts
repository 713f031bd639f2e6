import { isRetireKind, nextRecordState, type RecordEvent, RecordState, type RetireKind } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { unfoldIds } from '../sql/block-rows.ts'
import { moveCounts } from '../sql/record-rows.ts'
import type { Changed, RecordSelection } from './records.ts'

type Decision = Extract<RecordEvent, 'reprocess' | 'ignore' | 'confirmWritten'> | RetireKind

interface DecidedRow {
  readonly id: string
  readonly key: string
  readonly status: RecordState
  readonly is_deleted: boolean
}

/** A person's decision, by the table of states: what it refuses is answered per record, the rest moves. */
export async function decide(
  tx: Tx,
  { tenantId, strategyId, ids, userId }: RecordSelection,
  event: Decision,
): Promise<Changed> {
  await unfoldIds(tx, { tenantId, strategyId }, ids)
  // In key order, like the engine's own locks, so that two lockers cannot wait for each other.
  const rows = await tx.query<DecidedRow>(
    `select id, key, status, is_deleted from record_state where tenant_id = $1 and strategy_id = $2 and id = any($3::bigint[])
     order by key for update`,
    [tenantId, strategyId, ids],
  )
  const found = new Set(rows.map(row => row.id))
  const refused = ids.filter(id => !found.has(id)).map(id => ({ id, message: 'There is no such record.' }))
  const moves = new Map<RecordState, string[]>()
  const notes: DecisionNote[] = []
  const deltas = new Map<RecordState, number>()
  for (const { id, status, is_deleted } of rows) {
    const next = isRetireKind(event) && !is_deleted ? null : nextRecordState(status, toEvent(event, is_deleted))
    if (next === null) {
      refused.push({ id, message: `${VERBS[event]} is not possible while the record is ${NAMES[status]}.` })
      continue
    }
    moves.set(next, [...(moves.get(next) ?? []), id])
    notes.push({ r: id, f: status, t: next })
    deltas.set(status, (deltas.get(status) ?? 0) - 1)
    deltas.set(next, (deltas.get(next) ?? 0) + 1)
  }
  for (const [next, moved] of moves) await moveRecords(tx, { tenantId, strategyId, ids: moved }, next)
  await noteDecisions(tx, { tenantId, strategyId, userId: userId ?? null, decision: event }, notes)
  await moveCounts(tx, { tenantId, strategyId }, deltas)
  return { changed: [...moves.values()].flat().length, refused }
}

function toEvent(decision: Decision, isDeleted: boolean): RecordEvent {
  if (isRetireKind(decision)) return decision === 'retireKeep' ? 'deleted' : 'reprocess'
  // What was confirmed of a deleted record is that its row is gone.
  return isDeleted && decision === 'confirmWritten' ? 'deleted' : decision
}

/** A record with the state it was in and the one it is in now. */
interface DecisionNote {
  readonly r: string
  readonly f: RecordState
  readonly t: RecordState
}

/** So that a record's life tells who decided what, by its id. */
async function noteDecisions(
  tx: Tx,
  of: {
    readonly tenantId: string
    readonly strategyId: string
    readonly userId: string | null
    readonly decision: Decision
  },
  notes: readonly DecisionNote[],
): Promise<void> {
  if (notes.length === 0) return
  await tx.execute(
    `insert into record_decision (tenant_id, strategy_id, user_id, decision, record_id, from_status, to_status)
     select $1, $2, $3, $4, r, f, t from json_to_recordset($5::json) as n(r bigint, f smallint, t smallint)`,
    [of.tenantId, of.strategyId, of.userId, of.decision, JSON.stringify(notes)],
  )
}

/** Where the rows are at the target, of those that are done. */
export async function noteTargetKeys(
  tx: Tx,
  { tenantId, strategyId }: RecordSelection,
  targetKeys: ReadonlyMap<string, string>,
): Promise<void> {
  if (targetKeys.size === 0) return
  await unfoldIds(tx, { tenantId, strategyId }, [...targetKeys.keys()])
  await tx.execute(
    `update record_state r set target_key = left(k.target, 2000) from unnest($3::bigint[], $4::text[]) k(id, target)
     where r.tenant_id = $1 and r.strategy_id = $2 and r.id = k.id and r.status = ${RecordState.finished}`,
    [tenantId, strategyId, [...targetKeys.keys()], [...targetKeys.values()]],
  )
}

/** The error stays readable on an ignored record; it goes when the record waits again or is done. */
async function moveRecords(tx: Tx, { tenantId, strategyId, ids }: RecordSelection, next: RecordState): Promise<void> {
  await tx.execute(
    `update record_state set status = $4::smallint, retry_at = null, updated_at = now(),
       error_code = case when $4::smallint = ${RecordState.ignored} then error_code end,
       error_message = case when $4::smallint = ${RecordState.ignored} then error_message end
     where tenant_id = $1 and strategy_id = $2 and id = any($3::bigint[])`,
    [tenantId, strategyId, ids, next],
  )
}

const VERBS: Record<Decision, string> = {
  reprocess: 'Reprocessing',
  ignore: 'Ignoring',
  confirmWritten: 'Confirming',
  retireDelete: 'Retiring',
  retireZero: 'Retiring',
  retireMark: 'Retiring',
  retireKeep: 'Retiring',
}
const NAMES: Record<RecordState, string> = {
  0: 'waiting',
  1: 'a duplicate',
  2: 'finished',
  3: 'in error',
  4: 'held for stock',
  5: 'queued',
  6: 'held for master data',
  7: 'ignored',
  8: 'cancelled',
  9: 'unknown',
  10: 'deleted',
  11: 'waiting for its next try',
}
