import type { Tx } from '@sluice/db'

export interface CallRow {
  readonly id: string
  readonly created_at: string
  readonly application_id: string
  readonly application_name: string
  readonly strategy_id: string | null
  readonly strategy_name: string | null
  readonly asset_id: string | null
  readonly asset_name: string | null
  readonly api_version: number | null
  readonly operation: string
  readonly method: string
  readonly ip: string
  readonly status: number
  readonly code: number
  readonly rows: number
  readonly duration_ms: number
  readonly times: number
  readonly failure: string | null
  readonly is_dry_run: boolean
  readonly replay_of: string | null
}

export interface CallFilter {
  readonly applicationId: string | null
  readonly strategyId: string | null
  readonly assetId: string | null
  readonly operation: string | null
  readonly result: 'ok' | 'failed' | 'refused' | null
  readonly status: number | null
  /** As `like` has it. */
  readonly ip: string | null
  readonly slowerMs: number | null
  readonly trace: string | null
  readonly from: string | null
  readonly to: string | null
}

const COLUMNS = `c.id, c.created_at, c.application_id, c.application_name, c.strategy_id, s.name as strategy_name, c.asset_id,
  c.asset_name, c.api_version, c.operation,
  c.method, c.ip, c.status, c.code, c.rows, c.duration_ms, c.times, c.failure,
  c.is_dry_run, c.replay_of`

/** The code of what was beyond a limit. */
const BEYOND = 42901
/** Not let in are those, and whoever called from elsewhere, without the certificate, or for an application that may not call. */
export const LET_IN = `(c.code not in (${BEYOND}, 40101) and c.failure is distinct from 'address')`

// The tenant is named although row-level security adds it: its policy is an OR, which no index serves.
const WHERE = `c.tenant_id = app_tenant()
  and ($1::uuid is null or c.application_id = $1) and ($2::uuid is null or c.strategy_id = $2)
  and ($3::text is null or c.operation = $3) and ($4::text is null or $4 = case when c.code = 0 then 'ok' when ${LET_IN} then 'failed' else 'refused' end)
  and ($5::int is null or c.status = $5) and ($6::text is null or c.ip like $6) and ($7::int is null or c.duration_ms >= $7)
  and ($8::uuid is null or c.id = $8) and ($9::timestamptz is null or c.created_at >= $9)
  and ($10::timestamptz is null or c.created_at < $10) and ($11::uuid is null or c.asset_id = $11)`

const valuesOf = (filter: CallFilter): readonly unknown[] => [
  filter.applicationId,
  filter.strategyId,
  filter.operation,
  filter.result,
  filter.status,
  filter.ip,
  filter.slowerMs,
  filter.trace,
  filter.from,
  filter.to,
  filter.assetId,
]

const FROM = `from gateway_call c left join strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id`

export const listCalls = (tx: Tx, filter: CallFilter, limit: number, offset: number): Promise<CallRow[]> =>
  tx.query<CallRow>(
    `select ${COLUMNS} ${FROM} where ${WHERE} order by c.created_at desc, c.id desc limit $12 offset $13`,
    [...valuesOf(filter), limit, offset],
  )

/** To `most`: nobody reads on behind them, and counting all would take the time of all. */
export async function countCalls(tx: Tx, filter: CallFilter, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select from gateway_call c where ${WHERE} limit $12) found`,
    [...valuesOf(filter), most],
  )
  return row?.count ?? 0
}

/** For a file: the rows after that one. */
export const listCallsAfter = (
  tx: Tx,
  filter: CallFilter,
  after: Pick<CallRow, 'id' | 'created_at'> | null,
  limit: number,
): Promise<CallRow[]> =>
  tx.query<CallRow>(
    `select ${COLUMNS} ${FROM} where ${WHERE} and ($12::timestamptz is null or (c.created_at, c.id) < ($12, $13::uuid))
      order by c.created_at desc, c.id desc limit $14`,
    [...valuesOf(filter), after?.created_at ?? null, after?.id ?? null, limit],
  )

export async function findCall(tx: Tx, id: string): Promise<CallRow | undefined> {
  return (await tx.query<CallRow>(`select ${COLUMNS} ${FROM} where c.tenant_id = app_tenant() and c.id = $1`, [id]))[0]
}

export interface CallRecord {
  readonly key: string
  readonly record_id: string | null
}

/** Its records as they are now. */
export const listRecordsOf = (tx: Tx, id: string): Promise<CallRecord[]> =>
  tx.query<CallRecord>(
    `select k.key, r.id as record_id from gateway_call c
       cross join lateral unnest(c.record_keys) with ordinality k (key, at)
       left join lateral find_record_by_key(c.strategy_id, k.key) r on true
      where c.tenant_id = app_tenant() and c.id = $1 order by k.at`,
    [id],
  )

export interface CallStats {
  readonly calls: number
  readonly failed: number
  readonly refused: number
  readonly p50_ms: number | null
  readonly p95_ms: number | null
  readonly p99_ms: number | null
}

const LAST_DAY = `c.tenant_id = app_tenant() and c.created_at > now() - interval '1 day' and ($1::uuid is null or c.application_id = $1)`

export async function readStats(tx: Tx, applicationId: string | null): Promise<CallStats> {
  const [row] = await tx.query<CallStats>(
    `select (count(*) filter (where ${LET_IN}))::int as calls, (count(*) filter (where ${LET_IN} and c.code <> 0))::int as failed,
            coalesce(sum(c.times) filter (where c.code = ${BEYOND}), 0)::int as refused,
            (percentile_disc(0.5) within group (order by c.duration_ms) filter (where ${LET_IN})) as p50_ms,
            (percentile_disc(0.95) within group (order by c.duration_ms) filter (where ${LET_IN})) as p95_ms,
            (percentile_disc(0.99) within group (order by c.duration_ms) filter (where ${LET_IN})) as p99_ms
       from gateway_call c where ${LAST_DAY}`,
    [applicationId],
  )
  return row ?? { calls: 0, failed: 0, refused: 0, p50_ms: null, p95_ms: null, p99_ms: null }
}

export interface TopRow {
  readonly application_id: string
  readonly application_name: string
  readonly calls: number
}

export const listTop = (tx: Tx, applicationId: string | null): Promise<TopRow[]> =>
  tx.query<TopRow>(
    // never null: each group has a row
    `select c.application_id, (array_agg(c.application_name order by c.created_at desc))[1] as application_name, count(*)::int as calls
       from gateway_call c where ${LAST_DAY} and ${LET_IN} group by c.application_id order by count(*) desc, c.application_id limit 5`,
    [applicationId],
  )

export interface BodyRow {
  readonly sealed: string
  readonly is_whole: boolean
  readonly replay_id: string | null
  readonly ends_at: string
}

const BODY = `select sealed, is_whole, replay_id, ends_at from gateway_call_body
  where tenant_id = app_tenant() and call_id = $1 and ends_at > clock_timestamp()`

export async function findBody(tx: Tx, callId: string): Promise<BodyRow | undefined> {
  return (await tx.query<BodyRow>(BODY, [callId]))[0]
}

/** Nobody else sends it again until the transaction ends. */
export async function lockBody(tx: Tx, callId: string): Promise<BodyRow | undefined> {
  return (await tx.query<BodyRow>(`${BODY} for update`, [callId]))[0]
}

export const noteReplay = (tx: Tx, callId: string, replayId: string): Promise<number> =>
  tx.execute('update gateway_call_body set replay_id = $2 where tenant_id = app_tenant() and call_id = $1', [
    callId,
    replayId,
  ])
