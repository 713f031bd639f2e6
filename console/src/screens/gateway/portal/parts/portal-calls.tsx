import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { DayField } from '../../../../ui/day-field.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar, type FilterField } from '../../../../ui/filter-bar.tsx'
import type { PortalCall, PortalKey } from '../types.ts'
import { useText } from '../use-text.ts'

const results = ['ok', 'failed', 'refused'] as const
interface Asked {
  readonly result?: (typeof results)[number] | undefined
  readonly status?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const DAY_MS = 86_400_000

/** A day of the reader's own; the last one as a whole. */
function toBody({ result, status, from, to }: Asked) {
  const code = Number(status)
  return {
    ...(result !== undefined && { result }),
    ...(Number.isInteger(code) && code >= 100 && code <= 599 && { status: code }),
    ...(from !== undefined && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== undefined && { to: new Date(Date.parse(`${to}T00:00:00`) + DAY_MS).toISOString() }),
  }
}

/** What the application called, newest first; nothing of what went in or came out. */
export function PortalCalls({ portal }: { readonly portal: PortalKey }) {
  const text = useText().calls
  const [paging, setPaging] = useState({ page: 1, pageSize: 20 })
  const [asked, setAsked] = useState<Asked>({})
  const body = { token: portal.token, ...toBody(asked), ...paging }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...api.portal.calls.key(), portal.id, body],
    queryFn: ({ signal }) => api.portal.calls({ params: { id: portal.id }, body, signal }),
    ...keepRows,
  })
  return (
    <DataTable<PortalCall>
      id="portal-calls"
      density="small"
      label={text.label}
      columns={useColumns()}
      rowKey={row => row.id}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={paging}
      onPaging={next => setPaging({ page: next.page ?? 1, pageSize: next.pageSize ?? paging.pageSize })}
      isFiltered={Object.values(asked).some(value => value !== undefined)}
      onClearFilters={() => setAsked({})}
      empty={<Empty isSmall title={text.empty} />}
      toolbar={
        <Filters
          asked={asked}
          onAsk={patch => {
            setAsked({ ...asked, ...patch })
            setPaging({ ...paging, page: 1 })
          }}
        />
      }
    />
  )
}

function Filters({ asked, onAsk }: { readonly asked: Asked; onAsk(patch: Asked): void }) {
  const text = useText().calls
  const day = (name: 'from' | 'to'): FilterField => ({
    kind: 'custom',
    name,
    render: () => (
      <DayField
        key={name}
        aria-label={text[name]}
        placeholder={text[name]}
        value={asked[name]}
        onChange={next => onAsk({ [name]: next })}
      />
    ),
  })
  return (
    <FilterBar
      fields={[
        {
          kind: 'select',
          name: 'result',
          label: text.result,
          options: results.map(value => ({ value, label: text.results[value] })),
        },
        { kind: 'text', name: 'status', label: text.status },
        day('from'),
        day('to'),
      ]}
      values={{ ...asked }}
      onChange={patch => onAsk(patch as Asked)} // of these fields
    />
  )
}

/** The code of what was beyond a limit. */
const BEYOND = 42901
const colours = { ok: 'success', failed: 'error', refused: 'warning' } as const

function resultOf(code: number): keyof typeof colours {
  if (code === BEYOND) return 'refused'
  return code === 0 ? 'ok' : 'failed'
}

function useColumns(): DataColumn<PortalCall>[] {
  const text = useText().calls
  const { time, number } = useFormat()
  return [
    { key: 'time', title: text.time, width: 165, isAlwaysShown: true, render: (_, row) => time(row.created_at) },
    { key: 'operation', title: text.operation, width: 120, dataIndex: 'operation' },
    { key: 'strategy', title: text.strategy, width: 160, ellipsis: true, render: (_, row) => row.strategy_name ?? '–' },
    { key: 'ip', title: text.ip, width: 130, dataIndex: 'ip', ellipsis: true },
    { key: 'status', title: text.status, width: 90, dataIndex: 'status' },
    { key: 'rows', title: text.rows, width: 70, align: 'end', render: (_, row) => number(row.rows) },
    { key: 'took', title: text.took, width: 90, align: 'end', render: (_, row) => `${number(row.duration_ms)} ms` },
    { key: 'times', title: text.times, width: 70, align: 'end', render: (_, row) => number(row.times) },
    {
      key: 'result',
      title: text.result,
      width: 90,
      render: (_, row) => <Tag color={colours[resultOf(row.code)]}>{text.results[resultOf(row.code)]}</Tag>,
    },
    { key: 'failure', title: text.failure, width: 160, ellipsis: true, render: (_, row) => row.failure ?? '–' },
    {
      key: 'trace',
      title: text.trace,
      width: 90,
      render: (_, row) => <CopyText value={row.id} label={text.copyTrace(row.id)} />,
    },
  ]
}
