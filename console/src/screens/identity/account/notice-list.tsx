import { noticeKindNames } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message, notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useWords } from '../../../lib/i18n.ts'
import { keepRows } from '../../../lib/query.ts'
import { noticePolling } from '../../../lib/timing.ts'
import { ConfirmDanger } from '../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { accountNotices } from './pages.ts'
import type { Notice } from './types.ts'
import { useText } from './use-text.ts'
import './account.css'

/** All notices, to look through, read and put away. */
export default function NoticeList() {
  const text = useText().notices
  const say = useWords()
  const [selected, setSelected] = useState<string[]>([])
  const [isAsking, setAsking] = useState(false)
  const { data, error, isFetching, refetch } = useNotices()
  const [search, setSearch] = accountNotices.useSearch()
  const change = useChange(() => {
    setSelected([])
    setAsking(false)
  })
  const columns = useColumns(key => change.mutate(() => api.notice.read({ body: { keys: [key] } })))
  const isFiltered = [search.group, search.kind, search.keyword, search.unread].some(value => value !== undefined)
  const clearFilters = { group: undefined, kind: undefined, keyword: undefined, unread: undefined, page: 1 }
  return (
    <>
      <PageHeader
        title={say(accountNotices.title)}
        text={text.intro}
        actions={
          <>
            <Button onClick={() => setAsking(true)}>{text.clearAll}</Button>
            <Button type="primary" onClick={() => change.mutate(() => api.notice.readAll({ body: {} }))}>
              {text.readAll}
            </Button>
          </>
        }
      />
      <DataTable
        id="notices"
        label={say(accountNotices.title)}
        columns={columns}
        rowKey={row => row.key}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={search}
        onPaging={setSearch}
        selection={{
          selected,
          onSelect: setSelected,
          actions: (
            <>
              <Button size="small" onClick={() => change.mutate(() => api.notice.read({ body: { keys: selected } }))}>
                {text.read}
              </Button>
              <Button size="small" onClick={() => change.mutate(() => api.notice.clear({ body: { keys: selected } }))}>
                {text.clear}
              </Button>
            </>
          ),
        }}
        isFiltered={isFiltered}
        onClearFilters={() => setSearch(clearFilters)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={<Filters />}
      />
      <ConfirmDanger
        open={isAsking}
        title={text.clearTitle}
        text={text.clearText}
        action={text.clearAll}
        isBusy={change.isPending}
        onConfirm={() => change.mutate(() => api.notice.clear({ body: {} }))}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

function useNotices() {
  const [{ group, kind, keyword, unread, page, pageSize }] = accountNotices.useSearch()
  const known = noticeKindNames.find(name => name === kind)
  const query = {
    page,
    pageSize,
    ...(group !== undefined && { group }),
    ...(known !== undefined && { kind: known }),
    ...(keyword !== undefined && { keyword }),
    ...(unread === true && { unread: '1' as const }),
  }
  return useQuery({ ...api.notice.list.query({ query }), ...keepRows, ...noticePolling })
}

function Filters() {
  const text = useText()
  const words = text.notices
  const [search, setSearch] = accountNotices.useSearch()
  const toOptions = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))
  const kinds = noticeKindNames.map(kind => ({ value: kind as string, label: text.notification.kinds[kind].title }))
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: words.keyword },
        { kind: 'select', name: 'group', label: words.group, options: toOptions(words.groups) },
        { kind: 'select', name: 'kind', label: words.kind, options: kinds },
        { kind: 'select', name: 'unread', label: words.state, options: [{ value: '1', label: words.unreadOnly }] },
      ]}
      values={{ ...search, unread: search.unread ? '1' : undefined }}
      onChange={patch =>
        setSearch({ ...patch, ...('unread' in patch && { unread: patch['unread'] === '1' }), page: 1 })
      }
    />
  )
}

function useColumns(onRead: (key: string) => void): DataColumn<Notice>[] {
  const text = useText().notices
  const dots = { info: 'processing', warning: 'warning', error: 'error', fatal: 'error' } as const
  return [
    {
      key: 'title',
      title: text.title,
      isAlwaysShown: true,
      render: (_, row) => (
        <div className="ac-notice" data-read={row.read}>
          <Badge status={row.read ? 'default' : dots[row.level]} />
          <div>
            {row.path === null ? (
              <span>{row.title}</span>
            ) : (
              <Link to={row.path} onClick={() => row.read || onRead(row.key)}>
                {row.title}
              </Link>
            )}
            {row.extra !== '' && <em>{row.extra}</em>}
            {row.description !== '' && <p>{row.description}</p>}
          </div>
        </div>
      ),
    },
    { key: 'group', title: text.group, width: 90, render: (_, row) => text.groups[row.group] },
    {
      key: 'state',
      title: text.state,
      width: 100,
      render: (_, row) =>
        row.status === 'settled' ? (
          <span className="sl-tag sl-tag-good">{text.states.settled}</span>
        ) : row.status === 'open' ? (
          <span className="sl-tag sl-tag-warn">{text.states.open}</span>
        ) : (
          '–'
        ),
    },
    { key: 'time', title: text.last, width: 140, render: (_, row) => <RelativeTime value={row.datetime} /> },
    {
      key: 'first',
      title: text.first,
      width: 140,
      isHidden: true,
      render: (_, row) => <RelativeTime value={row.first_at} />,
    },
    {
      key: 'actions',
      title: text.actions,
      width: 110,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) =>
        row.read ? (
          <span className="sl-muted">{text.isRead}</span>
        ) : (
          <Button type="link" size="small" aria-label={text.readOne(row.title)} onClick={() => onRead(row.key)}>
            {text.read}
          </Button>
        ),
    },
  ]
}

/** The answer holds the new counts; every list and the bell ask again. */
function useChange(onDone: () => void) {
  const text = useText().notices
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: () => ReturnType<typeof api.notice.readAll>) => call(),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['notice'] })
      message.success(text.done)
    },
    onError: error => notification.error({ title: text.failed, description: describeError(error).message }),
  })
}
