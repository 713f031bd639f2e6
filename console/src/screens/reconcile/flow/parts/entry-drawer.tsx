import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { AssignDialog, Comments, Evidence } from '../../difference/public.ts'
import { OrderStoryLink } from '../../order-story/public.ts'
import type { Entry, Flow, Group, Line, MatchRule } from '../types.ts'
import { useText } from '../use-text.ts'
import { CarryDialog, ConfirmDialog, IgnoreDialog, ReasonDialog } from './entry-actions.tsx'
import { BothSides } from './line-card.tsx'
import { useAct } from './queries.ts'
import { StateMark } from './state-mark.tsx'
import { useSayRule } from './use-rule-names.ts'
import { WhyNot } from './why-not.tsx'

// Opened on demand.
const MatchDrawer = lazy(async () => ({ default: (await import('./match-drawer.tsx')).MatchDrawer }))

interface Props {
  readonly flow: Flow
  readonly entry: Entry
  onClose(): void
}

/** One match, or one line that stands alone: both sides, why it is as it is, and what can be done. */
export function EntryDrawer({ flow, entry, onClose }: Props) {
  const text = useText()
  return (
    <Drawer
      open
      size={1040}
      title={
        <span className="rf-title">
          {entry.group ? text.drawer.match : text.drawer.line} <StateMark state={entry.state} />
        </span>
      }
      onClose={onClose}
    >
      {entry.group ? (
        <OneMatch flow={flow} entry={entry} id={entry.group.id} onClose={onClose} />
      ) : (
        <OneLine flow={flow} entry={entry} onClose={onClose} />
      )}
      <Evidence subject={entry.key} />
      <Comments subject={entry.key} />
    </Drawer>
  )
}

function OneMatch({ flow, entry, id, onClose }: Props & { readonly id: string }) {
  const all = useText()
  const text = all.drawer
  const [open, setOpen] = useState<'confirm' | 'revoke' | null>(null)
  const { data, error, refetch } = useQuery(api.flow.group.query({ params: { id } }))
  const isPending = entry.state === 'proposed'
  const revoke = useAct(async (reason: string) => {
    await api.flow.revoke({ params: { id }, body: { reason } })
    return text.revoked
  }, onClose)
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  const group = data.content
  return (
    <>
      <div className="rf-acts">
        {isPending && (
          <CanButton type="primary" authority="reconciliation:update" onClick={() => setOpen('confirm')}>
            {group.adjustment ? text.approve : all.actions.confirm}
          </CanButton>
        )}
        <CanButton danger authority="reconciliation:update" onClick={() => setOpen('revoke')}>
          {isPending ? text.reject : text.undo}
        </CanButton>
        <OrderStoryLink subject={entry.key} />
      </div>
      <BothSides lines={group.lines} currency={group.currency} sums={group} />
      <Section title={text.why}>
        <Reasons group={group} />
      </Section>
      {open === 'confirm' && (
        <ConfirmDialog flow={flow} entries={[entry]} onDone={onClose} onClose={() => setOpen(null)} />
      )}
      {open === 'revoke' && (
        <ReasonDialog
          title={isPending ? text.rejectTitle : text.undoTitle}
          okText={isPending ? text.reject : text.undo}
          hint={text.undoHint}
          isBusy={revoke.isPending}
          onOk={reason => revoke.mutate(reason)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** By what rule or person, with what evidence, and what is booked. */
function Reasons({ group }: { readonly group: Group & { readonly how: MatchRule | null } }) {
  const all = useText()
  const text = all.drawer
  const say = useSayRule()
  const money = useMinor()
  const { time } = useFormat()
  const { adjustment, how } = group
  const items = [
    [text.rule, how ? say(how) : group.rule || all.byHand],
    [text.score, `${group.score} / 100`],
    [text.reason, group.reason],
    [
      text.decided,
      group.state === 'proposed' && !adjustment
        ? text.nobody
        : group.decided_by
          ? `${group.decided_by} · ${time(group.decided_at)}`
          : text.byRule,
    ],
    [text.found, time(group.created_at)],
    ...(adjustment
      ? ([
          [text.booking, `${money(adjustment.amount_minor, group.currency)} ${group.currency} → ${adjustment.item}`],
          [text.bookingState, text.bookings[adjustment.state]],
          [text.maker, adjustment.maker || text.byRule],
          [text.checker, adjustment.checker ? `${adjustment.checker} · ${time(adjustment.checked_at)}` : text.waiting],
        ] as const)
      : []),
  ] as const
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 2 }}
      items={items.filter(([, value]) => value !== '').map(([label, children]) => ({ key: label, label, children }))}
    />
  )
}

function OneLine({ flow, entry, onClose }: Props) {
  const all = useText()
  const [open, setOpen] = useState<'match' | 'ignore' | 'carry' | 'assign' | null>(null)
  const [partner, setPartner] = useState<Line | null>(null)
  const line = entry.a.lines[0] ?? entry.b.lines[0]
  const reopen = useAct(async (_: null) => {
    if (line) await api.flow.reopen({ params: { id: flow.id }, body: { lines: [{ side: line.side, id: line.id }] } })
    return all.done(1)
  }, onClose)
  if (!line) return null
  const isAside = entry.state === 'ignored' || entry.state === 'carried'
  const act = (label: string, onClick: () => void, isMain = false) => (
    <CanButton {...(isMain && { type: 'primary' })} authority="reconciliation:update" onClick={onClick}>
      {label}
    </CanButton>
  )
  const matchWith = (candidate: Line | null) => {
    setPartner(candidate)
    setOpen('match')
  }
  return (
    <>
      <div className="rf-acts">
        {entry.state !== 'ignored' && act(all.actions.match, () => matchWith(null), true)}
        {entry.state !== 'ignored' && act(all.actions.assign, () => setOpen('assign'))}
        {entry.state !== 'ignored' && act(all.actions.carry, () => setOpen('carry'))}
        {entry.state !== 'ignored' && act(all.actions.ignore, () => setOpen('ignore'))}
        {isAside && act(all.actions.reopen, () => reopen.mutate(null))}
        <OrderStoryLink subject={entry.key} />
      </div>
      <BothSides
        lines={[line]}
        currency={entry.currency}
        sums={{ ...sumsOf(entry), difference_minor: entry.difference_minor }}
      />
      {entry.state !== 'ignored' && <WhyNot flow={flow} entry={entry} line={line} onMatch={matchWith} />}
      {open === 'ignore' && <IgnoreDialog flow={flow} lines={[line]} onDone={onClose} onClose={() => setOpen(null)} />}
      {open === 'carry' && <CarryDialog flow={flow} lines={[line]} onDone={onClose} onClose={() => setOpen(null)} />}
      {open === 'assign' && (
        <AssignDialog
          lines={[{ side: line.side, id: line.id, version: line.handling }]}
          onDone={onClose}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'match' && (
        <Suspense>
          <MatchDrawer
            flowId={flow.id}
            lines={partner ? [line, partner] : [line]}
            onDone={onClose}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const sumsOf = ({ a, b }: Entry) => ({ a_minor: a.minor, b_minor: b.minor })
