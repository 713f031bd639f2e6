import { api } from '../../../../lib/api.ts'
import { moveTo } from '../../../../lib/move-to.ts'
import { inOrder } from '../model.ts'
import type { AssetRow } from '../types.ts'
import { useArrangement } from './use-arrangement.ts'

interface Ordering {
  readonly ids: string[]
  /** What was on screen before. */
  readonly seen: string[]
}

/** The interfaces of a category in their order. */
export function useAssetOrder(collectionId: string, stored: readonly AssetRow[] | undefined) {
  const { rows, take } = useArrangement(['collection', 'order', collectionId], stored, (body: Ordering) =>
    api.collection.order({ params: { id: collectionId }, body }),
  )
  const move = (from: number, to: number) => {
    const seen = (rows ?? []).map(row => row.id)
    const ids = moveTo(seen, from, to)
    take({ arrange: now => inOrder(now, ids), move: { ids, seen } })
  }
  return { rows, move }
}
