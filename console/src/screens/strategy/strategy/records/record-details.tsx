import { Alert, Descriptions } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { Technical } from '../../../../ui/technical.tsx'
import { useRecordText } from '../texts/use-record-text.ts'
import { useText } from '../texts/use-text.ts'
import type { DataDetail } from '../types.ts'

/** Where it came from and every try, folded away until somebody asks. */
export function RecordDetails({ record }: { readonly record: DataDetail }) {
  const text = useText().record
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="sl-section rv-details" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{useRecordText().details}</summary>
      {isOpen && (
        <>
          <Facts record={record} />
          <h3>
            {text.attempts} ({record.attempt_list.length})
          </h3>
          <Attempts record={record} />
        </>
      )}
    </details>
  )
}

function Facts({ record }: { readonly record: DataDetail }) {
  const text = useText()
  const format = useFormat()
  const more = useRecordText()
  const { source, target } = record
  const items = [
    { key: 'code', label: more.code, children: record.error_code ?? '–' },
    { key: 'key', label: text.record.key, children: record.key },
    { key: 'number', label: text.record.number, children: record.number ?? '–' },
    { key: 'target', label: text.record.targetKey, children: record.target_key ?? '–' },
    {
      key: 'source',
      label: text.flow.source,
      children: `${source.platform_name} · ${source.connector_name} · ${source.resource}`,
    },
    {
      key: 'to',
      label: text.flow.target,
      children: `${target.platform_name} · ${target.connector_name} · ${target.resource}`,
    },
    { key: 'readAt', label: text.record.readAt, children: format.time(source.read_at) },
    { key: 'updated', label: text.data.updated, children: format.time(record.updated_at) },
    { key: 'place', label: text.record.evidence, children: text.runs.row(source.page_id, source.ordinal + 1) },
    { key: 'version', label: text.record.version, children: record.version },
    {
      key: 'request',
      label: text.record.request,
      span: 2,
      children: <code className="sl-code sl-lines">{source.request ?? '–'}</code>,
    },
  ]
  return <Descriptions column={{ xs: 1, md: 2 }} size="small" items={items} />
}

function Attempts({ record }: { readonly record: DataDetail }) {
  const text = useText().record
  const format = useFormat()
  if (record.attempt_list.length === 0) return <Empty isSmall title={text.noAttempt} />
  return record.attempt_list.map(attempt => (
    <div key={`${attempt.attempt} ${attempt.at}`} className="st-attempt">
      <div className="st-attempt-head">
        <strong>{text.attempt(attempt.attempt)}</strong>
        <StateTag kind="record" state={attempt.status} />
        <span className="sl-muted">{format.time(attempt.at)}</span>
        <span className="sl-muted">
          {text.version} {attempt.version}
        </span>
      </div>
      {attempt.failure && (
        <Alert type="error" title={attempt.failure.message} description={attempt.failure.advice} className="st-gap" />
      )}
      <Technical text={attempt.failure?.technical} />
      <div className="st-record">
        {attempt.request !== null && (
          <div>
            <h3>{text.sent}</h3>
            <JsonView label={text.sent} text={attempt.request} maxHeight={240} />
          </div>
        )}
        {attempt.response !== null && (
          <div>
            <h3>{text.answer}</h3>
            <JsonView label={text.answer} text={attempt.response} maxHeight={240} />
          </div>
        )}
      </div>
    </div>
  ))
}
