import type { Tx } from '@sluice/db'

/** Who asks for a run, and what it may take. */
export interface Place {
  readonly leaseMs: number
  /** Tenants that have their share of this process. */
  readonly busy: readonly string[]
  /** The asking process, remembered with the run. */
  readonly holderId: string
  /** Only runs of pools with one of these labels. */
  readonly labels: readonly string[]
  /** Runs that follow a source, or the others; they never stand in each other's way. */
  readonly follow: boolean
}

/** Runs of pool `pool` that some living process holds. Those that follow a source live for days and have places of their own. */
const heldIn = (tenant: string, pool: string, leaseMs: string): string =>
  `select count(*)::int as count from run h where h.tenant_id = ${tenant} and h.pool_id = ${pool} and not h.follow
     and h.state in ('running', 'stopping') and h.updated_at >= clock_timestamp() - make_interval(secs => ${leaseMs}::float8 / 1000)`

/** For the claim: pool `p` takes runs, a process with these labels serves it, and it has a free place. */
export const POOL_IS_OPEN = `p.state = 'running' and p.label = any(:labels::text[])
  and (:follow or p.concurrency > (${heldIn('p.tenant_id', 'p.id', ':leaseMs')}))`

/** The pool's last place went to another process; the claim is undone. */
export class PoolFullError extends Error {}

/**
 * After the claim, in its transaction: of processes that each saw one free place, one gets it. They count again one
 * after the other, under the pool's lock. @throws PoolFullError
 */
export async function requirePlace(
  tx: Tx,
  run: { readonly tenantId: string; readonly runId: string },
  leaseMs: number,
): Promise<void> {
  const [pool] = await tx.query<{ id: string; concurrency: number }>(
    `select p.id, p.concurrency from run r join process_pool p on p.tenant_id = r.tenant_id and p.id = r.pool_id
     where r.tenant_id = $1 and r.id = $2 and not r.follow for no key update of p`,
    [run.tenantId, run.runId],
    { name: 'place_pool' },
  )
  if (!pool) return
  const values = [run.tenantId, pool.id, leaseMs]
  const [held] = await tx.query<{ count: number }>(heldIn('$1', '$2', '$3'), values, { name: 'place_held' })
  if (held!.count > pool.concurrency) throw new PoolFullError() // a count has its one row
}
