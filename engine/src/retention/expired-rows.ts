import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { moveCounts } from '../sql/record-rows.ts'

interface Owner {
  readonly tenantId: string
  readonly strategyId: string
}

/** What is kept beside pages. Each of these deletes at most `limit` of the oldest rows and says how many went. */
export type RowKind = 'log' | 'run' | 'rejected' | 'attempt'

/** The oldest are taken first and only then compared: a turn that finds nothing looks at `limit` rows, not at all. */
function deleteLog(tx: Tx, { tenantId, strategyId }: Owner, before: string, limit: number): Promise<number> {
  return tx.execute(
    `with oldest as (select id, created_at from run_log where tenant_id = $1 and strategy_id = $2 order by id limit $4)
     delete from run_log l using oldest o where l.tenant_id = $1 and l.id = o.id and o.created_at < $3`,
    [tenantId, strategyId, before, limit],
  )
}

/** The last run of a strategy stays, and every run with a page that has not settled. */
function deleteRuns(tx: Tx, { tenantId, strategyId }: Owner, before: string, limit: number): Promise<number> {
  return tx.execute(
    `with oldest as (
       select id from run r where tenant_id = $1 and strategy_id = $2 and created_at < $3
         and state in ('succeeded', 'partial', 'failed', 'stopped')
         and id <> (select id from run where tenant_id = $1 and strategy_id = $2 order by created_at desc limit 1)
         and not exists (select from page p where p.tenant_id = $1 and p.run_id = r.id and p.status = 0)
       order by created_at limit $4)
     delete from run r using oldest o where r.tenant_id = $1 and r.id = o.id`,
    [tenantId, strategyId, before, limit],
  )
}

/** By the runs they belong to: rejected rows have no other order by strategy. */
function deleteRejected(tx: Tx, { tenantId, strategyId }: Owner, before: string, limit: number): Promise<number> {
  return tx.execute(
    `with oldest as (
       select j.id from run r cross join lateral (
         select id, created_at from rejected_row j where j.tenant_id = $1 and j.run_id = r.id order by id limit $4) j
       where r.tenant_id = $1 and r.strategy_id = $2 and r.created_at < $3 and j.created_at < $3 limit $4)
     delete from rejected_row j using oldest o where j.tenant_id = $1 and j.id = o.id`,
    [tenantId, strategyId, before, limit],
  )
}

/** Tries of records that wait, are held or unknown stay: somebody still has to decide about them. */
async function deleteAttempts(tx: Tx, { tenantId, strategyId }: Owner, before: string, limit: number): Promise<number> {
  // What people decided goes with the tries they decided about.
  await tx.execute(
    `with oldest as (
       select id from record_decision where tenant_id = $1 and strategy_id = $2 and created_at < $3 order by id limit $4)
     delete from record_decision d using oldest o where d.tenant_id = $1 and d.id = o.id`,
    [tenantId, strategyId, before, limit],
  )
  return tx.execute(
    `with oldest as (
       select a.id from record_attempt a where a.tenant_id = $1 and a.strategy_id = $2 and a.created_at < $3
         and not exists (select from record_state r where r.tenant_id = $1 and r.id = a.record_id
                         and r.status in (0, 4, 5, 6, 9, 11))
       order by a.id limit $4)
     delete from record_attempt a using oldest o where a.tenant_id = $1 and a.id = o.id`,
    [tenantId, strategyId, before, limit],
  )
}

/** Only on a person's word: a forgotten record is new to the next full read and is written again. */
export async function deleteRecords(
  tx: Tx,
  owner: Owner,
  statuses: readonly RecordState[],
  before: string,
  limit: number,
): Promise<number> {
  const { tenantId, strategyId } = owner
  const blocks = statuses.includes(RecordState.finished) ? await deleteBlocks(tx, owner, before, limit) : 0
  if (blocks > 0) return blocks
  const gone = await tx.query<{ status: RecordState }>(
    `with oldest as (
       select key from record_state where tenant_id = $1 and strategy_id = $2 and updated_at < $3 and ordinal >= 0
         and status = any ($4::smallint[]) order by updated_at limit $5 for update skip locked)
     delete from record_state r using oldest o
      where r.tenant_id = $1 and r.strategy_id = $2 and r.key = o.key collate "C" returning r.status`,
    [tenantId, strategyId, before, statuses, limit],
  )
  const moves = new Map<RecordState, number>()
  for (const { status } of gone) moves.set(status, (moves.get(status) ?? 0) - 1)
  await moveCounts(tx, owner, moves)
  return gone.length
}

/** The oldest as a whole, one more than `limit` at the most. */
async function deleteBlocks(tx: Tx, owner: Owner, before: string, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `with oldest as (
       select first_id, sum(record_count) over (order by created_at, first_id) - record_count as earlier
       from record_block where tenant_id = $1 and strategy_id = $2 and created_at < $3 order by created_at, first_id limit $4),
     gone as (
       delete from record_block b using oldest o
        where b.tenant_id = $1 and b.strategy_id = $2 and b.first_id = o.first_id and o.earlier < $4
        returning b.record_count)
     select coalesce(sum(record_count), 0) as count from gone`,
    [owner.tenantId, owner.strategyId, before, limit],
  )
  const count = Number(row?.count ?? 0)
  await moveCounts(tx, owner, new Map([[RecordState.finished, -count]]))
  return count
}

const TABLES: Readonly<Record<RowKind, string>> = {
  log: 'run_log',
  run: 'run',
  rejected: 'rejected_row',
  attempt: 'record_attempt',
}

/** How many rows a clean-up would find. */
export async function countRows(tx: Tx, kind: RowKind, owner: Owner, before: string): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from ${TABLES[kind]} where tenant_id = $1 and strategy_id = $2 and created_at < $3
       ${kind === 'run' ? "and state in ('succeeded', 'partial', 'failed', 'stopped')" : ''}`,
    [owner.tenantId, owner.strategyId, before],
  )
  return Number(row?.count ?? 0)
}

export async function countRecords(
  tx: Tx,
  owner: Owner,
  statuses: readonly RecordState[],
  before: string,
): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select (select count(*) from record_state where tenant_id = $1 and strategy_id = $2 and updated_at < $3
         and ordinal >= 0 and status = any ($4::smallint[]))
       + (select coalesce(sum(record_count), 0) from record_block where tenant_id = $1 and strategy_id = $2
         and created_at < $3 and ${RecordState.finished} = any ($4::smallint[])) as count`,
    [owner.tenantId, owner.strategyId, before, statuses],
  )
  return Number(row?.count ?? 0)
}

export const deleteRows: Readonly<
  Record<RowKind, (tx: Tx, owner: Owner, before: string, limit: number) => Promise<number>>
> = { log: deleteLog, run: deleteRuns, rejected: deleteRejected, attempt: deleteAttempts }
