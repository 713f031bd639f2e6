import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Switch, Tabs } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { keepRows } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { assetForm } from '../asset/pages.ts'
import { adapterForm, approvalList, approvalTabs } from './pages.ts'
import { ApprovalDialog } from './parts/approval-dialog.tsx'
import { refreshAdapters } from './parts/queries.ts'
import type { ApprovalRow } from './types.ts'
import { useText } from './use-text.ts'

/** Requests to publish: those that wait, mine, those handled. */
export default function ApprovalList() {
  const text = useText().approval
  const [search, setSearch] = approvalList.useSearch()
  const { tab, keyword, kind, page, pageSize } = search
  const [opened, setOpened] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.approval.list.query({
      query: { tab, page, pageSize, ...(keyword !== undefined && { keyword }), ...(kind !== undefined && { kind }) },
    }),
    ...keepRows,
  })
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<Policy />} />
      <Tabs
        activeKey={tab}
        onChange={next => setSearch({ tab: next as typeof tab, page: 1 })} // only the tabs' own names come here
        items={approvalTabs.map(key => ({ key, label: text.tabs[key] }))}
      />
      <DataTable
        id="approvals"
        label={text.label}
        columns={useColumns(setOpened)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={setSearch}
        isFiltered={keyword !== undefined || kind !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, kind: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'kind',
                label: text.kind,
                options: Object.entries(text.kinds).map(([value, label]) => ({ value, label })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      {opened !== null && <ApprovalDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function Policy() {
  const text = useText().approval
  const can = useCan()
  const client = useQueryClient()
  const { data } = useQuery(api.approval.policy.query())
  const { mutate, isPending } = useMutation({
    mutationFn: (is_required: boolean) => api.approval.savePolicy({ body: { is_required } }),
    onSuccess: async (_, isRequired) => {
      message.success(isRequired ? text.policyOn : text.policyOff)
      await refreshAdapters(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  if (!data) return null
  const { is_required, approver_count } = data.content
  return (
    <span className="as-name" title={approver_count === 1 ? text.alone : undefined}>
      <Switch
        aria-label={text.policy}
        checked={is_required}
        disabled={!can('asset:approve')}
        loading={isPending}
        onChange={value => mutate(value)}
      />
      {is_required ? text.policyOn : text.policyOff}
      <span className="sl-muted">{text.approvers(approver_count)}</span>
    </span>
  )
}

const tones = { asked: 'busy', approved: 'good', refused: 'bad', withdrawn: 'calm' } as const

function useColumns(onLook: (id: string) => void): DataColumn<ApprovalRow>[] {
  const all = useText()
  const text = all.approval
  const hrefOf = ({ kind, target_id: id }: ApprovalRow) =>
    kind === 'adapter' ? adapterForm.href({ params: { id } }) : assetForm.href({ params: { id } })
  return [
    {
      key: 'title',
      ellipsis: true,
      title: text.title,
      isAlwaysShown: true,
      width: 220,
      render: (_, row) => <Link to={hrefOf(row)}>{row.title}</Link>,
    },
    { key: 'kind', title: text.kind, width: 100, render: (_, row) => text.kinds[row.kind] },
    { key: 'version', title: text.version, width: 80, align: 'end', dataIndex: 'target_version' },
    {
      key: 'status',
      title: text.status,
      width: 100,
      render: (_, row) => <span className={`sl-tag sl-tag-${tones[row.status]}`}>{text.statuses[row.status]}</span>,
    },
    { key: 'applicant', ellipsis: true, title: text.applicant, width: 120, dataIndex: 'applicant' },
    { key: 'time', title: text.time, width: 110, render: (_, row) => <RelativeTime value={row.created_at} /> },
    { key: 'approver', ellipsis: true, title: text.approver, width: 120, dataIndex: 'approver' },
    { key: 'opinion', title: text.opinion, dataIndex: 'opinion', ellipsis: true },
    {
      key: 'actions',
      title: all.actions,
      width: 90,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (
        <Button type="link" size="small" onClick={() => onLook(row.id)}>
          {text.look}
        </Button>
      ),
    },
  ]
}
