import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import type { Plan } from '@sluice/api/modules/gateway/plan/contract.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
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
import { applicationList } from '../application/pages.ts'
import { planList, planPriorities } from './pages.ts'
import { PlanActions } from './parts/plan-actions.tsx'
import { useText } from './use-text.ts'

// Opened by few.
const PlanForm = lazyPart(async () => ({ default: (await import('./parts/plan-form.tsx')).PlanForm }))

const priorityColours = { high: 'processing', normal: 'default', low: 'warning' } as const

/** Named limits that applications of the gateway take. */
export default function PlanList() {
  const text = useText()
  const [search, setSearch] = planList.useSearch()
  const [isCreating, setCreating] = useState(false)
  const { keyword, priority, sort = '-created_at', page, pageSize } = search
  const filter = { ...(keyword !== undefined && { keyword }), ...(priority !== undefined && { priority }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.plan.list.query({ query: { ...filter, sort, page, pageSize } }),
    ...keepRows,
  })
  const save = useMutation({
    mutationFn: async () => saveFile(await api.plan.export({ query: { ...filter, sort } }), 'gateway-plans.csv'),
    onError: failure => void message.error(describeError(failure).message),
  })
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="gateway:add" onClick={() => setCreating(true)}>
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
            <CanButton
              icon={<DownloadOutlined />}
              authority="gateway:export"
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {text.export}
            </CanButton>
            {create}
          </>
        }
      />
      <DataTable
        id="gateway-plans"
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
        onClearFilters={() => setSearch({ keyword: undefined, priority: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'priority',
                label: text.columns.priority,
                options: planPriorities.map(value => ({ value, label: text.priorities[value] })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      <Suspense>{isCreating && <PlanForm onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}

function useColumns(): DataColumn<Plan>[] {
  const text = useText()
  const { columns } = text
  const { number, time } = useFormat()
  const orNone = (value: number | null): string => (value === null ? text.noLimit : number(value))
  return [
    {
      key: 'name',
      title: columns.name,
      sortKey: 'name',
      width: 200,
      ellipsis: true,
      isAlwaysShown: true,
      dataIndex: 'name',
    },
    {
      key: 'rate',
      title: columns.rate,
      sortKey: 'rate_per_minute',
      width: 120,
      align: 'end',
      render: (_, row) => number(row.rate_per_minute),
    },
    { key: 'burst', title: columns.burst, width: 100, align: 'end', render: (_, row) => number(row.burst) },
    { key: 'day', title: columns.day, width: 120, align: 'end', render: (_, row) => orNone(row.quota_per_day) },
    { key: 'month', title: columns.month, width: 130, align: 'end', render: (_, row) => orNone(row.quota_per_month) },
    {
      key: 'concurrency',
      title: columns.concurrency,
      width: 110,
      align: 'end',
      render: (_, row) => orNone(row.concurrency),
    },
    {
      key: 'priority',
      title: columns.priority,
      width: 100,
      render: (_, row) => <Tag color={priorityColours[row.priority]}>{text.priorities[row.priority]}</Tag>,
    },
    {
      key: 'applications',
      title: columns.applications,
      width: 110,
      align: 'end',
      render: (_, row) =>
        row.applications === 0 ? (
          number(0)
        ) : (
          <Link aria-label={text.applicationsOf(row.name)} to={applicationList.href({ search: { plan: row.id } })}>
            {number(row.applications)}
          </Link>
        ),
    },
    {
      key: 'created',
      title: columns.created,
      sortKey: 'created_at',
      width: 165,
      isHidden: true,
      render: (_, row) => time(row.created_at),
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 130,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <PlanActions plan={row} />,
    },
  ]
}
