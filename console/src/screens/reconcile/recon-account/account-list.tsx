import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAmount } from '../../../lib/amount.ts'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { accountList, accountStates } from './pages.ts'
import { AccountActions } from './parts/account-actions.tsx'
import { usePlatformNames } from './parts/queries.ts'
import type { Account } from './types.ts'
import { useText } from './use-text.ts'

// Opened by few.
const AccountForm = lazy(async () => ({ default: (await import('./parts/account-form.tsx')).AccountForm }))

/** Accounts that bills are imported into. */
export default function AccountList() {
  const text = useText()
  const [search, setSearch] = accountList.useSearch()
  const [isCreating, setCreating] = useState(false)
  const { keyword, platform, status, page, pageSize } = search
  const filter = {
    ...(keyword !== undefined && { keyword }),
    ...(platform !== undefined && { platform }),
    ...(status !== undefined && { status }),
  }
  const query = { page, pageSize, ...filter }
  const { data, error, isFetching, refetch } = useQuery({ ...api.reconAccount.list.query({ query }), ...keepRows })
  const platforms = Object.entries(usePlatformNames()).map(([value, label]) => ({ value, label }))
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="reconciliation:add" onClick={() => setCreating(true)}>
      {text.create}
    </CanButton>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={create} />
      <DataTable
        id="recon-accounts"
        density="small"
        label={text.label}
        columns={useColumns()}
        rowKey={account => account.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={setSearch}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch({ keyword: undefined, platform: undefined, status: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              { kind: 'select', name: 'platform', label: text.platform, options: platforms },
              {
                kind: 'select',
                name: 'status',
                label: text.status,
                options: accountStates.map(value => ({ value, label: text.states[value] })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      {isCreating && (
        <Suspense>
          <AccountForm onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(): DataColumn<Account>[] {
  const text = useText()
  const { time } = useFormat()
  const amount = useAmount()
  const names = usePlatformNames()
  const { columns } = text
  return [
    {
      key: 'name',
      title: columns.name,
      width: 190,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, account) => (
        <>
          {account.name} <span className="sl-muted">{account.code}</span>
        </>
      ),
    },
    {
      key: 'platform',
      title: columns.platform,
      width: 110,
      render: (_, { platform }) => names[platform] ?? platform,
    },
    { key: 'shop', title: columns.shop, width: 170, ellipsis: true, render: (_, account) => account.shop_no },
    { key: 'currency', title: columns.currency, width: 70, render: (_, account) => account.currency },
    {
      key: 'balance',
      title: columns.balance,
      width: 140,
      align: 'end',
      render: (_, account) => <span className="sl-number">{amount(account.balance)}</span>,
    },
    { key: 'last', title: columns.last, width: 170, render: (_, account) => time(account.last_at) },
    { key: 'status', title: columns.status, width: 90, render: (_, account) => text.states[account.status] },
    {
      key: 'actions',
      title: columns.actions,
      width: 280,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, account) => <AccountActions account={account} />,
    },
  ]
}
