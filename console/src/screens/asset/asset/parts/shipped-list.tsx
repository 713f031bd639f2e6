import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { MoreActions } from '../../../../parts/more-actions.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { connectorCreate } from '../../../connect/connector/pages.ts'
import { assetForm, assetList } from '../pages.ts'
import type { ShippedPack, ShippedRow } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAssets } from './queries.ts'
import { ShippedDetail } from './shipped-detail.tsx'

/** Interfaces that come with the product: read-only, offered by every connector of their platform. */
export function ShippedList() {
  const text = useText()
  const [search, setSearch] = assetList.useSearch()
  const [shown, setShown] = useState<ShippedRow | null>(null)
  const { data, error, isFetching, refetch } = useShipped()
  const rows = data?.flatMap(pack => pack.interfaces.map(each => ({ ...each, pack })))
  const fitting = rows?.filter(row => fits(row, search))
  return (
    <>
      <p className="sl-muted">{text.shipped.intro}</p>
      <DataTable
        id="shipped-assets"
        label={text.asset.origins.shipped}
        columns={useColumns(setShown)}
        rowKey={row => row.resource}
        rows={fitting}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        isFiltered={fitting?.length !== rows?.length}
        onClearFilters={() => setSearch({ keyword: undefined, platform: undefined, type: undefined })}
        empty={<Empty isSmall title={text.shipped.empty} text={text.shipped.emptyText} />}
        toolbar={<Filters packs={data ?? []} />}
      />
      {shown !== null && <ShippedDetail row={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function useShipped() {
  const query = api.pack.list.query({ query: {} })
  return useQuery({ ...query, queryKey: [...query.queryKey, useLanguage()], select: answer => answer.content })
}

interface Wanted {
  readonly keyword?: string | undefined
  readonly platform?: string | undefined
  readonly type?: string | undefined
}

function fits({ doc, group, pack }: ShippedRow, { keyword = '', platform, type }: Wanted): boolean {
  if (platform !== undefined && platform !== pack.platform_id) return false
  if (type !== undefined && type !== doc.type) return false
  return `${doc.name} ${doc.api} ${group}`.toLowerCase().includes(keyword.trim().toLowerCase())
}

function Filters({ packs }: { readonly packs: readonly ShippedPack[] }) {
  const text = useText().asset
  const [search, setSearch] = assetList.useSearch()
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        {
          kind: 'select',
          name: 'platform',
          label: text.platform,
          options: packs.map(pack => ({ value: pack.platform_id, label: pack.platform_name })),
        },
        {
          kind: 'select',
          name: 'type',
          label: text.type,
          options: Object.entries(text.types).map(([value, label]) => ({ value, label })),
        },
      ]}
      values={search}
      onChange={setSearch}
    />
  )
}

function useColumns(onShow: (row: ShippedRow) => void): DataColumn<ShippedRow>[] {
  const all = useText()
  const text = all.asset
  return [
    {
      key: 'name',
      title: text.columns.name,
      width: 230,
      isAlwaysShown: true,
      render: (_, { doc, group }) => (
        <span className="as-name-main">
          {doc.name}
          <small className="sl-muted">{group}</small>
        </span>
      ),
    },
    {
      key: 'api',
      title: text.columns.api,
      width: 280,
      render: (_, { doc }) => (
        <span className="as-api">
          <Tag>{doc.method}</Tag>
          {doc.api}
        </span>
      ),
    },
    { key: 'type', title: text.type, width: 80, render: (_, { doc }) => text.types[doc.type] },
    {
      key: 'platform',
      title: text.platform,
      width: 170,
      render: (_, { pack }) => (
        <span className="as-name">
          <PlatformIcon icon={pack.platform_icon} size={20} /> {pack.platform_name}
        </span>
      ),
    },
    {
      key: 'version',
      title: text.columns.version,
      width: 90,
      render: (_, { pack }) => all.shipped.version(pack.version),
    },
    {
      key: 'actions',
      title: all.actions,
      width: 130,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <Actions row={row} onShow={() => onShow(row)} />,
    },
  ]
}

function Actions({ row, onShow }: { readonly row: ShippedRow; onShow(): void }) {
  const text = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => api.apiAsset.create({ body: { platform_id: row.pack.platform_id, doc: row.doc } }),
    onSuccess: async ({ content }) => {
      message.success(text.shipped.copied)
      navigate(assetForm.href({ params: { id: content.id } }))
      await refreshAssets(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  const connect = (): void =>
    void navigate(connectorCreate.href({ search: { platform: row.pack.platform_id, step: 'basic' } }))
  return (
    <div className="as-actions">
      <CanButton
        type="link"
        size="small"
        authority="asset:query"
        aria-label={`${text.shipped.open} ${row.pack.platform_name} ${row.doc.name}`}
        onClick={onShow}
      >
        {text.shipped.open}
      </CanButton>
      <MoreActions
        label={text.asset.more(`${row.pack.platform_name} ${row.doc.name}`)}
        actions={[
          { key: 'copy', label: text.shipped.copy, authority: 'asset:add', onClick: () => mutate() },
          { key: 'connect', label: text.shipped.connect, authority: 'connector:add', onClick: connect },
        ]}
      />
    </div>
  )
}
