import type { Tx } from '@sluice/db'
import { createLineRows } from '../billing/index.ts'
import type { SupplyLine } from './contract.ts'

export interface LineRow extends Omit<SupplyLine, 'amount'> {
  readonly amount_minor: string
}

export const supplyLines = createLineRows<LineRow>({
  table: 'supply_line',
  day: 'business_date',
  numbers: ['order_no', 'doc_no'],
  select: `
  select b.id, b.account_id, a.name as account_name, seen_strategy(b.strategy_id) as strategy_id,
         case when seen_strategy(b.strategy_id) is not null then b.record_key end as record_key, b.doc_type, b.doc_no, b.doc_line, b.order_no,
         b.parent_order, b.logistics_no, b.sku, b.quantity, b.kind, b.item_id, i.name as item_name, b.item_by, b.amount_minor,
         b.currency, b.occurred_at, b.business_date, b.recognised_on, b.remark, b.attributes, b.status, b.reason,
         case when b.booked_in is not null then to_char(b.business_date, 'YYYY-MM') end as late_for, to_char(b.booked_in, 'YYYY-MM') as booked_in
    from supply_line b
    join recon_account a on a.tenant_id = b.tenant_id and a.id = b.account_id
    left join accounting_item i on i.tenant_id = b.tenant_id and i.id = b.item_id`,
})

export interface OriginRow {
  readonly strategy_id: string
  readonly strategy_name: string
  readonly record_key: string
  readonly record_id: string | null
}

/** Where a line came from, of what the caller may see. */
export async function findOrigin(tx: Tx, side: 'a' | 'b', id: string): Promise<OriginRow | undefined> {
  const rows = await tx.query<OriginRow>(
    `select s.id as strategy_id, s.name as strategy_name, b.record_key, r.id as record_id
       from ${side === 'a' ? 'bill_line' : 'supply_line'} b
       join strategy s on s.tenant_id = b.tenant_id and s.id = b.strategy_id
       left join lateral find_record_by_key(s.id, b.record_key) r on true
      where b.tenant_id = app_tenant() and b.id = $1 and b.record_key is not null`,
    [id],
  )
  return rows[0]
}
