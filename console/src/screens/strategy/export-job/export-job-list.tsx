import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { Suspense } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { exportJobs, exportStates } from './pages.ts'
import { useJobColumns } from './parts/use-job-columns.tsx'
import type { ExportJob } from './types.ts'
import { useText } from './use-text.ts'

const ExportForm = lazyPart(async () => ({ default: (await import('./parts/export-form.tsx')).ExportForm }))

const BUSY_MS = 1000
const CALM_MS = 15_000
const isOpen = (job: ExportJob): boolean => job.state === 'queued' || job.state === 'running'

/** What people exported, with its progress and its file. */
export default function ExportJobList() {
  const text = useText()
  const [search, setSearch] = exportJobs.useSearch()
  const { page, pageSize, strategy, state, mine } = search
  const query = {
    page,
    pageSize,
    ...(strategy !== undefined && { strategy_id: strategy }),
    ...(state !== undefined && { state }),
    ...(mine && { mine: '1' as const }),
  }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.exportJob.list.query({ query }),
    ...keepRows,
    refetchInterval: ({ state: known }) => (known.data?.content.some(isOpen) ? BUSY_MS : CALM_MS),
  })
  const add = (
    <CanButton
      type="primary"
      icon={<PlusOutlined />}
      authority="strategy:export"
      onClick={() => setSearch({ open: true })}
    >
      {text.add}
    </CanButton>
  )
  return (
    <>
      <PageHeader title={text.title} text={text.intro} actions={add} />
      <DataTable
        id="export-jobs"
        label={text.list}
        columns={useJobColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
        isFiltered={strategy !== undefined || state !== undefined || mine === true}
        onClearFilters={() => setSearch({ strategy: undefined, state: undefined, mine: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={add} />}
        toolbar={<Filters />}
      />
      <Suspense>
        {search.open && (
          <ExportForm
            {...(strategy !== undefined && { strategyId: strategy })}
            onClose={() => setSearch({ open: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}

function Filters() {
  const text = useText()
  const [search, setSearch] = exportJobs.useSearch()
  const { data } = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const strategies = (data?.content ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterBar
      fields={[
        { kind: 'select', name: 'strategy', label: text.strategy, options: strategies },
        {
          kind: 'select',
          name: 'state',
          label: text.state,
          options: exportStates.map(value => ({ value, label: text.states[value] })),
        },
        {
          kind: 'custom',
          name: 'mine',
          render: () => (
            <Checkbox
              key="mine"
              checked={search.mine ?? false}
              onChange={event => setSearch({ mine: event.target.checked || undefined, page: 1 })}
            >
              {text.mine}
            </Checkbox>
          ),
        },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}
