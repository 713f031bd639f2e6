import type { NoticeKind } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { EventRow } from './event-store.ts'

/** The kind of notice that tells of an object, so that it is told to who may see that. */
export const noticeKindOf = {
  strategy: 'alert.strategy',
  connector: 'alert.connector',
  process: 'alert.system',
} as const satisfies Record<EventRow['object_type'], NoticeKind>

/** What the console told of an event is over with it. Its cause is the rule. */
export async function settleAlert(tx: Tx, event: EventRow): Promise<void> {
  await tx.execute(
    `update notice set settled_at = clock_timestamp()
      where tenant_id = app_tenant() and kind = $1 and object_id = $2 and cause = $3 and settled_at is null`,
    [noticeKindOf[event.object_type], event.object_id, event.rule_id],
  )
}

/** Cause of the one notice about more than ten things of a rule. */
export const manyOf = (ruleId: string): string => `${ruleId} many`

/** What was told of no object: a test, the watch itself, many things at once. */
export async function settleSystem(tx: Tx, cause: string): Promise<void> {
  await tx.execute(
    `update notice set settled_at = clock_timestamp()
      where tenant_id = app_tenant() and kind = 'alert.system' and object_id = '' and cause = $1 and settled_at is null`,
    [cause],
  )
}

/** A rule that is gone speaks of nothing. */
export async function settleRule(tx: Tx, ruleId: string): Promise<void> {
  await tx.execute(
    `update notice set settled_at = clock_timestamp()
      where tenant_id = app_tenant() and kind like 'alert.%' and cause in ($1, $2) and settled_at is null`,
    [ruleId, manyOf(ruleId)],
  )
}

export async function settleHealth(tx: Tx, strategyId: string): Promise<void> {
  await tx.execute(
    `update notice set settled_at = clock_timestamp()
      where tenant_id = app_tenant() and kind = 'strategy.health' and object_id = $1 and settled_at is null`,
    [strategyId],
  )
}
