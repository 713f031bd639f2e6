import { MoreOutlined, PushpinFilled } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, Pagination } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { keepRows } from '../../../../lib/query.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { accountAssistant } from '../pages.ts'
import type { Conversation } from '../types.ts'
import { useText } from '../use-text.ts'

// Opened by few.
const RenameDialog = lazyPart(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }))
const ConfirmDanger = lazyPart(async () => ({
  default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

const PAGE_SIZE = 50

/** Conversations in which something was said: pinned ones first, then the newest. */
export function ConversationList({ open }: { readonly open: string | null }) {
  const text = useText()
  const [search, setSearch] = accountAssistant.useSearch()
  const { keyword, page } = search
  const query = { used: '1', page, pageSize: PAGE_SIZE, ...(keyword !== undefined && { keyword }) } as const
  const { data, error, refetch } = useQuery({ ...api.assistant.list.query({ query }), ...keepRows, staleTime: 0 })
  const rows = data?.content
  const total = data?.total ?? 0
  return (
    <nav className="as-list" aria-label={text.list}>
      <FilterBar
        fields={[{ kind: 'text', name: 'keyword', label: text.keyword }]}
        values={search}
        onChange={patch => setSearch({ ...patch, page: 1 })}
      />
      {rows === undefined ? (
        error ? (
          <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} />
        )
      ) : rows.length === 0 ? (
        keyword === undefined ? (
          <Empty isSmall title={text.none} text={text.noneText} />
        ) : (
          <Empty isSmall title={text.notFound} text={text.notFoundText} />
        )
      ) : (
        <ul>
          {rows.map(row => (
            <ConversationRow key={row._id.$oid} row={row} isOpen={row._id.$oid === open} />
          ))}
        </ul>
      )}
      {total > PAGE_SIZE && (
        <Pagination
          simple
          size="small"
          align="center"
          current={page}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={next => setSearch({ page: next })}
        />
      )}
    </nav>
  )
}

function ConversationRow({ row, isOpen }: { readonly row: Conversation; readonly isOpen: boolean }) {
  const text = useText()
  const id = row._id.$oid
  const [search, setSearch] = accountAssistant.useSearch()
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const change = useChange(close)
  const update = (body: { name?: string; pinned?: boolean }) =>
    change.mutate(() => api.assistant.update({ params: { id }, body }))
  const remove = () =>
    change.mutate(async () => {
      await api.assistant.delete({ params: { id } })
      if (isOpen) setSearch({ id: undefined })
    })
  const items = [
    { key: 'pin', label: row.pinned ? text.unpin : text.pin, onClick: () => update({ pinned: !row.pinned }) },
    { key: 'rename', label: text.rename, onClick: () => setDialog('rename') },
    { key: 'remove', label: text.remove, danger: true, onClick: () => setDialog('remove') },
  ]
  return (
    <li data-open={isOpen}>
      <Link
        to={accountAssistant.href({ search: { ...search, id } })}
        {...(isOpen && { 'aria-current': 'true' as const })}
      >
        <span>
          {row.pinned && <PushpinFilled aria-label={text.pinned} />}
          {row.name}
        </span>
        <small>
          <RelativeTime value={row.updated_at} /> · {row.summary}
        </small>
      </Link>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button type="text" size="small" aria-label={text.actions(row.name)} icon={<MoreOutlined />} />
      </Dropdown>
      <Suspense>
        {dialog === 'rename' && (
          <RenameDialog name={row.name} isBusy={change.isPending} onSave={name => update({ name })} onClose={close} />
        )}
        {dialog === 'remove' && (
          <ConfirmDanger
            open
            title={text.removeTitle(row.name)}
            text={text.removeText}
            action={text.remove}
            isBusy={change.isPending}
            onConfirm={remove}
            onCancel={close}
          />
        )}
      </Suspense>
    </li>
  )
}

function useChange(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: onDone,
    onError: error => message.error(describeError(error).message),
    onSettled: () => client.invalidateQueries({ queryKey: api.assistant.list.key() }),
  })
}
