import { useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Strip, Verdict } from '../overview.ts'
import { shown, workplace } from '../pages.ts'
import { useText } from '../use-text.ts'
import { HourBars } from './hour-bars.tsx'

const SIZE = 10
const POLL_MS = 20_000

/** Strategies, the worst first: their last day, how new their records are by their own dates, and when they run next. */
export function Strips({ verdict }: { readonly verdict: Verdict }) {
  const text = useText().board
  const { number } = useFormat()
  const [{ only, keyword, page }, setSearch] = workplace.useSearch()
  const { data, error, refetch } = useQuery({
    ...api.workplace.strategies.query({
      query: { page, pageSize: SIZE, ...(only && { only }), ...(keyword !== undefined && { keyword }) },
    }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  const counts = { ...verdict.standings, undated: verdict.undated, paused: verdict.paused }
  const options = [
    { value: 'all', label: text.all },
    ...shown
      .filter(part => counts[part] > 0 || part === only)
      .map(part => ({ value: part, label: `${text.standings[part]} ${number(counts[part])}` })),
  ]
  const total = data?.total ?? 0
  return (
    <div id="strips">
      <Section title={text.strips} text={text.stripsText} isFlush>
        <div className="wp-strip-tools">
          <Segmented
            options={options}
            value={only ?? 'all'}
            onChange={value => setSearch({ only: shown.find(part => part === value), page: 1 })}
          />
          <Input.Search
            className="wp-find"
            allowClear
            aria-label={text.find}
            placeholder={text.find}
            defaultValue={keyword}
            onSearch={value => setSearch({ keyword: value === '' ? undefined : value, page: 1 })}
          />
        </div>
        {error && !data && <ErrorBlock error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className="wp-runs-wait">
            <Skeleton rows={5} />
          </div>
        )}
        {data && total === 0 && <Empty isSmall title={text.stripsNone} />}
        {data && total > 0 && <StripTable strips={data.content} />}
        {total > SIZE && (
          <nav className="wp-pages" aria-label={text.strips}>
            <Button size="small" disabled={page <= 1} onClick={() => setSearch({ page: page - 1 })}>
              {text.previous}
            </Button>
            <span>{text.page(number((page - 1) * SIZE + 1), number(Math.min(page * SIZE, total)), number(total))}</span>
            <Button size="small" disabled={page * SIZE >= total} onClick={() => setSearch({ page: page + 1 })}>
              {text.next}
            </Button>
          </nav>
        )}
      </Section>
    </div>
  )
}

function StripTable({ strips }: { readonly strips: readonly Strip[] }) {
  const { columns } = useText().board
  return (
    <div className="wp-scroll">
      <table className="wp-runs wp-strips">
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.hours}</th>
            <th scope="col">{columns.date}</th>
            <th scope="col" className="wp-right">
              {columns.fresh}
            </th>
            <th scope="col" className="wp-right">
              {columns.success}
            </th>
            <th scope="col">{columns.next}</th>
          </tr>
        </thead>
        <tbody>
          {strips.map(strip => (
            <StripRow key={strip.id} strip={strip} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A strategy in trouble is opened where its trouble is seen. */
const tabOf = ({ standing }: Strip) =>
  standing === 'late' ? 'cursor' : standing === 'failed' || standing === 'stalled' ? 'runs' : 'overview'

function StripRow({ strip }: { readonly strip: Strip }) {
  const text = useText().board
  const { number, percent } = useFormat()
  return (
    <tr>
      <th scope="row" className="wp-strip-name">
        <Link to={strategyDetail.href({ params: { id: strip.id }, search: { tab: tabOf(strip) } })}>
          <bdi lang="">{strip.name}</bdi>
        </Link>
        <span className={`wp-standing wp-part-${strip.standing}`} title={strip.reason ?? undefined}>
          {text.standings[strip.standing]}
        </span>
      </th>
      <td>
        <HourBars hours={strip.hours} />
      </td>
      <td className={strip.standing === 'late' ? 'wp-warn' : undefined}>
        {strip.record_at === null ? (
          <span className="sl-muted" title={text.undatedHint}>
            {text.standings.undated}
          </span>
        ) : (
          <RelativeTime value={strip.record_at} />
        )}
      </td>
      <td className="wp-right">
        {number(strip.fresh)} <span className="sl-muted">/ {number(strip.usual)}</span>
      </td>
      <td className={(strip.error_percent ?? 0) > 0 ? 'wp-right wp-bad' : 'wp-right'}>
        {strip.error_percent === null ? '–' : percent((100 - strip.error_percent) / 100)}
      </td>
      <td>
        <RelativeTime value={strip.next_run_at} />
      </td>
    </tr>
  )
}
