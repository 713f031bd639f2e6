import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { message } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useCan } from '../../lib/session.ts'
import { CanButton } from '../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { assetForm, collectionDetail, collectionList } from './pages.ts'
import { AssetStatus } from './parts/asset-status.tsx'
import { refreshAssets } from './parts/queries.ts'
import type { AssetRow, Collection } from './types.ts'
import { useText } from './use-text.ts'
import './asset.css'

// Opened by few.
const CollectionForm = lazy(async () => ({ default: (await import('./parts/collection-form.tsx')).CollectionForm }))
const MoveDialog = lazy(async () => ({ default: (await import('./parts/move-dialog.tsx')).MoveDialog }))

/** One category and its interfaces in their order. */
export default function CollectionDetail() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = collectionDetail.useParams()
  const { data, error, refetch } = useQuery(api.collection.get.query({ params: { id } }))
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <Empty
        title={text.missing}
        text={text.missingText}
        action={<Button onClick={() => navigate(collectionList.href())}>{text.back}</Button>}
      />
    )
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (data) return <Detail row={data.content} />
  return (
    <Section>
      <Skeleton rows={6} hasTitle />
    </Section>
  )
}

function Detail({ row }: { readonly row: Collection }) {
  const all = useText()
  const text = all.collection
  const [selected, setSelected] = useState<string[]>([])
  const [opened, setOpened] = useState<'edit' | 'move' | null>(null)
  const query = api.apiAsset.list.query({ query: { collection_id: row.id, sort: 'sort', pageSize: 500 } })
  const { data, error, isFetching, refetch } = useQuery({ ...query, queryKey: [...query.queryKey, useLanguage()] })
  // Those of categories below it have an order of their own.
  const rows = data?.content.filter(each => each.collection_id === row.id)
  const columns = useColumns(row.id, rows ?? [])
  return (
    <>
      <PageHeader
        backTo={collectionList.href({ search: { platform: row.platform_id } })}
        title={row.name}
        text={row.remark || text.order}
        actions={
          <CanButton authority="asset:update" onClick={() => setOpened('edit')}>
            {text.rename}
          </CanButton>
        }
      />
      <DataTable
        id="collection-assets"
        label={text.apis}
        columns={columns}
        rowKey={each => each.id}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.noApis} text={text.noApisText} />}
        selection={{
          selected,
          onSelect: setSelected,
          actions: (
            <CanButton size="small" authority="asset:update" onClick={() => setOpened('move')}>
              {all.asset.move}
            </CanButton>
          ),
        }}
      />
      <Suspense>
        {opened === 'edit' && (
          <CollectionForm
            edited={{ platformId: row.platform_id, parentId: row.parent_id, row }}
            onClose={() => setOpened(null)}
          />
        )}
        {opened === 'move' && (
          <MoveDialog
            rows={(rows ?? []).filter(each => selected.includes(each.id))}
            onClose={() => setOpened(null)}
            onMoved={() => setSelected([])}
          />
        )}
      </Suspense>
    </>
  )
}

function useColumns(collectionId: string, rows: readonly AssetRow[]): DataColumn<AssetRow>[] {
  const all = useText()
  const text = all.asset
  const can = useCan()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: string[]) => api.collection.order({ params: { id: collectionId }, body: { ids } }),
    onSuccess: () => refreshAssets(client),
    onError: error => message.error(describeError(error).message),
  })
  const move = (at: number, by: -1 | 1) => {
    const ids = rows.map(row => row.id)
    const [moved] = ids.splice(at, 1)
    if (moved) ids.splice(at + by, 0, moved)
    mutate(ids)
  }
  const isOff = isPending || !can('asset:update')
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      isAlwaysShown: true,
      render: (_, row) => <Link to={assetForm.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    {
      key: 'api',
      ellipsis: true,
      title: text.columns.api,
      render: (_, row) => (
        <span className="as-api">
          <Tag>{row.method}</Tag>
          {row.api}
        </span>
      ),
    },
    { key: 'type', title: text.type, width: 90, render: (_, row) => text.types[row.type] },
    { key: 'status', title: text.status, width: 100, render: (_, row) => <AssetStatus row={row} /> },
    {
      key: 'actions',
      title: all.actions,
      width: 110,
      isAlwaysShown: true,
      render: (_, row, at) => (
        <div className="as-actions">
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={`${all.up} ${row.name}`}
            disabled={isOff || at === 0}
            onClick={() => move(at, -1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={`${all.down} ${row.name}`}
            disabled={isOff || at === rows.length - 1}
            onClick={() => move(at, 1)}
          />
        </div>
      ),
    },
  ]
}
