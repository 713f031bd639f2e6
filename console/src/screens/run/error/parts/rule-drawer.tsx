import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { IgnoreRule } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshErrors } from './refresh-errors.ts'
import { RuleForm } from './rule-form.tsx'

/** Failures that are none. */
export function RuleDrawer({ onClose }: { onClose(): void }) {
  const text = useText().rule
  const [page, setPage] = useState({ page: 1, pageSize: 20 })
  const [edited, setEdited] = useState<IgnoreRule | 'new' | null>(null)
  const [deleted, setDeleted] = useState<IgnoreRule | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.ignoreRule.search.query({ query: page }),
    ...keepRows,
  })
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="strategy:update" onClick={() => setEdited('new')}>
      {text.create}
    </CanButton>
  )
  return (
    <Drawer open size={1040} title={text.title} onClose={onClose}>
      <p className="sl-muted">{text.intro}</p>
      <DataTable
        id="ignore-rules"
        label={text.label}
        columns={useColumns(setEdited, setDeleted)}
        rowKey={rule => rule.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={page}
        onPaging={patch => setPage({ ...page, ...patch })}
        empty={<Empty isSmall title={text.empty} />}
        extra={create}
      />
      {edited !== null && <RuleForm {...(edited !== 'new' && { rule: edited })} onClose={() => setEdited(null)} />}
      {deleted && <DeleteRule rule={deleted} onClose={() => setDeleted(null)} />}
    </Drawer>
  )
}

function DeleteRule({ rule, onClose }: { readonly rule: IgnoreRule; onClose(): void }) {
  const text = useText().rule
  const remove = useMutation({
    mutationFn: () => api.ignoreRule.delete({ params: { id: rule.id } }),
    async onSuccess() {
      void message.success(text.deleted)
      onClose()
      await refreshErrors()
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <ConfirmDanger
      open
      title={text.deleteTitle(rule.contains)}
      text={text.deleteText}
      action={text.delete}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  )
}

function useColumns(edit: (rule: IgnoreRule) => void, remove: (rule: IgnoreRule) => void): DataColumn<IgnoreRule>[] {
  const text = useText().rule
  const format = useFormat()
  return [
    {
      key: 'contains',
      title: text.contains,
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, rule) => rule.contains,
    },
    {
      key: 'scope',
      title: text.scope,
      width: 150,
      ellipsis: true,
      render: (_, rule) => rule.strategy?.name ?? text.everywhere,
    },
    { key: 'outcome', title: text.outcome, width: 100, render: (_, rule) => text.outcomes[rule.outcome] },
    { key: 'enabled', title: text.enabled, width: 80, render: (_, rule) => (rule.enabled ? text.enabled : text.off) },
    { key: 'hits', title: text.hits, width: 80, align: 'end', render: (_, rule) => format.number(rule.hit_count) },
    { key: 'last', title: text.lastHit, width: 120, render: (_, rule) => <RelativeTime value={rule.last_hit_at} /> },
    { key: 'remark', title: text.remark, width: 140, ellipsis: true, isHidden: true, render: (_, rule) => rule.remark },
    {
      key: 'actions',
      title: text.actions,
      width: 130,
      isAlwaysShown: true,
      render: (_, rule) => (
        <>
          <CanButton type="link" size="small" authority="strategy:update" onClick={() => edit(rule)}>
            {text.editAction}
          </CanButton>
          <CanButton type="link" size="small" danger authority="strategy:update" onClick={() => remove(rule)}>
            {text.delete}
          </CanButton>
        </>
      ),
    },
  ]
}
