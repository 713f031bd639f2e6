import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { marketPublisher } from '../../market/pages.ts'
import { marketReview } from '../pages.ts'
import type { Offered } from '../types.ts'
import { useText } from '../use-text.ts'

const ReviewDrawer = lazyPart(async () => ({ default: (await import('./review-drawer.tsx')).ReviewDrawer }))

/** Releases in one state; one opens with all that is in it. */
export function OfferedTable({ state }: { readonly state: 'waiting' | 'released' | 'refused' }) {
  const text = useText()
  const { time } = useFormat()
  const [{ page, pageSize }, setSearch] = marketReview.useSearch()
  const [opened, setOpened] = useState<string>()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.marketReview.list.query({ body: { state, page, pageSize } }),
    ...keepRows,
  })
  const { columns } = text
  const shown: DataColumn<Offered>[] = [
    {
      key: 'title',
      title: columns.title,
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => (
        <Button type="link" size="small" className="sl-cell-link" onClick={() => setOpened(row.id)}>
          {row.title}
        </Button>
      ),
    },
    { key: 'version', title: columns.version, width: 90, dataIndex: 'version' },
    {
      key: 'publisher',
      title: columns.publisher,
      width: 160,
      ellipsis: true,
      render: (_, row) =>
        state === 'released' ? (
          <Link to={marketPublisher.href({ params: { id: row.publisher_key } })}>{row.publisher}</Link>
        ) : (
          row.publisher
        ),
    },
    {
      key: 'tenant',
      title: columns.tenant,
      width: 160,
      ellipsis: true,
      render: (_, row) => (row.source === '' ? row.tenant : text.fromMarket(row.source)),
    },
    ...(state === 'refused'
      ? [{ key: 'reason', title: columns.reason, width: 260, ellipsis: true, dataIndex: 'reason' } as const]
      : []),
    { key: 'date', title: columns.date, width: 170, render: (_, row) => time(row.created_at) },
  ]
  return (
    <>
      <DataTable
        id={`market-review-${state}`}
        label={text.tabs[state]}
        columns={shown}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={setSearch}
        empty={<Empty isSmall title={text.none[state]} text={state === 'waiting' ? text.noneText : undefined} />}
      />
      <Suspense>{opened !== undefined && <ReviewDrawer id={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  )
}
