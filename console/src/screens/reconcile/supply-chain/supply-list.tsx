import { ApartmentOutlined } from '@ant-design/icons'
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
import { strategyList } from '../../strategy/strategy/pages.ts'
import {
  EMPTY_FILTER,
  LineActions,
  LinePages,
  LineSums,
  toQuery,
  useFilterFields,
  useLineText,
} from '../billing/public.ts'
import { supplyList } from './pages.ts'
import { ExportLines } from './parts/export-lines.tsx'
import type { SupplyLine } from './types.ts'
import { useText } from './use-text.ts'

// Opened on demand.
const SupplyDrawer = lazy(async () => ({ default: (await import('./parts/supply-drawer.tsx')).SupplyDrawer }))

/** B: what the own documents say, as strategies wrote it, with the sums of what is listed. */
export default function SupplyList() {
  const text = useText()
  const navigate = useNavigate()
  const [search, setSearch] = supplyList.useSearch()
  // The places behind the pages that were gone through; a filter begins anew.
  const [places, setPlaces] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<string[]>([])
  const [shown, setShown] = useState<SupplyLine | null>(null)
  const filter = toQuery(search)
  const after = places.at(-1)
  const query = { ...filter, ...(after !== undefined && { after }) }
  const list = useQuery({ ...api.supplyChain.list.query({ query }), ...keepRows })
  const change = ({ file_id: _none, ...patch }: Parameters<Parameters<typeof useFilterFields>[1]>[0]) => {
    setPlaces([])
    setSelected([])
    setSearch(patch)
  }
  const toStrategies = (
    <Button icon={<ApartmentOutlined />} onClick={() => navigate(strategyList.href())}>
      {text.strategies}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<ExportLines filter={filter} />} />
      <LineSums read={api.supplyChain.sums.query({ query: filter })} />
      <DataTable
        id="supply-lines"
        density="small"
        label={text.label}
        columns={useColumns(setShown)}
        rowKey={line => line.id}
        rows={list.data?.content.lines}
        error={list.error}
        isFetching={list.isFetching}
        onReload={() => void list.refetch()}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => change(EMPTY_FILTER)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={toStrategies} />}
        toolbar={<FilterBar fields={useFilterFields(search, change, text.number)} values={search} onChange={change} />}
        selection={{
          selected,
          onSelect: setSelected,
          actions: <LineActions side="supplyChain" ids={selected} onDone={() => setSelected([])} />,
        }}
      />
      <LinePages
        places={places}
        next={list.isPlaceholderData ? null : (list.data?.content.next ?? null)}
        onChange={setPlaces}
      />
      {shown && (
        <Suspense>
          <SupplyDrawer line={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(open: (line: SupplyLine) => void): DataColumn<SupplyLine>[] {
  const { columns } = useText()
  const shared = useLineText()
  const { time } = useFormat()
  const amount = useAmount()
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
    { key: 'type', title: columns.type, width: 110, ellipsis: true, render: (_, line) => line.doc_type },
    { key: 'doc', title: columns.doc, width: 170, ellipsis: true, render: (_, line) => line.doc_no },
    { key: 'order', title: columns.order, width: 170, ellipsis: true, render: (_, line) => line.order_no },
    {
      key: 'item',
      title: columns.item,
      width: 130,
      ellipsis: true,
      render: (_, line) => line.item_name ?? <span className="rb-warn">{shared.unclassified}</span>,
    },
    {
      key: 'amount',
      title: columns.amount,
      width: 130,
      align: 'end',
      isAlwaysShown: true,
      render: (_, line) => <span className="sl-number">{amount(line.amount)}</span>,
    },
    { key: 'kind', title: columns.kind, width: 120, ellipsis: true, isHidden: true, render: (_, line) => line.kind },
    { key: 'sku', title: columns.sku, width: 130, ellipsis: true, isHidden: true, render: (_, line) => line.sku },
    { key: 'remark', title: columns.remark, width: 160, ellipsis: true, render: (_, line) => line.remark },
    { key: 'status', title: columns.status, width: 90, render: (_, line) => shared.states[line.status] },
  ]
}
