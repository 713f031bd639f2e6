import { api } from '../../../../lib/api.ts'
import { arrangeAs, childrenOf, placeRow } from '../model.ts'
import type { Collection } from '../types.ts'
import { useArrangement } from './use-arrangement.ts'

interface Placing {
  readonly id: string
  readonly parent_id: string | null
  readonly index: number
  /** The children of that parent that were on screen before. */
  readonly seen: string[]
}

/** The categories of a platform; one is put under a parent, at a place counted without itself. */
export function useCategoryOrder(platformId: string, stored: readonly Collection[] | undefined) {
  const { rows, take } = useArrangement(['collection', 'move', platformId], stored, ({ id, ...body }: Placing) =>
    api.collection.move({ params: { id }, body }),
  )
  const move = (id: string, parentId: string | null, index: number) => {
    const shown = rows ?? []
    const placed = placeRow(shown, id, parentId, index)
    const seen = childrenOf(shown, parentId).map(row => row.id)
    take({ arrange: now => arrangeAs(now, placed), move: { id, parent_id: parentId, index, seen } })
  }
  return { rows, move }
}
