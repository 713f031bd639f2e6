import type { Tx } from '@sluice/db'
import type { BillLine } from './contract.ts'
import { createLineRows } from './line-rows.ts'

export interface LineRow extends Omit<BillLine, 'amount' | 'balance_after'> {
  readonly amount_minor: string
  readonly balance_minor: string | null
}

export const billLines = createLineRows<LineRow>({
  table: 'bill_line',
  day: 'bill_date',
  numbers: ['order_no', 'txn_no'],
  select: `
  select b.id, b.account_id, a.name as account_name, b.file_id, b.line_no, seen_strategy(b.strategy_id) as strategy_id,
         case when seen_strategy(b.strategy_id) is not null then b.record_key end as record_key, b.txn_no, b.order_no,
         b.parent_order, b.batch_no, b.kind, b.item_id, i.name as item_name, b.item_by, b.amount_minor, b.currency, b.occurred_at,
         b.bill_date, b.balance_after as balance_minor, b.counterparty, b.remark, b.attributes, b.status, b.reason,
         case when b.booked_in is not null then to_char(b.bill_date, 'YYYY-MM') end as late_for, to_char(b.booked_in, 'YYYY-MM') as booked_in
    from bill_line b
    join recon_account a on a.tenant_id = b.tenant_id and a.id = b.account_id
    left join accounting_item i on i.tenant_id = b.tenant_id and i.id = b.item_id`,
})

export interface RawLineRow {
  readonly file_id: string
  readonly file_name: string
  readonly line_no: number
  readonly text: string
}

export async function findRaw(tx: Tx, id: string): Promise<RawLineRow | undefined> {
  const rows = await tx.query<RawLineRow>(
    `select f.id as file_id, f.name as file_name, r.line_no, r.text
       from bill_line b
       join raw_row r on r.tenant_id = b.tenant_id and r.file_id = b.file_id and r.line_no = b.line_no
       join raw_file f on f.tenant_id = r.tenant_id and f.id = r.file_id
      where b.tenant_id = app_tenant() and b.id = $1`,
    [id],
  )
  return rows[0]
}

export interface SiblingRow {
  readonly id: string
  readonly kind: string
  readonly amount_minor: string
  readonly currency: string
}

export const listSiblings = (tx: Tx, fileId: string, lineNo: number): Promise<SiblingRow[]> =>
  tx.query<SiblingRow>(
    `select id, kind, amount_minor, currency from bill_line
      where tenant_id = app_tenant() and file_id = $1 and line_no = $2 order by id`,
    [fileId, lineNo],
  )
