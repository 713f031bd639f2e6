import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { addMinor, useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { buckets, differenceList } from '../../difference/pages.ts'
import type { ReportProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { drawMinor, Picture } from './picture.tsx'
import { currenciesOf, toQuery } from './queries.ts'

interface Sums {
  readonly currency: string
  readonly a_lines: number
  readonly a_minor: string
  readonly b_lines: number
  readonly b_minor: string
}

type Place = NonNullable<NonNullable<Parameters<typeof differenceList.href>[0]>['search']>

/** Counts and amounts of both sides, each opening its open lines. */
function useSides<Row extends Sums>(placeOf: (row: Row) => Place) {
  const { columns } = useText()
  const money = useMinor()
  const { number } = useFormat()
  const side = (name: 'a' | 'b', title: string) => ({
    ...{ key: name, title, width: 190, align: 'end' as const },
    render: (_: unknown, row: Row) => (
      <Link
        className="rr-money"
        to={differenceList.href({ search: { ...placeOf(row), state: 'all', currency: row.currency, side: name } })}
      >
        {number(name === 'a' ? row.a_lines : row.b_lines)} ·{' '}
        {money(name === 'a' ? row.a_minor : row.b_minor, row.currency)}
      </Link>
    ),
  })
  return [side('a', columns.a), side('b', columns.b)]
}

/** What is open by shop and age. */
export function Ages({ search }: ReportProps) {
  const text = useText()
  const read = api.report.ages.query({ query: toQuery(search) })
  const { data, error, isFetching, refetch } = useQuery({ ...read, ...keepRows })
  const rows = data?.content
  type Row = NonNullable<typeof rows>[number]
  const sides = useSides<Row>(({ account_id, bucket }) => ({ account_id, bucket }))
  const { columns } = text
  return (
    <>
      <div className="rr-charts">
        {currenciesOf(rows ?? []).map(currency => {
          const sum = (bucket: string, side: 'a_minor' | 'b_minor') =>
            addMinor(
              (rows ?? []).filter(row => row.currency === currency && row.bucket === bucket).map(row => row[side]),
            )
          return (
            <Picture
              key={currency}
              kind="bar"
              title={text.ages.title(currency)}
              heading={columns.bucket}
              points={buckets.map(bucket => text.buckets[bucket])}
              series={[
                { name: text.a, values: buckets.map(bucket => drawMinor(sum(bucket, 'a_minor'), currency)) },
                { name: text.b, values: buckets.map(bucket => drawMinor(sum(bucket, 'b_minor'), currency)) },
              ]}
            />
          )
        })}
      </div>
      <DataTable
        id="recon-report-ages"
        density="small"
        label={text.kinds.ages}
        columns={[
          { key: 'account', title: columns.account, width: 200, ellipsis: true, render: (_, row) => row.account },
          { key: 'bucket', title: columns.bucket, width: 120, render: (_, row) => text.buckets[row.bucket] },
          { key: 'currency', title: columns.currency, width: 80, render: (_, row) => row.currency },
          ...sides,
        ]}
        rowKey={row => `${row.account_id}${row.currency}${row.bucket}`}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.none} text={text.noneText} />}
      />
    </>
  )
}

/** What nothing explains, day by day and in sum. */
export function Unexplained({ search }: ReportProps) {
  const text = useText()
  const money = useMinor()
  const read = api.report.open.query({ query: toQuery(search) })
  const { data, error, isFetching, refetch } = useQuery({ ...read, ...keepRows })
  const rows = data?.content
  type Row = NonNullable<typeof rows>[number]
  const { account_id } = search
  const sides = useSides<Row>(({ day }) => ({ ...(account_id && { account_id }), from: day, to: day }))
  const { columns } = text
  const amount = (key: 'difference_minor' | 'total_minor', title: string) => ({
    ...{ key, title, width: 150, align: 'end' as const },
    render: (_: unknown, row: Row) => (
      <span className={`rr-money ${row[key] === '0' ? 'sl-muted' : 'rr-warn'}`}>
        {money(row[key], row.currency)} {row.currency}
      </span>
    ),
  })
  return (
    <>
      <p className="sl-muted">{text.open.note}</p>
      <div className="rr-charts">
        {currenciesOf(rows ?? []).map(currency => {
          const own = (rows ?? []).filter(row => row.currency === currency)
          return (
            <Picture
              key={currency}
              kind="line"
              title={text.open.title(currency)}
              heading={text.day}
              points={own.map(({ day }) => day)}
              series={[{ name: columns.total, values: own.map(row => drawMinor(row.total_minor, currency)) }]}
            />
          )
        })}
      </div>
      <DataTable
        id="recon-report-open"
        density="small"
        label={text.kinds.open}
        columns={[
          {
            key: 'day',
            title: columns.day,
            width: 120,
            render: (_, row) => <span className="rr-money">{row.day}</span>,
          },
          ...sides,
          amount('difference_minor', columns.difference),
          amount('total_minor', columns.total),
        ]}
        rowKey={row => `${row.day}${row.currency}`}
        rows={rows?.toReversed()}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.none} text={text.noneText} />}
      />
    </>
  )
}
