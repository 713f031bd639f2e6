import type { Tx } from '@sluice/db'

/** A failure whose message contains the text is none: the record is left out, or counts as done. */
export interface IgnoreRule {
  readonly id: string
  readonly contains: string
  readonly outcome: 'ignored' | 'finished'
}

/** Rules of a strategy before those for all, older ones first. */
export const listIgnoreRules = (tx: Tx, tenantId: string, strategyId: string): Promise<IgnoreRule[]> =>
  tx.query<IgnoreRule>(
    `select id, contains, outcome from ignore_rule
      where tenant_id = $1 and enabled and (strategy_id = $2 or strategy_id is null)
      order by strategy_id is null, created_at, id`,
    [tenantId, strategyId],
  )

/** In the order of ids: runs of two strategies that share rules cannot wait for each other. */
export async function noteHits(tx: Tx, tenantId: string, hits: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, count] of [...hits].sort(([a], [b]) => (a < b ? -1 : 1)))
    await tx.execute(
      'update ignore_rule set hit_count = hit_count + $3, last_hit_at = now() where tenant_id = $1 and id = $2',
      [tenantId, id, count],
    )
}
