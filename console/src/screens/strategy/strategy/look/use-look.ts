import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useSettled } from '../studio/use-records.ts'
import type { SourceDraft } from '../types.ts'

const ROWS = 20
/** Typing goes on, and an external system is not asked for each letter. */
const SETTLED_MS = 700

const toRequest = ({ connector_id, resource, options, key, flatten = [] }: SourceDraft) => ({
  params: { id: connector_id ?? '' },
  body: { resource: resource ?? '', options, key: [...key], flatten: [...flatten], limit: ROWS },
})

/** What a source that is being set up gives, asked again a moment after a change. */
export function useLook(draft: SourceDraft) {
  const settled = useSettled(JSON.stringify(toRequest({ ...draft, key: [] })), SETTLED_MS)
  const request = JSON.parse(settled) as ReturnType<typeof toRequest> // as it was written
  return useQuery({
    ...api.connector.lookAtSource.query(request),
    enabled: request.params.id !== '' && request.body.resource !== '',
    staleTime: 5 * 60_000,
    retry: false,
    placeholderData: before => before,
  })
}

/** Finds how the source gives its pages. */
export function useInferPaging(draft: SourceDraft) {
  const { mutate, ...rest } = useMutation(api.connector.inferPaging.mutation())
  return { ...rest, infer: () => mutate(toRequest(draft)) }
}
