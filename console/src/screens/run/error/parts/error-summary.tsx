import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { errorList } from '../pages.ts'
import type { useErrorFilter } from '../use-error-filter.ts'
import { useText } from '../use-text.ts'

const ranges = ['24h', '7d', '30d'] as const
type Range = (typeof ranges)[number]

/** How many records are in error by category, and how failures came over time; of what the list shows. */
export function ErrorSummary({ filter }: { readonly filter: ReturnType<typeof useErrorFilter> }) {
  const text = useText()
  const format = useFormat()
  const [range, setRange] = useState<Range>('24h')
  const [search, setSearch] = errorList.useSearch()
  const { data, error, refetch } = useQuery({
    ...api.errorGroup.summary.query({ body: { ...filter, range } }),
    ...keepRows,
    refetchInterval: 10_000,
  })
  if (error && !data) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  const { categories = [], trend = [] } = data?.content ?? {}
  const toggle = (name: string) => {
    const isOnly = search.category.length === 1 && search.category[0] === name
    setSearch({ category: isOnly ? [] : [name], page: 1 })
  }
  return (
    <div className="er-summary">
      <section className="er-categories" aria-label={text.category}>
        {data && categories.length === 0 && <p className="sl-muted">{text.summary.none}</p>}
        {categories.length > 1 && (
          <p className="er-total">
            {text.summary.total(format.number(categories.reduce((sum, { records }) => sum + records, 0)))}
          </p>
        )}
        {categories.map(({ category, groups, records }) => (
          <button
            key={category}
            type="button"
            className="er-category"
            aria-pressed={search.category.includes(category)}
            onClick={() => toggle(category)}
          >
            <span className="sl-figure-label">{text.categories[category]}</span>
            <strong>{text.summary.records(format.number(records))}</strong>
            <span className="sl-figure-hint">{text.summary.groups(format.number(groups))}</span>
          </button>
        ))}
      </section>
      <section className="er-trend" aria-label={text.summary.trend}>
        <div className="er-trend-head">
          <span>{text.summary.trend}</span>
          <Segmented<Range>
            size="small"
            aria-label={text.summary.trend}
            value={range}
            onChange={setRange}
            options={ranges.map(value => ({ value, label: text.summary.ranges[value] }))}
          />
        </div>
        <Trend steps={trend} />
      </section>
    </div>
  )
}

function Trend({ steps }: { readonly steps: readonly { readonly at: string; readonly count: number }[] }) {
  const text = useText().summary
  const format = useFormat()
  const most = Math.max(1, ...steps.map(step => step.count))
  const total = steps.reduce((sum, step) => sum + step.count, 0)
  return (
    <div className="er-bars" role="img" aria-label={text.trendLabel(format.number(total))}>
      {steps.map(({ at, count }) => (
        <span key={at} className="er-bar" title={text.at(format.shortTime(at), format.number(count))}>
          {count > 0 && <i style={{ height: `${Math.max(4, Math.round((count / most) * 100))}%` }} />}
        </span>
      ))}
    </div>
  )
}
