import { parseJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { isSeen } from '@sluice/engine'
import type { BusinessCall, BusinessDeps } from './business.ts'
import { listOwnKeys } from './intake-rows.ts'
import { listByKeys } from './record-rows.ts'

/** What a record would meet: one of the same call, one that the application sent before, one that is stored. */
export type Twin = 'call' | 'sent' | 'stored'

/**
 * Of stored records only those tell that the application might read by itself: else whoever may only send would learn, key by
 * key, what others have.
 */
export async function judgeDuplicates(
  { records }: BusinessDeps,
  tx: Tx,
  { application, scope }: BusinessCall,
  keys: readonly (string | null)[],
): Promise<(key: string) => Twin | undefined> {
  const named = [...new Set(keys.filter(key => key !== null))]
  const sent = new Set(await listOwnKeys(tx, { applicationId: application.id, strategyId: scope.strategy_id }, named))
  const isReading = scope.operations.some(name => name === 'query' || name === 'link')
  const isKeyShown = scope.key_fields.every(field => scope.fields.includes(field) && !Object.hasOwn(scope.masks, field))
  const rows = isReading && isKeyShown ? await listByKeys(tx, scope.strategy_id, named) : []
  const originals = scope.row_filter.length > 0 ? await records.readOriginals(tx, rows) : new Map<string, string>()
  const stored = new Set(
    rows
      .filter(row => {
        const original = originals.get(row.id)
        return isSeen(original === undefined ? undefined : parseJson(original), scope.row_filter)
      })
      .map(row => row.key),
  )
  const seen = new Set<string>()
  return key => {
    if (seen.has(key)) return 'call'
    seen.add(key)
    return stored.has(key) ? 'stored' : sent.has(key) ? 'sent' : undefined
  }
}
