import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { api } from '../../../../lib/api.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import type { Strategy } from '../types.ts'
import { CursorPanel } from './cursor-panel.tsx'
import { DeletesPanel } from './deletes-panel.tsx'
import { RangePanel } from './range-panel.tsx'
import { RemedyPanel } from './remedy-panel.tsx'
import { VanishedPanel } from './vanished-panel.tsx'

/** How far the strategy has read, and everything that looks after what it may have missed. */
export function CursorTab({ strategy }: { readonly strategy: Strategy }) {
  const { data, error, refetch } = useQuery(api.strategyCursor.get.query({ params: { id: strategy.id } }))
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 10 }} />
  const cursor = data.content
  return (
    <>
      <CursorPanel strategy={strategy} cursor={cursor} />
      <RangePanel strategy={strategy} cursor={cursor} />
      <RemedyPanel strategy={strategy} cursor={cursor} />
      {cursor.deletes.retirement === null ? (
        <DeletesPanel strategy={strategy} cursor={cursor} />
      ) : (
        <VanishedPanel strategy={strategy} cursor={cursor} />
      )}
    </>
  )
}
