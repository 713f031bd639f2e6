import { Alert, Form, Input } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { addMinor, useMinor } from '../../../../lib/minor.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { AssignDialog } from '../../difference/public.ts'
import type { Entry, Flow, Line } from '../types.ts'
import { useText } from '../use-text.ts'
import { useAct } from './queries.ts'

// Opened on demand.
const MatchDrawer = lazy(async () => ({ default: (await import('./match-drawer.tsx')).MatchDrawer }))

interface Props {
  readonly flow: Flow
  readonly entries: readonly Entry[]
  onDone(): void
}

type Open = 'confirm' | 'match' | 'ignore' | 'carry' | 'assign' | null

const OPEN = new Set<Entry['state']>(['ambiguous', 'only_a', 'only_b', 'carried'])
const linesOf = (entries: readonly Entry[]): Line[] => entries.flatMap(({ a, b }) => [...a.lines, ...b.lines])
const toRefs = (lines: readonly Line[]) => lines.map(({ side, id }) => ({ side, id }))

/** What can be done with chosen entries: only what fits all of them is offered. */
export function EntryActions({ flow, entries, onDone }: Props) {
  const text = useText()
  const [open, setOpen] = useState<Open>(null)
  const params = { id: flow.id }
  const done = () => {
    setOpen(null)
    onDone()
  }
  const isProposed = entries.length > 0 && entries.every(({ state }) => state === 'proposed')
  const isOpen = entries.length > 0 && entries.every(({ state }) => OPEN.has(state))
  const isAside = entries.length > 0 && entries.every(({ state }) => state === 'carried' || state === 'ignored')
  const lines = linesOf(entries)
  const assign = useAct(async (to: 'me' | 'nobody') => {
    const { content } = await api.flow.assign({ params, body: { lines: toRefs(lines), to } })
    return text.done(content.changed)
  }, onDone)
  const reopen = useAct(async (_: null) => {
    const { content } = await api.flow.reopen({ params, body: { lines: toRefs(lines) } })
    return text.done(content.changed)
  }, onDone)
  const button = (label: string, onClick: () => void, isMain = false) => (
    <CanButton size="small" {...(isMain && { type: 'primary' })} authority="reconciliation:update" onClick={onClick}>
      {label}
    </CanButton>
  )
  return (
    <>
      <Chosen entries={entries} />
      {!(isProposed || isOpen || isAside) && entries.length > 0 && <span>{text.nothingFits}</span>}
      {isProposed && button(text.actions.confirm, () => setOpen('confirm'), true)}
      {isOpen && button(text.actions.match, () => setOpen('match'), true)}
      {isOpen && button(text.actions.carry, () => setOpen('carry'))}
      {isOpen && button(text.actions.ignore, () => setOpen('ignore'))}
      {isOpen && button(text.actions.assign, () => setOpen('assign'))}
      {isOpen && button(text.actions.take, () => assign.mutate('me'))}
      {isOpen && button(text.actions.leave, () => assign.mutate('nobody'))}
      {isAside && button(text.actions.reopen, () => reopen.mutate(null))}
      {open === 'confirm' && (
        <ConfirmDialog flow={flow} entries={entries} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open === 'ignore' && <IgnoreDialog flow={flow} lines={lines} onDone={done} onClose={() => setOpen(null)} />}
      {open === 'carry' && <CarryDialog flow={flow} lines={lines} onDone={done} onClose={() => setOpen(null)} />}
      {open === 'assign' && (
        <AssignDialog
          lines={lines.map(({ side, id, handling }) => ({ side, id, version: handling }))}
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'match' && (
        <Suspense>
          <MatchDrawer flowId={flow.id} lines={lines} onDone={done} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The sums of what is chosen, each currency for itself. */
function Chosen({ entries }: { readonly entries: readonly Entry[] }) {
  const text = useText()
  const money = useMinor()
  return [...new Set(entries.map(({ currency }) => currency))].map(currency => {
    const own = entries.filter(entry => entry.currency === currency)
    const sum = (pick: (entry: Entry) => string) => money(addMinor(own.map(pick)), currency)
    return (
      <span key={currency} className="rf-chosen">
        {text.chosen(
          currency,
          sum(({ a }) => a.minor),
          sum(({ b }) => b.minor),
          sum(each => each.difference_minor),
        )}
      </span>
    )
  })
}

interface DialogProps {
  readonly flow: Flow
  onDone(): void
  onClose(): void
}

/** Says what will be settled and what will be booked before anything is. */
export function ConfirmDialog({
  flow,
  entries,
  onDone,
  onClose,
}: DialogProps & { readonly entries: readonly Entry[] }) {
  const all = useText()
  const text = all.confirm
  const money = useMinor()
  const act = useAct(async (_: null) => {
    const ids = entries.map(({ key }) => key.slice(1))
    const { content } = await api.flow.confirmMany({ params: { id: flow.id }, body: { ids } })
    for (const one of content.refused) message.warning(one.message)
    return content.confirmed.length > 0 ? text.done(content.confirmed.length) : null
  }, onDone)
  const itemOf = ({ group }: Entry): string => {
    const rule = flow.config.rules.find(({ id }) => id === group?.rule)
    return group?.adjustment?.item ?? (rule?.kind === 'tolerance' ? rule.item : '')
  }
  const different = entries.filter(entry => entry.difference_minor !== '0')
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  return (
    <Dialog
      open
      width={560}
      title={text.title(entries.length)}
      okText={text.ok}
      cancelText={all.cancel}
      confirmLoading={act.isPending}
      onOk={() => act.mutate(null)}
      onCancel={onClose}
    >
      <ul className="rf-plain">
        {currencies.map(currency => {
          const own = entries.filter(entry => entry.currency === currency)
          const sum = (side: 'a' | 'b') => money(addMinor(own.map(entry => entry[side].minor)), currency)
          return <li key={currency}>{text.sums(currency, sum('a'), sum('b'))}</li>
        })}
      </ul>
      {different.length === 0 ? (
        <p>{text.nothingBooked}</p>
      ) : (
        <>
          <p>{text.booked}</p>
          <ul className="rf-plain">
            {different.map(entry => (
              <li key={entry.key}>
                <span className="rf-money">
                  {money(entry.difference_minor, entry.currency)} {entry.currency}
                </span>{' '}
                → {itemOf(entry) || text.noItem}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

interface ReasonProps {
  readonly title: string
  readonly okText: string
  readonly hint: string
  readonly isBusy: boolean
  readonly isOff?: boolean
  readonly children?: ReactNode
  onOk(reason: string): void
  onClose(): void
}

/** Asks why: nothing is set aside or taken back without a reason. */
export function ReasonDialog({ title, okText, hint, isBusy, isOff, children, onOk, onClose }: ReasonProps) {
  const text = useText()
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      width={460}
      title={title}
      okText={okText}
      cancelText={text.cancel}
      okButtonProps={{ disabled: reason.trim() === '' || isOff === true }}
      confirmLoading={isBusy}
      onOk={() => onOk(reason)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {children}
        <Form.Item label={text.reason} extra={hint}>
          <Input
            aria-label={text.reason}
            maxLength={500}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

interface LinesProps extends DialogProps {
  readonly lines: readonly Line[]
}

export function IgnoreDialog({ flow, lines, onDone, onClose }: LinesProps) {
  const text = useText()
  const act = useAct(async (reason: string) => {
    const { content } = await api.flow.ignore({ params: { id: flow.id }, body: { lines: toRefs(lines), reason } })
    return text.done(content.changed)
  }, onDone)
  return (
    <ReasonDialog
      title={text.ignore.title(lines.length)}
      okText={text.actions.ignore}
      hint={text.ignore.hint}
      isBusy={act.isPending}
      onOk={reason => act.mutate(reason)}
      onClose={onClose}
    />
  )
}

/** The first day of the next month: where a period most often begins. */
function nextMonth(now = new Date()): string {
  const first = new Date(now.getFullYear(), now.getMonth() + 1, 1)
  return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}-01`
}

export function CarryDialog({ flow, lines, onDone, onClose }: LinesProps) {
  const text = useText()
  const [until, setUntil] = useState<string | undefined>(nextMonth)
  const act = useAct(async (reason: string) => {
    const body = { lines: toRefs(lines), reason, until: until ?? nextMonth() }
    const { content } = await api.flow.carry({ params: { id: flow.id }, body })
    return text.done(content.changed)
  }, onDone)
  return (
    <ReasonDialog
      title={text.carry.title(lines.length)}
      okText={text.actions.carry}
      hint={text.carry.hint}
      isBusy={act.isPending}
      isOff={until === undefined}
      onOk={reason => act.mutate(reason)}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={text.carry.note} />
      <Form.Item label={text.carry.until}>
        <DayField aria-label={text.carry.until} value={until} onChange={setUntil} />
      </Form.Item>
    </ReasonDialog>
  )
}
