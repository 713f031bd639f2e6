import { useQuery } from '@tanstack/react-query'
import { Alert, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { LIVE_POLL_MS } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { Section } from '../../../../ui/section.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import './passport.css'
import { usePassportText } from '../texts/use-passport-text.ts'
import type { PassportRecord } from '../types.ts'
import { PassportTimeline } from './passport-timeline.tsx'

export interface PassportProps {
  readonly strategyId: string
  readonly recordId: string
  /** Where a related record opens: as a page of the console, or as one to be shared. */
  hrefOf(place: { readonly strategy: string; readonly id: string }): string
}

/** Waiting and queued records change without anybody's doing. */
const isMoving = (status: PassportRecord['status'] | undefined): boolean => status === 0 || status === 5

/** The whole life of a record, and of the records of other strategies that tell of the same thing. */
export function Passport({ strategyId, recordId, hrefOf }: PassportProps) {
  const text = usePassportText()
  const [isOwn, setOwn] = useState(false)
  const { data, error, refetch } = useQuery({
    ...api.recordPassport.get.query({ params: { strategy: strategyId, id: recordId } }),
    refetchInterval: query => (isMoving(query.state.data?.content.records[0]?.status) ? LIVE_POLL_MS : false),
  })
  const passport = data?.content
  const hasRelated = (passport?.records.length ?? 0) > 1
  const events = passport?.events.filter(event => !isOwn || event.record_id === recordId)
  return (
    <Section
      title={text.title}
      text={text.text}
      extra={
        hasRelated && (
          <Segmented
            size="small"
            aria-label={text.scope}
            value={isOwn ? 'own' : 'all'}
            options={[
              { value: 'all', label: text.all },
              { value: 'own', label: text.own },
            ]}
            onChange={value => setOwn(value === 'own')}
          />
        )
      }
    >
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && passport === undefined && <Skeleton active paragraph={{ rows: 6 }} />}
      {passport && (
        <>
          {passport.is_cut && <Alert className="st-gap" type="info" showIcon title={text.cut} />}
          {hasRelated ? (
            <ul className="pp-records" aria-label={text.related}>
              {passport.records.map(record => (
                <RelatedCard key={record.id} record={record} records={passport.records} hrefOf={hrefOf} />
              ))}
            </ul>
          ) : (
            <p className="sl-muted pp-alone">{text.alone}</p>
          )}
          <PassportTimeline events={events ?? []} records={passport.records} />
        </>
      )}
    </Section>
  )
}

interface RelatedCardProps extends Pick<PassportProps, 'hrefOf'> {
  readonly record: PassportRecord
  readonly records: readonly PassportRecord[]
}

function RelatedCard({ record, records, hrefOf }: RelatedCardProps) {
  const text = usePassportText()
  const { relation, via, source, target } = record
  const through = records.find(({ id }) => id === via)
  const name = record.number ?? record.key
  return (
    <li className={relation === 'self' ? 'pp-record pp-record-self' : 'pp-record'}>
      <span className="pp-relation">
        {text.relations[relation]}
        {through && through.relation !== 'self' && <small> · {through.number ?? through.key}</small>}
      </span>
      <span className="pp-name">
        {relation === 'self' ? (
          <strong>{name}</strong>
        ) : (
          <Link to={hrefOf({ strategy: record.strategy_id, id: record.id })} aria-label={text.open(name)}>
            {name}
          </Link>
        )}
        <StateTag kind="record" state={record.status} />
      </span>
      <span className="pp-way" title={record.strategy_name}>
        <PlatformIcon icon={source.platform_icon} size={16} />→<PlatformIcon icon={target.platform_icon} size={16} />
        <span>{record.strategy_name}</span>
      </span>
      {record.target_key !== null && <small className="sl-muted">{text.targetKey(record.target_key)}</small>}
      {record.error_message !== null && record.status !== 2 && (
        <small className="pp-error">{record.error_message}</small>
      )}
    </li>
  )
}
