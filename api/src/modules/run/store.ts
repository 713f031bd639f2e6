import type { RunState, RunTrigger } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface RunRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly version: number
  readonly trigger: RunTrigger
  readonly state: RunState
  readonly counts: unknown
  readonly imbalance: string | null
  readonly failure: unknown
  readonly window: unknown
  readonly requested_by: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly updated_at: string
  readonly total: string
}

// The tenant is named although row-level security adds it: its policy is an OR, which no index serves.
const SELECT = `
  select r.id, r.strategy_id, s.name as strategy_name, r.version, r.trigger, r.state, r.counts, r.imbalance, r.failure,
         r."window", u.username as requested_by, r.created_at, r.started_at, r.finished_at, r.updated_at,
         count(*) over () as total
    from run r
    join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
    left join app_user u on u.tenant_id = r.tenant_id and u.id = r.requested_by
   where r.tenant_id = app_tenant()`

export async function findRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  return (await tx.query<RunRow>(`${SELECT} and r.id = $1`, [id]))[0]
}

export interface RunFilter {
  readonly strategyId: string | null
  readonly state: string | null
  readonly trigger: string | null
  readonly from: string | null
  readonly to: string | null
  readonly limit: number
  readonly offset: number
}

export const searchRuns = (tx: Tx, filter: RunFilter): Promise<RunRow[]> =>
  tx.query<RunRow>(
    `${SELECT}
      and ($1::uuid is null or r.strategy_id = $1)
      and ($2::text is null or r.state = $2)
      and ($3::text is null or r.trigger = $3)
      and ($4::timestamptz is null or r.created_at >= $4)
      and ($5::timestamptz is null or r.created_at < $5)
     order by r.created_at desc, r.id desc
     limit $6 offset $7`,
    [filter.strategyId, filter.state, filter.trigger, filter.from, filter.to, filter.limit, filter.offset],
  )

export interface RejectedRow {
  readonly id: string
  readonly page_id: string
  readonly ordinal: number
  readonly failure: unknown
  readonly created_at: string
  readonly total: string
}

export const listRejected = (tx: Tx, runId: string, limit: number, offset: number): Promise<RejectedRow[]> =>
  tx.query<RejectedRow>(
    `select id, page_id, ordinal, failure, created_at, count(*) over () as total
       from rejected_row where tenant_id = app_tenant() and run_id = $1 order by id limit $2 offset $3`,
    [runId, limit, offset],
  )

export interface LogRow {
  readonly id: string
  readonly run_id: string | null
  readonly level: string
  readonly text: string
  readonly created_at: string
  readonly total: string
}

export const listLogs = (
  tx: Tx,
  run: { readonly id: string; readonly strategy_id: string },
  level: string | null,
  limit: number,
  offset: number,
): Promise<LogRow[]> =>
  tx.query<LogRow>(
    `select id, run_id, level, text, created_at, count(*) over () as total
       from run_log
      where tenant_id = app_tenant() and strategy_id = $1 and run_id = $2 and ($3::text is null or level = $3)
      order by id desc limit $4 offset $5`,
    [run.strategy_id, run.id, level, limit, offset],
  )
