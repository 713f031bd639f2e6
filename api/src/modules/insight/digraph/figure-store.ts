import { errorDataStates, type RecordState, recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** When the tenant's day began. */
export async function readDay(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ day: string }>(
    `select date_trunc('day', now() at time zone t.time_zone) at time zone t.time_zone as day
       from tenant t where t.id = app_tenant()`,
  )
  return row!.day // a transaction of a tenant has its tenant
}

const one = async (tx: Tx, text: string, values: readonly unknown[] = []): Promise<number> => {
  const [row] = await tx.query<{ value: string }>(text, values)
  return Number(row!.value) // a figure over all rows has its one row
}

export const countStrategies = (tx: Tx, status: string | null): Promise<number> =>
  one(
    tx,
    'select count(*) as value from strategy where tenant_id = app_tenant() and ($1::text is null or status = $1)',
    [status],
  )

/** Those that the list of strategies shows as having errors: records in error, or rows that were refused as they were read. */
export const countFaulty = (tx: Tx): Promise<number> =>
  one(
    tx,
    `select count(*) as value from strategy s where s.tenant_id = app_tenant() and (
       exists (select from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id
                  and c.status in (${errorDataStates.join()}) and c.count > 0)
       or exists (select from strategy_pulse p where p.tenant_id = s.tenant_id and p.strategy_id = s.id and p.rejected > 0))`,
  )

/** What a test found is old news while its external system fails. */
const CONNECTOR_STATUS = `case when a.failing_since is not null then 'failed' else c.status end`
const CONNECTORS = `connector c left join connector_account a on a.tenant_id = app_tenant() and a.connector_id = c.id`

export const countConnectors = (tx: Tx, status: string | null): Promise<number> =>
  one(
    tx,
    `select count(*) as value from ${CONNECTORS} where c.tenant_id = app_tenant()
        and ($1::text is null or ${CONNECTOR_STATUS} = $1)`,
    [status],
  )

export const countRuns = (tx: Tx, from: string): Promise<number> =>
  one(tx, 'select count(*) as value from run where tenant_id = app_tenant() and created_at >= $1', [from])

export const countRecords = (tx: Tx, states: readonly RecordState[]): Promise<number> =>
  one(
    tx,
    'select coalesce(sum(count), 0) as value from record_count where tenant_id = app_tenant() and status = any($1::smallint[])',
    [states],
  )

export interface Tally {
  readonly read: number
  readonly written: number
  readonly failed: number
}

/** Tries that failed count, whatever became of the record since. */
export async function readTally(tx: Tx, from: string): Promise<Tally> {
  const [row] = await tx.query<{ read: string; written: string; failed: string }>(
    `select coalesce(sum(t.read), 0)::bigint as read, coalesce(sum(t.written), 0)::bigint as written,
            coalesce(sum(t.errors + t.unknown), 0)::bigint as failed
       from strategy_tally t join strategy s on s.tenant_id = app_tenant() and s.id = t.strategy_id
      where t.tenant_id = app_tenant() and t.at >= $1`,
    [from],
  )
  return { read: Number(row?.read), written: Number(row?.written), failed: Number(row?.failed) }
}

const HOURS = `generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') as h(at)`

/** The last 24 hours, oldest first, empty ones included. */
export const readHours = (
  tx: Tx,
): Promise<{ readonly at: string; readonly read: string; readonly written: string; readonly failed: string }[]> =>
  tx.query<{ at: string; read: string; written: string; failed: string }>(
    `with tally as (
       select date_trunc('hour', t.at) as at, sum(t.read) as read, sum(t.written) as written, sum(t.errors + t.unknown) as failed
         from strategy_tally t join strategy s on s.tenant_id = app_tenant() and s.id = t.strategy_id
        where t.tenant_id = app_tenant() and t.at >= date_trunc('hour', now()) - interval '23 hours' group by 1)
     select h.at, coalesce(t.read, 0)::bigint as read, coalesce(t.written, 0)::bigint as written,
            coalesce(t.failed, 0)::bigint as failed
       from ${HOURS} left join tally t on t.at = h.at order by h.at`,
  )

export interface HeatRow {
  readonly day: number
  readonly hour: number
  readonly written: string
  readonly failed: string
}

/** The last 30 days, as the analysis has them: from the beginning of the first in the tenant's zone. */
export async function readHeat(tx: Tx): Promise<{ readonly since: string; readonly rows: readonly HeatRow[] }> {
  const zone = '(select z.time_zone from tenant z where z.id = app_tenant())'
  const [start] = await tx.query<{ since: string }>(
    `select (date_trunc('day', now() at time zone ${zone}) - interval '29 days') at time zone ${zone} as since`,
  )
  const { since } = start! // a select without from has one row
  const rows = await tx.query<HeatRow>(
    `select extract(isodow from t.at at time zone ${zone})::int as day, extract(hour from t.at at time zone ${zone})::int as hour,
            sum(t.written)::bigint as written, sum(t.errors + t.unknown - t.rejected)::bigint as failed
       from strategy_tally t join strategy s on s.tenant_id = app_tenant() and s.id = t.strategy_id
      where t.tenant_id = app_tenant() and t.at >= $1 group by 1, 2 order by 1, 2`,
    [since],
  )
  return { since, rows }
}

export const readCallHours = (tx: Tx): Promise<{ readonly at: string; readonly calls: string }[]> =>
  tx.query<{ at: string; calls: string }>(
    `with calls as (
       select date_trunc('hour', created_at) as at, count(*) as calls from gateway_call
        where tenant_id = app_tenant() and created_at >= date_trunc('hour', now()) - interval '23 hours' group by 1)
     select h.at, coalesce(c.calls, 0)::bigint as calls from ${HOURS} left join calls c on c.at = h.at order by h.at`,
  )

export const countCalls = (tx: Tx, from: string, onlyFailed: boolean): Promise<number> =>
  one(
    tx,
    `select count(*) as value from gateway_call
      where tenant_id = app_tenant() and created_at >= $1 and (not $2::boolean or code <> 0)`,
    [from, onlyFailed],
  )

/** As the overview of error data lists them: what still wants somebody. */
export const countCauses = (tx: Tx, statuses: readonly string[]): Promise<number> =>
  one(
    tx,
    `select count(*) as value from error_group g join strategy s on s.tenant_id = app_tenant() and s.id = g.strategy_id
      where g.tenant_id = app_tenant() and g.status = any($1::text[])`,
    [statuses],
  )

/** Nobody counts events of strategies that they may not see. */
const EVENTS = `alert_event e join alert_rule r on r.tenant_id = e.tenant_id and r.id = e.rule_id
      where e.tenant_id = app_tenant() and e.resolved_at is null and (e.object_type <> 'strategy' or exists (
        select from strategy s where s.tenant_id = app_tenant() and s.id = e.object_id))`

export const countAlerts = (tx: Tx): Promise<number> => one(tx, `select count(*) as value from ${EVENTS}`)

export const countBills = (tx: Tx, state: string): Promise<number> =>
  one(tx, 'select count(*) as value from raw_file where tenant_id = app_tenant() and state = $1', [state])

export interface PartRow {
  readonly key: string
  readonly label: string
  readonly value: string
}

const parts = (tx: Tx, text: string, values: readonly unknown[] = []): Promise<PartRow[]> =>
  tx.query<PartRow>(text, values)

export const readStrategyParts = (tx: Tx): Promise<PartRow[]> =>
  parts(
    tx,
    `select status as key, '' as label, count(*) as value from strategy where tenant_id = app_tenant()
      group by 1 order by 3 desc, 1`,
  )

export const readConnectorParts = (tx: Tx): Promise<PartRow[]> =>
  parts(
    tx,
    `select ${CONNECTOR_STATUS} as key, '' as label, count(*) as value from ${CONNECTORS}
      where c.tenant_id = app_tenant() group by 1 order by 3 desc, 1`,
  )

/** By what a state means, not by its number. */
export const readRecordParts = (tx: Tx): Promise<PartRow[]> => {
  const cases = Object.entries(recordStandings).map(
    ([name, states]) => `when status in (${states.join()}) then '${name}'`,
  )
  return parts(
    tx,
    `select case ${cases.join(' ')} end as key, '' as label, sum(count)::bigint as value from record_count
      where tenant_id = app_tenant() and count > 0 group by 1 order by 3 desc, 1`,
  )
}

export const readBillParts = (tx: Tx): Promise<PartRow[]> =>
  parts(
    tx,
    `select state as key, '' as label, count(*) as value from raw_file where tenant_id = app_tenant()
      group by 1 order by 3 desc, 1`,
  )

export const readTopWritten = (tx: Tx, from: string, most: number): Promise<PartRow[]> =>
  parts(
    tx,
    `select s.id as key, s.name as label, sum(t.written)::bigint as value
       from strategy_tally t join strategy s on s.tenant_id = app_tenant() and s.id = t.strategy_id
      where t.tenant_id = app_tenant() and t.at >= $1
      group by s.id, s.name having sum(t.written) > 0 order by 3 desc, 2, 1 limit $2`,
    [from, most],
  )

export const readTopErrors = (tx: Tx, most: number): Promise<PartRow[]> =>
  parts(
    tx,
    `select s.id as key, s.name as label, sum(c.count)::bigint as value
       from record_count c join strategy s on s.tenant_id = app_tenant() and s.id = c.strategy_id
      where c.tenant_id = app_tenant() and c.status in (${errorDataStates.join()}) and c.count > 0
      group by s.id, s.name order by 3 desc, 2, 1 limit $1`,
    [most],
  )

export const readTopCallers = (tx: Tx, from: string, most: number): Promise<PartRow[]> =>
  parts(
    tx,
    `select application_id as key, max(application_name) as label, count(*) as value from gateway_call
      where tenant_id = app_tenant() and created_at >= $1 group by 1 order by 3 desc, 2, 1 limit $2`,
    [from, most],
  )

export interface NewestRow {
  readonly id: string
  readonly owner_id: string | null
  readonly at: string
  readonly name: string
  readonly key: string
  readonly text: string
  readonly value: string | null
}

export const readNewestRuns = (tx: Tx, most: number): Promise<NewestRow[]> =>
  tx.query<NewestRow>(
    `select r.id, s.id as owner_id, r.created_at as at, s.name, r.state as key, '' as text,
            coalesce((r.counts ->> 'written')::bigint, 0) as value
       from run r join strategy s on s.tenant_id = app_tenant() and s.id = r.strategy_id
      where r.tenant_id = app_tenant() order by r.id desc limit $1`,
    [most],
  )

export const readNewestAlerts = (tx: Tx, most: number): Promise<NewestRow[]> =>
  tx.query<NewestRow>(
    `select e.id, case when e.object_type = 'strategy' then e.object_id end as owner_id, e.last_at as at,
            e.object_name as name, e.object_type as key, e.text, null::bigint as value
       from ${EVENTS} order by e.last_at desc, e.id desc limit $1`,
    [most],
  )

export interface NodeRow {
  readonly id: string
  readonly name: string
  readonly platform_id: string
  readonly is_failed: boolean
}

export interface EdgeRow {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly target: string
  readonly written: string
  readonly lately: string
  readonly errors: string
}

/** Systems that strategies lead from or to, and what went along each strategy. */
export async function readFlow(tx: Tx, most: number): Promise<{ nodes: NodeRow[]; edges: EdgeRow[] }> {
  const edges = await tx.query<EdgeRow>(
    `select s.id, s.name, s.source_connector_id as source, s.target_connector_id as target,
            coalesce(t.written, 0)::bigint as written, coalesce(t.lately, 0)::bigint as lately,
            coalesce(n.errors, 0)::bigint as errors
       from strategy s
       left join lateral (
         select sum(written) as written, sum(written) filter (where at > now() - interval '30 minutes') as lately
           from strategy_tally where tenant_id = app_tenant() and strategy_id = s.id and at >= now() - interval '24 hours') t on true
       left join lateral (
         select sum(count) as errors from record_count where tenant_id = app_tenant() and strategy_id = s.id
            and status in (${errorDataStates.join()})) n on true
      where s.tenant_id = app_tenant() and s.source_connector_id is not null and s.target_connector_id is not null
      order by coalesce(t.written, 0) desc, s.id limit $1`,
    [most],
  )
  const ids = [...new Set(edges.flatMap(edge => [edge.source, edge.target]))]
  const nodes = await tx.query<NodeRow>(
    `select c.id, c.name, c.platform_id, coalesce(${CONNECTOR_STATUS} = 'failed', false) as is_failed from ${CONNECTORS}
      where c.tenant_id = app_tenant() and c.id = any($1::uuid[]) order by c.name, c.id`,
    [ids],
  )
  return { nodes, edges }
}
