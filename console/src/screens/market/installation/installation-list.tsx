import { ShopOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Tag } from 'antd'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { marketList } from '../market/pages.ts'
import { PlatformPair } from '../market/public.ts'
import { installationDetail, installationList } from './pages.ts'
import { InstallationState } from './parts/installation-state.tsx'
import type { Row } from './types.ts'
import { useText } from './use-text.ts'

/** What is installed here, as cards. */
export default function InstallationList() {
  const text = useText()
  const navigate = useNavigate()
  const [search, setSearch] = installationList.useSearch()
  const toMarket = (
    <Button type="primary" icon={<ShopOutlined />} onClick={() => void navigate(marketList.href())}>
      {text.market}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={toMarket} />
      <FilterBar
        fields={[{ kind: 'text', name: 'keyword', label: text.keyword }]}
        values={search}
        onChange={patch => setSearch({ ...patch, page: 1 })}
      />
      <Cards toMarket={toMarket} />
    </>
  )
}

function Cards({ toMarket }: { readonly toMarket: React.ReactNode }) {
  const text = useText()
  const [{ keyword, page, pageSize }, setSearch] = installationList.useSearch()
  const { data, error, refetch } = useQuery({
    ...api.installation.list.query({ query: { ...(keyword !== undefined && { keyword }), page, pageSize } }),
    ...keepRows,
  })
  if (error && !data) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} hasTitle />
  if (data.content.length === 0)
    return keyword === undefined ? (
      <Empty title={text.empty} text={text.emptyText} action={toMarket} />
    ) : (
      <Empty
        title={text.none}
        action={<Button onClick={() => setSearch({ keyword: undefined, page: 1 })}>{text.clear}</Button>}
      />
    )
  return (
    <>
      <ul className="mk-cards" aria-label={text.label}>
        {data.content.map(row => (
          <li key={row.id}>
            <InstallationCard row={row} />
          </li>
        ))}
      </ul>
      <div className="mk-pages">
        <Pagination
          current={page}
          pageSize={pageSize}
          total={data.total ?? 0}
          hideOnSinglePage
          showSizeChanger={false}
          onChange={next => setSearch({ page: next })}
        />
      </div>
    </>
  )
}

function InstallationCard({ row }: { readonly row: Row }) {
  const text = useText()
  const { number } = useFormat()
  const navigate = useNavigate()
  const address = installationDetail.href({ params: { id: row.id } })
  return (
    <article className="mk-card" aria-label={row.title}>
      <div className="mk-line">
        <PlatformPair platforms={row.platforms} size={24} />
        <InstallationState state={row.status} />
      </div>
      <h2>
        <Link to={address}>{row.title}</Link>
      </h2>
      <div className="mk-tags">
        {row.prefix !== '' && <Tag>{text.prefix(row.prefix)}</Tag>}
        {row.is_converted && <Tag>{text.converted}</Tag>}
        {row.newer && <Tag color="processing">{text.newer(row.newer.version)}</Tag>}
      </div>
      <dl className="mk-figures">
        <div>
          <dt>{text.doneToday}</dt>
          <dd>{number(row.done_today)}</dd>
        </div>
        <div>
          <dt>{text.failed}</dt>
          <dd className={Number(row.failed) > 0 ? 'sl-figure-bad' : ''}>{number(row.failed)}</dd>
        </div>
        <div>
          <dt>{text.lastRun}</dt>
          <dd>{row.last_run_at === null ? text.never : <RelativeTime value={row.last_run_at} />}</dd>
        </div>
      </dl>
      <div className="mk-line">
        <span className="sl-muted">{text.versionOf(row.publisher, row.version)}</span>
        <Button aria-label={text.open(row.title)} onClick={() => void navigate(address)}>
          {text.enter}
        </Button>
      </div>
    </article>
  )
}
