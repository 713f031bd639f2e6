import type { CheckLine } from '@sluice/contract'
import type { Database } from '@sluice/db'

/** Whether somebody will take the strategy's runs; if not, they wait. */
export async function checkPool(
  database: Database,
  tenantId: string,
  strategyId: string | undefined,
): Promise<CheckLine[]> {
  // A strategy that is not saved yet begins in the default pool, whose id is the tenant's.
  const [pool] = await database.withTenant(tenantId, tx =>
    tx.query<{ name: string; label: string; state: string; is_online: boolean }>(
      `select p.name, p.label, p.state,
              not exists (select 1 from process) or exists (
                select 1 from process w where 'worker' = any(w.roles) and p.label = any(w.labels)
                  and w.heartbeat_at > now() - interval '1 minute') as is_online
         from process_pool p where p.tenant_id = $1
          and p.id = coalesce((select process_id from strategy where tenant_id = $1 and id = $2), $1)`,
      [tenantId, strategyId ?? null],
    ),
  )
  if (!pool) return []
  if (pool.state !== 'running')
    return [warning('process.closed', `The process pool ${pool.name} takes no runs now; they wait until it resumes.`)]
  if (pool.is_online) return []
  return [
    warning('process.offline', `No living process serves the process pool ${pool.name}; runs wait until one does.`),
  ]
}

const warning = (item: string, message: string): CheckLine => ({ level: 'warning', group: 'basic', item, message })
