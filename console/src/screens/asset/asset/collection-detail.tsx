import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { assetForm, collectionDetail, collectionList } from './pages.ts'
import { AssetStatus } from './parts/asset-status.tsx'
import { useAssetOrder } from './parts/use-asset-order.ts'
import { useRowDrag } from './parts/use-row-drag.tsx'
import type { AssetRow, Collection } from './types.ts'
import { useText } from './use-text.ts'
import './asset.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const CollectionForm = lazyPart(async () => ({ default: (await import('./parts/collection-form.tsx')).CollectionForm }))
const MoveDialog = lazyPart(async () => ({ default: (await import('./parts/move-dialog.tsx')).MoveDialog }))

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
  const stored = data?.content.filter(each => each.collection_id === row.id)
  const { rows, move } = useAssetOrder(row.id, stored)
  const columns = useColumns()
  const drag = useRowDrag(rows ?? [], move)
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
        columns={drag.column ? [drag.column, ...columns] : columns}
        onRow={drag.onRow}
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

function useColumns(): DataColumn<AssetRow>[] {
  const text = useText().asset
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      isAlwaysShown: true,
      // The row is what is dragged.
      render: (_, row) => (
        <Link draggable={false} to={assetForm.href({ params: { id: row.id } })}>
          {row.name}
        </Link>
      ),
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
  ]
}
