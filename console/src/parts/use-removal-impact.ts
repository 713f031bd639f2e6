import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'

type Kind = Parameters<typeof api.lineage.removal>[0]['body']['kind']

/** What would miss objects, asked anew each time: what was known a while ago is no answer to a deletion. */
export const useRemovalImpact = (kind: Kind, ids: readonly string[]) =>
  useQuery({
    ...api.lineage.removal.query({ body: { kind, ids: [...ids] } }),
    enabled: ids.length > 0,
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  })
