import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import type { Graph } from '../../digraph/public.ts'

const POLL_MS = 20_000

export interface Live {
  readonly graph: Graph | undefined
  readonly readAt: string | null
  readonly error: Error | null
  readonly isForbidden: boolean
}

/** The picture of now, as dashboards show it. */
export function useLive(isWanted: boolean): Live {
  const { data, error } = useQuery({
    ...api.digraph.figures.query({ body: { names: ['picture.flow'] } }),
    ...keepRows,
    enabled: isWanted,
    refetchInterval: isWanted ? POLL_MS : false,
  })
  const [figure] = data?.content.figures ?? []
  return {
    graph: figure?.graph ?? undefined,
    readAt: figure?.read_at ?? null,
    error: figure?.state === 'failed' ? new Error('failed') : error,
    isForbidden: figure?.state === 'forbidden',
  }
}
