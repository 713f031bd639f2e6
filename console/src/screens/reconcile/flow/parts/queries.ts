import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { LIVE_POLL_MS } from '../../../../lib/query.ts'
import type { Flow, ReconRun } from '../types.ts'

const isOfFlows = (key: readonly unknown[]): boolean => ['flow', 'billing', 'difference'].includes(String(key[0]))

/** Everything that shows matches and lines. */
export const refreshFlows = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => isOfFlows(queryKey) })

export function useFlows(): { readonly flows: readonly Flow[] | undefined; readonly error: unknown; retry(): void } {
  const { data, error, refetch } = useQuery(api.flow.list.query())
  return { flows: data?.content, error, retry: () => void refetch() }
}

export const isUnderWay = (run: Pick<ReconRun, 'state'> | null | undefined): boolean =>
  run?.state === 'queued' || run?.state === 'running'

/** The latest runs of a flow, looked at again while one goes on. */
export function useRuns(
  flowId: string,
  filter: { readonly mode?: ReconRun['mode']; readonly state?: ReconRun['state'] } = {},
) {
  return useQuery({
    ...api.flow.runs.query({ params: { id: flowId }, query: filter }),
    refetchInterval: query => (query.state.data?.content.some(isUnderWay) ? LIVE_POLL_MS : false),
  })
}

/** What somebody does with matches or lines. Where another was first, the sentence says who and when, and the list is read anew. */
export function useAct<T>(act: (input: T) => Promise<string | null>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async said => {
      if (said !== null) message.success(said)
      onDone()
      await refreshFlows(client)
    },
    onError: async error => {
      message.error(describeError(error).message)
      await refreshFlows(client)
    },
  })
}
