import { Descriptions } from 'antd'
import { useAmount } from '../../../../lib/amount.ts'
import { useFormat } from '../../../../lib/format.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Section } from '../../../../ui/section.tsx'
import { LineOrigin, useLineText } from '../../billing/public.ts'
import { OrderStoryLink } from '../../order-story/public.ts'
import { supplyList } from '../pages.ts'
import type { SupplyLine } from '../types.ts'
import { useText } from '../use-text.ts'

/** One line: what is known of it, and the record that it was made of as the source gave it. */
export function SupplyDrawer({ line, onClose }: { readonly line: SupplyLine; onClose(): void }) {
  const { drawer } = useText()
  const rest = Object.entries(line.attributes)
  return (
    <Drawer open size={760} title={`${drawer.title} B${line.id}`} onClose={onClose}>
      <Facts line={line} />
      <p>
        <OrderStoryLink subject={`b${line.id}`} />
      </p>
      <Section title={drawer.source}>
        {line.record_key === null ? (
          <p>{drawer.tried}</p>
        ) : (
          <LineOrigin side="b" id={line.id} onAll={strategy_id => supplyList.href({ search: { strategy_id } })} />
        )}
      </Section>
      {rest.length > 0 && (
        <Section title={drawer.attributes}>
          <Descriptions
            size="small"
            column={1}
            items={rest.map(([label, children]) => ({ key: label, label, children }))}
          />
        </Section>
      )}
    </Drawer>
  )
}

function Facts({ line }: { readonly line: SupplyLine }) {
  const { columns, drawer } = useText()
  const shared = useLineText()
  const { time } = useFormat()
  const amount = useAmount()
  const items = [
    [columns.amount, <span key="amount" className="sl-number">{`${amount(line.amount)} ${line.currency}`}</span>],
    [columns.status, shared.states[line.status]],
    [columns.at, time(line.occurred_at)],
    [drawer.date, line.business_date],
    [shared.drawer.late, line.late_for && shared.lateFor(line.late_for, line.booked_in ?? '')],
    [drawer.recognised, line.recognised_on],
    [columns.account, line.account_name],
    [columns.type, line.doc_type || null],
    [columns.doc, line.doc_no],
    [columns.line, line.doc_line || null],
    [columns.order, line.order_no],
    [drawer.parent, line.parent_order],
    [drawer.logistics, line.logistics_no],
    [columns.kind, line.kind || null],
    [columns.item, line.item_name ?? shared.unclassified],
    [columns.sku, line.sku],
    [columns.quantity, line.quantity],
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
