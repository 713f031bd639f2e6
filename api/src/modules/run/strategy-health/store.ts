import type { Tx } from '@sluice/db'

export async function listSubscribed(tx: Tx, userId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ strategy_id: string }>(
    'select strategy_id from alert_subscription where tenant_id = app_tenant() and user_id = $1',
    [userId],
  )
  return new Set(rows.map(row => row.strategy_id))
}

export async function subscribe(tx: Tx, userId: string, strategyId: string): Promise<void> {
  await tx.execute('insert into alert_subscription (user_id, strategy_id) values ($1, $2) on conflict do nothing', [
    userId,
    strategyId,
  ])
}

/** What was told of it is over for this person. */
export async function unsubscribe(tx: Tx, userId: string, strategyId: string): Promise<void> {
  await tx.execute(
    'delete from alert_subscription where tenant_id = app_tenant() and user_id = $1 and strategy_id = $2',
    [userId, strategyId],
  )
  await tx.execute(
    `update notice set settled_at = clock_timestamp() where tenant_id = app_tenant() and kind = 'strategy.health'
        and object_id = $2::uuid::text and user_id = $1 and settled_at is null`,
    [userId, strategyId],
  )
}

export async function findStrategyName(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    'select name from strategy where tenant_id = app_tenant() and id = $1',
    [id],
  )
  return row?.name
}

/** A look that is this late will not come by itself: it is made every minute. */
const LATE_MINUTES = 5

export async function readWatch(tx: Tx): Promise<{ at: string | null; is_late: boolean }> {
  const [row] = await tx.query<{ at: string | null; is_late: boolean }>(
    `select finished_at as at, next_at < clock_timestamp() - interval '${LATE_MINUTES} minutes' as is_late from alert_watch`,
  )
  return row ?? { at: null, is_late: false }
}
