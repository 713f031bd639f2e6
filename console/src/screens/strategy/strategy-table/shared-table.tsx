import { ApiError } from '@sluice/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Input, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { Empty } from '../../../ui/empty.tsx'
import { sharedTable } from './pages.ts'
import { Warnings } from './parts/table-facts.tsx'
import { type GridRow, TableGrid, useColumnName } from './parts/table-grid.tsx'
import './table.css'
import type { SharedPage } from './types.ts'
import { useText } from './use-text.ts'

interface Asked {
  readonly column: number
  readonly value: string
}

/** A table for people without an account: what was shared, and no way to anything else. */
export default function SharedTable() {
  const text = useText()
  const { id } = sharedTable.useParams()
  const token = useLocation().hash.slice(1)
  const [asked, setAsked] = useState<Asked | null>(null)
  const conditions =
    asked === null
      ? []
      : [{ column: asked.column, logic: 'like' as const, value: `%${asked.value}%`, type: 'text' as const }]
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.strategyTable.openShare.key(), id, token, conditions],
    queryFn: ({ pageParam, signal }) =>
      api.strategyTable.openShare({
        params: { id },
        body: { token, conditions, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
    retry: false,
    ...keepRows,
  })
  const pages = data?.pages.map(page => page.content)
  if (error) return <Refused error={error} onRetry={() => void refetch()} />
  if (!pages?.[0])
    return (
      <main className="tb-open">
        <Skeleton active paragraph={{ rows: 12 }} />
      </main>
    )
  return (
    <main className="tb-open">
      <Head page={pages[0]} />
      <Finder page={pages[0]} onFind={setAsked} />
      <Rows pages={pages} />
      {hasNextPage && (
        <div className="tb-more">
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </main>
  )
}

function Rows({ pages }: { readonly pages: readonly SharedPage[] }) {
  const text = useText()
  const format = useFormat()
  const rows = pages.flatMap((page, at) =>
    page.rows.map((row, place): GridRow => ({ ...row, rowKey: `${at}.${place}` })),
  )
  const hasNext = pages.at(-1)?.next !== null
  const unjudged = pages.reduce((all, page) => all + page.unjudged, 0)
  return (
    <>
      <p className="tb-facts" aria-live="polite">
        <span>{text.shown(format.number(rows.length))}</span>
        <span>{hasNext ? text.goesOn : text.end}</span>
      </p>
      <Warnings rows={rows} unjudged={unjudged} />
      <TableGrid
        columns={pages[0]?.columns ?? []}
        rows={rows}
        headerHeight={0}
        empty={<Empty isSmall title={text.noMatch} />}
      />
    </>
  )
}

function Head({ page }: { readonly page: SharedPage }) {
  const text = useText().reader
  const format = useFormat()
  return (
    <header className="tb-open-head">
      <h1>{page.title}</h1>
      <span className="sl-muted">
        {text.readOnly} · {text.until(format.time(page.expires_at))}
      </span>
    </header>
  )
}

function Finder({ page, onFind }: { readonly page: SharedPage; onFind(asked: Asked | null): void }) {
  const text = useText().reader
  const nameOf = useColumnName()
  const open = page.columns.flatMap((column, place) =>
    column.is_masked || (column.of === 'record' && column.name === 'status')
      ? []
      : [{ value: place, label: nameOf(column) }],
  )
  const [column, setColumn] = useState(open[0]?.value ?? 0)
  if (open.length === 0) return null
  return (
    <div className="tb-bar">
      <Select className="tb-states" aria-label={text.where} value={column} options={open} onChange={setColumn} />
      <Input.Search
        className="tb-search"
        allowClear
        maxLength={150}
        aria-label={text.contains}
        placeholder={text.contains}
        enterButton={text.filters}
        onSearch={value => onFind(value === '' ? null : { column, value })}
      />
    </div>
  )
}

/** Every no is the same, so that nobody learns which links there are. */
function Refused({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  const text = useText().reader
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422)
  return (
    <main className="tb-open">
      <Empty
        title={isGone ? text.badTitle : text.busyTitle}
        text={isGone ? text.badText : text.busyText}
        action={!isGone && <Button onClick={onRetry}>{text.retry}</Button>}
      />
    </main>
  )
}
