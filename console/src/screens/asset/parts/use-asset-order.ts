import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { moveTo } from '../../../lib/move-to.ts'
import { inOrder } from '../model.ts'
import type { AssetRow } from '../types.ts'
import { refreshAssets } from './queries.ts'

interface Ordering {
  readonly ids: readonly string[]
  /** What was on screen before. */
  readonly seen: readonly string[]
}

/** The interfaces of a category as they were just arranged; what the server refuses goes back to where it was. */
export function useAssetOrder(collectionId: string, stored: readonly AssetRow[] | undefined) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const rows = stored && wanted ? inOrder(stored, wanted) : stored
  const mutationKey = ['collection', 'order', collectionId]
  const { mutate } = useMutation({
    mutationKey,
    // One after the other, as they were made.
    scope: { id: mutationKey.join('/') },
    mutationFn: ({ ids, seen }: Ordering) =>
      api.collection.order({ params: { id: collectionId }, body: { ids: [...ids], seen: [...seen] } }),
    onError: error => {
      setWanted(null)
      message.error(describeError(error).message)
    },
    onSettled: async (_answer, _error, { ids }) => {
      if (client.isMutating({ mutationKey }) > 1) return
      await refreshAssets(client)
      setWanted(now => (now === ids ? null : now))
    },
  })
  const move = (from: number, to: number) => {
    const seen = (rows ?? []).map(row => row.id)
    const ids = moveTo(seen, from, to)
    setWanted(ids)
    mutate({ ids, seen })
  }
  return { rows, move }
}
