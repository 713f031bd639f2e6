import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Holder } from './run-rows.ts'

/** What a record is held for that another strategy has not stored yet. */
export const NOT_FOUND = 'mapping.notFound'

/**
 * Makes due what is held in strategies that look into this one; which they are. Nearly always none hold anything, and the
 * counters tell it without a look at any configuration.
 */
export async function wakeHeld(
  tx: Tx,
  { tenantId, strategyId }: Pick<Holder, 'tenantId' | 'strategyId'>,
  nowIso: string,
): Promise<string[]> {
  const waiting = await tx.query<{ strategy_id: string }>(
    `select c.strategy_id from record_count c
       join strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id and s.status = 'running' and s.paused_at is null
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      where c.tenant_id = $1 and c.status = ${RecordState.masterDataError} and c.count > 0
        and (v.config -> 'mapping')::text like '%' || $2 || '%' order by c.strategy_id`,
    [tenantId, strategyId],
    { name: 'wait_list' },
  )
  const woken: string[] = []
  for (const { strategy_id } of waiting) {
    const due = await tx.execute(
      `update record_state set retry_at = $3 where tenant_id = $1 and strategy_id = $2
         and status = ${RecordState.masterDataError} and error_code = '${NOT_FOUND}' and (retry_at is null or retry_at > $3)`,
      [tenantId, strategy_id, nowIso],
    )
    if (due > 0) woken.push(strategy_id)
  }
  return woken
}
