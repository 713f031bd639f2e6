import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ItemActions } from './parts/item-actions.tsx'
import { refreshItems } from './parts/queries.ts'
import { Unclassified } from './parts/unclassified.tsx'
import type { AccountingItem } from './types.ts'
import { useText } from './use-text.ts'
import './accounting-item.css'

// Opened by few.
const ItemForm = lazy(async () => ({ default: (await import('./parts/item-form.tsx')).ItemForm }))

/** What amounts are for, the rules that say so, and the lines that none of them takes. */
export default function ItemList() {
  const text = useText()
  const client = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(api.accountingItem.list.query())
  const standard = useMutation({
    mutationFn: () => api.accountingItem.addStandard(),
    onSuccess: async ({ content }) => {
      message.success(text.standardDone(content.added))
      await refreshItems(client)
    },
    onError: failure => message.error(describeError(failure).message),
  })
  const addStandard = (
    <CanButton authority="reconciliation:add" loading={standard.isPending} onClick={() => standard.mutate()}>
      {text.standard}
    </CanButton>
  )
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="reconciliation:add" onClick={() => setCreating(true)}>
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
            {addStandard}
            {create}
          </>
        }
      />
      <DataTable
        id="accounting-items"
        density="small"
        label={text.label}
        columns={useColumns()}
        rowKey={item => item.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={addStandard} />}
      />
      <div className="ai-open">
        <Unclassified />
      </div>
      {isCreating && (
        <Suspense>
          <ItemForm onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(): DataColumn<AccountingItem>[] {
  const text = useText()
  const { columns } = text
  const say = (is: boolean) => (is ? text.yes : text.no)
  return [
    {
      key: 'name',
      title: columns.name,
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, item) => (
        <>
          {item.name} <span className="sl-muted">{item.code}</span>
        </>
      ),
    },
    { key: 'class', title: columns.class, width: 130, render: (_, item) => text.classes[item.class] },
    { key: 'direction', title: columns.direction, width: 90, render: (_, item) => text.directions[item.direction] },
    { key: 'matched', title: columns.matched, width: 90, render: (_, item) => say(item.is_matched) },
    { key: 'debit', title: columns.debit, width: 140, ellipsis: true, render: (_, item) => item.debit_account },
    { key: 'credit', title: columns.credit, width: 140, ellipsis: true, render: (_, item) => item.credit_account },
    { key: 'rules', title: columns.rules, width: 80, align: 'end', render: (_, item) => item.rules.length },
    { key: 'active', title: columns.active, width: 80, render: (_, item) => say(item.is_active) },
    {
      key: 'actions',
      title: columns.actions,
      width: 150,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, item) => <ItemActions item={item} />,
    },
  ]
}
