import { KeyOutlined, SafetyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { marketReview } from '../market-review/pages.ts'
import { marketList, origins, sorts } from './pages.ts'
import { CardList } from './parts/card-list.tsx'
import { Collections } from './parts/collections.tsx'
import { UploadButton } from './parts/upload-button.tsx'
import { useText } from './use-text.ts'
import './market.css'

// Opened by few.
const CodeDialog = lazyPart(async () => ({ default: (await import('./parts/code-dialog.tsx')).CodeDialog }))

/** Everything that may be installed, as cards. */
export default function MarketList() {
  const text = useText()
  const [isOpening, setOpening] = useState(false)
  const navigate = useNavigate()
  const mayReview = useQuery(api.market.facets.query()).data?.content.may_review ?? false
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <>
            {mayReview && (
              <Button icon={<SafetyOutlined />} onClick={() => void navigate(marketReview.href())}>
                {text.run}
              </Button>
            )}
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
  const collections = useQuery(api.market.collections.query()).data?.content ?? []
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
          ...(collections.length > 0
            ? [
                {
                  kind: 'select' as const,
                  name: 'collection',
                  label: text.collections,
                  options: collections.map(({ id, title }) => ({ value: id, label: title })),
                },
              ]
            : []),
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

const nothing = {
  ...{ keyword: undefined, platforms: [], industry: undefined, origin: undefined, publisher: undefined },
  collection: undefined,
}

function Cards() {
  const text = useText()
  const [search, setSearch] = marketList.useSearch()
  const { keyword, platforms, industry, origin, publisher, collection, sort, page, pageSize } = search
  const filter = {
    ...(keyword !== undefined && { keyword }),
    ...(platforms.length > 0 && { platforms: [...platforms].slice(0, 5) }),
    ...(industry !== undefined && { industry }),
    ...(origin !== undefined && { origin }),
    ...(publisher !== undefined && { publisher }),
    ...(collection !== undefined && { collection }),
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      {!isFiltered && page === 1 && <Collections />}
      <CardList
        of={{ ...filter, sort, page, pageSize }}
        empty={
          isFiltered ? (
            <Empty
              title={text.none}
              text={text.noneText}
              action={<Button onClick={() => setSearch({ ...nothing, page: 1 })}>{text.clear}</Button>}
            />
          ) : (
            <Empty title={text.empty} text={text.emptyText} action={<UploadButton />} />
          )
        }
        onPage={next => setSearch({ page: next })}
      />
    </>
  )
}
