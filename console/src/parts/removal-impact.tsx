import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { RemovalListProps } from './removal-list.tsx'

// The dialog comes with the page; what it tells, and its words, once somebody is about to delete.
const RemovalList = lazyPart<RemovalListProps>(async () => ({
  default: (await import('./removal-list.tsx')).RemovalList,
}))

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
