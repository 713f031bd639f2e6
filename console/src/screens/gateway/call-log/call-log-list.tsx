import { DownloadOutlined } from '@ant-design/icons'
import type { ContentOut } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { callLogList } from './pages.ts'
import { CallFilters } from './parts/call-filters.tsx'
import { useCallQuery } from './use-call-query.ts'
import { useText } from './use-text.ts'
import './call-log.css'

type CallRow = ContentOut<typeof import('@sluice/api/modules/gateway/call-log/contract.ts')['callLog']['list']>[number]

// Opened by few.
const CallDrawer = lazyPart(async () => ({ default: (await import('./parts/call-drawer.tsx')).CallDrawer }))

const noFilter = {
  application: undefined,
  strategy: undefined,
  asset: undefined,
  operation: undefined,
  result: undefined,
  status: undefined,
  ip: undefined,
  slower: undefined,
  trace: undefined,
  from: undefined,
  to: undefined,
  page: 1,
}

/** Every call that the gateway let in, newest first. */
export default function CallLogList() {
  const text = useText()
  const [{ page, pageSize }, setSearch] = callLogList.useSearch()
  const [open, setOpen] = useState<string | null>(null)
  const filter = useCallQuery()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.callLog.list.query({ query: { ...filter, page, pageSize } }),
    ...keepRows,
  })
  const save = useMutation({
    mutationFn: async () => saveFile(await api.callLog.export({ query: filter }), 'gateway-log.csv'),
    onError: failure => void message.error(describeError(failure).message),
  })
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <CanButton
            icon={<DownloadOutlined />}
            authority="gateway:export"
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {text.export}
          </CanButton>
        }
      />
      <Stats />
      <DataTable
        id="gateway-calls"
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
        toolbar={<CallFilters />}
      />
      {open !== null && (
        <Suspense>
          <CallDrawer id={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The last 24 hours in figures. */
function Stats() {
  const text = useText()
  const { number, percent } = useFormat()
  const { data } = useQuery(api.callLog.stats.query({ query: {} }))
  const stats = data?.content
  const ms = (value: number | null | undefined) => (value == null ? '–' : `${number(value)} ms`)
  const share = stats && stats.calls > 0 ? percent(stats.failed / stats.calls) : '–'
  const [top] = stats?.top ?? []
  return (
    <section className="gl-figures" aria-label={text.stats.label}>
      <Figure label={text.stats.calls} value={number(stats?.calls)} hint={text.stats.hint} />
      <Figure label={text.stats.failed} value={share} />
      <Figure label={text.stats.refused} value={number(stats?.refused)} />
      <Figure label="P50" value={ms(stats?.p50_ms)} />
      <Figure label="P95" value={ms(stats?.p95_ms)} />
      <Figure label="P99" value={ms(stats?.p99_ms)} />
      <Figure label={text.stats.top} value={top?.application_name ?? '–'} hint={top && number(top.calls)} />
    </section>
  )
}

/** The code of what was beyond a limit. */
const BEYOND = 42901
const resultColours = { ok: 'success', failed: 'error', refused: 'warning' } as const

function resultOf(code: number): keyof typeof resultColours {
  if (code === BEYOND) return 'refused'
  return code === 0 ? 'ok' : 'failed'
}

function useColumns(onOpen: (id: string) => void): DataColumn<CallRow>[] {
  const text = useText()
  const { time, number } = useFormat()
  const { columns } = text
  const operations: Readonly<Record<string, string>> = text.operations
  return [
    { key: 'time', title: columns.time, width: 165, isAlwaysShown: true, render: (_, row) => time(row.created_at) },
    { key: 'application', title: columns.application, width: 150, dataIndex: 'application_name', ellipsis: true },
    {
      key: 'operation',
      title: columns.operation,
      width: 120,
      render: (_, row) => `${operations[row.operation] ?? row.operation}${row.is_dry_run ? ` · ${text.dryRun}` : ''}`,
    },
    {
      key: 'strategy',
      title: columns.strategy,
      width: 170,
      ellipsis: true,
      render: (_, row) => row.strategy_name ?? '–',
    },
    { key: 'asset', title: columns.asset, width: 150, ellipsis: true, render: (_, row) => row.asset_name ?? '–' },
    { key: 'method', title: columns.method, width: 70, dataIndex: 'method' },
    { key: 'ip', title: columns.ip, width: 130, dataIndex: 'ip', ellipsis: true },
    { key: 'status', title: columns.status, width: 70, dataIndex: 'status' },
    { key: 'code', title: columns.code, width: 80, dataIndex: 'code', isHidden: true },
    { key: 'rows', title: columns.rows, width: 70, align: 'end', render: (_, row) => number(row.rows) },
    { key: 'took', title: columns.took, width: 90, align: 'end', render: (_, row) => `${number(row.duration_ms)} ms` },
    {
      key: 'times',
      title: columns.times,
      width: 70,
      align: 'end',
      isHidden: true,
      render: (_, row) => number(row.times),
    },
    {
      key: 'result',
      title: columns.result,
      width: 80,
      render: (_, row) => {
        const result = resultOf(row.code)
        return <Tag color={resultColours[result]}>{text.results[result]}</Tag>
      },
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 80,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (
        <Button type="link" size="small" aria-label={text.open(row.application_name)} onClick={() => onOpen(row.id)}>
          {text.view}
        </Button>
      ),
    },
  ]
}
