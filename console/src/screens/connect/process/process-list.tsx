import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { processList } from './pages.ts'
import { usePoolColumns } from './parts/use-pool-columns.tsx'
import type { ProcessPool } from './types.ts'
import { useText } from './use-text.ts'
import './process.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const PoolForm = lazyPart(async () => ({ default: (await import('./parts/pool-form.tsx')).PoolForm }))

/** Load changes by itself, so the list asks again. */
const POLL_MS = 5000

/** Where runs queue, and which machines take them. */
export default function ProcessList() {
  const text = useText()
  const [search, setSearch] = processList.useSearch()
  const [edited, setEdited] = useState<ProcessPool | 'new' | null>(null)
  const { data, error, isFetching, refetch } = usePools()
  const columns = usePoolColumns(setEdited)
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="process:add" onClick={() => setEdited('new')}>
      {text.create}
    </CanButton>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={create} />
      <DataTable
        id="process-pools"
        label={text.label}
        columns={columns}
        rowKey={pool => pool.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{
          page: search.page,
          pageSize: search.pageSize,
          ...(search.sort !== undefined && { sort: search.sort }),
        }}
        onPaging={setSearch}
        isFiltered={search.keyword !== undefined || search.state !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, state: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        toolbar={<Filters />}
      />
      {edited !== null && (
        <Suspense>
          <PoolForm {...(edited !== 'new' && { pool: edited })} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function usePools() {
  const [{ keyword, state, sort, page, pageSize }] = processList.useSearch()
  const query = {
    page,
    pageSize,
    ...(keyword !== undefined && { keyword }),
    ...(state !== undefined && { state }),
    ...(sort !== undefined && { sort }),
  }
  return useQuery({ ...api.process.list.query({ query }), ...keepRows, refetchInterval: POLL_MS })
}

function Filters() {
  const text = useText()
  const [search, setSearch] = processList.useSearch()
  const options = Object.entries(text.states).map(([value, label]) => ({ value, label }))
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'state', label: text.state, options },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}
