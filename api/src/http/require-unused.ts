import type { Failure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from './refuse.ts'

/**
 * Whether something may be taken away is a question of the whole tenant, whichever strategies the role of who asks sees.
 * @param list who needs it, as far as the transaction sees
 * @param refuseBy names those that are seen; of others the number alone is told
 */
export async function requireUnused<T>(
  tx: Tx,
  list: () => Promise<readonly T[]>,
  refuseBy: (seen: readonly T[]) => Failure,
): Promise<void> {
  const seen = await list()
  if (seen.length > 0) throw refuseBy(seen)
  const hidden = await listHidden(tx, list)
  if (hidden.length > 0) throw refuse('conflict.inUseHidden', { value: String(hidden.length) })
}

/** What the transaction sees without the scope of its role, which counts again from then on. */
async function listHidden<T>(tx: Tx, list: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const [scope] = await tx.query<{ groups: string }>(
    `select coalesce(current_setting('app.groups', true), '') as groups`,
  )
  if (!scope?.groups) return []
  const setScope = (groups: string) => tx.query(`select set_config('app.groups', $1, true)`, [groups])
  await setScope('')
  const all = await list()
  await setScope(scope.groups)
  return all
}
