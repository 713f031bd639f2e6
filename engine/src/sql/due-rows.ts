import { RecordState, VANISHED_CODE } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { moveCounts, UNWRITTEN } from './record-rows.ts'
import type { Holder } from './run-rows.ts'
import { NOT_FOUND } from './wait-rows.ts'

type Owner = Pick<Holder, 'tenantId' | 'strategyId'>

export interface DueRecord {
  readonly key: string
  readonly id: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
  readonly hash: Buffer
  readonly attempts: number
  readonly number: string | null
  readonly is_deleted: boolean
  readonly generation: number
  /** That mapped it last. */
  readonly version: number
}

/** A record just taken up, with the state it was taken from. */
export interface TakenRecord extends DueRecord {
  readonly was: RecordState
}

const DUE_COLUMNS =
  'r.version, r.key, r.id, r.page_id, r.page_at, r.ordinal, r.hash, r.attempts, r.number, r.is_deleted, r.generation'

// With 5: a process of an earlier version leaves records that wait for a retry in that state.
/** Held for what another strategy had not stored: each run looks again, for it may be there, and tells what still waits. */
const isHeld = (run: string): string => `status = 6 and error_code = '${NOT_FOUND}' and run_id <> ${run}::uuid`

/** Whether `takeDue` would find any. */
export async function hasDue(tx: Tx, holder: Holder, dueAt: string): Promise<boolean> {
  const [row] = await tx.query<{ has_due: boolean }>(
    `select exists (select from record_state where tenant_id = $1 and strategy_id = $2 and status = 0)
       or exists (select from record_state where tenant_id = $1 and strategy_id = $2 and retry_at <= $3::timestamptz
         and status in (4, 5, 6, 11))
       or exists (select from record_state where tenant_id = $1 and strategy_id = $2 and ${isHeld('$4')}) as has_due`,
    [holder.tenantId, holder.strategyId, dueAt, holder.runId],
    { name: 'record_due' },
  )
  return row?.has_due === true
}

/** Records a person put back, or whose retry is due: from now on taken (queued). */
export function takeDue(
  tx: Tx,
  holder: Holder,
  kind: 'waiting' | 'retry',
  dueAt: string,
  limit: number,
): Promise<TakenRecord[]> {
  const where =
    kind === 'waiting'
      ? 'status = 0 and $4::timestamptz is not null'
      : `(retry_at <= $4::timestamptz and status in (4, 5, 6, 11) or ${isHeld('$3')})`
  const order = kind === 'waiting' ? 'id' : 'retry_at, id'
  return tx.query<TakenRecord>(
    `with due as (select key, status as was from record_state where tenant_id = $1 and strategy_id = $2 and ${where}
       order by ${order} limit $5 for update)
     update record_state r set status = 5, retry_at = null, run_id = $3, updated_at = now() from due
     where r.tenant_id = $1 and r.strategy_id = $2 and r.key = due.key returning ${DUE_COLUMNS}, due.was`,
    [holder.tenantId, holder.strategyId, holder.runId, dueAt, limit],
  )
}

/**
 * A replay under way has the record, or may come to have it: it brings what a person ordered, so nobody else takes it. `r` is
 * the record's row.
 */
const IS_CHOSEN = `exists (select from replay_job j where j.tenant_id = r.tenant_id and j.strategy_id = r.strategy_id
  and (j.state = 'choosing' or j.state = 'running' and exists (select from replay_item i
    where i.tenant_id = j.tenant_id and i.job_id = j.id and i.record_id = r.id and i.state in ('waiting', 'reading'))))`

/** Somebody has decided about it since it was looked up. */
const IS_DECIDED = `r.status not in (${UNWRITTEN})`

/** Records of one state that are known not to be written and that this run has not tried: taken as by `takeDue`. */
export function takeUnwritten(
  tx: Tx,
  holder: Holder,
  status: (typeof UNWRITTEN)[number],
  after: string,
  limit: number,
): Promise<TakenRecord[]> {
  return tx.query<TakenRecord>(
    `with due as (select key, status as was from record_state r where tenant_id = $1 and strategy_id = $2 and status = $4
       and id > $5 and run_id <> $3 and not ${IS_CHOSEN} order by id limit $6 for update)
     update record_state r set status = 5, retry_at = null, run_id = $3, updated_at = now() from due
     where r.tenant_id = $1 and r.strategy_id = $2 and r.key = due.key returning ${DUE_COLUMNS}, due.was`,
    [holder.tenantId, holder.strategyId, holder.runId, status, after, limit],
  )
}

/** Documents that wait for a person, taken as by `takeDue`: what no row gives any more is read by no run. */
export function takeVanished(tx: Tx, holder: Holder, after: string, limit: number): Promise<TakenRecord[]> {
  return tx.query<TakenRecord>(
    `with due as (select key, status as was from record_state r where tenant_id = $1 and strategy_id = $2
       and status = ${RecordState.error} and error_code = '${VANISHED_CODE}' and is_deleted
       and id > $4 and run_id <> $3 and not ${IS_CHOSEN} order by id limit $5 for update)
     update record_state r set status = 5, retry_at = null, run_id = $3, updated_at = now() from due
     where r.tenant_id = $1 and r.strategy_id = $2 and r.key = due.key returning ${DUE_COLUMNS}, due.was`,
    [holder.tenantId, holder.strategyId, holder.runId, after, limit],
  )
}

/**
 * Of records that were read again as they are stored, those for which a person ordered something; a correction lies beside
 * the stored evidence, so these are put back and taken up as they are stored. Those of a replay stay its own.
 */
export async function putBackOrdered(tx: Tx, owner: Owner, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string; was: RecordState; is_chosen: boolean }>(
    `with ordered as (select r.key, r.id, r.status as was, (${IS_CHOSEN} or ${IS_DECIDED}) as is_chosen from record_state r
       where r.tenant_id = $1 and r.strategy_id = $2 and r.id = any($3::bigint[]) and (${IS_CHOSEN} or ${IS_DECIDED} or exists (
         select from record_correction c where c.tenant_id = $1 and c.record_id = r.id and c.hash = r.hash))
       order by r.key for update),
     put as (update record_state r set status = 0, retry_at = null, updated_at = now() from ordered o
       where r.tenant_id = $1 and r.strategy_id = $2 and r.key = o.key and not o.is_chosen)
     select id, was, is_chosen from ordered`,
    [owner.tenantId, owner.strategyId, ids],
  )
  const moves = new Map<RecordState, number>()
  for (const { was } of rows.filter(row => !row.is_chosen)) {
    moves.set(was, (moves.get(was) ?? 0) - 1)
    moves.set(0, (moves.get(0) ?? 0) + 1)
  }
  await moveCounts(tx, owner, moves)
  return new Set(rows.map(row => row.id))
}

/** The marker of a record whose write has begun at a target that cannot undo a repeat. */
const WRITE_BEGUN = 'write.begun'

/** Records this run took up and never settled, because its holder died. `begun`: their write had started. */
export function findTaken(tx: Tx, holder: Holder, begun: boolean, limit: number): Promise<DueRecord[]> {
  return tx.query<DueRecord>(
    `select ${DUE_COLUMNS} from record_state r
     where r.tenant_id = $1 and r.strategy_id = $2 and r.run_id = $3 and r.status = $4
       and ${begun ? 'r.error_code = $5' : '$5::text is not null and r.retry_at is null'} order by r.id limit $6`,
    [holder.tenantId, holder.strategyId, holder.runId, begun ? 9 : 5, WRITE_BEGUN, limit],
  )
}

/** Before the bytes leave: whatever happens now, these are never sent again by themselves. */
export async function markBegun(
  tx: Tx,
  holder: Holder,
  begun: readonly { readonly key: string; readonly version: number }[],
): Promise<void> {
  await tx.execute(
    `update record_state r set status = 9, error_code = $5, version = k.version, updated_at = now()
       from unnest($3::text[], $4::int[]) k(key, version)
     where r.tenant_id = $1 and r.strategy_id = $2 and r.key = k.key collate "C"`,
    [holder.tenantId, holder.strategyId, begun.map(({ key }) => key), begun.map(({ version }) => version), WRITE_BEGUN],
  )
}
