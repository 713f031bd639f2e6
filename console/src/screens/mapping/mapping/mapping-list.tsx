import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { mappingDetail, mappingList } from './pages.ts'
import { MapActions } from './parts/map-actions.tsx'
import type { ValueMap } from './types.ts'
import { useText } from './use-text.ts'
import './mapping.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const MapForm = lazyPart(async () => ({ default: (await import('./parts/map-form.tsx')).MapForm }))

/** Value maps of the tenant. */
export default function MappingList() {
  const text = useText()
  const [search, setSearch] = mappingList.useSearch()
  const [isCreating, setCreating] = useState(false)
  const navigate = useNavigate()
  const { keyword, sort, page, pageSize } = search
  const query = { page, pageSize, ...(keyword !== undefined && { keyword }), ...(sort !== undefined && { sort }) }
  const { data, error, isFetching, refetch } = useQuery({ ...api.mapping.list.query({ query }), ...keepRows })
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="mapping:add" onClick={() => setCreating(true)}>
      {text.create}
    </CanButton>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={create} />
      <DataTable
        id="value-maps"
        label={text.label}
        columns={useColumns()}
        rowKey={map => map.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, ...(sort !== undefined && { sort }) }}
        onPaging={setSearch}
        isFiltered={keyword !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'text', name: 'keyword', label: text.keyword }]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      {isCreating && (
        <Suspense>
          <MapForm
            onClose={() => setCreating(false)}
            // It has no lines yet: where they are entered is the next place.
            onCreated={id => void navigate(mappingDetail.href({ params: { id } }))}
          />
        </Suspense>
      )}
    </>
  )
}

function useColumns(): DataColumn<ValueMap>[] {
  const text = useText()
  const { number } = useFormat()
  const linkTo = (map: ValueMap, tab: 'misses' | 'references', count: number) => (
    <Link to={mappingDetail.href({ params: { id: map.id }, search: { tab } })}>{number(count)}</Link>
  )
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      width: 220,
      isAlwaysShown: true,
      sortKey: 'name',
      render: (_, map) => (
        <>
          <Link to={mappingDetail.href({ params: { id: map.id } })}>{map.name}</Link>
          {map.remark !== '' && <div className="sl-muted">{map.remark}</div>}
        </>
      ),
    },
    {
      key: 'a',
      ellipsis: true,
      title: text.columns.a,
      width: 120,
      render: (_, map) => map.a_platform_name || text.anyPlatform,
    },
    {
      key: 'b',
      ellipsis: true,
      title: text.columns.b,
      width: 120,
      render: (_, map) => map.b_platform_name || text.anyPlatform,
    },
    {
      key: 'lines',
      title: text.columns.lines,
      width: 90,
      align: 'end',
      sortKey: 'line_count',
      render: (_, map) => number(map.line_count),
    },
    {
      key: 'references',
      title: text.columns.references,
      width: 100,
      align: 'end',
      render: (_, map) => linkTo(map, 'references', map.ref_count),
    },
    {
      key: 'misses',
      title: text.columns.misses,
      width: 110,
      align: 'end',
      render: (_, map) =>
        map.miss_count === 0 ? (
          '0'
        ) : (
          <Badge dot color="var(--sl-bad)">
            {linkTo(map, 'misses', map.miss_count)}
          </Badge>
        ),
    },
    {
      key: 'updated',
      title: text.columns.updated,
      width: 130,
      sortKey: 'updated_at',
      render: (_, map) => <RelativeTime value={map.updated_at} />,
    },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 220,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, map) => <MapActions map={map} />,
    },
  ]
}
