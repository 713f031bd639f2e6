import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Radio, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlatformIcon } from '../../../ui/platform-icon.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { assetForm, assetList } from './pages.ts'
import { AssetActions } from './parts/asset-actions.tsx'
import { AssetStatus } from './parts/asset-status.tsx'
import { useCollections, usePlatforms } from './parts/queries.ts'
import type { AssetRow } from './types.ts'
import { useText } from './use-text.ts'
import './asset.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const ImportDialog = lazyPart(async () => ({ default: (await import('./parts/import-dialog.tsx')).ImportDialog }))
const ShippedList = lazyPart(async () => ({ default: (await import('./parts/shipped-list.tsx')).ShippedList }))
const MoveDialog = lazyPart(async () => ({ default: (await import('./parts/move-dialog.tsx')).MoveDialog }))

/** Interfaces for all platforms: those that the tenant wrote down, and those that the product brings along. */
export default function AssetList() {
  const text = useText().asset
  const [{ origin }, setSearch] = assetList.useSearch()
  const [opened, setOpened] = useState<'import' | 'move' | null>(null)
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={<HeaderActions onImport={() => setOpened('import')} />}
      />
      <Radio.Group
        className="as-origin"
        aria-label={text.origin}
        optionType="button"
        value={origin}
        options={Object.entries(text.origins).map(([value, label]) => ({ value, label }))}
        onChange={event => setSearch({ origin: event.target.value, page: 1 })}
      />
      {origin === 'shipped' ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <ShippedList />
        </Suspense>
      ) : (
        <OwnList opened={opened} onOpen={setOpened} />
      )}
    </>
  )
}

interface OwnListProps {
  readonly opened: 'import' | 'move' | null
  onOpen(opened: OwnListProps['opened']): void
}

function OwnList({ opened, onOpen: setOpened }: OwnListProps) {
  const text = useText().asset
  const [search, setSearch] = assetList.useSearch()
  const [selected, setSelected] = useState<string[]>([])
  const { data, error, isFetching, refetch } = useAssets()
  const columns = useAssetColumns()
  const { keyword, platform, collection, type, status, page, pageSize, sort } = search
  return (
    <>
      <DataTable
        id="api-assets"
        label={text.label}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, ...(sort !== undefined && { sort }) }}
        onPaging={setSearch}
        isFiltered={[keyword, platform, collection, type, status].some(value => value !== undefined)}
        onClearFilters={() =>
          setSearch({
            keyword: undefined,
            platform: undefined,
            collection: undefined,
            type: undefined,
            status: undefined,
            page: 1,
          })
        }
        empty={
          <Empty
            isSmall
            title={text.empty}
            text={text.emptyText}
            action={<HeaderActions onImport={() => setOpened('import')} />}
          />
        }
        toolbar={<Filters />}
        extra={<ExportButton ids={selected} />}
        selection={{
          selected,
          onSelect: setSelected,
          actions: (
            <CanButton size="small" authority="asset:update" onClick={() => setOpened('move')}>
              {text.move}
            </CanButton>
          ),
        }}
      />
      <Suspense>
        {opened === 'import' && <ImportDialog platformId={platform} onClose={() => setOpened(null)} />}
        {opened === 'move' && (
          <MoveDialog
            rows={(data?.content ?? []).filter(row => selected.includes(row.id))}
            onClose={() => setOpened(null)}
            onMoved={() => setSelected([])}
          />
        )}
      </Suspense>
    </>
  )
}

function useAssets() {
  const [search] = assetList.useSearch()
  const { keyword, platform, collection, type, status, sort, page, pageSize } = search
  const query = api.apiAsset.list.query({
    query: {
      page,
      pageSize,
      ...(keyword !== undefined && { keyword }),
      ...(platform !== undefined && { platform_id: platform }),
      ...(collection !== undefined && { collection_id: collection }),
      ...(type !== undefined && { type }),
      ...(status !== undefined && { status }),
      ...(sort !== undefined && { sort }),
    },
  })
  return useQuery({ ...query, queryKey: [...query.queryKey, useLanguage()], ...keepRows })
}

function HeaderActions({ onImport }: { onImport(): void }) {
  const text = useText().asset
  const navigate = useNavigate()
  const [{ platform, collection }] = assetList.useSearch()
  const start = { ...(platform !== undefined && { platform }), ...(collection !== undefined && { collection }) }
  return (
    <div className="as-name">
      <CanButton icon={<ImportOutlined />} authority="asset:import" onClick={onImport}>
        {text.import}
      </CanButton>
      <CanButton
        type="primary"
        icon={<PlusOutlined />}
        authority="asset:add"
        onClick={() => navigate(assetForm.href({ params: { id: 'new' }, search: start }))}
      >
        {text.create}
      </CanButton>
    </div>
  )
}

function Filters() {
  const text = useText().asset
  const [search, setSearch] = assetList.useSearch()
  const platforms = usePlatforms()
  const collections = useCollections(search.platform)
  const toOptions = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }))
  const platformOptions = (platforms.data ?? [])
    .filter(each => each.takes_assets)
    .map(each => ({ value: each.id, label: each.name }))
  const collectionOptions = [
    ...(collections.data ?? []).map(each => ({ value: each.id, label: each.name })),
    { value: 'none', label: text.noCollection },
  ]
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'platform', label: text.platform, options: platformOptions },
        { kind: 'select', name: 'collection', label: text.collection, options: collectionOptions },
        { kind: 'select', name: 'type', label: text.type, options: toOptions(text.types) },
        { kind: 'select', name: 'status', label: text.status, options: toOptions(text.statuses) },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}

function ExportButton({ ids }: { readonly ids: readonly string[] }) {
  const text = useText().asset
  const [{ keyword, platform, collection, type, status }] = assetList.useSearch()
  const save = async (format: 'json' | 'yaml' | 'csv' | 'xlsx') => {
    const body = {
      format,
      ...(ids.length > 0 && { ids: [...ids] }),
      ...(keyword !== undefined && { keyword }),
      ...(platform !== undefined && { platform_id: platform }),
      ...(collection !== undefined && { collection_id: collection }),
      ...(type !== undefined && { type }),
      ...(status !== undefined && { status }),
    }
    try {
      const { saveFile } = await import('../../../lib/save-file.ts')
      saveFile(await api.apiAsset.export({ body }), `api-assets.${format}`)
    } catch (error) {
      message.error(describeError(error).message)
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: Object.entries(text.exports).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => void save(key as 'json'), // the keys of `exports`
      }}
    >
      <Button>{text.export}</Button>
    </Dropdown>
  )
}

function useAssetColumns(): DataColumn<AssetRow>[] {
  const all = useText()
  const text = all.asset
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      sortKey: 'name',
      width: 190,
      isAlwaysShown: true,
      render: (_, row) => (
        <span className="as-name-main">
          <Link to={assetForm.href({ params: { id: row.id } })}>{row.name}</Link>
          {row.collection_name !== null && <small className="sl-muted">{row.collection_name}</small>}
        </span>
      ),
    },
    {
      key: 'api',
      ellipsis: true,
      title: text.columns.api,
      sortKey: 'api',
      width: 200,
      render: (_, row) => (
        <span className="as-api">
          <Tag>{row.method}</Tag>
          {row.api}
        </span>
      ),
    },
    { key: 'type', title: text.type, width: 80, render: (_, row) => text.types[row.type] },
    {
      key: 'platform',
      ellipsis: true,
      title: text.platform,
      width: 150,
      render: (_, row) => (
        <span className="as-name">
          <PlatformIcon icon={row.platform_icon} size={20} /> {row.platform_name}
        </span>
      ),
    },
    { key: 'status', title: text.status, width: 90, render: (_, row) => <AssetStatus row={row} /> },
    { key: 'version', title: text.columns.version, width: 70, align: 'end', dataIndex: 'version' },
    {
      key: 'uses',
      title: text.columns.uses,
      width: 80,
      render: (_, row) => (
        <Link
          title={text.usesHint}
          to={assetForm.href({ params: { id: row.id }, search: { tab: 'references' } })}
        >{`${row.running_strategy_count} / ${row.strategy_count}`}</Link>
      ),
    },
    {
      key: 'updated',
      title: text.columns.updated,
      sortKey: 'updated_at',
      width: 110,
      render: (_, row) => <RelativeTime value={row.updated_at} />,
    },
    {
      key: 'actions',
      title: all.actions,
      width: 130,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <AssetActions row={row} />,
    },
  ]
}
