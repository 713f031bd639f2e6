import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Segmented } from 'antd'
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
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlatformIcon } from '../../../ui/platform-icon.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePlatforms } from '../asset/public.ts'
import { adapterForm, adapterList } from './pages.ts'
import { AdapterActions } from './parts/adapter-actions.tsx'
import { AdapterStatus } from './parts/adapter-status.tsx'
import type { AdapterRow } from './types.ts'
import { useKindText } from './use-kind-text.ts'
import { useText } from './use-text.ts'

// Seldom opened.
const ImportDialog = lazyPart(async () => ({ default: (await import('./parts/import-dialog.tsx')).ImportDialog }))
const ShippedAdapters = lazyPart(async () => ({
  default: (await import('./parts/shipped-adapters.tsx')).ShippedAdapters,
}))

/** How far systems are spoken to, as a table or as cards. */
export default function AdapterList() {
  const text = useText().list
  const kindText = useKindText()
  const [search, setSearch] = adapterList.useSearch()
  const { keyword, platform, status, kind, origin, page, pageSize, sort, view } = search
  const { data, error, isFetching, refetch } = useAdapters()
  const columns = useColumns()
  const empty = <Empty isSmall title={text.empty} text={text.emptyText} action={<CreateButton />} />
  const toolbar = <Filters />
  const extra = (
    <span className="as-name">
      <Segmented
        aria-label={text.view}
        value={view}
        options={(['table', 'cards'] as const).map(value => ({ value, label: text.views[value] }))}
        onChange={value => setSearch({ view: value })}
      />
      <ImportButton />
      <ExportButton />
    </span>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<CreateButton />} />
      <Segmented
        className="as-origin"
        aria-label={kindText.origin}
        value={origin}
        options={(['own', 'shipped'] as const).map(value => ({ value, label: kindText.origins[value] }))}
        onChange={value => setSearch({ origin: value, page: 1 })}
      />
      {origin === 'shipped' ? (
        <Suspense fallback={<Skeleton rows={6} />}>
          <ShippedAdapters />
        </Suspense>
      ) : view === 'cards' ? (
        <Section>
          <div className="as-bar">
            {toolbar}
            {extra}
          </div>
          {error ? (
            <ErrorBlock error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <Cards rows={data.content} empty={empty} />
          ) : (
            <Skeleton rows={6} />
          )}
        </Section>
      ) : (
        <DataTable
          id="adapters"
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
          isFiltered={[keyword, platform, status, kind].some(value => value !== undefined)}
          onClearFilters={() =>
            setSearch({ keyword: undefined, platform: undefined, status: undefined, kind: undefined, page: 1 })
          }
          empty={empty}
          toolbar={toolbar}
          extra={extra}
        />
      )}
    </>
  )
}

function useAdapters() {
  const [{ keyword, platform, status, kind, sort, page, pageSize, view }] = adapterList.useSearch()
  const query = api.adapter.list.query({
    query: {
      // Cards have no pages.
      page: view === 'cards' ? 1 : page,
      pageSize: view === 'cards' ? 500 : pageSize,
      ...(keyword !== undefined && { keyword }),
      ...(platform !== undefined && { platform_id: platform }),
      ...(status !== undefined && { status }),
      ...(kind !== undefined && { kind }),
      ...(sort !== undefined && { sort }),
    },
  })
  return useQuery({ ...query, queryKey: [...query.queryKey, useLanguage()], ...keepRows })
}

function CreateButton() {
  const text = useText().list
  const navigate = useNavigate()
  const [{ platform }] = adapterList.useSearch()
  const start = { ...(platform !== undefined && { platform }) }
  return (
    <CanButton
      type="primary"
      icon={<PlusOutlined />}
      authority="asset:add"
      onClick={() => navigate(adapterForm.href({ params: { id: 'new' }, search: start }))}
    >
      {text.create}
    </CanButton>
  )
}

function Filters() {
  const text = useText().list
  const [search, setSearch] = adapterList.useSearch()
  const kindText = useKindText()
  const kinds = Object.entries(kindText.kinds).map(([value, label]) => ({ value, label }))
  const platforms = usePlatforms()
  const options = (platforms.data ?? [])
    .filter(each => each.takes_assets || each.takes_statements)
    .map(each => ({ value: each.id, label: each.name }))
  const statuses = Object.entries(text.statuses).map(([value, label]) => ({ value, label }))
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'platform', label: text.platform, options },
        { kind: 'select', name: 'status', label: text.status, options: statuses },
        { kind: 'select', name: 'kind', label: kindText.kind, options: kinds },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}

function ExportButton() {
  const text = useText().list
  const [{ keyword, platform, status, kind }] = adapterList.useSearch()
  const save = async (format: 'json' | 'csv') => {
    const body = {
      format,
      ...(keyword !== undefined && { keyword }),
      ...(platform !== undefined && { platform_id: platform }),
      ...(status !== undefined && { status }),
      ...(kind !== undefined && { kind }),
    }
    try {
      const { saveFile } = await import('../../../lib/save-file.ts')
      saveFile(await api.adapter.export({ body }), `adapters.${format}`)
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

function ImportButton() {
  const text = useKindText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CanButton className="as-import" authority="asset:import" onClick={() => setOpen(true)}>
        {text.import}
      </CanButton>
      {isOpen && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Cards({ rows, empty }: { readonly rows: readonly AdapterRow[]; readonly empty: React.ReactNode }) {
  const text = useText().list
  if (rows.length === 0) return empty
  return (
    <ul className="as-cards" aria-label={text.label}>
      {rows.map(row => (
        <li key={row.id}>
          <article className="as-card" aria-label={row.name}>
            <PlatformIcon icon={row.platform_icon} size={40} />
            <div className="as-card-main">
              <div className="as-card-head">
                <Link to={adapterForm.href({ params: { id: row.id } })}>{row.name}</Link>
                <AdapterStatus row={row} />
              </div>
              <p>{row.platform_name}</p>
              <small className="sl-muted">
                {text.columns.versions} {row.version} ({row.published_version ?? text.none}) · {text.columns.uses}{' '}
                {row.running_strategy_count} / {row.strategy_count}
              </small>
              <AdapterActions row={row} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}

function useColumns(): DataColumn<AdapterRow>[] {
  const kindText = useKindText()
  const all = useText()
  const text = all.list
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      sortKey: 'name',
      width: 230,
      isAlwaysShown: true,
      render: (_, row) => <Link to={adapterForm.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    {
      key: 'platform',
      ellipsis: true,
      title: text.platform,
      width: 170,
      render: (_, row) => (
        <span className="as-name">
          <PlatformIcon icon={row.platform_icon} size={20} /> {row.platform_name}
        </span>
      ),
    },
    { key: 'kind', title: kindText.kind, width: 120, render: (_, row) => kindText.kinds[row.kind] },
    { key: 'status', title: text.status, width: 160, render: (_, row) => <AdapterStatus row={row} /> },
    {
      key: 'version',
      title: text.columns.versions,
      width: 120,
      render: (_, row) => `${row.version} (${row.published_version ?? text.none})`,
    },
    {
      key: 'uses',
      title: text.columns.uses,
      width: 90,
      render: (_, row) => (
        <Link
          title={text.usesHint}
          to={adapterForm.href({ params: { id: row.id }, search: { tab: 'references' } })}
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
      render: (_, row) => <AdapterActions row={row} />,
    },
  ]
}
