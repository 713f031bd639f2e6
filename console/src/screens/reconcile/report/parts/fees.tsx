import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { billingList } from '../../billing/pages.ts'
import { accountList } from '../../recon-account/pages.ts'
import type { FeeRow, ReportProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { drawMinor, Picture } from './picture.tsx'
import { currenciesOf, toQuery } from './queries.ts'

/** So many orders stand in the picture. */
const SHOWN = 10

/** What was taken against what the contract says, order by order. */
export function Fees({ search, onChange }: ReportProps) {
  const all = useText()
  const text = all.fees
  const navigate = useNavigate()
  const money = useMinor()
  const { number } = useFormat()
  const { page, pageSize, every } = search
  const query = { ...toQuery(search), page, pageSize, ...(every && { different: '0' }) }
  const { data, error, isFetching, refetch } = useQuery({ ...api.report.fees.query({ query }), ...keepRows })
  const content = data?.content
  const columns = useColumns()
  if (content?.accounts === 0)
    return (
      <Empty
        title={text.noRates}
        text={text.noRatesText}
        action={
          <Button type="primary" onClick={() => navigate(accountList.href({ search: {} }))}>
            {text.toAccounts}
          </Button>
        }
      />
    )
  const rows = content?.rows ?? []
  return (
    <>
      <p className="sl-muted">{text.note}</p>
      <div className="sl-figures">
        {content?.totals.map(total => (
          <Figure
            key={`${total.item}${total.currency}`}
            label={text.totals(total.item, total.currency)}
            value={<span className="rr-money">{money(total.difference_minor, total.currency)}</span>}
            hint={
              <>
                {text.hint(money(total.expected_minor, total.currency), money(total.actual_minor, total.currency))}
                <br />
                {text.different(number(total.different), number(total.orders))}
              </>
            }
            {...(total.difference_minor !== '0' && { tone: 'warn' as const })}
          />
        ))}
      </div>
      <div className="rr-charts">
        {currenciesOf(rows).map(currency => {
          const own = rows.filter(row => row.currency === currency && row.difference_minor !== '0').slice(0, SHOWN)
          return (
            <Picture
              key={currency}
              kind="bar"
              title={text.top(currency)}
              heading={text.order}
              points={own.map(row => row.order_no)}
              series={[{ name: text.difference, values: own.map(row => drawMinor(row.difference_minor, currency)) }]}
            />
          )
        })}
      </div>
      <DataTable
        id="recon-report-fees"
        density="small"
        label={all.kinds.fees}
        columns={columns}
        rowKey={row => `${row.account_id}${row.order_no}${row.item_id}${row.currency}`}
        rows={content?.rows}
        total={content?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={onChange}
        toolbar={
          <Checkbox
            checked={every === true}
            onChange={event => onChange({ every: event.target.checked || undefined, page: 1 })}
          >
            {text.every}
          </Checkbox>
        }
        empty={<Empty isSmall title={all.none} text={all.noneText} />}
      />
    </>
  )
}

function useColumns(): DataColumn<FeeRow>[] {
  const all = useText()
  const text = all.fees
  const money = useMinor()
  const amount = (key: string, title: string, read: (row: FeeRow) => string): DataColumn<FeeRow> => ({
    ...{ key, title, width: 100, align: 'end' },
    render: (_, row) => <span className="rr-money">{money(read(row), row.currency)}</span>,
  })
  return [
    { key: 'day', title: all.columns.day, width: 110, render: (_, row) => <span className="rr-money">{row.day}</span> },
    {
      key: 'order',
      title: text.order,
      width: 130,
      isAlwaysShown: true,
      render: (_, row) => (
        <Link to={billingList.href({ search: { account_id: row.account_id, number: row.order_no } })}>
          {row.order_no}
        </Link>
      ),
    },
    { key: 'account', title: all.columns.account, width: 120, ellipsis: true, render: (_, row) => row.account },
    { key: 'item', title: all.columns.item, width: 120, ellipsis: true, render: (_, row) => row.item },
    amount('base', text.base, row => row.base_minor),
    {
      key: 'percent',
      title: text.percent,
      width: 130,
      render: (_, row) =>
        row.percents.length > 0 &&
        `${row.percents.map(percent => `${percent} %`).join(' / ')} · ${row.rounding
          .split(',')
          .map(rounding => text.rounding[rounding as keyof typeof text.rounding] ?? rounding)
          .join(' / ')}`,
    },
    amount('expected', text.expected, row => row.expected_minor),
    {
      key: 'actual',
      title: text.actual,
      width: 100,
      align: 'end',
      render: (_, row) => (
        <Link
          className="rr-money"
          to={billingList.href({ search: { account_id: row.account_id, number: row.order_no, item_id: row.item_id } })}
        >
          {money(row.actual_minor, row.currency)}
        </Link>
      ),
    },
    {
      key: 'difference',
      title: text.difference,
      width: 120,
      align: 'end',
      isAlwaysShown: true,
      render: (_, row) => (
        <span className={`rr-money ${row.difference_minor === '0' ? 'sl-muted' : 'rr-warn'}`}>
          {money(row.difference_minor, row.currency)} {row.currency}
        </span>
      ),
    },
  ]
}
