import { Descriptions, Skeleton } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { type Format, useFormat } from '../../../../lib/format.ts'
import type { LiveState } from '../../../../lib/live.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { livingPicture } from '../../../insight/lineage/pages.ts'
import { strategyDetail } from '../pages.ts'
import { CheckList } from '../parts/check-list.tsx'
import { sayCron } from '../parts/cron-model.ts'
import { GuaranteeNote } from '../parts/guarantee-note.tsx'
import { ProcessAgainButton } from '../parts/process-again.tsx'
import { useFollowText } from '../texts/use-follow-text.ts'
import { useListText } from '../texts/use-list-text.ts'
import { useScheduleText } from '../texts/use-schedule-text.ts'
import { useText } from '../texts/use-text.ts'
import type { Counters, Strategy } from '../types.ts'
import { FlowPicture } from './flow-picture.tsx'
import { FollowPanel } from './follow-panel.tsx'

// Most strategies are not pushed to.
const PushPanel = lazyPart(async () => ({ default: (await import('./push-panel.tsx')).PushPanel }))

export interface OverviewTabProps {
  readonly strategy: Strategy
  readonly counters: Counters | undefined
  readonly liveState: LiveState
}

/** What the strategy is doing now, whether its books balance, and what stands in its way. */
export function OverviewTab({ strategy, counters, liveState }: OverviewTabProps) {
  const text = useText()
  return (
    <>
      <Section
        title={text.flow.label}
        extra={
          <>
            <Link to={livingPicture.href({ search: { strategy: strategy.id } })}>{text.flow.where}</Link>{' '}
            <span className="sl-muted">{liveState === 'waiting' ? text.flow.reconnecting : text.flow.live}</span>
          </>
        }
      >
        <FlowPicture strategy={strategy} counters={counters} />
      </Section>
      {strategy.config.source.follow === true && <FollowPanel strategy={strategy} />}
      {isPassive(strategy) && (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} />}>
          <PushPanel strategyId={strategy.id} />
        </Suspense>
      )}
      <Section title={text.flow.records} extra={<ProcessAgainButton strategyId={strategy.id} counters={counters} />}>
        <RecordStates id={strategy.id} counters={counters} />
      </Section>
      <div className="st-pair">
        <CheckList strategy={strategy} />
        <Facts strategy={strategy} />
      </div>
    </>
  )
}

/** What is pushed to, as the self platform names it. */
const isPassive = ({ source }: Strategy): boolean =>
  source.platform_id === 'self' && source.resource === 'passive.receive'

function RecordStates({ id, counters }: { readonly id: string; readonly counters: Counters | undefined }) {
  const text = useText().flow
  const format = useFormat()
  const states = (counters?.records ?? []).filter(state => state.count > 0)
  if (states.length === 0) return <span className="sl-muted">{text.none}</span>
  return (
    <ul className="st-states">
      {states.map(({ status, count }) => (
        <li key={status}>
          <Link to={strategyDetail.href({ params: { id }, search: { tab: 'data', status: [String(status)] } })}>
            <StateTag kind="record" state={status} /> <strong className="sl-number">{format.number(count)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A mark that is a time is shown as the times around it; any other as the source gave it. */
const showMark = (mark: string | null, format: Format): string =>
  mark !== null && INSTANT.test(mark) ? format.time(mark) : (mark ?? '–')

function Facts({ strategy }: { readonly strategy: Strategy }) {
  const text = useText()
  const words = useListText()
  const follow = useFollowText()
  const rhythm = useScheduleText()
  const format = useFormat()
  const { guarantee, schedule } = strategy
  const isFollowing = strategy.config.source.follow === true
  const items = [
    {
      key: 'guarantee',
      label: text.target.guarantee,
      children: <GuaranteeNote guarantee={guarantee} />,
    },
    {
      key: 'cron',
      label: text.schedule.title,
      children: isFollowing
        ? follow.follow
        : schedule.cron === null
          ? text.schedule.manual
          : text.schedule.inZone(sayCron(schedule.cron, rhythm), schedule.timeZone),
    },
    { key: 'next', label: words.columns.nextRun, children: format.time(strategy.next_run_at) },
    {
      key: 'watermark',
      label: <span title={text.detail.watermarkHint}>{text.detail.watermark}</span>,
      children: showMark(strategy.watermark, format),
    },
    { key: 'key', label: text.source.key, children: strategy.config.source.key.join(', ') },
    { key: 'updated', label: words.columns.updated, children: format.time(strategy.updated_at) },
  ]
  return (
    <Section title={text.steps.basic}>
      <Descriptions column={1} size="small" items={items} />
    </Section>
  )
}
