import { type RecordState, recordStates } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** A row of record_state as it is shown, and its place in the evidence. */
export interface RecordRow {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly error_code: string | null
  readonly error_message: string | null
  readonly target_key: string | null
  readonly retry_at: string | null
  readonly run_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

export interface RecordFilter {
  readonly strategyId: string
  /** null = every state. */
  readonly statuses: readonly RecordState[] | null
  readonly keys: readonly string[] | null
  readonly pattern: string | null
  readonly runId: string | null
  readonly errorCode: string | null
  /** Bounds of the last change. */
  readonly from: string | null
  readonly to: string | null
  /** Ids below this one; null = from the newest. */
  readonly below: string | null
  readonly limit: number
}

/**
 * One short walk down the index (tenant, status, strategy, id) per state, then the newest of them all: 50 rows take
 * the same time wherever they lie. A single `status = any(…) order by id` walked past every finished record instead.
 */
export const SEARCH_RECORDS = `
  select found.* from unnest($2::smallint[]) as wanted(status)
  cross join lateral (
    select r.id, r.key, r.number, r.status, r.attempts, r.version, r.error_code, r.error_message, r.target_key,
           r.retry_at, r.run_id, r.created_at, r.updated_at, r.page_id, r.page_at, r.ordinal
      from record_state r
     where r.tenant_id = app_tenant() and r.strategy_id = $1 and r.status = wanted.status
       and ($3::bigint is null or r.id < $3)
       and ($4::text[] is null or r.key = any($4) or r.number = any($4))
       and ($5::text is null or r.key ilike $5 or r.number ilike $5 or r.error_message ilike $5)
       and ($6::uuid is null or r.run_id = $6)
       and ($7::text is null or r.error_code = $7)
       and ($8::timestamptz is null or r.updated_at >= $8)
       and ($9::timestamptz is null or r.updated_at < $9)
     order by r.id desc
     limit $10) found
  order by found.id desc
  limit $10`

export const searchRecords = (tx: Tx, filter: RecordFilter): Promise<RecordRow[]> =>
  tx.query<RecordRow>(SEARCH_RECORDS, [
    filter.strategyId,
    filter.statuses ?? recordStates,
    filter.below,
    filter.keys,
    filter.pattern,
    filter.runId,
    filter.errorCode,
    filter.from,
    filter.to,
    filter.limit,
  ])

export async function findStrategyName(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ name: string }>(
    'select name from strategy where tenant_id = app_tenant() and id = $1',
    [id],
  )
  return rows[0]?.name
}

export interface ConnectorName {
  readonly id: string
  readonly name: string
  readonly platform_id: string
}

export const findConnectorNames = (tx: Tx, ids: readonly string[]): Promise<ConnectorName[]> =>
  tx.query<ConnectorName>(
    'select id, name, platform_id from connector where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids],
  )
