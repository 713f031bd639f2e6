import type { Tx } from '@sluice/db'

export type Side = 'a' | 'b'
const SIDES = {
  a: {
    table: 'bill_line',
    day: 'bill_date',
    number: 'txn_no',
    columns: [
      ...[`encode(l.fingerprint, 'hex')`, 'l.txn_no', 'l.order_no', 'l.parent_order', 'l.batch_no', 'l.kind'],
      ...['l.balance_after', 'l.counterparty'],
    ],
  },
  b: {
    table: 'supply_line',
    day: 'business_date',
    number: 'doc_no',
    columns: [
      ...['l.doc_type', 'l.doc_no', 'l.doc_line', 'l.order_no', 'l.parent_order', 'l.logistics_no', 'l.sku'],
      ...['l.quantity', 'l.kind', 'l.recognised_on'],
    ],
  },
} as const

export const tableOf = (side: Side): string => SIDES[side].table
export const dayOf = (side: Side): string => SIDES[side].day

/**
 * Lines of account $1 that count in the month that begins at $2: its own that came in time, and those of earlier ones that did
 * not. Every zone's day lies within a day and a half of the same one in UTC: that bounds the moments, which the index knows.
 */
const ownLines = (side: Side): string => `
  l.tenant_id = app_tenant() and l.account_id = $1 and l.booked_in is null
  and l.${dayOf(side)} >= $2::date and l.${dayOf(side)} < ($2::date + interval '1 month')::date
  and l.occurred_at >= $2::date - interval '36 hours' and l.occurred_at < $2::date + interval '1 month 36 hours'`
const lateLines = `l.tenant_id = app_tenant() and l.account_id = $1 and l.booked_in = $2::date`
export const linesOf = (side: Side): string =>
  `(select * from ${tableOf(side)} l where ${ownLines(side)} union all select * from ${tableOf(side)} l where ${lateLines})`

/** What a hash is taken over. A line that was open is `carried`, whatever became of it later. */
const contentOf = (side: Side): string => `jsonb_build_array('${side}', l.id, l.account_id, l.${dayOf(side)},
  to_char(l.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), l.amount_minor, l.currency, l.item_id, l.item_by, l.remark,
  l.attributes, l.reason, l.booked_in, ${SIDES[side].columns.join(', ')},
  case when c.line_id is null then l.status else 'carried' end)::text`

export interface ContentRow {
  readonly id: string
  readonly occurred_at: string
  readonly amount_minor: string
  /** What the hash is taken over. */
  readonly content: string
  readonly status: string
}
export interface WholeRow extends ContentRow {
  readonly day: string
  readonly currency: string
  readonly number: string | null
  readonly order_no: string | null
  readonly item: string | null
  /** Every column, as JSON. */
  readonly whole: string
}

export interface Place {
  readonly side: Side
  readonly isLate: boolean
}
/** In which order lines are read: both sides, those in time before those that came late. */
export const places: readonly Place[] = [
  { side: 'a', isLate: false },
  { side: 'a', isLate: true },
  { side: 'b', isLate: false },
  { side: 'b', isLate: true },
]

/** The next lines of a place in the order of (time, id). */
export const readLines = <Row extends ContentRow>(
  tx: Tx,
  { accountId, month }: { readonly accountId: string; readonly month: string },
  { side, isLate }: Place,
  after: ContentRow | undefined,
  { isWhole, limit }: { readonly isWhole: boolean; readonly limit: number },
): Promise<Row[]> =>
  tx.query<Row>(
    `select l.id, l.occurred_at, l.amount_minor, ${contentOf(side)} as content,
            case when c.line_id is null then l.status else 'carried' end as status
            ${isWhole ? `, l.${dayOf(side)} as day, l.currency, l.${SIDES[side].number} as number, l.order_no, i.code as item, to_jsonb(l)::text as whole` : ''}
       from ${tableOf(side)} l
       left join recon_carried c on c.tenant_id = l.tenant_id and c.side = '${side}' and c.line_id = l.id
       ${isWhole ? 'left join accounting_item i on i.tenant_id = l.tenant_id and i.id = l.item_id' : ''}
      where ${isLate ? lateLines : ownLines(side)}
        and ($3::timestamptz is null or (l.occurred_at, l.id) > ($3::timestamptz, $4::bigint))
      order by l.occurred_at, l.id limit $5`,
    [accountId, month, after?.occurred_at ?? null, after?.id ?? null, limit],
  )

/** Lines that were open when the month was closed stay here until they are matched and settled. @returns how many went */
export const removeLines = (tx: Tx, accountId: string, month: string, side: Side, limit: number): Promise<number> =>
  tx.execute(
    `delete from ${tableOf(side)} where tenant_id = app_tenant() and id = any(array(
       select l.id from ${linesOf(side)} l
        where not exists (select from recon_carried c where c.tenant_id = app_tenant() and c.side = '${side}' and c.line_id = l.id)
        limit $3))`,
    [accountId, month, limit],
  )

/** Lines of an archive, as they were; those that are still here stay. */
export const putBack = (tx: Tx, side: Side, wholes: readonly string[]): Promise<number> =>
  tx.execute(
    `insert into ${tableOf(side)} select r.* from jsonb_populate_recordset(null::${tableOf(side)}, $1::jsonb) r
     on conflict (tenant_id, id) do nothing`,
    [`[${wholes.join(',')}]`],
  )
