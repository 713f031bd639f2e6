import { useEffect, useEffectEvent } from 'react'
import type { StoredException, TraceEntry } from '../lib/error-ring.ts'
import { useFormat } from '../lib/format.ts'
import { useNoticeText } from './use-notice-text.ts'

export interface ExceptionListProps {
  /** Newest first. */
  readonly entries: readonly StoredException[]
  /** Called once they are on screen. */
  onSee(): void
}

/** Server exceptions with path, line, exception, message and trace. Spec §2. */
export function ExceptionList({ entries, onSee }: ExceptionListProps) {
  const see = useEffectEvent(onSee)
  useEffect(() => see(), [])
  return (
    <ul className="sh-exceptions">
      {entries.map(entry => (
        <Entry key={entry.time + entry.path} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry }: { readonly entry: StoredException }) {
  const { parts } = useNoticeText()
  const format = useFormat()
  const rows = [
    [parts.path, entry.file === '' ? entry.path : `${entry.path} · ${entry.file}`],
    [parts.line, entry.line === '0' ? '–' : entry.line],
    [parts.exception, entry.exception],
    [parts.message, entry.message],
  ] as const
  return (
    <li>
      <time dateTime={entry.time}>{format.time(entry.time)}</time>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? '–' : value}</dd>
          </div>
        ))}
        <div>
          <dt>{parts.trace}</dt>
          <dd>{entry.trace.length === 0 ? parts.noTrace : <Trace entries={entry.trace} />}</dd>
        </div>
      </dl>
    </li>
  )
}

function Trace({ entries }: { readonly entries: readonly TraceEntry[] }) {
  const { parts } = useNoticeText()
  return (
    <details>
      <summary>{parts.steps(entries.length)}</summary>
      <ol>
        {entries.map(({ function: name, file, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes, and may hold a step twice
          <li key={index}>
            <b>{name}</b> {file}
            {line !== '' && `:${line}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
