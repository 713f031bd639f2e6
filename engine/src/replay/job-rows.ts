import { errorDataStates, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { end, type JobRow, type WorkKind } from '@sluice/work'
import { toPattern } from './like-pattern.ts'
import type { JobEnd, ReplayJob } from './replays.ts'

/** Takes steps until each of its records has come to an end; between them it waits for runs. */
export const replayKind: WorkKind = {
  name: 'replay',
  table: 'replay_job',
  columns: ['strategy_id', 'requested_by'],
  open: ['choosing', 'running'],
  begins: null,
  leaseMs: 15_000,
  startedAt: null,
  finishedAt: 'finished_at',
  keepDays: 30,
}

export interface ReplayWork extends JobRow {
  readonly id: string
  readonly strategy_id: string
  readonly requested_by: string | null
}

/** As it is now, by whoever holds it in this transaction. */
export async function readJob(tx: Tx, { tenant_id, id }: ReplayWork): Promise<ReplayJob> {
  const [job] = await tx.query<ReplayJob>(
    `select tenant_id as "tenantId", id, strategy_id as "strategyId", group_id as "groupId", kind, changes, selection, state,
       cursor, idle_runs as "idleRuns", run_id as "runId", cancel, requested_by as "userId", fence
     from replay_job where tenant_id = $1 and id = $2`,
    [tenant_id, id],
  )
  return job! // held
}

const OPEN = [...errorDataStates, RecordState.queued]
const CHOOSE_ROWS = 5000

/**
 * The next records of a group in the order of their ids, noted and the place with them in one transaction; how many. A
 * record that comes into the group behind this place is not part of the replay, so that none is replayed for ever.
 */
export async function chooseNext(tx: Tx, job: ReplayJob): Promise<number> {
  const { ids = null, statuses = OPEN, keyword, keys, runId, errorCode, from, to } = job.selection
  const [chosen] = await tx.query<{ count: number; last: string | null }>(
    `with next as (
       select r.id from record_state r
        where r.tenant_id = $1 and r.id > $3 and ($4::uuid is null or r.error_group = $4) and r.strategy_id = $5
          and ($6::bigint[] is null or r.id = any($6)) and ($7::smallint[] is null or r.status = any($7))
          and ($8::text is null or r.key ilike $8 or r.number ilike $8 or r.error_message ilike $8)
          and ($9::text[] is null or r.key = any($9) or r.number = any($9) or r.target_key = any($9))
          and ($10::uuid is null or r.run_id = $10) and ($11::text is null or r.error_code = $11)
          and ($12::timestamptz is null or r.updated_at >= $12) and ($13::timestamptz is null or r.updated_at < $13)
        order by r.id limit ${CHOOSE_ROWS}),
     noted as (insert into replay_item (tenant_id, job_id, record_id) select $1, $2, id from next on conflict do nothing)
     select count(*)::int as count, max(id) as last from next`,
    [
      job.tenantId,
      job.id,
      job.cursor,
      job.groupId,
      job.strategyId,
      ids,
      // Named records are looked at one by one, and told why where they are left out.
      ids === null ? statuses : null,
      keyword ? toPattern(keyword) : null,
      keys ?? null,
      runId ?? null,
      errorCode ?? null,
      from ?? null,
      to ?? null,
    ],
  )
  const count = chosen?.count ?? 0
  await tx.execute(
    `update replay_job set cursor = coalesce($3, cursor), state = case when $4 then 'running' else state end,
       started_at = coalesce(started_at, now()) where tenant_id = $1 and id = $2`,
    [job.tenantId, job.id, chosen?.last ?? null, count < CHOOSE_ROWS],
  )
  return count
}

export const listItems = (tx: Tx, job: ReplayJob, state: 'waiting' | 'reading', limit: number): Promise<string[]> =>
  tx
    .query<{ record_id: string }>(
      `select record_id from replay_item where tenant_id = $1 and job_id = $2 and state = $4 order by record_id limit $3`,
      [job.tenantId, job.id, limit, state],
    )
    .then(rows => rows.map(row => row.record_id))

export interface ItemMark {
  readonly id: string
  readonly state: 'reading' | 'sent' | 'ignored' | 'excluded'
  readonly note: string | null
}

/**
 * Each item is found by one probe and changed in its place. Joined by the number alone, a plan made before the table was
 * measured compared every item with every other: 1.6 s for 500 of 3,000.
 */
export async function markItems(tx: Tx, job: ReplayJob, marks: readonly ItemMark[]): Promise<void> {
  await tx.execute(
    `update replay_item i set state = p.state, note = p.note, updated_at = now() from (
       select m.state, m.note, f.place from json_to_recordset($3::json) as m(id bigint, state text, note text)
        cross join lateral (select ctid as place from replay_item
          where tenant_id = $1 and job_id = $2 and record_id = m.id and state in ('waiting', 'reading') limit 1) f) p
      where i.tenant_id = $1 and i.ctid = p.place`,
    [job.tenantId, job.id, JSON.stringify(marks)],
  )
}

/** Items that were put back and have come to an end since; how many. A record that a run has in hand is not judged. */
export const settleSent = (tx: Tx, job: ReplayJob): Promise<number> =>
  tx.execute(
    `with seen as (
       select i.ctid as place, r.status, r.error_message from replay_item i
         left join lateral (select status, error_code, error_message from record_state r
            where r.tenant_id = $1 and r.id = i.record_id limit 1) r on true
        where i.tenant_id = $1 and i.job_id = $2 and i.state = 'sent'
          and (r.status is null or r.status not in (0, 5, 9)
            or r.status = 9 and r.error_code is distinct from 'write.begun'))
     update replay_item i set updated_at = now(), note = left(s.error_message, 1000),
       state = case when s.status in (2, 10) then 'written' when s.status = 9 then 'unknown' when s.status = 7 then 'ignored'
                    when s.status is null or s.status in (1, 8) then 'excluded' else 'failed' end
       from seen s where i.tenant_id = $1 and i.ctid = s.place`,
    [job.tenantId, job.id],
  )

export interface ItemCounts {
  readonly waiting: number
  readonly reading: number
  readonly sent: number
}

/** What is still to be done. */
export async function countOpen(tx: Tx, job: ReplayJob): Promise<ItemCounts> {
  const rows = await tx.query<{ state: keyof ItemCounts; count: number }>(
    `select state, count(*)::int as count from replay_item
      where tenant_id = $1 and job_id = $2 and state in ('waiting', 'reading', 'sent') group by state`,
    [job.tenantId, job.id],
  )
  const of = (state: keyof ItemCounts): number => rows.find(row => row.state === state)?.count ?? 0
  return { waiting: of('waiting'), reading: of('reading'), sent: of('sent') }
}

export const cancelWaiting = (tx: Tx, job: Pick<ReplayJob, 'tenantId' | 'id'>, states = ['waiting']): Promise<number> =>
  tx.execute(
    `update replay_item set state = 'cancelled', updated_at = now()
      where tenant_id = $1 and job_id = $2 and state = any($3::text[])`,
    [job.tenantId, job.id, states],
  )

export const endJob = (tx: Tx, { tenantId, id, fence }: ReplayJob, how: JobEnd): Promise<boolean> =>
  end(tx, replayKind, { key: { tenant_id: tenantId, id }, fence }, how)
