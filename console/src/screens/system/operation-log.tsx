import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../lib/api.ts'
import { toInstant } from '../../lib/day.ts'
import { useFormat } from '../../lib/format.ts'
import { keepRows } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/session.ts'
import { type DataColumn, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { operationLog } from './pages.ts'
import { useText } from './use-text.ts'

export type LogRow = ContentOut<typeof import('@sluice/api/modules/system/contract.ts')['system']['log']>[number]

// Opened by few; 10 kB.
const LogDrawer = lazy(async () => ({ default: (await import('./parts/log-drawer.tsx')).LogDrawer }))

/** Every change of the tenant, newest first. */
export default function OperationLog() {
  const text = useText()
  const zone = useTimeZone()
  const [search, setSearch] = operationLog.useSearch()
  const [open, setOpen] = useState<LogRow | null>(null)
  const columns = useColumns(setOpen)
  const from = toInstant(search.from, zone, 0)
  const to = toInstant(search.to, zone, 1)
  const query = {
    page: search.page,
    pageSize: search.pageSize,
    ...(search.keyword !== undefined && { keyword: search.keyword }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
  const { data, error, isFetching, refetch } = useQuery({ ...api.system.log.query({ query }), ...keepRows })
  const day = (name: 'from' | 'to'): FilterField => ({
    kind: 'custom',
    name,
    render: () => (
      <Input
        key={name}
        type="date"
        prefix={text[name]}
        aria-label={text[name]}
        className="sl-filter-day"
        value={search[name] ?? ''}
        onChange={event => setSearch({ [name]: event.target.value || undefined, page: 1 })}
      />
    ),
  })
  return (
    <>
      <PageHeader title={text.label} text={text.intro} />
      <DataTable
        id="operation-log"
        label={text.label}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={search}
        onPaging={setSearch}
        isFiltered={search.keyword !== undefined || from !== undefined || to !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, from: undefined, to: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'text', name: 'keyword', label: text.keyword }, day('from'), day('to')]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      {open && (
        <Suspense>
          <LogDrawer row={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(onOpen: (row: LogRow) => void): DataColumn<LogRow>[] {
  const text = useText()
  const format = useFormat()
  const operations: Readonly<Record<string, string>> = text.operations
  return [
    {
      key: 'time',
      title: text.columns.time,
      width: 180,
      isAlwaysShown: true,
      render: (_, row) => format.time(row.created_at),
    },
    { key: 'user', title: text.columns.user, width: 140, dataIndex: 'username', ellipsis: true },
    {
      key: 'operation',
      title: text.columns.operation,
      width: 110,
      render: (_, row) => operations[row.operation] ?? row.operation,
    },
    { key: 'action', title: text.columns.action, width: 200, dataIndex: 'action', ellipsis: true },
    {
      key: 'object',
      title: text.columns.object,
      width: 260,
      ellipsis: true,
      render: (_, row) => row.object_name ?? row.object_id ?? '–',
    },
    { key: 'ip', title: text.columns.ip, width: 150, dataIndex: 'ip', render: (_, row) => row.ip ?? '–' },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 90,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          aria-label={text.open(row.object_name ?? row.action)}
          onClick={() => onOpen(row)}
        >
          {text.view}
        </Button>
      ),
    },
  ]
}
