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
  readonly adapters: unknown
}

interface ListedRun extends RunRow {
  /** Of the list, at most COUNTED. */
  readonly total: string
}

/** A list counts no further: whoever has more narrows the filter, or goes on after the last row shown. */
const COUNTED = 10_000

// The tenant is named although row-level security adds it: its policy is an OR, which no index serves.
const SELECT = `
  select r.id, r.strategy_id, s.name as strategy_name, r.version, r.trigger, r.state, r.counts, r.imbalance, r.failure,
         r."window", u.username as requested_by, r.created_at, r.started_at, r.finished_at, r.updated_at, r.adapters
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
  /** The last run shown, for a list that goes on where it was. */
  readonly after?: string | null
  readonly limit: number
  readonly offset: number
}

const MATCHES = `r.tenant_id = app_tenant()
      and ($1::uuid is null or r.strategy_id = $1)
      and ($2::text is null or r.state = $2)
      and ($3::text is null or r.trigger = $3)
      and ($4::timestamptz is null or r.created_at >= $4)
      and ($5::timestamptz is null or r.created_at < $5)`

/** Page and count each walk an index from the newest on; a count of all matches read every run of the tenant. */
export const SEARCH_RUNS = `
  select found.*, (select count(*) from (select from run r where ${MATCHES} limit ${COUNTED}) counted) as total
    from (${SELECT} and ${MATCHES}
      and ($8::uuid is null or (r.created_at, r.id) < (select created_at, id from run where tenant_id = app_tenant() and id = $8))
     order by r.created_at desc, r.id desc
     limit $6 offset least($7, ${COUNTED})) found
   order by found.created_at desc, found.id desc`

export const searchRuns = (tx: Tx, filter: RunFilter): Promise<ListedRun[]> =>
  tx.query<ListedRun>(SEARCH_RUNS, [
    filter.strategyId,
    filter.state,
    filter.trigger,
    filter.from,
    filter.to,
    filter.limit,
    filter.offset,
    filter.after ?? null,
  ])

export interface RejectedRow {
  readonly id: string
  readonly page_id: string
  readonly ordinal: number
  readonly key: string | null
  readonly failure: unknown
  readonly created_at: string
  readonly total: string
}

export const LIST_REJECTED = `
  select j.id, j.page_id, j.ordinal, j.key, j.failure, j.created_at,
         (select count(*) from (select from rejected_row c where c.tenant_id = app_tenant() and c.run_id = $1
                                limit ${COUNTED}) counted) as total
    from rejected_row j where j.tenant_id = app_tenant() and j.run_id = $1 and ($4::bigint is null or j.id > $4)
   order by j.id limit $2 offset least($3, ${COUNTED})`

export const listRejected = (
  tx: Tx,
  runId: string,
  limit: number,
  offset: number,
  after: string | null,
): Promise<RejectedRow[]> => tx.query<RejectedRow>(LIST_REJECTED, [runId, limit, offset, after])

export interface LogRow {
  readonly id: string
  readonly run_id: string | null
  readonly level: string
  readonly text: string
  readonly created_at: string
  readonly total: string
}

export const LIST_LOGS = `
  select l.id, l.run_id, l.level, l.text, l.created_at,
         (select count(*) from (select from run_log c where c.tenant_id = app_tenant() and c.run_id = $1
            and ($2::text is null or c.level = $2) limit ${COUNTED}) counted) as total
    from run_log l
   where l.tenant_id = app_tenant() and l.run_id = $1 and ($2::text is null or l.level = $2)
     and ($5::bigint is null or l.id < $5)
   order by l.id desc limit $3 offset least($4, ${COUNTED})`

export const listLogs = (
  tx: Tx,
  runId: string,
  level: string | null,
  limit: number,
  offset: number,
  after: string | null,
): Promise<LogRow[]> => tx.query<LogRow>(LIST_LOGS, [runId, level, limit, offset, after])
