import { RecordState, recordStandings } from '@sluice/contract'
import { type ComponentProps, type ReactNode, Suspense, useId, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { findLine, type JsonLine } from '../../../../ui/json-lines.ts'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { ErrorsLink, RecordRepair } from '../../../run/error/public.ts'
import { useRecordText } from '../texts/use-record-text.ts'
import type { DataDetail } from '../types.ts'

export interface RecordVerdictProps {
  readonly record: DataDetail
  /** What a person may decide; absent where a record is only shown. */
  readonly actions?: ReactNode
  onDone(): void
}

/** What happened to a record and what is to be done, said first and in one sentence each. */
export function RecordVerdict({ record, actions, onDone }: RecordVerdictProps) {
  const id = useId()
  const { title, advice, tone } = useVerdict(record)
  // What was begun here goes on when the record is no longer in error: its dialog shows how it went.
  const [group, setGroup] = useState(record.error_group)
  if (record.error_group !== null && record.error_group !== group) setGroup(record.error_group)
  return (
    <section className={`rv-verdict rv-${tone}`} aria-labelledby={id}>
      <div className="rv-head">
        <h2 id={id}>{title}</h2>
        <StateTag kind="record" state={record.status} />
        {record.error_group !== null && tone === 'bad' && (
          <ErrorsLink strategyId={record.strategy_id} groupId={record.error_group} />
        )}
      </div>
      {group !== null && actions !== undefined ? (
        <Suspense fallback={<Plain advice={advice} />}>
          <RecordRepair
            groupId={group}
            isOver={tone !== 'bad'}
            advice={advice}
            recordId={record.id}
            changes={suggestChanges(record)}
            onDone={onDone}
          >
            {actions}
          </RecordRepair>
          {tone === 'bad' && record.retry_at !== null && <Retry at={record.retry_at} />}
        </Suspense>
      ) : (
        <Plain advice={advice}>{actions}</Plain>
      )}
    </section>
  )
}

function Plain({ advice, children }: { readonly advice: string | null; readonly children?: ReactNode }) {
  return (
    <>
      {advice !== null && <p>{advice}</p>}
      {children !== undefined && <div className="rv-actions">{children}</div>}
    </>
  )
}

function Retry({ at }: { readonly at: string }) {
  const text = useRecordText()
  const format = useFormat()
  return <p className="sl-muted">{text.retryAt(format.time(at))}</p>
}

interface Verdict {
  readonly title: string
  readonly advice: string | null
  readonly tone: 'bad' | 'good' | 'plain'
}

function useVerdict(record: DataDetail): Verdict {
  const text = useRecordText()
  const target = record.target.connector_name
  const reason = record.error_message === null ? '' : text.reason(record.error_message)
  const advice = record.attempt_list.at(-1)?.failure?.advice ?? null
  const { status } = record
  const isOf = (states: readonly RecordState[]): boolean => states.includes(status)
  if (status === RecordState.unknown) return { title: text.unknown(target), advice: text.unknownAdvice, tone: 'bad' }
  if (isOf(recordStandings.error)) return { title: text.error(target) + reason, advice, tone: 'bad' }
  if (isOf(recordStandings.retrying)) return { title: text.retrying(target) + reason, advice, tone: 'bad' }
  if (status === RecordState.finished) {
    const title = record.target_key === null ? text.written(target) : text.writtenAs(target, record.target_key)
    return { title, advice: text.writtenAdvice, tone: 'good' }
  }
  if (isOf(recordStandings.waiting)) return { title: text.waiting(target), advice: text.waitingAdvice, tone: 'plain' }
  if (status === RecordState.ignored) return { title: text.ignored, advice: text.ignoredAdvice, tone: 'plain' }
  const title =
    status === RecordState.duplicate ? text.duplicate : status === RecordState.deleted ? text.deleted : text.cancelled
  return { title, advice: text.noAdvice, tone: 'plain' }
}

/** The fields that the faults come from, as they are, to be typed over. */
function suggestChanges({ faults, original }: DataDetail): Suggestion[] {
  const fields = new Set(faults.flatMap(({ sources }) => sources))
  return [...fields].flatMap(field => suggest(field, findLine(original, field)) ?? [])
}

type Suggestion = ComponentProps<typeof RecordRepair>['changes'][number]

function suggest(field: string, line: JsonLine | null): Suggestion | null {
  if (line === null) return null
  const { kind, value } = line
  if (kind === 'text') return { field, type: 'text', value: String(JSON.parse(value)) }
  if (kind === 'number') return { field, type: 'number', value }
  if (value === 'true' || value === 'false') return { field, type: value, value: '' }
  return value === 'null' ? { field, type: 'text', value: '' } : null
}
