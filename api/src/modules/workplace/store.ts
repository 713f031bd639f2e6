import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface OverviewRow {
  readonly connectors: number
  readonly strategies: number
  readonly running: number
  readonly errors: string
  readonly unknown: string
  readonly read: string
  readonly written: string
  readonly failed: string
  readonly runs: number
}

const { error, negativeStock, masterDataError, unknown } = RecordState

/** Days begin at midnight of the tenant's zone. Books of a run count on the day it began. */
export async function readOverview(tx: Tx, at: Date): Promise<OverviewRow> {
  const rows = await tx.query<OverviewRow>(
    `with today as (
       select date_trunc('day', $1::timestamptz at time zone t.time_zone) at time zone t.time_zone as begin
         from tenant t where t.id = app_tenant()),
     books as (
       select coalesce(sum((r.counts ->> 'read')::bigint), 0) as read,
              coalesce(sum((r.counts ->> 'written')::bigint), 0) as written,
              coalesce(sum((r.counts ->> 'failed')::bigint + (r.counts ->> 'dead')::bigint), 0) as failed,
              count(*)::int as runs
         from run r, today where r.tenant_id = app_tenant() and r.created_at >= today.begin)
     select (select count(*)::int from connector where tenant_id = app_tenant()) as connectors,
            (select count(*)::int from strategy where tenant_id = app_tenant()) as strategies,
            (select count(*)::int from strategy where tenant_id = app_tenant() and status = 'running') as running,
            (select coalesce(sum(count), 0) from record_count where tenant_id = app_tenant()
              and status in (${error}, ${negativeStock}, ${masterDataError})) as errors,
            (select coalesce(sum(count), 0) from record_count where tenant_id = app_tenant() and status = ${unknown}) as unknown,
            books.*
       from books`,
    [at],
  )
  return rows[0]! // an aggregate always has its one row
}

export interface HourRow {
  readonly at: string
  readonly written: string
  readonly failed: string
}

/** The last 24 hours, oldest first, empty ones included. A run counts in the hour it ended, a live one in this hour. */
export const readHours = (tx: Tx, at: Date): Promise<HourRow[]> =>
  tx.query<HourRow>(
    `select h.at, coalesce(sum((r.counts ->> 'written')::bigint), 0) as written,
            coalesce(sum((r.counts ->> 'failed')::bigint + (r.counts ->> 'dead')::bigint), 0) as failed
       from generate_series(date_trunc('hour', $1::timestamptz) - interval '23 hours',
                            date_trunc('hour', $1::timestamptz), interval '1 hour') as h(at)
       left join run r on r.tenant_id = app_tenant()
         and r.created_at > $1::timestamptz - interval '7 days'
         and coalesce(r.finished_at, $1::timestamptz) >= h.at
         and coalesce(r.finished_at, $1::timestamptz) < h.at + interval '1 hour'
      group by h.at order by h.at`,
    [at],
  )
