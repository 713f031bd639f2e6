import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../lib/api.ts'
import { type Impact, ImpactList, type ImpactListProps, isFelt } from './impact.tsx'
import { useReaderText } from './use-reader-text.ts'

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

export interface RemovalImpactProps extends Pick<ImpactListProps, 'linkOf'> {
  readonly asked: ReturnType<typeof useRemovalImpact>
  /** What is told by somebody else is left out. */
  without?(dependant: Impact['dependants'][number]): boolean
}

/** Above the question whether to delete: who would feel it. An answer that does not come keeps nobody from deleting. */
export function RemovalImpact({ asked, linkOf, without = () => false }: RemovalImpactProps) {
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
