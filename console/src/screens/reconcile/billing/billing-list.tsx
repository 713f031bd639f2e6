import { UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAmount } from '../../../lib/amount.ts'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { importList } from '../bill-import/pages.ts'
import { billingList } from './pages.ts'
import { LineActions } from './parts/line-actions.tsx'
import { LinePages } from './parts/line-pages.tsx'
import { LineSums } from './parts/line-sums.tsx'
import { EMPTY_FILTER, toQuery, useFilterFields } from './parts/use-filter-fields.tsx'
import type { BillLine } from './types.ts'
import { useText } from './use-text.ts'
import './billing.css'

// Opened on demand.
const LineDrawer = lazy(async () => ({ default: (await import('./parts/line-drawer.tsx')).LineDrawer }))

/** A: the movements of money as the platforms state them, with the sums of what is listed. */
export default function BillingList() {
  const text = useText()
  const navigate = useNavigate()
  const [search, setSearch] = billingList.useSearch()
  // The places behind the pages that were gone through; a filter begins anew.
  const [places, setPlaces] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<string[]>([])
  const [shown, setShown] = useState<BillLine | null>(null)
  const filter = toQuery(search)
  const after = places.at(-1)
  const query = { ...filter, ...(after !== undefined && { after }) }
  const list = useQuery({ ...api.billing.list.query({ query }), ...keepRows })
  const lines = list.data?.content.lines
  const change = (patch: Parameters<typeof setSearch>[0]) => {
    setPlaces([])
    setSelected([])
    setSearch(patch)
  }
  const toImport = () => navigate(importList.href())
  const upload = (
    <Button icon={<UploadOutlined />} onClick={toImport}>
      {text.import}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={upload} />
      <LineSums read={api.billing.sums.query({ query: filter })} />
      <DataTable
        id="bill-lines"
        density="small"
        label={text.label}
        columns={useColumns(setShown)}
        rowKey={line => line.id}
        rows={lines}
        error={list.error}
        isFetching={list.isFetching}
        onReload={() => void list.refetch()}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => change(EMPTY_FILTER)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={upload} />}
        toolbar={
          <FilterBar fields={useFilterFields(search, change, text.filters.number)} values={search} onChange={change} />
        }
        selection={{
          selected,
          onSelect: setSelected,
          actions: <LineActions side="billing" ids={selected} onDone={() => setSelected([])} />,
        }}
      />
      <LinePages
        places={places}
        next={list.isPlaceholderData ? null : (list.data?.content.next ?? null)}
        onChange={setPlaces}
      />
      {shown && (
        <Suspense>
          <LineDrawer line={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(open: (line: BillLine) => void): DataColumn<BillLine>[] {
  const text = useText()
  const { time } = useFormat()
  const amount = useAmount()
  const { columns } = text
  return [
    {
      key: 'at',
      title: columns.at,
      width: 170,
      isAlwaysShown: true,
      render: (_, line) => (
        <Button type="link" size="small" className="sl-number" onClick={() => open(line)}>
          {time(line.occurred_at)}
        </Button>
      ),
    },
    { key: 'account', title: columns.account, width: 140, ellipsis: true, render: (_, line) => line.account_name },
    { key: 'kind', title: columns.kind, width: 150, ellipsis: true, render: (_, line) => line.kind },
    {
      key: 'item',
      title: columns.item,
      width: 150,
      ellipsis: true,
      render: (_, line) => line.item_name ?? <span className="rb-warn">{text.unclassified}</span>,
    },
    {
      key: 'amount',
      title: columns.amount,
      width: 130,
      align: 'end',
      isAlwaysShown: true,
      render: (_, line) => <span className="sl-number">{amount(line.amount)}</span>,
    },
    {
      key: 'balance',
      title: columns.balance,
      width: 130,
      align: 'end',
      render: (_, line) => <span className="sl-number">{amount(line.balance_after)}</span>,
    },
    { key: 'order', title: columns.order, width: 190, ellipsis: true, render: (_, line) => line.order_no },
    { key: 'txn', title: columns.txn, width: 190, ellipsis: true, render: (_, line) => line.txn_no },
    {
      key: 'counterparty',
      title: columns.counterparty,
      width: 120,
      ellipsis: true,
      isHidden: true,
      render: (_, line) => line.counterparty,
    },
    { key: 'remark', title: columns.remark, width: 160, ellipsis: true, render: (_, line) => line.remark },
    { key: 'status', title: columns.status, width: 90, render: (_, line) => text.states[line.status] },
  ]
}
