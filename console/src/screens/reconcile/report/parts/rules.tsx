import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { flowIndex } from '../../flow/pages.ts'
import type { ReportProps, RuleRow } from '../types.ts'
import { useText } from '../use-text.ts'
import { Picture } from './picture.tsx'
import { currenciesOf, toQuery } from './queries.ts'

/** Which rule settled how much, and what people thought of it. */
export function Rules({ search }: ReportProps) {
  const all = useText()
  const text = all.rules
  const read = api.report.rules.query({ query: toQuery(search) })
  const { data, error, isFetching, refetch } = useQuery({ ...read, ...keepRows })
  const rows = data?.content
  const columns = useColumns(search)
  return (
    <>
      <div className="rr-charts">
        {currenciesOf(rows ?? []).map(currency => {
          const own = (rows ?? []).filter(row => row.currency === currency)
          return (
            <Picture
              key={currency}
              kind="bar"
              title={text.title(currency)}
              heading={text.rule}
              points={own.map(row => row.rule || text.byHand)}
              series={[{ name: all.columns.aLines, values: own.map(row => row.a_lines) }]}
            />
          )
        })}
      </div>
      <DataTable
        id="recon-report-rules"
        density="small"
        label={all.kinds.rules}
        columns={columns}
        rowKey={row => `${row.flow_id}${row.rule}${row.currency}`}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={all.none} text={all.noneText} />}
      />
    </>
  )
}

function useColumns({ from, to }: ReportProps['search']): DataColumn<RuleRow>[] {
  const all = useText()
  const text = all.rules
  const money = useMinor()
  const { number } = useFormat()
  const days = { ...(from && { from }), ...(to && { to }) }
  /** By hand has no filter of its own in the flow. */
  const linked = (row: RuleRow, state: 'matched' | 'proposed', count: number) =>
    row.rule === '' || count === 0 ? (
      number(count)
    ) : (
      <Link
        to={flowIndex.href({ search: { ...days, flow: row.flow_id, rule: row.rule, state, currency: row.currency } })}
      >
        {number(count)}
      </Link>
    )
  return [
    { key: 'flow', title: text.flow, width: 180, ellipsis: true, render: (_, row) => row.flow },
    { key: 'rule', title: text.rule, width: 150, isAlwaysShown: true, render: (_, row) => row.rule || text.byHand },
    {
      key: 'matches',
      title: text.matches,
      width: 90,
      align: 'end',
      render: (_, row) => linked(row, 'matched', row.matches),
    },
    { key: 'confirmed', title: text.confirmed, width: 110, align: 'end', render: (_, row) => number(row.confirmed) },
    {
      key: 'proposed',
      title: text.proposed,
      width: 90,
      align: 'end',
      render: (_, row) => linked(row, 'proposed', row.proposed),
    },
    {
      key: 'rejected',
      title: text.rejected,
      width: 90,
      align: 'end',
      render: (_, row) => <span className={row.rejected > 0 ? 'rr-warn' : ''}>{number(row.rejected)}</span>,
    },
    { key: 'lines', title: all.columns.aLines, width: 90, align: 'end', render: (_, row) => number(row.a_lines) },
    { key: 'share', title: text.share, width: 110, align: 'end', render: (_, row) => `${number(row.share / 100)} %` },
    {
      key: 'a',
      title: text.a,
      width: 150,
      align: 'end',
      render: (_, row) => (
        <span className="rr-money">
          {money(row.a_minor, row.currency)} {row.currency}
        </span>
      ),
    },
  ]
}
