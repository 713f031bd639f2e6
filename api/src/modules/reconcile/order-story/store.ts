import type { Tx } from '@sluice/db'

/** Side and id of a line. */
export interface Ref {
  readonly side: 'a' | 'b'
  readonly id: string
}

export interface OrderRow {
  readonly side: 'a' | 'b'
  readonly id: string
  readonly account_id: string
  readonly order_no: string | null
  readonly parent_order: string | null
  readonly batch: string | null
  readonly amount_minor: string
  readonly currency: string
  readonly status: string
  readonly class: string | null
  readonly is_matched: boolean
  readonly is_bank: boolean
  readonly is_carried: boolean
  readonly group_id: string | null
  /** The day that a voucher would have it in, and whether it came after its own month was settled. */
  readonly day: string
  readonly booked_in: string | null
  /** Microseconds since the epoch. */
  readonly made_us: string
}

const select = (side: 'a' | 'b'): string => `
  select '${side}' as side, l.id, l.account_id, l.order_no, l.parent_order,
         ${side === 'a' ? 'l.batch_no' : `l.attributes ->> 'batch_no'`} as batch, l.amount_minor, l.currency, l.status,
         i.class, coalesce(i.is_matched, true) as is_matched, a.platform = 'bank' as is_bank,
         coalesce(h.carried_until > current_date, false) as is_carried, m.group_id,
         ${side === 'a' ? 'l.bill_date' : 'l.business_date'} as day, l.booked_in,
         (extract(epoch from l.created_at) * 1000000)::bigint as made_us
    from ${side === 'a' ? 'bill_line' : 'supply_line'} l
    join recon_account a on a.tenant_id = l.tenant_id and a.id = l.account_id
    left join accounting_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
    left join recon_handling h on h.tenant_id = l.tenant_id and h.side = '${side}' and h.line_id = l.id
    left join match_item m on m.tenant_id = l.tenant_id and m.side = '${side}' and m.line_id = l.id and m.is_active
   where l.tenant_id = app_tenant()`

/** Lines of an order, whether they name it as a part or as the whole. */
export async function listOrder(tx: Tx, order: string, limit: number): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  for (const side of ['a', 'b'] as const)
    rows.push(
      ...(await tx.query<OrderRow>(
        `${select(side)} and (l.order_no = $1 or l.parent_order = $1) order by l.occurred_at, l.id limit $2`,
        [order, limit],
      )),
    )
  return rows
}

export async function listRefs(tx: Tx, refs: readonly Ref[]): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  for (const side of ['a', 'b'] as const) {
    const ids = refs.filter(ref => ref.side === side).map(({ id }) => id)
    if (ids.length > 0)
      rows.push(
        ...(await tx.query<OrderRow>(`${select(side)} and l.id = any($1::bigint[]) order by l.occurred_at, l.id`, [
          ids,
        ])),
      )
  }
  return rows
}

export interface GroupRow {
  readonly id: string
  readonly state: string
  readonly a_count: number
  readonly b_count: number
  readonly difference_minor: string
  readonly booking: string | null
  readonly booked_minor: string | null
}

export const listGroups = (tx: Tx, ids: readonly string[]): Promise<GroupRow[]> =>
  tx.query<GroupRow>(
    `select g.id, g.state, g.a_count, g.b_count, g.difference_minor::text as difference_minor, j.state as booking,
            j.amount_minor::text as booked_minor
       from match_group g left join recon_adjustment j on j.tenant_id = g.tenant_id and j.group_id = g.id
      where g.tenant_id = app_tenant() and g.id = any($1::bigint[])`,
    [ids],
  )

export const listItems = (tx: Tx, groups: readonly string[], limit: number): Promise<Ref[]> =>
  tx.query<Ref>(
    `select side, line_id as id from match_item
      where tenant_id = app_tenant() and group_id = any($1::bigint[]) order by group_id, side, line_id limit $2`,
    [groups, limit],
  )

/** The orders that the lines of a match name, the first of them. */
export async function listOrdersOf(tx: Tx, group: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select distinct name from (
       select coalesce(b.parent_order, b.order_no) as name from match_item m
         join bill_line b on b.tenant_id = m.tenant_id and b.id = m.line_id
        where m.tenant_id = app_tenant() and m.group_id = $1 and m.side = 'a'
       union select coalesce(s.parent_order, s.order_no) from match_item m
         join supply_line s on s.tenant_id = m.tenant_id and s.id = m.line_id
        where m.tenant_id = app_tenant() and m.group_id = $1 and m.side = 'b') n
      where name is not null order by name limit $2`,
    [group, limit],
  )
  return rows.map(({ name }) => name)
}

export async function hasGroup(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query('select 1 from match_group where tenant_id = app_tenant() and id = $1', [id])).length > 0
}

export interface BatchRow {
  readonly batch: string
  readonly currency: string
  readonly paid_minor: string
  readonly arrived_minor: string | null
  /** Keys of the lines at banks, the first few. */
  readonly lines: readonly string[]
}

/** What the accounts paid out with each batch, and what banks have of it: on either side, for a statement may be pushed as documents. */
export const listBatches = (tx: Tx, batches: readonly string[], accounts: readonly string[]): Promise<BatchRow[]> =>
  // never null: a batch is of those that were asked for
  tx.query<BatchRow>(
    `with paid as (
       select l.batch_no as batch, l.currency, sum(l.amount_minor) as minor from bill_line l
         left join accounting_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
        where l.tenant_id = app_tenant() and l.batch_no = any($1::text[]) and l.account_id = any($2::uuid[])
          and l.status not in ('duplicate', 'ignored') and i.class is distinct from 'withdrawal'
        group by 1, 2),
     bank as (
       select l.batch_no as batch, l.currency, l.amount_minor as minor, 'a' || l.id as key from bill_line l
         join recon_account a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.platform = 'bank'
        where l.tenant_id = app_tenant() and l.batch_no = any($1::text[]) and l.status not in ('duplicate', 'ignored')
       union all
       select l.attributes ->> 'batch_no', l.currency, l.amount_minor, 'b' || l.id from supply_line l
         join recon_account a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.platform = 'bank'
        where l.tenant_id = app_tenant() and l.attributes ->> 'batch_no' = any($1::text[])
          and l.status not in ('duplicate', 'ignored'))
     select p.batch, p.currency, p.minor::text as paid_minor,
            (select sum(b.minor)::text from bank b where b.batch = p.batch and b.currency = p.currency) as arrived_minor,
            coalesce((select (array_agg(b.key order by b.key))[1:20] from bank b
              where b.batch = p.batch and b.currency = p.currency), '{}') as lines
       from paid p order by p.batch, p.currency`,
    [batches, accounts],
  )

export interface VoucherRow {
  readonly id: string
  readonly account_id: string
  readonly currency: string
  readonly day_from: string
  readonly day_to: string
  readonly state: string
  readonly posted_no: string | null
  readonly made_us: string
}

/** Vouchers that stand for some of these days, the earliest version first. */
export const listVouchersOf = (tx: Tx, accounts: readonly string[], from: string, to: string): Promise<VoucherRow[]> =>
  tx.query<VoucherRow>(
    `select id, account_id, currency, day_from, day_to, state, posted_no,
            (extract(epoch from created_at) * 1000000)::bigint as made_us from recon_voucher
      where tenant_id = app_tenant() and account_id = any($1::uuid[]) and state not in ('void', 'reversed') and reverses is null and day_to >= $2 and day_from <= $3
      order by day_from, version limit 2000`,
    [accounts, from, to],
  )
