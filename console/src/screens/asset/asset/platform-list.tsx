import { PlusOutlined } from '@ant-design/icons'
import { Radio } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { Removal } from '../../../parts/removal.tsx'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlatformIcon } from '../../../ui/platform-icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { countGroups, filterPlatforms } from './model.ts'
import { assetList, platformForm, platformList } from './pages.ts'
import { PlatformActions } from './parts/platform-actions.tsx'
import { PlatformCard } from './parts/platform-card.tsx'
import { refreshAssets, usePlatforms } from './parts/queries.ts'
import type { Platform } from './types.ts'
import { useText } from './use-text.ts'
import './asset.css'

/** What can be connected: platforms of the product and one's own, by group. */
export default function PlatformList() {
  const all = useText()
  const text = all.platform
  const navigate = useNavigate()
  const [search, setSearch] = platformList.useSearch()
  const [removed, setRemoved] = useState<Platform | null>(null)
  const { data, error, isFetching, refetch } = usePlatforms()
  const columns = usePlatformColumns(setRemoved)
  const shown = filterPlatforms(data ?? [], search)
  const clear = () =>
    setSearch({ keyword: undefined, group: undefined, origin: undefined, used: undefined, sign_in: undefined })
  const empty = <Empty isSmall title={text.empty} text={text.emptyText} />
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <CanButton
            type="primary"
            icon={<PlusOutlined />}
            authority="platform:add"
            onClick={() => navigate(platformForm.href({ params: { id: 'new' } }))}
          >
            {text.create}
          </CanButton>
        }
      />
      <div className="as-split">
        <GroupList platforms={data ?? []} />
        <div>
          {search.view === 'table' ? (
            <DataTable
              id="platforms"
              label={text.label}
              columns={columns}
              rowKey={platform => platform.id}
              rows={data && shown}
              error={error}
              isFetching={isFetching}
              onReload={() => void refetch()}
              empty={empty}
              isFiltered={shown.length < (data?.length ?? 0)}
              onClearFilters={clear}
              toolbar={<Filters />}
            />
          ) : (
            <Section>
              <Filters />
              {error && !data && <ErrorBlock error={error} onRetry={() => void refetch()} />}
              {!error && !data && <Skeleton rows={8} />}
              {data && shown.length === 0 && empty}
              <ul className="as-cards" aria-label={text.label}>
                {shown.map(platform => (
                  <li key={platform.id}>
                    <PlatformCard platform={platform} onRemove={() => setRemoved(platform)} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </div>
      </div>
      <Removal
        row={removed}
        text={text}
        action={all.remove}
        remove={id => api.platform.delete({ params: { id } })}
        refresh={refreshAssets}
        onClose={() => setRemoved(null)}
      />
    </>
  )
}

function GroupList({ platforms }: { readonly platforms: readonly Platform[] }) {
  const text = useText()
  const names: Readonly<Record<string, string>> = text.groups
  const [search, setSearch] = platformList.useSearch()
  const groups = [{ group: undefined, count: platforms.length }, ...countGroups(platforms)]
  return (
    <nav className="as-groups" aria-label={text.platform.group}>
      {groups.map(({ group, count }) => (
        <button
          key={group ?? ''}
          type="button"
          aria-pressed={search.group === group}
          onClick={() => setSearch({ group })}
        >
          <span>{group === undefined ? text.platform.all : (names[group] ?? group)}</span>
          <span className="sl-number">{count}</span>
        </button>
      ))}
    </nav>
  )
}

function Filters() {
  const text = useText().platform
  const [search, setSearch] = platformList.useSearch()
  const toOptions = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }))
  return (
    <div className="as-bar">
      <FilterBar
        fields={[
          { kind: 'text', name: 'keyword', label: text.keyword },
          { kind: 'select', name: 'origin', label: text.origin, options: toOptions(text.origins) },
          { kind: 'select', name: 'used', label: text.used, options: toOptions(text.useds) },
          { kind: 'select', name: 'sign_in', label: text.signIn, options: toOptions(text.signIns) },
        ]}
        values={search}
        onChange={setSearch}
      />
      <Radio.Group
        aria-label={text.view}
        optionType="button"
        value={search.view}
        options={toOptions(text.views)}
        onChange={event => setSearch({ view: event.target.value })}
      />
    </div>
  )
}

function usePlatformColumns(onRemove: (platform: Platform) => void): DataColumn<Platform>[] {
  const all = useText()
  const text = all.platform
  const groups: Readonly<Record<string, string>> = all.groups
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      width: 170,
      isAlwaysShown: true,
      render: (_, platform) => (
        <span className="as-name">
          <PlatformIcon icon={platform.icon} />
          <Link to={platformForm.href({ params: { id: platform.id } })}>{platform.name}</Link>
        </span>
      ),
    },
    { key: 'code', title: text.columns.code, width: 110, dataIndex: 'code', ellipsis: true },
    {
      key: 'group',
      isHidden: true,
      title: text.columns.group,
      width: 90,
      render: (_, each) => groups[each.group] ?? each.group,
    },
    {
      key: 'roles',
      title: text.columns.roles,
      width: 130,
      render: (_, each) => each.roles.map(role => all.roles[role]).join(' / '),
    },
    {
      key: 'apis',
      title: text.columns.apis,
      width: 70,
      align: 'end',
      render: (_, each) =>
        each.takes_assets ? (
          <Link
            to={assetList.href({
              search: { platform: each.id, ...(each.pack && each.asset_count === 0 && { origin: 'shipped' as const }) },
            })}
          >
            {each.asset_count + (each.pack?.interface_count ?? 0)}
          </Link>
        ) : (
          <span className="sl-muted">–</span>
        ),
    },
    {
      key: 'signIns',
      isHidden: true,
      title: text.signIn,
      width: 150,
      render: (_, each) => each.sign_ins.map(kind => text.signIns[kind]).join(' / '),
    },
    { key: 'connectors', title: text.columns.connectors, width: 80, align: 'end', dataIndex: 'connector_count' },
    {
      key: 'status',
      title: text.columns.status,
      width: 150,
      render: (_, each) => `${text.origins[each.is_own ? 'own' : 'builtIn']} · ${text.status[each.status]}`,
    },
    {
      key: 'actions',
      title: all.actions,
      width: 190,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, each) => <PlatformActions platform={each} onRemove={() => onRemove(each)} />,
    },
  ]
}
