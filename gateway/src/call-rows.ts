import type { Database, Tx } from '@sluice/db'

/** One call that was let in. */
export interface CallRow {
  readonly id: string
  readonly applicationId: string
  readonly applicationName: string
  readonly strategyId: string | null
  /** Of a call of an API asset that is published to the application, as it was named then. */
  readonly asset: { readonly id: string; readonly name: string } | null
  /** Of the API that was called; null: none that has versions. */
  readonly apiVersion: number | null
  readonly operation: string
  readonly method: string
  readonly ip: string
  readonly status: number
  readonly code: number
  readonly rows: number
  readonly durationMs: number
  readonly failure: string | null
  readonly recordKeys: readonly string[]
  /** It was judged, and nothing happened. */
  readonly isDryRun?: boolean
  /** Names that it asked by; a change that takes them away breaks it. */
  readonly usedFields?: readonly string[]
  /** The call whose body was sent again. */
  readonly replayOf?: string
}

const MOST_KEYS = 200

/** Calls that were refused before they did anything, alike and of the same moment. */
export interface RefusedRow {
  readonly id: string
  readonly applicationId: string
  readonly applicationName: string
  readonly strategyId: string | null
  readonly assetId: string | null
  readonly assetName: string | null
  readonly operation: string
  readonly method: string
  readonly ip: string
  readonly status: number
  readonly code: number
  readonly failure: string
  times: number
}

/** Of one tenant. An application that was deleted meanwhile counts nothing any more. */
export async function insertRefused(tx: Tx, rows: readonly RefusedRow[]): Promise<void> {
  const list = JSON.stringify(rows)
  await tx.execute(
    `insert into gateway_call (id, application_id, application_name, strategy_id, operation, method, ip, status, code, duration_ms,
       failure, times, asset_id, asset_name)
     select r.id, r."applicationId", r."applicationName", r."strategyId", r.operation, r.method, r.ip, r.status, r.code, 0, r.failure, r.times, r."assetId", r."assetName"
       from jsonb_to_recordset($1::jsonb) r (id uuid, "applicationId" uuid, "applicationName" text, "strategyId" uuid, operation text,
         method text, ip text, status smallint, code int, failure text, times int, "assetId" uuid, "assetName" text)`,
    [list],
  )
  await tx.execute(
    `insert into gateway_usage as u (application_id, day, refused)
     select a.id, (clock_timestamp() at time zone t.time_zone)::date, sum(r.times)
       from jsonb_to_recordset($1::jsonb) r ("applicationId" uuid, times int, code int)
       join gateway_application a on a.tenant_id = app_tenant() and a.id = r."applicationId" join tenant t on t.id = a.tenant_id
      where r.code = 42901
      group by 1, 2 order by 1
         on conflict (tenant_id, application_id, day) do update set refused = u.refused + excluded.refused`,
    [list],
  )
}

/** Its place among the calls under way is free again. */
export const leave = (tx: Tx, applicationId: string, callId: string): Promise<number> =>
  tx.execute('delete from gateway_slot where tenant_id = app_tenant() and application_id = $1 and call_id = $2', [
    applicationId,
    callId,
  ])

export const insertCall = (tx: Tx, call: CallRow): Promise<number> =>
  tx.execute(
    `insert into gateway_call (id, application_id, application_name, strategy_id, operation, method, ip, status, code, rows,
       duration_ms, failure, record_keys, asset_id, asset_name, api_version,
       is_dry_run, replay_of, used_fields)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      call.id,
      call.applicationId,
      call.applicationName,
      call.strategyId,
      call.operation,
      call.method,
      call.ip,
      call.status,
      call.code,
      call.rows,
      call.durationMs,
      call.failure,
      call.recordKeys.slice(0, MOST_KEYS),
      call.asset?.id ?? null,
      call.asset?.name ?? null,
      call.apiVersion,
      call.isDryRun ?? false,
      call.replayOf ?? null,
      call.usedFields ?? null,
    ],
  )

/** A call whose row stands alone: what it did, if anything, is done. */
export interface FinishedCall {
  readonly tenantId: string
  readonly row: CallRow
  /** It has a place among the calls under way. */
  readonly hasPlace: boolean
}

/** Of one tenant, in one round trip. @returns as many as are there now */
export const insertCalls = (database: Database, calls: readonly FinishedCall[]): Promise<{ readonly id: string }[]> =>
  database.askOnce<{ id: string }>(
    calls[0]!.tenantId, // a batch has one
    `with r as (select * from jsonb_to_recordset($1) as r (id uuid, "applicationId" uuid, "applicationName" text, "strategyId" uuid,
         "assetId" uuid, "assetName" text, "apiVersion" int, operation text, method text, ip text, status smallint, code int, rows int,
         "durationMs" int, failure text, "recordKeys" text[], "isDryRun" boolean, "usedFields" text[], "hasPlace" boolean)),
     gone as (delete from gateway_slot s using r
       where r."hasPlace" and s.tenant_id = app_tenant() and s.application_id = r."applicationId" and s.call_id = r.id)
     insert into gateway_call (id, application_id, application_name, strategy_id, operation, method, ip, status, code, rows,
       duration_ms, failure, record_keys, asset_id, asset_name, api_version, is_dry_run, used_fields)
     select r.id, r."applicationId", r."applicationName", r."strategyId", r.operation, r.method, r.ip, r.status, r.code, r.rows,
            r."durationMs", r.failure, r."recordKeys", r."assetId", r."assetName", r."apiVersion", r."isDryRun", r."usedFields"
       from r returning id`,
    JSON.stringify(
      calls.map(({ row: { asset, recordKeys, isDryRun = false, ...row }, hasPlace }) => ({
        ...row,
        ...{ assetId: asset?.id ?? null, assetName: asset?.name ?? null, isDryRun, hasPlace },
        recordKeys: recordKeys.slice(0, MOST_KEYS),
      })),
    ),
  )

/** Of a call that has its row. `isWhole`: what was sent lies in it and may be sent again. */
export const insertBody = (
  tx: Tx,
  body: { readonly callId: string; readonly sealed: string; readonly isWhole: boolean; readonly days: number },
): Promise<number> =>
  tx.execute(
    `insert into gateway_call_body (call_id, sealed, is_whole, ends_at)
     values ($1, $2, $3, clock_timestamp() + make_interval(days => $4))`,
    [body.callId, body.sealed, body.isWhole, body.days],
  )

/** What nobody asks for any more. Some of each a round. */
export async function sweep(tx: Tx): Promise<void> {
  for (const [table, column, age] of [
    ['gateway_nonce', 'seen_at', '11 minutes'],
    ['gateway_idempotency', 'created_at', '7 days'],
    ['gateway_receipt', 'created_at', '90 days'],
    ['gateway_call_body', 'ends_at', '0 seconds'],
    ['gateway_call', 'created_at', '90 days'],
  ] as const)
    await tx.execute(
      `delete from ${table} where ctid = any (array(select ctid from ${table}
         where ${column} < clock_timestamp() - interval '${age}' limit 10000 for update skip locked))`,
    )
}
