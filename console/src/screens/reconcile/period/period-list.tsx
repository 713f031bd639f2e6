import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useAmount } from '../../../lib/amount.ts'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { accountList } from '../recon-account/pages.ts'
import { useAccountOptions } from '../recon-account/public.ts'
import { periodList } from './pages.ts'
import { PeriodState } from './parts/period-state.tsx'
import { isUnderWay, LOOK_MS } from './parts/queries.ts'
import type { Period } from './types.ts'
import { useText } from './use-text.ts'
import './period.css'

// Opened on demand.
const PeriodDrawer = lazy(async () => ({ default: (await import('./parts/period-drawer.tsx')).PeriodDrawer }))

/** The months of one account: what each began and ended with, and which of them are settled. */
export default function PeriodList() {
  const text = useText()
  const navigate = useNavigate()
  const [search, setSearch] = periodList.useSearch()
  const options = useAccountOptions()
  const account = search.account_id ?? options[0]?.value
  const { data, error, isFetching, refetch } = useQuery({
    ...api.period.list.query({ params: { id: account ?? '' } }),
    ...keepRows,
    enabled: account !== undefined,
    refetchInterval: ({ state }) => (state.data?.content.some(isUnderWay) ? LOOK_MS : false),
  })
  const rows = data?.content
  const none = (
    <Empty
      isSmall
      title={text.none}
      text={text.noneText}
      action={
        <Button type="primary" onClick={() => navigate(accountList.href({ search: {} }))}>
          {text.accounts}
        </Button>
      }
    />
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} />
      <DataTable
        id="recon-periods"
        density="small"
        label={text.label}
        columns={useColumns(month => setSearch({ month }))}
        rowKey={each => each.month}
        rows={account === undefined ? [] : rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={none}
        toolbar={
          <Select
            aria-label={text.account}
            className="rp-account"
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            value={account ?? null}
            placeholder={text.account}
            onChange={(account_id: string) => setSearch({ account_id, month: undefined })}
          />
        }
      />
      {search.month !== undefined && account !== undefined && (
        <Suspense>
          <PeriodDrawer accountId={account} month={search.month} onClose={() => setSearch({ month: undefined })} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(open: (month: string) => void): DataColumn<Period>[] {
  const text = useText()
  const { time, number } = useFormat()
  const amount = useAmount()
  const { columns } = text
  const money = (key: 'opening' | 'in' | 'out' | 'closing'): DataColumn<Period> => ({
    key,
    title: columns[key],
    width: 140,
    align: 'end',
    render: (_, period) => <span className="sl-number">{amount(period[key])}</span>,
  })
  return [
    {
      key: 'month',
      title: columns.month,
      width: 110,
      isAlwaysShown: true,
      render: (_, { month }) => (
        <Button type="link" size="small" className="sl-number" onClick={() => open(month)}>
          {month}
        </Button>
      ),
    },
    { key: 'state', title: columns.state, width: 190, render: (_, period) => <PeriodState period={period} /> },
    money('opening'),
    money('in'),
    money('out'),
    money('closing'),
    { key: 'a', title: columns.a, width: 90, align: 'end', render: (_, each) => number(each.a_lines) },
    { key: 'b', title: columns.b, width: 90, align: 'end', render: (_, each) => number(each.b_lines) },
    { key: 'late', title: columns.late, width: 90, align: 'end', render: (_, each) => number(each.late) },
    { key: 'carried', title: columns.carried, width: 90, align: 'end', render: (_, each) => number(each.carried) },
    { key: 'by', title: columns.by, width: 120, ellipsis: true, render: (_, each) => each.closed_by || '–' },
    { key: 'at', title: columns.at, width: 170, render: (_, each) => time(each.closed_at) },
  ]
}
