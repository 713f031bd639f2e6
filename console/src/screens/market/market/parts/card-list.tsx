import { useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'
import { MarketCard } from './market-card.tsx'

export interface CardListProps {
  readonly of: NonNullable<Parameters<typeof api.market.search>[0]>['body'] & {
    readonly page: number
    readonly pageSize: number
  }
  /** In the place of no cards. */
  readonly empty: ReactNode
  onPage(page: number): void
}

/** What a search of the market finds, a page of it. */
export function CardList({ of, empty, onPage }: CardListProps) {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...api.market.search.query({ body: of }), ...keepRows })
  if (error && !data) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} hasTitle />
  if (data.content.length === 0) return empty
  return (
    <>
      <ul className="mk-cards" aria-label={text.label}>
        {data.content.map(card => (
          <li key={card.ref}>
            <MarketCard card={card} />
          </li>
        ))}
      </ul>
      <div className="mk-pages">
        <Pagination
          current={of.page}
          pageSize={of.pageSize}
          total={data.total ?? 0}
          hideOnSinglePage
          showSizeChanger={false}
          onChange={onPage}
        />
      </div>
    </>
  )
}
