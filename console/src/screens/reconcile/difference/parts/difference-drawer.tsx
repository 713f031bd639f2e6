import { Button, Descriptions } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { flowIndex } from '../../flow/pages.ts'
import { OrderStoryLink } from '../../order-story/public.ts'
import type { Difference } from '../types.ts'
import { useText } from '../use-text.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { Comments } from './comments.tsx'
import { Evidence } from './evidence.tsx'

interface Props {
  readonly line: Difference
  onClose(): void
}

/** One open line: whose it is, what was said, what proves it, and the way to where it is settled. */
export function DifferenceDrawer({ line, onClose }: Props) {
  const all = useText()
  const text = all.drawer
  const money = useMinor()
  const { number } = useFormat()
  const navigate = useNavigate()
  const [isAssigning, setAssigning] = useState(false)
  const kind = line.kind === null ? all.noKind : (all.kinds[line.kind as keyof typeof all.kinds] ?? line.kind)
  const facts = [
    [text.account, line.account],
    [text.amount, `${money(line.amount_minor, line.currency)} ${line.currency}`],
    [text.order, line.order_no],
    [text.number, line.number],
    [text.day, line.day],
    [text.age, `${all.days(number(line.age_days))} · ${all.buckets[line.bucket]}`],
    [text.owner, line.assignee ?? all.nobody],
    [text.due, line.due_on],
    [text.kind, kind],
    [text.carried, line.carried_until],
    [text.remark, line.remark],
  ] as const
  return (
    <Drawer open size={760} title={`${text.title} · ${all.sides[line.side]}`} onClose={onClose}>
      <div className="rd-acts">
        <CanButton type="primary" authority="reconciliation:update" onClick={() => setAssigning(true)}>
          {all.assign.open}
        </CanButton>
        {line.flow_id === null ? (
          <Button disabled>{text.noFlow}</Button>
        ) : (
          <Button
            onClick={() =>
              navigate(
                flowIndex.href({
                  search: {
                    flow: line.flow_id ?? undefined,
                    state: line.carried_until === null ? ('unhandled' as const) : ('all' as const),
                    number: line.order_no ?? line.number ?? undefined,
                  },
                }),
              )
            }
          >
            {text.settle}
          </Button>
        )}
        <OrderStoryLink subject={line.key} />
      </div>
      <Descriptions
        className="rd-facts"
        size="small"
        column={{ xs: 1, md: 2 }}
        items={facts.flatMap(([label, children]) => (children ? [{ key: label, label, children }] : []))}
      />
      <Evidence subject={line.key} />
      <Comments subject={line.key} />
      {isAssigning && <AssignDialog lines={[line]} onDone={onClose} onClose={() => setAssigning(false)} />}
    </Drawer>
  )
}
