import type { Tx } from '@sluice/db'
import type { FeeRow } from './contract.ts'
import type { ReportSearch } from './item-rows.ts'

/** A rate with the day it ends on: where the next one of its item begins. */
export interface DatedRate {
  readonly account_id: string
  readonly item: string
  readonly base: readonly string[]
  readonly percent: string
  readonly rounding: string
  readonly from: string
  readonly until: string | null
}

/**
 * Orders that the days touch, each whole: all its lines of the base and of the fee, whenever they came. A line of the base is
 * rounded once, half a unit away from zero or to the even neighbour, and nothing is rounded again.
 */
const FEES = `
  with rate as (
    select r.* from jsonb_to_recordset($5::jsonb)
      as r(account_id uuid, item text, base text[], percent numeric, rounding text, "from" date, until date)
     where $1::uuid is null or r.account_id = $1
  ), touched as (
    select distinct l.account_id, l.order_no, l.currency, r.item from bill_line l
      join accounting_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
      join rate r on r.account_id = l.account_id and (i.code = any(r.base) or i.code = r.item)
     where l.tenant_id = app_tenant() and l.status not in ('duplicate', 'ignored') and l.order_no is not null
       and ($2::text is null or l.currency = $2)
       and ($3::date is null or l.bill_date >= $3::date and l.occurred_at >= $3::date - interval '36 hours')
       and ($4::date is null or l.bill_date <= $4::date and l.occurred_at < $4::date + interval '60 hours')
  ), line as (
    select t.account_id, t.order_no, t.currency, t.item, l.bill_date as day, l.amount_minor, i.code = t.item as is_fee, r.percent, r.rounding,
           - l.amount_minor::numeric * r.percent / 100 as exact
      from touched t join bill_line l on l.tenant_id = app_tenant() and l.order_no = t.order_no and l.account_id = t.account_id
        and l.currency = t.currency and l.status not in ('duplicate', 'ignored')
      join accounting_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
      -- What is paid back is paid back at the rate that was taken when it came in.
      cross join lateral (select coalesce(case when l.amount_minor < 0 then (
          select max(p.bill_date) from bill_line p join accounting_item o on o.tenant_id = p.tenant_id and o.id = p.item_id
           where p.tenant_id = app_tenant() and p.order_no = t.order_no and p.account_id = t.account_id and p.currency = t.currency
             and p.amount_minor > 0 and p.bill_date <= l.bill_date and p.status not in ('duplicate', 'ignored') and o.code <> t.item)
        end, l.bill_date) as day) paid
      left join rate r on i.code <> t.item and r.account_id = t.account_id and r.item = t.item and i.code = any(r.base)
        and paid.day >= r."from" and (r.until is null or paid.day < r.until)
     where i.code = t.item or r.item is not null
  ), fee as (
    select account_id, order_no, currency, item,
           coalesce(min(day) filter (where not is_fee), min(day)) as day,
           count(*) filter (where not is_fee)::int as base_lines,
           coalesce(sum(amount_minor) filter (where not is_fee), 0) as base,
           coalesce(array_agg(distinct trim_scale(percent)::text) filter (where percent is not null), '{}') as percents,
           coalesce(string_agg(distinct rounding, ','), '') as rounding,
           coalesce(sum(case when is_fee then null
             when rounding = 'half_even' and abs(exact - trunc(exact)) = 0.5 then 2 * round(exact / 2)
             else round(exact) end), 0) as expected,
           count(*) filter (where is_fee)::int as fee_lines,
           coalesce(sum(amount_minor) filter (where is_fee), 0) as actual
      from line group by 1, 2, 3, 4
  )`

const valuesOf = ({ accountId, currency, from, to }: ReportSearch, rates: readonly DatedRate[]) => [
  ...[accountId, currency, from, to],
  JSON.stringify(rates),
]

export interface CountedFee extends FeeRow {
  readonly total: number
}

interface FeePage {
  readonly isDifferent: boolean
  readonly limit: number
  readonly offset: number
}

const ROWS = `
     select f.account_id, a.name as account, f.order_no, f.day, i.id as item_id, i.name as item, f.currency, f.base_lines,
            f.base::text as base_minor, f.percents, f.rounding, f.expected::text as expected_minor, f.fee_lines,
            f.actual::text as actual_minor, (f.actual - f.expected)::text as difference_minor`
const FROM = `
       from fee f join recon_account a on a.tenant_id = app_tenant() and a.id = f.account_id
       join accounting_item i on i.tenant_id = app_tenant() and i.code = f.item
      where (not $6 or f.actual <> f.expected)`
const ORDER = 'order by abs(f.actual - f.expected) desc, f.day, f.account_id, f.order_no, f.item, f.currency'

/** The largest difference first. */
export const listFees = (
  tx: Tx,
  search: ReportSearch,
  rates: readonly DatedRate[],
  { isDifferent, limit, offset }: FeePage,
): Promise<CountedFee[]> =>
  tx.query<CountedFee>(`${FEES} ${ROWS}, (count(*) over ())::int as total ${FROM} ${ORDER} limit $7 offset $8`, [
    ...[...valuesOf(search, rates), isDifferent, limit, offset],
  ])

/** With the code of its item, which is a part of its place. */
export interface PlacedFee extends FeeRow {
  readonly code: string
}

/** The same behind one of them: what comes or goes meanwhile moves no page. */
export const listFeesAfter = (
  tx: Tx,
  search: ReportSearch,
  rates: readonly DatedRate[],
  { isDifferent, after, limit }: { isDifferent: boolean; after: PlacedFee | undefined; limit: number },
): Promise<PlacedFee[]> =>
  tx.query<PlacedFee>(
    `${FEES} ${ROWS}, f.item as code ${FROM}
        and ($8::numeric is null or abs(f.actual - f.expected) < abs($8::numeric) or (abs(f.actual - f.expected) = abs($8::numeric)
          and (f.day, f.account_id, f.order_no, f.item, f.currency) > ($9::date, $10::uuid, $11::text, $12::text, $13::text)))
      ${ORDER} limit $7`,
    [
      ...[...valuesOf(search, rates), isDifferent, limit, after?.difference_minor ?? null, after?.day ?? null],
      ...[after?.account_id ?? null, after?.order_no ?? null, after?.code ?? null, after?.currency ?? null],
    ],
  )

export interface FeeTotalRow {
  readonly currency: string
  readonly item: string
  readonly orders: number
  readonly different: number
  readonly base_minor: string
  readonly expected_minor: string
  readonly actual_minor: string
  readonly difference_minor: string
}

/** Over all orders, different or not. */
export const sumFees = (tx: Tx, search: ReportSearch, rates: readonly DatedRate[]): Promise<FeeTotalRow[]> =>
  tx.query<FeeTotalRow>(
    `${FEES}
     select f.currency, i.name as item, count(*)::int as orders, count(*) filter (where f.actual <> f.expected)::int as different,
            sum(f.base)::text as base_minor, sum(f.expected)::text as expected_minor, sum(f.actual)::text as actual_minor,
            sum(f.actual - f.expected)::text as difference_minor
       from fee f join accounting_item i on i.tenant_id = app_tenant() and i.code = f.item
      group by f.currency, i.name order by f.currency, i.name`,
    valuesOf(search, rates),
  )

/** Rates of published models. */
export const listRates = (tx: Tx): Promise<{ readonly account_id: string; readonly rates: unknown }[]> =>
  tx.query<{ account_id: string; rates: unknown }>(
    `select account_id, config->'rates' as rates from account_model
      where tenant_id = app_tenant() and status = 'published' and jsonb_array_length(coalesce(config->'rates', '[]')) > 0`,
  )
