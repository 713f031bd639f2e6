import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlatformPair } from '../market/public.ts'
import { packageEdit, packageList, visibilities } from './pages.ts'
import { ImportButton } from './parts/import-button.tsx'
import { PackageActions } from './parts/package-actions.tsx'
import { ReleaseState } from './parts/release-state.tsx'
import type { Row } from './types.ts'
import { useText } from './use-text.ts'

const CreateDialog = lazyPart(async () => ({ default: (await import('./parts/create-dialog.tsx')).CreateDialog }))

/** Packages that the tenant makes. */
export default function PackageList() {
  const text = useText()
  const [search, setSearch] = packageList.useSearch()
  const [isCreating, setCreating] = useState(false)
  const { keyword, visibility, page, pageSize } = search
  const filter = { ...(keyword !== undefined && { keyword }), ...(visibility !== undefined && { visibility }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.solutionPackage.list.query({ body: { ...filter, page, pageSize } }),
    ...keepRows,
  })
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="package:add" onClick={() => setCreating(true)}>
      {text.create}
    </CanButton>
  )
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <>
            <ImportButton />
            {create}
          </>
        }
      />
      <DataTable
        id="solution-packages"
        label={text.label}
        columns={useColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={setSearch}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch({ keyword: undefined, visibility: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'visibility',
                label: text.columns.visibility,
                options: visibilities.map(value => ({ value, label: text.visibilities[value] })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      <Suspense>{isCreating && <CreateDialog onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}

function useColumns(): DataColumn<Row>[] {
  const text = useText()
  const { columns } = text
  const { number, time } = useFormat()
  return [
    {
      key: 'title',
      title: columns.title,
      width: 200,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => <Link to={packageEdit.href({ params: { id: row.id } })}>{row.title}</Link>,
    },
    { key: 'name', title: columns.name, width: 160, ellipsis: true, dataIndex: 'name' },
    {
      key: 'platforms',
      title: columns.platforms,
      width: 260,
      render: (_, row) => <PlatformPair platforms={row.platforms} size={20} />,
    },
    {
      key: 'visibility',
      title: columns.visibility,
      width: 110,
      render: (_, row) => text.visibilities[row.visibility],
    },
    {
      key: 'released',
      title: columns.released,
      width: 160,
      render: (_, row) =>
        row.released === null ? (
          <span className="sl-muted">{text.notReleased}</span>
        ) : (
          <>
            {row.released} {row.release_state && <ReleaseState state={row.release_state} />}
          </>
        ),
    },
    {
      key: 'changed',
      title: columns.changed,
      width: 130,
      render: (_, row) => (row.is_changed ? <Tag color="warning">{text.isChanged}</Tag> : '–'),
    },
    {
      key: 'strategies',
      title: columns.strategies,
      width: 90,
      align: 'end',
      render: (_, row) => number(row.strategies),
    },
    { key: 'installs', title: columns.installs, width: 100, align: 'end', render: (_, row) => number(row.installs) },
    { key: 'by', title: columns.by, width: 110, ellipsis: true, isHidden: true, dataIndex: 'username' },
    { key: 'updated', title: columns.updated, width: 170, render: (_, row) => time(row.updated_at) },
    {
      key: 'actions',
      title: columns.actions,
      width: 130,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <PackageActions row={row} />,
    },
  ]
}
