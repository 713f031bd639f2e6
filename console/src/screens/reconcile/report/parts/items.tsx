import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { billingList } from '../../billing/pages.ts'
import { differenceList } from '../../difference/pages.ts'
import { supplyList } from '../../supply-chain/pages.ts'
import type { ItemRow, ReportProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { drawMinor, Picture } from './picture.tsx'
import { currenciesOf, toQuery } from './queries.ts'

/** Both sides by shop, item and day; an amount opens the lines it sums up. */
export function Items({ search, onChange }: ReportProps) {
  const text = useText()
  const money = useMinor()
  const { number } = useFormat()
  const { page, pageSize } = search
  const query = { ...toQuery(search), page, pageSize }
  const { data, error, isFetching, refetch } = useQuery({ ...api.report.items.query({ query }), ...keepRows })
  const content = data?.content
  return (
    <>
      {content?.totals.map(total => (
        <div key={total.currency} className="sl-figures">
          <Figure
            label={text.expected(total.currency)}
            value={<span className="rr-money">{money(total.b_minor, total.currency)}</span>}
            hint={text.lines(number(total.b_lines))}
          />
          <Figure
            label={text.received(total.currency)}
            value={<span className="rr-money">{money(total.a_minor, total.currency)}</span>}
            hint={text.lines(number(total.a_lines))}
          />
          <Figure
            label={text.difference(total.currency)}
            value={<span className="rr-money">{money(total.difference_minor, total.currency)}</span>}
            hint={text.openLines(number(total.open_lines))}
            {...(total.difference_minor !== '0' && { tone: 'warn' as const })}
          />
        </div>
      ))}
      <div className="rr-charts">
        {currenciesOf(content?.days ?? []).map(currency => {
          const days = content?.days.filter(day => day.currency === currency) ?? []
          return (
            <Picture
              key={currency}
              kind="bar"
              title={text.byDay(currency)}
              heading={text.day}
              points={days.map(({ day }) => day)}
              series={[
                { name: text.a, values: days.map(day => drawMinor(day.a_minor, currency)) },
                { name: text.b, values: days.map(day => drawMinor(day.b_minor, currency)) },
              ]}
            />
          )
        })}
      </div>
      <DataTable
        id="recon-report-items"
        density="small"
        label={text.kinds.items}
        columns={useColumns()}
        rowKey={row => `${row.day}${row.account_id}${row.item_id}${row.currency}`}
        rows={content?.rows}
        total={content?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={onChange}
        empty={<Empty isSmall title={text.none} text={text.noneText} />}
      />
    </>
  )
}

function useColumns(): DataColumn<ItemRow>[] {
  const text = useText()
  const money = useMinor()
  const { number } = useFormat()
  const { columns } = text
  const at = ({ account_id, item_id, day }: ItemRow) => ({ account_id, item_id: item_id ?? 'none', from: day, to: day })
  return [
    {
      key: 'day',
      title: columns.day,
      width: 110,
      isAlwaysShown: true,
      render: (_, row) => <span className="rr-money">{row.day}</span>,
    },
    { key: 'account', title: columns.account, width: 160, ellipsis: true, render: (_, row) => row.account },
    {
      key: 'item',
      title: columns.item,
      width: 140,
      ellipsis: true,
      render: (_, row) => row.item ?? <span className="rr-warn">{text.unclassified}</span>,
    },
    { key: 'aLines', title: columns.aLines, width: 84, align: 'end', render: (_, row) => number(row.a_lines) },
    {
      key: 'a',
      title: columns.a,
      width: 130,
      align: 'end',
      isAlwaysShown: true,
      render: (_, row) => (
        <Link className="rr-money" to={billingList.href({ search: at(row) })}>
          {money(row.a_minor, row.currency)}
        </Link>
      ),
    },
    { key: 'bLines', title: columns.bLines, width: 84, align: 'end', render: (_, row) => number(row.b_lines) },
    {
      key: 'b',
      title: columns.b,
      width: 130,
      align: 'end',
      isAlwaysShown: true,
      render: (_, row) => (
        <Link className="rr-money" to={supplyList.href({ search: at(row) })}>
          {money(row.b_minor, row.currency)}
        </Link>
      ),
    },
    {
      key: 'difference',
      title: columns.difference,
      width: 150,
      align: 'end',
      render: (_, row) => (
        <span className={`rr-money ${row.difference_minor === '0' ? 'sl-muted' : 'rr-warn'}`}>
          {money(row.difference_minor, row.currency)} {row.currency}
        </span>
      ),
    },
    {
      key: 'open',
      title: columns.open,
      width: 90,
      align: 'end',
      render: (_, row) =>
        row.open_lines > 0 && (
          <Link to={differenceList.href({ search: { ...at(row), state: 'all', currency: row.currency } })}>
            {number(row.open_lines)}
          </Link>
        ),
    },
  ]
}
