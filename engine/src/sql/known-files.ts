import type { Tx } from '@sluice/db'

interface Of {
  readonly tenantId: string
  readonly strategyId: string
  readonly runId: string
}

/** Versions of files that runs before have read; null: nobody has noted any. */
export async function readKnownFiles(tx: Tx, { tenantId, strategyId }: Of): Promise<ReadonlySet<string> | null> {
  const [row] = await tx.query<{ seen: string | null }>(
    'select seen from strategy_cursor where tenant_id = $1 and strategy_id = $2',
    [tenantId, strategyId],
  )
  return row?.seen == null ? null : new Set(row.seen.split('\n'))
}

/** What there is as a run begins. What is gone falls out, so this grows no longer than a folder. */
export async function noteFiles(tx: Tx, of: Of, versions: readonly string[]): Promise<void> {
  await tx.execute(
    `insert into strategy_cursor as c (tenant_id, strategy_id, seen_next, seen_by) values ($1, $2, $3, $4)
     on conflict (tenant_id, strategy_id) do update set seen_next = excluded.seen_next, seen_by = excluded.seen_by`,
    [of.tenantId, of.strategyId, versions.join('\n'), of.runId],
  )
}

/** The run has read what it noted. Only inside the transaction that ends it. */
export async function keepFiles(tx: Tx, { tenantId, strategyId, runId }: Of): Promise<void> {
  await tx.execute(
    `update strategy_cursor set seen = seen_next, seen_next = null, seen_by = null
      where tenant_id = $1 and strategy_id = $2 and seen_by = $3`,
    [tenantId, strategyId, runId],
  )
}
