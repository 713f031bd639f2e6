import type { FailureDetail, ReplayItemState, ReplayKind, ReplayState } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface ReplayRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly group_id: string | null
  readonly kind: ReplayKind
  readonly changes: string | null
  readonly state: ReplayState
  readonly cancel: boolean
  readonly counts: Readonly<Record<string, number>> | null
  readonly failure: FailureDetail | null
  readonly requested_by: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

const SELECT = `select j.id, j.strategy_id, s.name as strategy_name, j.group_id, j.kind, j.changes, j.state, j.cancel,
    (select jsonb_object_agg(i.state, i.count) from (select state, count(*) as count from replay_item
        where tenant_id = app_tenant() and job_id = j.id group by state) i) as counts,
    j.failure, coalesce(nullif(u.nickname, ''), u.username) as requested_by, j.created_at, j.finished_at
  from replay_job j
  join strategy s on s.tenant_id = app_tenant() and s.id = j.strategy_id
  left join app_user u on u.tenant_id = app_tenant() and u.id = j.requested_by
 where j.tenant_id = app_tenant()`

export async function findReplay(tx: Tx, id: string): Promise<ReplayRow | undefined> {
  const [row] = await tx.query<ReplayRow>(`${SELECT} and j.id = $1`, [id])
  return row
}

interface ReplayFilter {
  readonly groupId: string | null
  readonly strategyId: string | null
}

export const searchReplays = async (
  tx: Tx,
  { groupId, strategyId }: ReplayFilter,
  limit: number,
  offset: number,
): Promise<{ readonly total: string; readonly row: ReplayRow }[]> => {
  const [counted] = await tx.query<{ total: string }>(
    `select count(*) as total from replay_job where tenant_id = app_tenant()
       and ($1::uuid is null or group_id = $1) and ($2::uuid is null or strategy_id = $2)`,
    [groupId, strategyId],
  )
  const rows = await tx.query<ReplayRow>(
    `${SELECT} and ($1::uuid is null or j.group_id = $1) and ($2::uuid is null or j.strategy_id = $2)
      order by j.created_at desc, j.id limit $3 offset $4`,
    [groupId, strategyId, limit, offset],
  )
  return rows.map(row => ({ total: counted?.total ?? '0', row }))
}

export interface ItemRow {
  readonly record_id: string
  readonly key: string | null
  readonly number: string | null
  readonly state: ReplayItemState
  readonly note: string | null
  readonly updated_at: string
}

export interface ItemFilter {
  readonly jobId: string
  readonly states: readonly ReplayItemState[]
  /** Above this record. */
  readonly after: string | null
  readonly limit: number
}

/** One walk along the index of a state each, then the first of them all. */
export const searchItems = (tx: Tx, { jobId, states, after, limit }: ItemFilter): Promise<ItemRow[]> =>
  tx.query<ItemRow>(
    `select i.record_id, r.key, r.number, i.state, i.note, i.updated_at from (
       select found.* from unnest($2::text[]) wanted(state) cross join lateral (
         select record_id, state, note, updated_at from replay_item
          where tenant_id = app_tenant() and job_id = $1 and state = wanted.state and ($3::bigint is null or record_id > $3)
          order by record_id limit $4) found
       order by found.record_id limit $4) i
     left join lateral (select key, number from record_state
        where tenant_id = app_tenant() and id = i.record_id limit 1) r on true
     order by i.record_id`,
    [jobId, states, after, limit],
  )

export const isStrategy = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.query('select 1 from strategy where tenant_id = app_tenant() and id = $1', [id])).length > 0
