import type { BoundMapping, MapOutcome } from '../map/index.ts'
import { type Miss, noteMisses } from '../sql/value-map-rows.ts'
import type { Session } from './session.ts'

/**
 * Values of a page that no value map held, for the inbox of unmatched values. In a transaction of its own before the
 * page is written: a page that is mapped again after a crash counts again, and nothing is overlooked.
 */
export async function noteLookups(
  session: Session,
  { maps }: BoundMapping,
  keys: readonly string[],
  outcomes: readonly MapOutcome[],
): Promise<void> {
  if (!maps) return
  const misses = collect(keys, outcomes)
  if (misses.length > 0) await session.tenant(tx => noteMisses(tx, session.claim, maps, misses))
}

/** A page of free texts would otherwise fill the inbox with what nobody completes. */
const MAX_VALUES = 200

function collect(keys: readonly string[], outcomes: readonly MapOutcome[]): Miss[] {
  const found = new Map<string, Omit<Miss, 'count' | 'recordKeys'> & { count: number; recordKeys: Set<string> }>()
  outcomes.forEach(({ lookups = [] }, index) => {
    for (const { mapId, direction, value, lineId } of lookups) {
      if (lineId !== null) continue
      const id = `${mapId}/${direction}/${value}`
      let miss = found.get(id)
      if (!miss) {
        if (found.size >= MAX_VALUES) continue
        miss = { mapId, direction, value, count: 0, recordKeys: new Set() }
        found.set(id, miss)
      }
      miss.count += 1
      miss.recordKeys.add(keys[index] ?? '')
    }
  })
  return [...found.values()].map(miss => ({ ...miss, recordKeys: [...miss.recordKeys] }))
}
