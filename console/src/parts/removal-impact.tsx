import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api } from '../lib/api.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { RemovalListProps } from './removal-list.tsx'

// The dialog comes with the page; what it tells, and its words, once somebody is about to delete.
const RemovalList = lazyPart<RemovalListProps>(async () => ({
  default: (await import('./removal-list.tsx')).RemovalList,
}))

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

export type RemovalImpactProps = RemovalListProps

/** Above the question whether to delete: who would feel it. An answer that does not come keeps nobody from deleting. */
export function RemovalImpact(props: RemovalImpactProps) {
  if (!props.asked.data && !props.asked.error) return null
  return (
    <Suspense fallback={null}>
      <RemovalList {...props} />
    </Suspense>
  )
}
