import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { security } from '../pages.ts'
import type { TenantToken } from '../types.ts'
import { useText } from '../use-text.ts'

type Search = ReturnType<typeof security.useSearch>[0]

const readQuery = ({ keyword, state, sort }: Search) => ({
  ...(keyword !== undefined && { keyword }),
  ...(state !== undefined && { state }),
  ...(sort !== undefined && { sort }),
})

/** Access tokens of everybody in the tenant: found, looked at, ended. */
export function TokenSection() {
  const text = useText().tokens
  const client = useQueryClient()
  const [search, setSearch] = security.useSearch()
  const [asked, setAsked] = useState<TenantToken | null>(null)
  const { page, pageSize } = search
  const { data, error, isFetching, refetch } = useQuery({
    ...api.accessToken.list.query({ query: { ...readQuery(search), page, pageSize } }),
    ...keepRows,
  })
  const revoke = useMutation({
    mutationFn: ({ id }: TenantToken) => api.accessToken.revoke({ params: { id } }),
    onSuccess: () => message.success(text.revoked),
    onError: failure => message.error(describeError(failure).message),
    onSettled: () => {
      setAsked(null)
      void client.invalidateQueries({ queryKey: ['accessToken'] })
    },
  })
  const clear = { keyword: undefined, state: undefined, page: 1 }
  return (
    <Section isFlush title={text.title} text={text.text}>
      <DataTable<TenantToken, NonNullable<typeof search.sort>>
        id="tenant-tokens"
        label={text.title}
        columns={useColumns(setAsked)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, ...(search.sort && { sort: search.sort }) }}
        onPaging={setSearch}
        isFiltered={search.keyword !== undefined || search.state !== undefined}
        onClearFilters={() => setSearch(clear)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        extra={<ExportButton />}
        toolbar={<Filters />}
      />
      <ConfirmDanger
        open={asked !== null}
        title={text.revokeTitle(asked?.name ?? '', asked?.username ?? '')}
        text={text.revokeText}
        action={text.revoke}
        isBusy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    </Section>
  )
}

function ExportButton() {
  const text = useText().tokens
  const [search] = security.useSearch()
  const save = useMutation({
    mutationFn: async () => saveFile(await api.accessToken.export({ query: readQuery(search) }), 'access-tokens.csv'),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <CanButton
      icon={<DownloadOutlined />}
      authority="user:export"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text.export}
    </CanButton>
  )
}

function Filters() {
  const text = useText().tokens
  const [search, setSearch] = security.useSearch()
  const states = Object.entries(text.states).map(([value, label]) => ({ value, label }))
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'state', label: text.state, options: states },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}

const colours = { live: 'success', expired: 'default', revoked: 'default' } as const

function useColumns(onRevoke: (token: TenantToken) => void): readonly DataColumn<TenantToken>[] {
  const text = useText().tokens
  const format = useFormat()
  return [
    { key: 'owner', title: text.owner, dataIndex: 'username', width: 130, sortKey: 'username', isAlwaysShown: true },
    { key: 'name', title: text.name, dataIndex: 'name', width: 130, ellipsis: true, isAlwaysShown: true },
    { key: 'prefix', title: text.prefix, width: 110, isHidden: true, render: (_, row) => <code>{row.prefix}…</code> },
    {
      key: 'state',
      title: text.state,
      width: 80,
      render: (_, row) => <Tag color={colours[row.state]}>{text.states[row.state]}</Tag>,
    },
    {
      key: 'scope',
      title: text.scope,
      width: 150,
      ellipsis: true,
      render: (_, row) => <span title={row.permissions.join('\n')}>{row.permissions.join(', ')}</span>,
    },
    {
      key: 'used',
      title: text.used,
      width: 180,
      sortKey: 'last_used_at',
      render: (_, row) =>
        row.last_used_at === null ? (
          <span className="sl-muted">{text.never}</span>
        ) : (
          <>
            <RelativeTime value={row.last_used_at} /> · {row.last_ip}
          </>
        ),
    },
    {
      key: 'expires',
      title: text.expires,
      width: 160,
      sortKey: 'expires_at',
      render: (_, row) => format.time(row.expires_at),
    },
    {
      key: 'created',
      title: text.created,
      width: 160,
      sortKey: 'created_at',
      isHidden: true,
      render: (_, row) => format.time(row.created_at),
    },
    {
      key: 'actions',
      title: text.actions,
      width: 90,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) =>
        row.state === 'live' && (
          <CanButton
            type="link"
            size="small"
            danger
            authority="user:update"
            reason={row.is_mightier ? text.mightier : undefined}
            aria-label={text.revokeOne(row.name)}
            onClick={() => onRevoke(row)}
          >
            {text.revoke}
          </CanButton>
        ),
    },
  ]
}
