import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { useMinor } from '../../../lib/minor.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useAccountOptions } from '../recon-account/public.ts'
import { states, voucherList } from './pages.ts'
import { VoucherMark } from './parts/voucher-mark.tsx'
import type { Voucher } from './types.ts'
import { useText } from './use-text.ts'
import './voucher.css'

// Opened on demand.
const VoucherDrawer = lazy(async () => ({ default: (await import('./parts/voucher-drawer.tsx')).VoucherDrawer }))
const MakeDialog = lazy(async () => ({ default: (await import('./parts/make-dialog.tsx')).MakeDialog }))

/** Vouchers for the ledger, and which of them it has. */
export default function VoucherList() {
  const text = useText()
  const [search, setSearch] = voucherList.useSearch()
  const [isMaking, setMaking] = useState(false)
  const accounts = useAccountOptions()
  const { page, pageSize, account_id, state } = search
  const filter = { ...(account_id && { account_id }), ...(state && { state }) }
  const list = useQuery({ ...api.voucher.list.query({ query: { ...filter, page, pageSize } }), ...keepRows })
  const make = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="reconciliation:add" onClick={() => setMaking(true)}>
      {text.make}
    </CanButton>
  )
  const save = useMutation({
    mutationFn: async () => saveFile(await api.voucher.export({ query: filter }), 'vouchers.xlsx'),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={make} />
      <DataTable
        id="recon-vouchers"
        density="small"
        label={text.label}
        columns={useColumns(voucher => setSearch({ voucher }))}
        rowKey={({ id }) => id}
        rows={list.data?.content}
        total={list.data?.total}
        error={list.error}
        isFetching={list.isFetching}
        onReload={() => void list.refetch()}
        paging={{ page, pageSize }}
        onPaging={setSearch}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch({ account_id: undefined, state: undefined, page: 1 })}
        empty={<Empty isSmall title={text.none} text={text.noneText} action={make} />}
        toolbar={
          <FilterBar
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
            fields={[
              { kind: 'select', name: 'account_id', label: text.filters.account, options: accounts },
              {
                kind: 'select',
                name: 'state',
                label: text.filters.state,
                options: states.map(value => ({ value, label: text.states[value] })),
              },
            ]}
          />
        }
        extra={
          <CanButton
            authority="reconciliation:export"
            icon={<DownloadOutlined />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {text.export}
          </CanButton>
        }
      />
      <Suspense>
        {search.voucher !== undefined && (
          <VoucherDrawer id={search.voucher} onClose={() => setSearch({ voucher: undefined })} />
        )}
        {isMaking && <MakeDialog onClose={() => setMaking(false)} />}
      </Suspense>
    </>
  )
}

function useColumns(open: (id: string) => void): DataColumn<Voucher>[] {
  const text = useText()
  const { time, number } = useFormat()
  const money = useMinor()
  const { columns } = text
  return [
    {
      key: 'days',
      title: columns.days,
      width: 200,
      isAlwaysShown: true,
      render: (_, { id, day_from, day_to }) => (
        <Button type="link" size="small" className="sl-number" onClick={() => open(id)}>
          {day_from === day_to ? day_from : `${day_from} – ${day_to}`}
        </Button>
      ),
    },
    { key: 'state', title: columns.state, width: 130, render: (_, { state }) => <VoucherMark state={state} /> },
    { key: 'account', title: columns.account, width: 180, ellipsis: true, render: (_, row) => row.account },
    {
      key: 'total',
      title: columns.total,
      width: 160,
      align: 'end',
      render: (_, row) => (
        <span className="rv-money">
          {money(row.total_minor, row.currency)} {row.currency}
        </span>
      ),
    },
    { key: 'version', title: columns.version, width: 70, align: 'end', render: (_, row) => number(row.version) },
    { key: 'posted', title: columns.posted, width: 150, ellipsis: true, render: (_, row) => row.posted_no },
    { key: 'by', title: columns.by, width: 110, ellipsis: true, render: (_, row) => row.created_by },
    { key: 'at', title: columns.at, width: 170, render: (_, row) => time(row.created_at) },
  ]
}
