import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { dashboardTemplates } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { dashboardList, dashboardView } from './pages.ts'
import { DashboardActions } from './parts/dashboard-actions.tsx'
import { ImportButton } from './parts/import-button.tsx'
import type { DashboardHead } from './types.ts'
import { useText } from './use-text.ts'

const CreateDialog = lazyPart(async () => ({ default: (await import('./parts/create-dialog.tsx')).CreateDialog }))

/** Dashboards of the tenant. */
export default function DashboardList() {
  const text = useText()
  const [search, setSearch] = dashboardList.useSearch()
  const [isCreating, setCreating] = useState(false)
  const { keyword, template, sort = '-updated_at', page, pageSize } = search
  const filter = { ...(keyword !== undefined && { keyword }), ...(template !== undefined && { template }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.digraph.list.query({ query: { ...filter, sort, page, pageSize } }),
    ...keepRows,
  })
  const save = useMutation({
    mutationFn: async () => saveFile(await api.digraph.export({ query: { ...filter, sort } }), 'dashboards.csv'),
    onError: failure => void message.error(describeError(failure).message),
  })
  const add = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="digraph:add" onClick={() => setCreating(true)}>
      {text.add}
    </CanButton>
  )
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <>
            <CanButton
              icon={<DownloadOutlined />}
              authority="digraph:export"
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {text.export}
            </CanButton>
            <ImportButton />
            {add}
          </>
        }
      />
      <DataTable
        id="dashboards"
        label={text.label}
        columns={useColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, sort }}
        onPaging={setSearch}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch({ keyword: undefined, template: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={add} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'template',
                label: text.template,
                options: dashboardTemplates.map(value => ({ value, label: text.templates[value] })),
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

function useColumns(): DataColumn<DashboardHead>[] {
  const text = useText()
  const { columns } = text
  const { number, time } = useFormat()
  return [
    {
      key: 'name',
      title: columns.name,
      sortKey: 'name',
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => <Link to={dashboardView.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    { key: 'template', title: columns.template, width: 130, render: (_, row) => text.templates[row.template] },
    { key: 'size', title: columns.size, width: 120, render: (_, row) => `${row.width} × ${row.height}` },
    {
      key: 'components',
      title: columns.components,
      width: 100,
      align: 'end',
      render: (_, row) => number(row.component_count),
    },
    { key: 'refresh', title: columns.refresh, width: 100, render: (_, row) => text.seconds(row.refresh_seconds) },
    {
      key: 'version',
      title: columns.version,
      width: 80,
      isHidden: true,
      align: 'end',
      render: (_, row) => number(row.version),
    },
    { key: 'by', title: columns.by, width: 110, ellipsis: true, render: (_, row) => row.updated_by ?? '–' },
    {
      key: 'updated',
      title: columns.updated,
      sortKey: 'updated_at',
      width: 170,
      render: (_, row) => time(row.updated_at),
    },
    {
      key: 'created',
      title: columns.created,
      sortKey: 'created_at',
      width: 170,
      isHidden: true,
      render: (_, row) => time(row.created_at),
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 190,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <DashboardActions dashboard={row} />,
    },
  ]
}
