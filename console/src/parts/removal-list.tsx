import { Button } from 'antd'
import { type Impact, ImpactList, type ImpactListProps, isFelt } from './impact.tsx'
import { useReaderText } from './use-reader-text.ts'
import type { useRemovalImpact } from './use-removal-impact.ts'

export interface RemovalListProps extends Pick<ImpactListProps, 'linkOf'> {
  readonly asked: ReturnType<typeof useRemovalImpact>
  /** What is told by somebody else is left out. */
  without?(dependant: Impact['dependants'][number]): boolean
}

/** Above the question whether to delete: who would feel it. An answer that does not come keeps nobody from deleting. */
export function RemovalList({ asked, linkOf, without = () => false }: RemovalListProps) {
  const text = useReaderText()
  const { data, error, refetch } = asked
  if (error)
    return (
      <p className="sl-muted">
        {text.failed}{' '}
        <Button type="link" size="small" onClick={() => void refetch()}>
          {text.again}
        </Button>
      </p>
    )
  if (!data) return null
  const impact = { ...data.content, dependants: data.content.dependants.filter(each => !without(each)) }
  if (!isFelt(impact)) return null
  return (
    <>
      <p>{text.usedBy}</p>
      <ImpactList impact={impact} linkOf={linkOf} />
    </>
  )
}
