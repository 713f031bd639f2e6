import { errorDataStates, type RecordState, recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Trouble, troubleOfAccount } from '@sluice/engine'

export interface OverviewRow {
  readonly connectors: number
  readonly strategies: number
  readonly running: number
  readonly errors: string
  readonly retrying: string
  readonly unknown: string
  readonly rejected: string
  readonly read: string
  readonly written: string
  readonly runs: number
}

const sumOf = (states: readonly RecordState[]): string =>
  `(select coalesce(sum(count), 0) from record_count where tenant_id = app_tenant() and status in (${states.join()}))`

/** What was read and written since is counted where the strategies' own charts count it; no zone parts a quarter of an hour. */
const tallyOf = (names: readonly string[], from: string, to: string): string => `
  select ${names.map(name => `coalesce(sum(t.${name}), 0)::bigint as ${name}`).join(', ')} from strategy_tally t
    join strategy s on s.tenant_id = app_tenant() and s.id = t.strategy_id
   where t.tenant_id = app_tenant() and t.at >= ${from} and t.at < ${to}`

/** Days begin at midnight of the tenant's zone. */
export async function readOverview(tx: Tx, at: Date): Promise<OverviewRow> {
  const rows = await tx.query<OverviewRow>(
    `with today as (
       select date_trunc('day', $1::timestamptz at time zone t.time_zone) at time zone t.time_zone as begin
         from tenant t where t.id = app_tenant()),
     tally as (${tallyOf(['read', 'written'], '(select begin from today)', "'infinity'")})
     select (select count(*)::int from connector where tenant_id = app_tenant()) as connectors,
            (select count(*)::int from strategy where tenant_id = app_tenant()) as strategies,
            (select count(*)::int from strategy where tenant_id = app_tenant() and status = 'running') as running,
            (select count(*)::int from run r, today where r.tenant_id = app_tenant() and r.created_at >= today.begin) as runs,
            ${sumOf(errorDataStates)} as errors, ${sumOf(recordStandings.retrying)} as retrying,
            ${sumOf(recordStandings.unknown)} as unknown,
            (select coalesce(sum(rejected), 0) from strategy_pulse where tenant_id = app_tenant()) as rejected, tally.*
       from tally`,
    [at],
  )
  return rows[0]! // an aggregate always has its one row
}

export interface HourRow {
  readonly at: string
  readonly written: string
  readonly failed: string
}

/** The last 24 hours, oldest first, empty ones included. Failed: tries that did not end well, whatever became of the record since. */
export const readHours = (tx: Tx, at: Date): Promise<HourRow[]> =>
  tx.query<HourRow>(
    `select h.at, n.written, n.errors + n.unknown as failed
       from generate_series(date_trunc('hour', $1::timestamptz) - interval '23 hours',
                            date_trunc('hour', $1::timestamptz), interval '1 hour') as h(at)
      cross join lateral (${tallyOf(['written', 'errors', 'unknown'], 'h.at', "h.at + interval '1 hour'")}) n
      order by h.at`,
    [at],
  )

export interface TroubleRow {
  readonly connector_id: string
  readonly name: string
  readonly trouble: Trouble
  readonly open_until: string | null
}

/** Connectors whose far system fails, those first that do so for longest. */
export const listTroubles = (tx: Tx, most: number): Promise<TroubleRow[]> =>
  tx.query<TroubleRow>(
    `select c.id as connector_id, c.name, ${troubleOfAccount} as trouble, a.open_until
       from connector_account a join connector c on c.tenant_id = a.tenant_id and c.id = a.connector_id
      where a.tenant_id = app_tenant() and a.failing_since is not null
      order by a.failing_since, c.id limit $1`,
    [most],
  )
