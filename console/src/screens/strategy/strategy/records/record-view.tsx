import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from '../../../../ui/section.tsx'
import { mappingDetail } from '../../../mapping/mapping/pages.ts'
import { Corrections } from '../../../run/error/public.ts'
import { FoundRecord } from '../studio/explain-steps.tsx'
import { ScriptChanges } from '../studio/script-changes.tsx'
import { useScriptText } from '../texts/use-script-text.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import { useWriteBackText } from '../texts/use-write-back-text.ts'
import type { DataDetail } from '../types.ts'
import { RecordDetails } from './record-details.tsx'
import { RecordPanes } from './record-panes.tsx'
import { RecordVerdict } from './record-verdict.tsx'
import './record.css'

export interface RecordViewProps {
  readonly record: DataDetail
  /** Its whole life, behind what is known of it now. */
  readonly passport: ReactNode
  /** What a person may decide; absent where it is only shown. */
  readonly actions?: ReactNode
  onDone(): void
}

/** One record: what happened and what to do, what came, was made of it and was answered, then how it came about. */
export function RecordView({ record, passport, actions, onDone }: RecordViewProps) {
  return (
    <>
      <RecordVerdict record={record} actions={actions} onDone={onDone} />
      <RecordPanes record={record} />
      <Lookups record={record} />
      <Finds record={record} />
      <Scripted record={record} />
      <WrittenBack record={record} />
      <Corrections corrections={record.corrections} />
      {passport}
      <RecordDetails record={record} />
    </>
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
