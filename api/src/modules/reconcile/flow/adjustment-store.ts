import type { Tx } from '@sluice/db'

export interface NewAdjustment {
  readonly id: string
  readonly flowId: string
  readonly groupId: string
  readonly item: string
  readonly amountMinor: string
  readonly currency: string
  readonly reason: string
  /** null: a rule says so. */
  readonly maker: string | null
  /** Who approved it; null: it waits. */
  readonly checker: string | null
}

export const insertAdjustment = (tx: Tx, given: NewAdjustment): Promise<number> =>
  tx.execute(
    `insert into recon_adjustment (id, flow_id, group_id, item, amount_minor, currency, reason, maker, checker, state, checked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::uuid, case when $9::uuid is null then 'submitted' else 'approved' end,
             case when $9::uuid is null then null else clock_timestamp() end)`,
    [
      ...[given.id, given.flowId, given.groupId, given.item, given.amountMinor, given.currency, given.reason],
      ...[given.maker, given.checker],
    ],
  )

/** Who booked what a match waits for; undefined: nothing waits. */
export async function findSubmitted(tx: Tx, groupId: string): Promise<{ readonly maker: string | null } | undefined> {
  const [row] = await tx.query<{ maker: string | null }>(
    `select maker from recon_adjustment where tenant_id = app_tenant() and group_id = $1 and state = 'submitted'`,
    [groupId],
  )
  return row
}

export const approveAdjustment = (tx: Tx, groupId: string, userId: string): Promise<number> =>
  tx.execute(
    `update recon_adjustment set state = 'approved', checker = $2, checked_at = clock_timestamp()
      where tenant_id = app_tenant() and group_id = $1 and state = 'submitted'`,
    [groupId, userId],
  )

/** What was booked is booked no more: refused before it was, else taken back. */
export const undoAdjustment = (tx: Tx, groupId: string, userId: string): Promise<number> =>
  tx.execute(
    `update recon_adjustment set state = case state when 'submitted' then 'rejected' else 'reversed' end,
            checker = case state when 'submitted' then $2::uuid else checker end, checked_at = clock_timestamp()
      where tenant_id = app_tenant() and group_id = $1 and state in ('submitted', 'approved')`,
    [groupId, userId],
  )

/** Whether there is such an item that amounts may be booked to. */
export async function hasItem(tx: Tx, code: string): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    'select id from accounting_item where tenant_id = app_tenant() and code = $1 and is_active',
    [code],
  )
  return rows.length > 0
}
