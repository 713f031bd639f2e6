import type { Adapter } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { adapterForm, adapterList } from '../pages.ts'
import type { ShippedPack } from '../types.ts'
import { useKindText } from '../use-kind-text.ts'
import { useText } from '../use-text.ts'
import { refreshAdapters } from './queries.ts'

type Shipped = ShippedPack & { readonly adapter: Adapter }

/** Adapters of the platforms that come with the product, for reading and for copies of one's own. */
export function ShippedAdapters() {
  const text = useKindText()
  const words = useText().list
  const [search, setSearch] = adapterList.useSearch()
  const [shown, setShown] = useState<Shipped | null>(null)
  const query = api.pack.list.query({ query: {} })
  const { data, error, isFetching, refetch } = useQuery({ ...query, queryKey: [...query.queryKey, useLanguage()] })
  const rows = data?.content.flatMap((pack): Shipped[] => (pack.adapter ? [{ ...pack, adapter: pack.adapter }] : []))
  const wanted = (search.keyword ?? '').trim().toLowerCase()
  const fitting = rows?.filter(row => `${row.platform_name} ${row.adapter.name}`.toLowerCase().includes(wanted))
  return (
    <>
      <p className="sl-muted">{text.shippedIntro}</p>
      <DataTable
        id="shipped-adapters"
        label={text.origins.shipped}
        columns={useColumns(setShown)}
        rowKey={row => row.platform_id}
        rows={fitting}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        isFiltered={wanted !== ''}
        onClearFilters={() => setSearch({ keyword: undefined })}
        empty={<Empty isSmall title={text.shippedEmpty} text={text.shippedEmptyText} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'text', name: 'keyword', label: words.keyword }]}
            values={search}
            onChange={setSearch}
          />
        }
      />
      {shown !== null && (
        <Drawer open size="large" title={shown.platform_name} onClose={() => setShown(null)}>
          <JsonView label={shown.platform_name} text={JSON.stringify(shown.adapter, null, 2)} maxHeight={720} />
        </Drawer>
      )}
    </>
  )
}

function useColumns(onShow: (row: Shipped) => void): DataColumn<Shipped>[] {
  const text = useKindText()
  const all = useText()
  return [
    {
      key: 'platform',
      title: all.list.platform,
      width: 220,
      isAlwaysShown: true,
      render: (_, row) => (
        <span className="as-name">
          <PlatformIcon icon={row.platform_icon} size={20} /> {row.platform_name}
        </span>
      ),
    },
    { key: 'kind', title: text.kind, width: 150, render: (_, row) => text.kinds[row.adapter.kind] },
    { key: 'version', title: all.list.columns.versions, width: 120, render: (_, row) => text.version(row.version) },
    {
      key: 'actions',
      title: all.actions,
      width: 200,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <Actions row={row} onShow={() => onShow(row)} />,
    },
  ]
}

function Actions({ row, onShow }: { readonly row: Shipped; onShow(): void }) {
  const text = useKindText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.adapter.create({ body: { platform_id: row.platform_id, doc: row.adapter } }),
    onSuccess: async ({ content }) => {
      message.success(text.copied)
      navigate(adapterForm.href({ params: { id: content.id } }))
      await refreshAdapters(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <div className="as-actions">
      <CanButton
        type="link"
        size="small"
        authority="asset:query"
        aria-label={`${text.open} ${row.platform_name}`}
        onClick={onShow}
      >
        {text.open}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        authority="asset:add"
        loading={isPending}
        aria-label={`${text.copy} ${row.platform_name}`}
        onClick={() => mutate()}
      >
        {text.copy}
      </CanButton>
    </div>
  )
}
