import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { Link } from 'react-router'
import { useAmount } from '../../../../lib/amount.ts'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { importList } from '../../bill-import/pages.ts'
import { OrderStoryLink } from '../../order-story/public.ts'
import { billingList } from '../pages.ts'
import type { BillLine } from '../types.ts'
import { useText } from '../use-text.ts'
import { LineOrigin } from './line-origin.tsx'

/** One line: what is known of it, and the very line of the file it was read from. */
export function LineDrawer({ line, onClose }: { readonly line: BillLine; onClose(): void }) {
  const text = useText()
  return (
    <Drawer open size={760} title={text.drawer.title} onClose={onClose}>
      <Facts line={line} />
      <p>
        <OrderStoryLink subject={`a${line.id}`} />
      </p>
      <Section title={text.drawer.source}>
        {line.file_id !== null ? (
          <RawLine line={line} />
        ) : line.record_key === null ? (
          <p>{text.drawer.pushed}</p>
        ) : (
          <LineOrigin side="a" id={line.id} onAll={strategy_id => billingList.href({ search: { strategy_id } })} />
        )}
      </Section>
      {Object.keys(line.attributes).length > 0 && (
        <Section title={text.drawer.attributes}>
          <Descriptions
            size="small"
            column={1}
            items={Object.entries(line.attributes).map(([label, children]) => ({ key: label, label, children }))}
          />
        </Section>
      )}
    </Drawer>
  )
}

function Facts({ line }: { readonly line: BillLine }) {
  const text = useText()
  const { time } = useFormat()
  const amount = useAmount()
  const { columns, drawer } = text
  const items = [
    [columns.amount, <span key="amount" className="sl-number">{`${amount(line.amount)} ${line.currency}`}</span>],
    [
      columns.balance,
      <span key="balance" className="sl-number">
        {amount(line.balance_after)}
      </span>,
    ],
    [columns.at, time(line.occurred_at)],
    [drawer.date, line.bill_date],
    [drawer.late, line.late_for && text.lateFor(line.late_for, line.booked_in ?? '')],
    [columns.account, line.account_name],
    [columns.status, text.states[line.status]],
    [columns.kind, line.kind],
    [columns.item, line.item_name ?? text.unclassified],
    [columns.order, line.order_no],
    [columns.txn, line.txn_no],
    [drawer.parent, line.parent_order],
    [drawer.batch, line.batch_no],
    [columns.counterparty, line.counterparty],
    [columns.remark, line.remark],
    [drawer.reason, line.reason],
  ] as const
  return (
    <Descriptions
      className="rb-facts"
      size="small"
      column={{ xs: 1, md: 2 }}
      items={items.filter(([, value]) => value !== null).map(([label, children]) => ({ key: label, label, children }))}
    />
  )
}

function RawLine({ line }: { readonly line: BillLine }) {
  const text = useText().drawer
  const amount = useAmount()
  const { data, error, refetch } = useQuery(api.billing.raw.query({ params: { id: line.id } }))
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />
  const { content } = data
  const others = content.siblings.filter(each => each.id !== line.id)
  return (
    <>
      <p>
        {text.place(content.file_name, content.line_no)}{' '}
        <Link to={importList.href({ search: { file: content.file_id } })}>{text.open}</Link>
      </p>
      <pre className="rb-raw">{content.text}</pre>
      {others.length > 0 && (
        <>
          <p>{text.siblings}</p>
          <ul>
            {others.map(each => (
              <li key={each.id}>
                {each.kind} <span className="sl-number">{amount(each.amount)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
