import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { operationLog } from './pages.ts'
import { LogActions } from './parts/log-actions.tsx'
import { LogFilters } from './parts/log-filters.tsx'
import { useLogQuery } from './use-log-query.ts'
import { useText } from './use-text.ts'
import './system.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

export type LogRow = ContentOut<typeof import('@sluice/api/modules/admin/system/contract.ts')['system']['log']>[number]

// Opened by few; 10 kB.
const LogDrawer = lazyPart(async () => ({ default: (await import('./parts/log-drawer.tsx')).LogDrawer }))

const noFilter = {
  keyword: undefined,
  user: undefined,
  action: undefined,
  operation: undefined,
  object: undefined,
  result: undefined,
  ip: undefined,
  from: undefined,
  to: undefined,
  page: 1,
}

/** Every change of the tenant, newest first. */
export default function OperationLog() {
  const text = useText()
  const [{ page, pageSize }, setSearch] = operationLog.useSearch()
  const [open, setOpen] = useState<LogRow | null>(null)
  const filter = useLogQuery()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.system.log.query({ query: { ...filter, page, pageSize } }),
    ...keepRows,
  })
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<LogActions />} />
      <DataTable
        id="operation-log"
        density="small"
        label={text.label}
        columns={useColumns(setOpen)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={setSearch}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch(noFilter)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={<LogFilters />}
      />
      {open && (
        <Suspense>
          <LogDrawer row={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

const colours = { ok: 'success', refused: 'warning', failed: 'error' } as const

function useColumns(onOpen: (row: LogRow) => void): DataColumn<LogRow>[] {
  const text = useText()
  const format = useFormat()
  const operations: Readonly<Record<string, string>> = text.operations
  return [
    {
      key: 'time',
      title: text.columns.time,
      width: 165,
      isAlwaysShown: true,
      render: (_, row) => format.time(row.created_at),
    },
    { key: 'user', title: text.columns.user, width: 120, dataIndex: 'username', ellipsis: true },
    { key: 'role', ellipsis: true, title: text.role, width: 120, isHidden: true, render: (_, row) => row.role ?? '–' },
    {
      key: 'operation',
      title: text.columns.operation,
      width: 80,
      render: (_, row) => operations[row.operation] ?? row.operation,
    },
    { key: 'action', title: text.columns.action, width: 160, dataIndex: 'action_name', ellipsis: true },
    { key: 'type', title: text.objectType, width: 115, dataIndex: 'object_type_name', ellipsis: true },
    {
      key: 'object',
      title: text.columns.object,
      width: 180,
      ellipsis: true,
      render: (_, row) => row.object_name ?? row.object_id ?? '–',
    },
    {
      key: 'result',
      title: text.result,
      width: 130,
      ellipsis: true,
      // Why it was not done stands beside it.
      render: (_, row) => (
        <>
          <Tag color={colours[row.result]}>{text.results[row.result]}</Tag>
          {row.result !== 'ok' && row.code !== null && <code>{row.code}</code>}
        </>
      ),
    },
    {
      key: 'ip',
      ellipsis: true,
      title: text.columns.ip,
      width: 130,
      dataIndex: 'ip',
      render: (_, row) => row.ip ?? '–',
    },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 80,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          aria-label={text.open(row.object_name ?? row.action_name)}
          onClick={() => onOpen(row)}
        >
          {text.view}
        </Button>
      ),
    },
  ]
}
