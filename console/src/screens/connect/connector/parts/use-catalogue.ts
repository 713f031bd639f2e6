import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import type { Catalogue } from '../types.ts'

const POLL_MS = 700

export const isListing = (catalogue: Catalogue | undefined): boolean =>
  catalogue?.discovery?.state === 'queued' || catalogue?.discovery?.state === 'running'

/** What is listed of a connector. Where that is old it is listed again beside what is shown, without being asked. */
export function useCatalogue(connectorId: string) {
  const client = useQueryClient()
  const params = { id: connectorId }
  const query = api.catalogue.get.query({ params })
  const { data, error, refetch } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (isListing(state.data?.content) ? POLL_MS : false),
  })
  const catalogue = data?.content
  const keep = (answer: NonNullable<typeof data>) => void client.setQueryData(query.queryKey, answer)
  const onError = (failure: unknown) => void message.error(describeError(failure).message)
  const refresh = useMutation({
    mutationFn: (ifStale: boolean) => api.catalogue.refresh({ params, body: { if_stale: ifStale } }),
    onSuccess: keep,
    onError,
  })
  const cancel = useMutation({ mutationFn: () => api.catalogue.cancel({ params }), onSuccess: keep, onError })
  useAskOnce(connectorId, catalogue, () => refresh.mutate(true))
  // What was found meanwhile is looked through again.
  const found = catalogue?.discovery?.found
  const state = catalogue?.discovery?.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: told by what the listing says of itself
  useEffect(() => {
    void client.invalidateQueries({ queryKey: api.catalogue.search.key() })
    void client.invalidateQueries({ queryKey: api.catalogue.changes.key() })
  }, [client, found, state])
  return { catalogue, error, reload: () => void refetch(), refresh: () => refresh.mutate(false), cancel: cancel.mutate }
}

/** Once for each visit, or a listing that fails would be asked for again and again. */
function useAskOnce(connectorId: string, catalogue: Catalogue | undefined, ask: () => void): void {
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!catalogue || asked.current === connectorId) return
    asked.current = connectorId
    if (catalogue.is_stale && !isListing(catalogue)) ask()
  })
}

/** One object of the list, there or gone; null: the list has none of this id. */
export function useListed(connectorId: string, id: string | null) {
  const { data } = useQuery({
    ...api.catalogue.search.query({
      params: { id: connectorId },
      query: { object: id ?? '', presence: 'all', limit: 1 },
    }),
    enabled: id !== null,
  })
  return data && id !== null ? (data.content.objects[0] ?? null) : undefined
}
