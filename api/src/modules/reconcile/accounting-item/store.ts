import type { Tx } from '@sluice/db'
import type { AccountingItem, ItemRule } from './contract.ts'

export interface ItemRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly direction: AccountingItem['direction']
  readonly class: AccountingItem['class']
  readonly is_matched: boolean
  readonly debit_account: string
  readonly credit_account: string
  readonly rules: ItemRule[]
  readonly is_active: boolean
  readonly is_used: boolean
  readonly version: number
  readonly updated_at: string
}

const SELECT = `
  select i.id, i.code, i.name, i.direction, i.class, i.is_matched, i.debit_account, i.credit_account, i.rules, i.is_active,
         exists (select from bill_line b where b.tenant_id = i.tenant_id and b.item_id = i.id)
           or exists (select from supply_line s where s.tenant_id = i.tenant_id and s.item_id = i.id)
           -- lines in an archive may be of any that was there
           or exists (select from recon_period p where p.tenant_id = i.tenant_id and p.state in ('archived', 'restoring')
                       and p.archived_at >= i.created_at) as is_used,
         i.version, i.updated_at
    from accounting_item i where i.tenant_id = app_tenant()`

export const listItems = (tx: Tx): Promise<ItemRow[]> => tx.query<ItemRow>(`${SELECT} order by i.code limit 1000`)

export async function findItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  return (await tx.query<ItemRow>(`${SELECT} and i.id = $1`, [id]))[0]
}

/** Nobody else changes the item until the transaction ends. */
export async function lockItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  await tx.query('select 1 from accounting_item where tenant_id = app_tenant() and id = $1 for update', [id])
  return findItem(tx, id)
}

type Settings = Omit<ItemRow, 'id' | 'code' | 'is_used' | 'version' | 'updated_at'>

const valuesOf = (item: Settings): readonly unknown[] => [
  item.name,
  item.direction,
  item.class,
  item.is_matched,
  item.debit_account,
  item.credit_account,
  JSON.stringify(item.rules),
  item.is_active,
]

/** false: the code is taken. */
export async function insertItem(tx: Tx, id: string, code: string, item: Settings, userId: string): Promise<boolean> {
  const added = await tx.execute(
    `insert into accounting_item (id, code, name, direction, class, is_matched, debit_account, credit_account, rules, is_active,
       created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     on conflict (tenant_id, code) do nothing`,
    [id, code, ...valuesOf(item), userId],
  )
  return added > 0
}

export async function updateItem(tx: Tx, id: string, item: Settings, userId: string): Promise<void> {
  await tx.execute(
    `update accounting_item set name = $2, direction = $3, class = $4, is_matched = $5, debit_account = $6, credit_account = $7,
       rules = $8, is_active = $9, updated_by = $10, updated_at = now(), version = version + 1
      where tenant_id = app_tenant() and id = $1`,
    [id, ...valuesOf(item), userId],
  )
}

export const deleteItem = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from accounting_item where tenant_id = app_tenant() and id = $1', [id])

export interface GroupRow {
  readonly platform: string
  readonly kind: string
  readonly way: 'in' | 'out' | 'none'
  readonly currency: string
  readonly count: string
  readonly amount_minor: string
}

export const listUnclassified = (tx: Tx): Promise<GroupRow[]> =>
  tx.query<GroupRow>(
    `select a.platform, b.kind, case sign(b.amount_minor) when 1 then 'in' when -1 then 'out' else 'none' end as way,
            b.currency, count(*) as count, sum(b.amount_minor) as amount_minor
       from bill_line b join recon_account a on a.tenant_id = b.tenant_id and a.id = b.account_id
      where b.tenant_id = app_tenant() and b.item_id is null
      group by 1, 2, 3, 4 order by count(*) desc, 1, 2, 3, 4 limit 200`,
  )

/** Gives lines without an item the one that the rules say; of one file, of those named, or all. Returns how many. */
export const classifyLines = (
  tx: Tx,
  { fileId = null, ids = null }: { readonly fileId?: string | null; readonly ids?: readonly string[] | null } = {},
): Promise<number> =>
  tx.execute(
    `with rule as materialized (
       select i.id as item_id, i.code, r.at, r.rule ->> 'platform' as platform, r.rule ->> 'field' as field,
              r.rule ->> 'op' as op, r.rule ->> 'value' as value, r.rule ->> 'way' as way,
              (r.rule ->> 'priority')::int as priority
         from accounting_item i cross join jsonb_array_elements(i.rules) with ordinality r (rule, at)
        where i.tenant_id = app_tenant() and i.is_active),
     found as (
       select b.id, (select r.item_id from rule r
                       cross join lateral (select case r.field when 'kind' then b.kind when 'remark' then b.remark
                                             else b.counterparty end as text) f
                      where (r.platform = '' or r.platform = a.platform)
                        and (r.way = 'any' or r.way = case when b.amount_minor > 0 then 'in' when b.amount_minor < 0 then 'out' end)
                        and case r.op when 'equals' then f.text = r.value when 'starts' then starts_with(f.text, r.value)
                              else position(r.value in f.text) > 0 end
                      order by r.priority, r.code, r.at limit 1) as item_id
         from bill_line b join recon_account a on a.tenant_id = b.tenant_id and a.id = b.account_id
        where b.tenant_id = app_tenant() and b.item_id is null and ($1::uuid is null or b.file_id = $1) and ($2::bigint[] is null or b.id = any($2))
          and b.status in ('open', 'proposed', 'ignored', 'duplicate'))
     update bill_line b set item_id = f.item_id, item_by = 'rule', updated_at = now()
       from found f where b.tenant_id = app_tenant() and b.id = f.id and f.item_id is not null`,
    [fileId, ids],
  )
