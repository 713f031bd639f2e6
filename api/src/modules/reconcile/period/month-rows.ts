import type { Tx } from '@sluice/db'
import { dayOf, linesOf, type Side, tableOf } from './line-rows.ts'

export interface PlaceRow {
  readonly name: string
  readonly currency: string
  readonly opening_minor: string
  readonly opening_on: string | null
  /** Everything before this day is settled. */
  readonly locked_before: string | null
  /** First day of the month in which its first line or its opening lies, and of this month on its clock. */
  readonly first_month: string
  readonly this_month: string
  /** What its lines before the opening sum up to. */
  readonly before_minor: string
}

export async function findPlace(tx: Tx, accountId: string): Promise<PlaceRow | undefined> {
  const first = (side: Side) => `(select min(l.${dayOf(side)}) from (select ${dayOf(side)} from ${tableOf(side)}
     where tenant_id = app_tenant() and account_id = a.id order by occurred_at, id limit 100) l)`
  const [row] = await tx.query<PlaceRow>(
    `select a.name, a.currency, a.opening_minor, a.opening_on, a.locked_before,
            date_trunc('month', least(a.opening_on, ${first('a')}, ${first('b')},
              (select min(p.month) from recon_period p where p.tenant_id = a.tenant_id and p.account_id = a.id and p.state <> 'open'),
              (now() at time zone a.zone)::date))::date as first_month,
            date_trunc('month', (now() at time zone a.zone)::date)::date as this_month,
            (select coalesce(sum(l.amount_minor), 0)::text from bill_line l where l.tenant_id = a.tenant_id and l.account_id = a.id
               and l.bill_date < a.opening_on and l.occurred_at < a.opening_on + interval '36 hours'
               and l.booked_in is null and l.status <> 'duplicate') as before_minor
       from recon_account a where a.tenant_id = app_tenant() and a.id = $1`,
    [accountId],
  )
  return row
}

export interface MonthRow {
  readonly month: string
  readonly a_count: string
  readonly in_minor: string
  readonly out_minor: string
  readonly late_count: string
  readonly b_count: string
  readonly b_minor: string
}

/** What the months from a day on sum up to, as their lines are now. */
export const sumMonths = (tx: Tx, accountId: string, from: string): Promise<MonthRow[]> => {
  const lines = (side: Side) => `
    select coalesce(l.booked_in, l.${dayOf(side)}) as day, l.amount_minor, l.booked_in, '${side}' as side
      from ${tableOf(side)} l where l.tenant_id = app_tenant() and l.account_id = $1 and l.status <> 'duplicate'
       and l.booked_in is null and l.${dayOf(side)} >= $2::date and l.occurred_at >= $2::date - interval '36 hours'
    union all
    select l.booked_in, l.amount_minor, l.booked_in, '${side}'
      from ${tableOf(side)} l where l.tenant_id = app_tenant() and l.account_id = $1 and l.status <> 'duplicate'
       and l.booked_in >= $2::date`
  return tx.query<MonthRow>(
    `select date_trunc('month', day)::date as month, count(*) filter (where side = 'a') as a_count,
            coalesce(sum(amount_minor) filter (where side = 'a' and amount_minor > 0), 0)::text as in_minor,
            coalesce(sum(amount_minor) filter (where side = 'a' and amount_minor < 0), 0)::text as out_minor,
            count(*) filter (where booked_in is not null) as late_count,
            count(*) filter (where side = 'b') as b_count,
            coalesce(sum(amount_minor) filter (where side = 'b'), 0)::text as b_minor
       from (${lines('a')} union all ${lines('b')}) l group by 1 order by 1`,
    [accountId, from],
  )
}

export interface LineFigures {
  readonly unclassified: number
  readonly foreign: number
  readonly duplicates: number
  readonly late: number
  readonly unstated: number
  readonly lines: number
  readonly days: readonly string[]
}

export async function readFigures(tx: Tx, accountId: string, month: string, currency: string): Promise<LineFigures> {
  const [row] = await tx.query<LineFigures>(
    `select count(*) filter (where item_id is null and status <> 'duplicate')::int as unclassified,
            count(*) filter (where currency <> $3)::int as foreign,
            count(*) filter (where status = 'duplicate')::int as duplicates,
            count(*) filter (where booked_in is not null)::int as late,
            count(*) filter (where balance_after is null and booked_in is null and status <> 'duplicate')::int as unstated,
            count(*) filter (where status <> 'duplicate')::int as lines,
            coalesce(array_agg(distinct bill_date::text) filter (where booked_in is null), '{}') as days
       from ${linesOf('a')} l`,
    [accountId, month, currency],
  )
  return row! // an aggregate answers with one row
}

export interface ChainRow {
  /** Balances that a line begins with and none ends with, or the other way round. */
  readonly begins: readonly string[]
  readonly ends: readonly string[]
}

/**
 * Balances as the lines state them, whatever their order: each begins where another one ended. Of a chain without a gap one
 * beginning and one end are left, or none where they are equal.
 */
export async function readChain(tx: Tx, accountId: string, month: string): Promise<ChainRow> {
  const [row] = await tx.query<ChainRow>(
    `with line as materialized (select * from ${linesOf('a')} l where booked_in is null and status <> 'duplicate'),
          knot as (select at, sum(way) as left_over from (
            select balance_after - amount_minor as at, 1 as way from line union all select balance_after, -1 from line) e
           group by at having sum(way) <> 0)
     select coalesce((select array_agg(at::text) from (select at from knot cross join generate_series(1, left_over) order by at limit 20) b), '{}') as begins,
            coalesce((select array_agg(at::text) from (select at from knot cross join generate_series(1, -left_over) order by at limit 20) e), '{}') as ends`,
    [accountId, month],
  )
  return row! // it selects one row
}

export interface WaitingFigures {
  readonly a_open: number
  readonly b_open: number
  readonly proposed: number
  readonly adjustments: number
  readonly running: number
  readonly files: readonly string[]
  readonly rejected: readonly string[]
  readonly flows: number
}

/** What waits for somebody, up to the month's end. */
export async function readWaiting(tx: Tx, accountId: string, month: string): Promise<WaitingFigures> {
  const until = (side: Side) => `l.tenant_id = app_tenant() and l.account_id = $1
    and coalesce(l.booked_in, l.${dayOf(side)}) < ($2::date + interval '1 month')::date`
  const open = (side: Side) => `(select count(*)::int from ${tableOf(side)} l
    left join accounting_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
    left join recon_handling h on h.tenant_id = l.tenant_id and h.side = '${side}' and h.line_id = l.id
    where l.status = 'open' and ${until(side)} and coalesce(i.is_matched, true)
      and (h.carried_until is null or h.carried_until < ($2::date + interval '1 month')::date))`
  const proposed = (side: Side) =>
    `(select count(*)::int from ${tableOf(side)} l where l.status = 'proposed' and ${until(side)})`
  const files = (states: string, isKnown: boolean) => `coalesce((select array_agg(name) from (
    select f.name from raw_file f where f.tenant_id = app_tenant() and f.account_id = $1 and f.state in (${states})
      and (${isKnown ? '' : 'f.period_from is null or '}(f.period_from < ($2::date + interval '1 month')::date and f.period_to >= $2::date))
      and not exists (select from raw_file o where o.tenant_id = f.tenant_id and o.account_id = f.account_id
        and o.sha256 = f.sha256 and o.state = 'loaded')
     order by f.created_at desc limit 20) f), '{}')`
  const [row] = await tx.query<WaitingFigures>(
    `select ${open('a')} as a_open, ${open('b')} as b_open, ${proposed('a')} + ${proposed('b')} as proposed,
            (select count(distinct j.id)::int from recon_adjustment j
               join match_group g on g.tenant_id = j.tenant_id and g.id = j.group_id
               join recon_flow_account k on k.tenant_id = g.tenant_id and k.flow_id = g.flow_id and k.account_id = $1
              where j.tenant_id = app_tenant() and j.state = 'submitted'
                and g.day_from < ($2::date + interval '1 month')::date) as adjustments,
            (select count(*)::int from recon_run r join recon_flow_account k on k.tenant_id = r.tenant_id and k.flow_id = r.flow_id
              where r.tenant_id = app_tenant() and k.account_id = $1 and r.state in ('queued', 'running'))
            + (select count(*)::int from import_job j join raw_file f on f.tenant_id = j.tenant_id and f.id = j.file_id
                where j.tenant_id = app_tenant() and f.account_id = $1 and j.state in ('queued', 'running')) as running,
            ${files(`'received', 'parsing', 'checked'`, false)} as files, ${files(`'rejected'`, true)} as rejected,
            (select count(*)::int from recon_flow_account k join recon_flow f on f.tenant_id = k.tenant_id and f.id = k.flow_id
              where k.tenant_id = app_tenant() and k.account_id = $1 and f.status = 'active') as flows`,
    [accountId, month],
  )
  return row! // it selects one row
}
