import { PlusOutlined } from '@ant-design/icons'
import { Select, Tree } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useCan } from '../../../lib/session.ts'
import { MoreActions } from '../../../parts/more-actions.tsx'
import { Removal } from '../../../parts/removal.tsx'
import { CanButton } from '../../../ui/can.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type CollectionNode, childrenOf, toTree } from './model.ts'
import { collectionDetail, collectionList } from './pages.ts'
import type { EditedCollection } from './parts/collection-form.tsx'
import { MoveHandle } from './parts/move-handle.tsx'
import { refreshAssets, useCollections, usePlatforms } from './parts/queries.ts'
import { useCategoryOrder } from './parts/use-category-order.ts'
import type { Collection } from './types.ts'
import { useText } from './use-text.ts'
import './asset.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const CollectionForm = lazyPart(async () => ({ default: (await import('./parts/collection-form.tsx')).CollectionForm }))

/** The categories of one platform's interfaces, a tree that is arranged by dragging or by the arrow keys. */
export default function CollectionList() {
  const text = useText().collection
  const [search, setSearch] = collectionList.useSearch()
  const platforms = usePlatforms()
  const options = (platforms.data ?? []).filter(each => each.takes_assets)
  const platform = search.platform ?? options.find(each => each.asset_count > 0)?.id ?? options[0]?.id
  const [edited, setEdited] = useState<EditedCollection | null>(null)
  const create = (
    <CanButton
      type="primary"
      icon={<PlusOutlined />}
      authority="asset:add"
      onClick={() => platform !== undefined && setEdited({ platformId: platform, parentId: null })}
    >
      {text.create}
    </CanButton>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={create} />
      <Section>
        <div className="as-bar">
          <Select
            aria-label={text.platform}
            style={{ width: 260 }}
            showSearch={{ optionFilterProp: 'label' }}
            {...(platform !== undefined && { value: platform })}
            options={options.map(each => ({ value: each.id, label: each.name }))}
            onChange={(id: string) => setSearch({ platform: id })}
          />
        </div>
        {platform !== undefined && <Categories key={platform} platformId={platform} onEdit={setEdited} />}
      </Section>
      <Suspense>{edited && <CollectionForm edited={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  )
}

interface CategoriesProps {
  readonly platformId: string
  onEdit(edited: EditedCollection): void
}

function Categories({ platformId, onEdit }: CategoriesProps) {
  const all = useText()
  const text = all.collection
  const can = useCan()
  const [removed, setRemoved] = useState<Collection | null>(null)
  const { data, error, refetch } = useCollections(platformId)
  const { rows, move } = useCategoryOrder(platformId, data)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  if (error && !rows) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!rows) return <Skeleton rows={6} />
  if (rows.length === 0) return <Empty isSmall title={text.empty} text={text.emptyText} />
  return (
    <>
      <Tree<CollectionNode>
        aria-label={text.tree}
        blockNode
        // One that gets its first child by a move shows it.
        expandedKeys={rows.map(row => row.id).filter(id => !closed.has(id))}
        onExpand={(_, { expanded, node }) => setClosed(withOrWithout(closed, node.row.id, !expanded))}
        selectable={false}
        draggable={can('asset:update') && { icon: false }}
        treeData={toTree(rows)}
        titleRender={({ row }) => (
          <Category
            row={row}
            handle={can('asset:update') && <Handle row={row} rows={rows} onMove={move} />}
            onEdit={onEdit}
            onRemove={() => setRemoved(row)}
          />
        )}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const parent = dropToGap ? node.row.parent_id : node.row.id
          const siblings = childrenOf(rows, parent).filter(each => each.id !== dragNode.row.id)
          const at = siblings.findIndex(each => each.id === node.row.id)
          // dropPosition counts within the node's own level: below the node, or above the first one.
          const index = dropToGap
            ? dropPosition < 0
              ? 0
              : at + (dropPosition > Number(node.pos.split('-').at(-1)) ? 1 : 0)
            : 0
          move(dragNode.row.id, parent, index)
        }}
      />
      <Removal
        row={removed}
        text={text}
        action={all.remove}
        remove={id => api.collection.delete({ params: { id } })}
        refresh={refreshAssets}
        onClose={() => setRemoved(null)}
      />
    </>
  )
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const rest = [...ids].filter(each => each !== id)
  return new Set(isIn ? [...rest, id] : rest)
}

interface HandleProps {
  readonly row: Collection
  readonly rows: readonly Collection[]
  /** Under a parent, at a place counted without itself. */
  onMove(id: string, parentId: string | null, index: number): void
}

function Handle({ row, rows, onMove }: HandleProps) {
  const text = useText().collection
  const siblings = childrenOf(rows, row.parent_id)
  const at = siblings.findIndex(each => each.id === row.id)
  const before = siblings[at - 1]
  const parent = rows.find(each => each.id === row.parent_id)
  const place = text.placeOf(at + 1, siblings.length, parent?.name ?? '')
  return (
    <MoveHandle
      label={text.treeHandle(row.name, place)}
      place={place}
      at={at}
      count={siblings.length}
      onMove={to => onMove(row.id, row.parent_id, to)}
      onIn={before && (() => onMove(row.id, before.id, childrenOf(rows, before.id).length))}
      onOut={parent && (() => onMove(row.id, parent.parent_id, childrenOf(rows, parent.parent_id).indexOf(parent) + 1))}
    />
  )
}

interface CategoryProps {
  readonly row: Collection
  readonly handle: ReactNode
  onEdit(edited: EditedCollection): void
  onRemove(): void
}

function Category({ row, handle, onEdit, onRemove }: CategoryProps) {
  const all = useText()
  const text = all.collection
  const navigate = useNavigate()
  return (
    <div className="as-category">
      {handle}
      <span className="sl-grow">
        {row.name} <small className="sl-muted">{text.count(row.api_count)}</small>
      </span>
      <CanButton
        type="link"
        size="small"
        authority="asset:query"
        aria-label={`${text.open} ${row.name}`}
        onClick={() => navigate(collectionDetail.href({ params: { id: row.id } }))}
      >
        {text.open}
      </CanButton>
      <MoreActions
        label={`${all.actions} ${row.name}`}
        actions={[
          {
            key: 'under',
            label: text.createUnder,
            authority: 'asset:add',
            onClick: () => onEdit({ platformId: row.platform_id, parentId: row.id }),
          },
          {
            key: 'edit',
            label: text.rename,
            authority: 'asset:update',
            onClick: () => onEdit({ platformId: row.platform_id, parentId: row.parent_id, row }),
          },
          { key: 'remove', label: all.remove, authority: 'asset:delete', isDanger: true, onClick: onRemove },
        ]}
      />
    </div>
  )
}
