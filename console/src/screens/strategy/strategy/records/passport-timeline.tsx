import { ClockCircleOutlined, CloudDownloadOutlined, FlagOutlined, SendOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { usePassportText } from '../texts/use-passport-text.ts'
import type { DataDetail, PassportEvent, PassportRecord } from '../types.ts'

export interface PassportTimelineProps {
  readonly events: readonly PassportEvent[]
  readonly records: readonly PassportRecord[]
}

const icons: Readonly<Record<PassportEvent['kind'], ReactNode>> = {
  read: <CloudDownloadOutlined />,
  attempt: <SendOutlined />,
  settled: <FlagOutlined />,
  decision: <UserOutlined />,
  due: <ClockCircleOutlined />,
}

/** Everything that happened, oldest first; what was read, sent and answered opens in its place. */
export function PassportTimeline({ events, records }: PassportTimelineProps) {
  const text = usePassportText()
  return (
    <ol className="pp-events" aria-label={text.title}>
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may share record, kind and time
        <EventLine key={`${event.record_id} ${event.kind} ${event.at} ${index}`} event={event} records={records} />
      ))}
    </ol>
  )
}

function EventLine({ event, records }: { readonly event: PassportEvent; readonly records: readonly PassportRecord[] }) {
  const text = usePassportText()
  const format = useFormat()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const record = records.find(each => each.id === event.record_id)
  const hasContent = event.kind === 'read' || event.kind === 'attempt' || event.kind === 'settled'
  return (
    <li className={`pp-event pp-event-${event.kind}`}>
      <span className="pp-mark" aria-hidden>
        {icons[event.kind]}
      </span>
      <div className="pp-event-head">
        <time className="sl-number" dateTime={event.at}>
          {format.time(event.at)}
        </time>
        <strong>{text.events[event.kind]}</strong>
        {event.attempt !== null && <span className="sl-muted">{text.attempt(event.attempt)}</span>}
        {event.status !== null && <StateTag kind="record" state={event.status} />}
        {records.length > 1 && record && <span className="pp-strategy">{record.strategy_name}</span>}
        {hasContent && (
          <Button type="link" size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {isOpen ? text.hide : text.content}
          </Button>
        )}
      </div>
      <EventFacts event={event} />
      {event.failure && (
        <p className="pp-error">
          {event.failure.message} {event.failure.advice}
        </p>
      )}
      <div id={id}>{isOpen && <EventContent event={event} />}</div>
    </li>
  )
}

function EventFacts({ event }: { readonly event: PassportEvent }) {
  const text = usePassportText()
  const format = useFormat()
  const { run, page, version, decision, target_key } = event
  const facts: string[] = []
  if (decision !== null) facts.push(text.decided[decision](event.user ?? text.someone))
  if (run) facts.push(text.triggers[run.trigger])
  if (page) facts.push(text.page(page.id, page.ordinal + 1))
  if (version) facts.push(text.mappedBy(version.number))
  if (version?.saved_by && version.saved_at !== null)
    facts.push(text.savedBy(version.saved_by, format.time(version.saved_at)))
  if (target_key !== null) facts.push(text.targetKey(target_key))
  if (facts.length === 0 && !page?.request) return null
  return (
    <p className="sl-muted pp-facts">
      {facts.join(' · ')} {page?.request && <code className="sl-code sl-lines">{page.request}</code>}
    </p>
  )
}

/** Read with its record when it is opened: a timeline of many records would hold megabytes otherwise. */
function EventContent({ event }: { readonly event: PassportEvent }) {
  const text = usePassportText()
  const params = { strategy: event.strategy_id, id: event.record_id }
  const { data, error, refetch } = useQuery(api.strategyData.get.query({ params }))
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} />
  const parts = pickContent(event, data.content).filter(({ json }) => json !== null && json !== '')
  if (parts.length === 0) return <p className="sl-muted">{text.noContent}</p>
  return (
    <div className="st-record">
      {parts.map(({ part, json }) => (
        <div key={part}>
          <h3>{text[part]}</h3>
          <JsonView label={text[part]} text={json} maxHeight={280} />
        </div>
      ))}
    </div>
  )
}

type Part = { readonly part: 'original' | 'request' | 'response'; readonly json: string | null }

function pickContent(event: PassportEvent, record: DataDetail): readonly Part[] {
  if (event.kind === 'read') return [{ part: 'original', json: record.original }]
  const attempts = record.attempt_list
  const attempt =
    event.kind === 'attempt'
      ? attempts.find(each => each.at === event.at && each.attempt === event.attempt)
      : attempts.at(-1)
  return [
    { part: 'request', json: attempt ? attempt.request : record.mapped },
    { part: 'response', json: attempt?.response ?? null },
  ]
}
