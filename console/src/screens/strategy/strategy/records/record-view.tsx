import { Alert, Descriptions, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Section } from '../../../../ui/section.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { mappingDetail } from '../../../mapping/mapping/pages.ts'
import { Corrections, ErrorsLink } from '../../../run/error/public.ts'
import { FoundRecord } from '../studio/explain-steps.tsx'
import { ScriptChanges } from '../studio/script-changes.tsx'
import { useScriptText } from '../texts/use-script-text.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import { useWriteBackText } from '../texts/use-write-back-text.ts'
import type { DataDetail } from '../types.ts'

export interface RecordViewProps {
  readonly record: DataDetail
  /** Its whole life, before what is known of it now. */
  readonly passport: ReactNode
}

/** Everything known about one record: what came, what was made of it, what the target said. */
export function RecordView({ record, passport }: RecordViewProps) {
  const text = useText().record
  return (
    <>
      {record.error_message !== null && record.status !== 2 && (
        <Alert
          className="st-gap"
          type="error"
          showIcon
          title={record.error_message}
          description={record.error_code}
          action={record.error_group && <ErrorsLink strategyId={record.strategy_id} groupId={record.error_group} />}
        />
      )}
      {passport}
      <Section>
        <Facts record={record} />
      </Section>
      <div className="st-record">
        <Section title={text.original}>
          <JsonView label={text.original} text={record.original} />
        </Section>
        <Section title={text.mapped}>
          <Problems record={record} />
          {record.mapped === null ? (
            <Empty isSmall title={text.noMapped} />
          ) : (
            <JsonView label={text.mapped} text={record.mapped} />
          )}
        </Section>
      </div>
      <Lookups record={record} />
      <Finds record={record} />
      <Scripted record={record} />
      <WrittenBack record={record} />
      <Corrections corrections={record.corrections} />
      <Section isFlush>
        <Tabs
          className="st-tabs"
          items={[
            { key: 'response', label: text.response, children: <Answer record={record} /> },
            {
              key: 'attempts',
              label: `${text.attempts} (${record.attempt_list.length})`,
              children: <Attempts record={record} />,
            },
          ]}
        />
      </Section>
    </>
  )
}

function Facts({ record }: { readonly record: DataDetail }) {
  const text = useText()
  const format = useFormat()
  const { source, target } = record
  const items = [
    { key: 'state', label: text.data.status, children: <StateTag kind="record" state={record.status} /> },
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

function Problems({ record }: { readonly record: DataDetail }) {
  if (record.mapping_problems.length === 0) return null
  return (
    <Alert
      className="st-gap"
      type="error"
      title={
        <ul className="st-problems">
          {record.mapping_problems.map(problem => (
            <li key={`${problem.field} ${problem.code}`}>
              <strong>{problem.field}</strong> {problem.message}
            </li>
          ))}
        </ul>
      }
    />
  )
}

function Scripted({ record }: { readonly record: DataDetail }) {
  const text = useScriptText()
  if (record.scripted.length === 0) return null
  return (
    <Section title={text.changes}>
      <ScriptChanges notes={record.scripted} />
    </Section>
  )
}

/** What the strategy takes from the target's answer. */
function WrittenBack({ record }: { readonly record: DataDetail }) {
  const text = useWriteBackText()
  if (record.write_back.length === 0) return null
  return (
    <Section title={text.result}>
      <Descriptions
        column={{ xs: 1, md: 2 }}
        size="small"
        items={record.write_back.map(({ field, label, value }) => ({
          key: field,
          label: label || field,
          children: value === null ? <span className="sl-muted">{text.absent}</span> : <code>{value}</code>,
        }))}
      />
    </Section>
  )
}

/** What was looked up in other strategies, as they hold it now. */
function Finds({ record }: { readonly record: DataDetail }) {
  const text = useStudioText().find
  if (record.finds.length === 0) return null
  return (
    <Section title={text.title}>
      <ul className="st-problems">
        {record.finds.map(find => (
          <li key={find.field}>
            <strong>{find.field}</strong> <FoundRecord find={find} /> → <code>{find.value ?? '–'}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What was looked up in value maps, with the line that answered. */
function Lookups({ record }: { readonly record: DataDetail }) {
  const text = useText().record
  if (record.lookups.length === 0) return null
  return (
    <Section title={text.lookups}>
      <ul className="st-problems">
        {record.lookups.map(({ field, map_id, map_name, map_version, value, result, line, policy }) => (
          <li key={field}>
            <strong>{field}</strong> <code>{value}</code> → {result === null ? '–' : <code>{result}</code>}{' '}
            <span className="sl-muted">
              <Link to={mappingDetail.href({ params: { id: map_id } })}>{map_name}</Link>{' '}
              {text.lookupVersion(map_version)} ·{' '}
              {line ? text.lookupLine(line.a, line.b) : text.lookupPolicy[policy ?? 'error']}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Answer({ record }: { readonly record: DataDetail }) {
  const text = useText().record
  if (record.response === null || record.response === '') return <Empty isSmall title={text.noResponse} />
  return <JsonView label={text.response} text={record.response} />
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
