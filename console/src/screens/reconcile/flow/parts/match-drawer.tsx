import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { addMinor, useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Line } from '../types.ts'
import { useText } from '../use-text.ts'
import { useAct } from './queries.ts'

interface Props {
  readonly flowId: string
  /** Chosen to begin with. */
  readonly lines: readonly Line[]
  readonly onDone?: () => void
  onClose(): void
}

const sumOf = (lines: readonly Line[], side: 'a' | 'b'): string =>
  addMinor(lines.filter(line => line.side === side).map(({ amount_minor }) => amount_minor))
const keyOf = ({ side, id }: Line): string => `${side}${id}`

/** Lines of both sides are chosen beside each other; what they differ by is said with every press. */
export function MatchDrawer({ flowId, lines, onDone, onClose }: Props) {
  const text = useText().match
  const [chosen, setChosen] = useState<readonly Line[]>(lines)
  const toggle = (line: Line) =>
    setChosen(
      chosen.some(each => keyOf(each) === keyOf(line))
        ? chosen.filter(each => keyOf(each) !== keyOf(line))
        : [...chosen, line],
    )
  const currency = chosen[0]?.currency
  const [a, b] = [sumOf(chosen, 'a'), sumOf(chosen, 'b')]
  const done = () => {
    onClose()
    onDone?.()
  }
  return (
    <Drawer
      open
      size={1120}
      title={text.open}
      onClose={onClose}
      footer={<Settle flowId={flowId} chosen={chosen} sums={{ a, b }} onDone={done} />}
    >
      <p>{text.intro}</p>
      <div className="rf-sides">
        {(['a', 'b'] as const).map(side => (
          <Choice
            key={side}
            flowId={flowId}
            side={side}
            chosen={chosen.filter(line => line.side === side)}
            // What would close the difference stands first.
            near={
              chosen.length === 0 ? undefined : String(side === 'a' ? BigInt(b) - BigInt(a) : BigInt(a) - BigInt(b))
            }
            currency={currency}
            onToggle={toggle}
          />
        ))}
      </div>
    </Drawer>
  )
}

interface ChoiceProps {
  readonly flowId: string
  readonly side: 'a' | 'b'
  readonly chosen: readonly Line[]
  readonly near: string | undefined
  readonly currency: string | undefined
  onToggle(line: Line): void
}

function Choice({ flowId, side, chosen, near, currency, onToggle }: ChoiceProps) {
  const all = useText()
  const text = all.match
  const [number, setNumber] = useState('')
  const { data, error, refetch } = useQuery({
    ...api.flow.lines.query({
      params: { id: flowId, side },
      query: {
        ...(number && { number }),
        ...(near !== undefined && near !== '0' && { near }),
        ...(currency !== undefined && { currency }),
      },
    }),
    ...keepRows,
  })
  const keys = new Set(chosen.map(keyOf))
  const others = data?.content.filter(line => !keys.has(keyOf(line)))
  return (
    <section className="rf-side" aria-label={all.drawer.sides[side]}>
      <header className="rf-side-head">
        <h3>{all.drawer.sides[side]}</h3>
        <Input.Search
          allowClear
          aria-label={text.find[side]}
          placeholder={text.find[side]}
          onSearch={value => setNumber(value.trim())}
        />
      </header>
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      <ul className="rf-choice">
        {[...chosen, ...(others ?? [])].map(line => (
          <Row key={keyOf(line)} line={line} isChosen={keys.has(keyOf(line))} onToggle={() => onToggle(line)} />
        ))}
      </ul>
      {!(data || error) && <Skeleton rows={4} />}
      {others?.length === 0 && chosen.length === 0 && <p className="rf-none">{text.nothing}</p>}
    </section>
  )
}

function Row({ line, isChosen, onToggle }: { readonly line: Line; readonly isChosen: boolean; onToggle(): void }) {
  const all = useText()
  const money = useMinor()
  const { time } = useFormat()
  return (
    <li className={isChosen ? 'rf-row rf-row-chosen' : 'rf-row'}>
      <Checkbox checked={isChosen} onChange={onToggle}>
        <span className="rf-number">{line.order_no ?? line.number ?? all.noNumber}</span>
        <span className="sl-muted rf-row-facts">
          {[time(line.occurred_at), line.account, line.item].filter(Boolean).join(' · ')}
        </span>
      </Checkbox>
      <span className="rf-money">
        {money(line.amount_minor, line.currency)} <small className="sl-muted">{line.currency}</small>
      </span>
    </li>
  )
}

interface SettleProps {
  readonly flowId: string
  readonly chosen: readonly Line[]
  readonly sums: Readonly<Record<'a' | 'b', string>>
  onDone(): void
}

/** What the chosen lines come to, and what becomes of the difference. */
function Settle({ flowId, chosen, sums, onDone }: SettleProps) {
  const all = useText()
  const text = all.match
  const money = useMinor()
  const [reason, setReason] = useState('')
  const [item, setItem] = useState<string | null>(null)
  const { data: items } = useQuery(api.accountingItem.list.query())
  const currency = chosen[0]?.currency
  const difference = String(BigInt(sums.a) - BigInt(sums.b))
  const isEven = difference === '0'
  const act = useAct(async (_: null) => {
    const idsOf = (side: 'a' | 'b') => chosen.filter(line => line.side === side).map(({ id }) => id)
    const body = { a: idsOf('a'), b: idsOf('b'), reason, item: isEven ? null : item }
    await api.flow.match({ params: { id: flowId }, body })
    return isEven ? text.matched : text.submitted
  }, onDone)
  const missing = [
    currency === undefined && text.choose,
    !isEven && item === null && text.needsItem,
    reason.trim() === '' && text.needsReason,
  ].find(why => why !== false)
  const options =
    items?.content.filter(one => one.is_active).map(({ code, name }) => ({ value: code, label: name })) ?? []
  return (
    <div className="rf-settle">
      <div className="rf-settle-sums" aria-live="polite">
        {currency === undefined ? (
          text.choose
        ) : (
          <>
            <span>
              A <span className="rf-money">{money(sums.a, currency)}</span>
            </span>
            <span>
              B <span className="rf-money">{money(sums.b, currency)}</span>
            </span>
            <strong className={isEven ? 'rf-good' : 'rf-warn'}>
              {all.drawer.difference}{' '}
              <span className="rf-money">
                {money(difference, currency)} {currency}
              </span>
            </strong>
          </>
        )}
      </div>
      {act.error && <Alert type="error" showIcon title={describeError(act.error).message} />}
      {currency !== undefined && !isEven && (
        <div className="rf-settle-book">
          <span>{text.book}</span>
          <Select
            aria-label={text.item}
            placeholder={text.item}
            className="rf-account"
            value={item}
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            onChange={setItem}
          />
          <span className="sl-muted">{text.second}</span>
        </div>
      )}
      <div className="rf-settle-book">
        <Input
          aria-label={all.reason}
          placeholder={text.reason}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
        <CanButton
          type="primary"
          authority="reconciliation:update"
          reason={missing}
          loading={act.isPending}
          onClick={() => act.mutate(null)}
        >
          {isEven ? text.ok : text.okBook}
        </CanButton>
      </div>
    </div>
  )
}
