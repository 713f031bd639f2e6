import { KeyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Select } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { marketList, origins, sorts } from './pages.ts'
import { MarketCard } from './parts/market-card.tsx'
import { UploadButton } from './parts/upload-button.tsx'
import { useText } from './use-text.ts'
import './market.css'

// Opened by few.
const CodeDialog = lazyPart(async () => ({ default: (await import('./parts/code-dialog.tsx')).CodeDialog }))

/** Everything that may be installed, as cards. */
export default function MarketList() {
  const text = useText()
  const [isOpening, setOpening] = useState(false)
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <>
            <Button icon={<KeyOutlined />} onClick={() => setOpening(true)}>
              {text.openCode}
            </Button>
            <UploadButton />
          </>
        }
      />
      <Filters />
      <Cards />
      <Suspense>{isOpening && <CodeDialog onClose={() => setOpening(false)} />}</Suspense>
    </>
  )
}

function Filters() {
  const text = useText()
  const [search, setSearch] = marketList.useSearch()
  const { data } = useQuery(api.market.facets.query())
  const { platforms = [], industries = [], publishers = [] } = data?.content ?? {}
  return (
    <div className="mk-line">
      <FilterBar
        fields={[
          { kind: 'text', name: 'keyword', label: text.keyword },
          {
            kind: 'multi',
            name: 'platforms',
            label: text.platforms,
            options: platforms.map(({ id, name, packages }) => ({ value: id, label: `${name} (${packages})` })),
          },
          {
            kind: 'select',
            name: 'industry',
            label: text.industry,
            options: industries.map(value => ({ value, label: value })),
          },
          {
            kind: 'select',
            name: 'origin',
            label: text.origin,
            options: origins.map(value => ({ value, label: text.origins[value] })),
          },
          {
            kind: 'select',
            name: 'publisher',
            label: text.publisher,
            options: publishers.map(({ name, packages }) => ({ value: name, label: `${name} (${packages})` })),
          },
        ]}
        values={search}
        onChange={patch => setSearch({ ...patch, page: 1 })}
      />
      <Select
        aria-label={text.sort}
        popupMatchSelectWidth={false}
        value={search.sort}
        options={sorts.map(value => ({ value, label: text.sorts[value] }))}
        onChange={sort => setSearch({ sort, page: 1 })}
      />
    </div>
  )
}

const nothing = { keyword: undefined, platforms: [], industry: undefined, origin: undefined, publisher: undefined }

function Cards() {
  const text = useText()
  const [search, setSearch] = marketList.useSearch()
  const { keyword, platforms, industry, origin, publisher, sort, page, pageSize } = search
  const filter = {
    ...(keyword !== undefined && { keyword }),
    ...(platforms.length > 0 && { platforms: [...platforms].slice(0, 5) }),
    ...(industry !== undefined && { industry }),
    ...(origin !== undefined && { origin }),
    ...(publisher !== undefined && { publisher }),
  }
  const { data, error, refetch } = useQuery({
    ...api.market.search.query({ body: { ...filter, sort, page, pageSize } }),
    ...keepRows,
  })
  if (error && !data) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} hasTitle />
  if (data.content.length === 0 && Object.keys(filter).length > 0)
    return (
      <Empty
        title={text.none}
        text={text.noneText}
        action={<Button onClick={() => setSearch({ ...nothing, page: 1 })}>{text.clear}</Button>}
      />
    )
  if (data.content.length === 0) return <Empty title={text.empty} text={text.emptyText} action={<UploadButton />} />
  return (
    <>
      <ul className="mk-cards" aria-label={text.label}>
        {data.content.map(card => (
          <li key={card.ref}>
            <MarketCard card={card} />
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
