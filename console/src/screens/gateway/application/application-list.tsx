import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
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
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { applicationList, applicationStates } from './pages.ts'
import { ApplicationActions } from './parts/application-actions.tsx'
import type { Application, Credentials } from './types.ts'
import { useText } from './use-text.ts'
import './application.css'

// Opened by few.
const ApplicationForm = lazyPart(async () => ({
  default: (await import('./parts/application-form.tsx')).ApplicationForm,
}))
const ApplicationDrawer = lazyPart(async () => ({
  default: (await import('./parts/application-drawer.tsx')).ApplicationDrawer,
}))
const SecretShown = lazyPart(async () => ({ default: (await import('./parts/secret-shown.tsx')).SecretShown }))

const stateColours = { enabled: 'success', disabled: 'default', expired: 'warning' } as const

/** Programs of others that may call the gateway. */
export default function ApplicationList() {
  const text = useText()
  const [search, setSearch] = applicationList.useSearch()
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<Credentials | null>(null)
  const { keyword, state, plan, sort = '-created_at', page, pageSize } = search
  const filter = {
    ...(keyword !== undefined && { keyword }),
    ...(state !== undefined && { state }),
    ...(plan !== undefined && { plan_id: plan }),
  }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.application.list.query({ query: { ...filter, sort, page, pageSize } }),
    ...keepRows,
  })
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await api.application.export({ query: { ...filter, sort } }), 'gateway-applications.csv'),
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
        id="gateway-applications"
        label={text.label}
        columns={useColumns(setMade)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, sort }}
        onPaging={setSearch}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch({ keyword: undefined, state: undefined, plan: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'state',
                label: text.columns.state,
                options: applicationStates.map(value => ({ value, label: text.states[value] })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      <Suspense>
        {isCreating && <ApplicationForm onMade={setMade} onClose={() => setCreating(false)} />}
        {search.open !== undefined && (
          <ApplicationDrawer id={search.open} onSecret={setMade} onClose={() => setSearch({ open: undefined })} />
        )}
        {made && <SecretShown credentials={made} onClose={() => setMade(null)} />}
      </Suspense>
    </>
  )
}

function useColumns(onSecret: (made: Credentials) => void): DataColumn<Application>[] {
  const text = useText()
  const { columns } = text
  const { number, time } = useFormat()
  const [, setSearch] = applicationList.useSearch()
  return [
    {
      key: 'name',
      title: columns.name,
      sortKey: 'name',
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => (
        <Button type="link" size="small" className="gw-name" onClick={() => setSearch({ open: row.id })}>
          {row.name}
        </Button>
      ),
    },
    { key: 'key', title: 'app_key', width: 150, render: (_, row) => <code>{row.app_key}</code> },
    {
      key: 'state',
      title: columns.state,
      width: 90,
      render: (_, row) => <Tag color={stateColours[row.state]}>{text.states[row.state]}</Tag>,
    },
    {
      key: 'scopes',
      title: columns.scopes,
      width: 200,
      ellipsis: true,
      render: (_, row) => row.scopes.map(scope => scope.strategy_name).join(', ') || '–',
    },
    { key: 'plan', title: columns.plan, width: 120, ellipsis: true, render: (_, row) => row.plan_name ?? '–' },
    {
      key: 'calls',
      title: columns.calls,
      width: 150,
      align: 'end',
      render: (_, row) =>
        row.limits.quota_per_day === null
          ? number(row.calls_today)
          : `${number(row.calls_today)} / ${number(row.limits.quota_per_day)}`,
    },
    {
      key: 'used',
      title: columns.used,
      sortKey: 'last_used_at',
      width: 130,
      render: (_, row) =>
        row.last_used_at === null ? (
          <span className="sl-muted">{text.never}</span>
        ) : (
          <RelativeTime value={row.last_used_at} />
        ),
    },
    { key: 'owner', title: columns.owner, width: 120, ellipsis: true, render: (_, row) => row.owner ?? '–' },
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
      width: 150,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <ApplicationActions application={row} onSecret={onSecret} />,
    },
  ]
}
