import {
  type FieldSpec,
  type Mapping,
  recordContext,
  recordDeclarations,
  recordExample,
  recordHooks,
} from '@sluice/contract'
import { Alert, Button } from 'antd'
import { Suspense } from 'react'
import { useCan } from '../../../../lib/session.ts'
import type { CodeChoice, CodeFault } from '../../../../ui/code-editor.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useScriptText } from '../texts/use-script-text.ts'
import type { MappingProblem, Outcome } from './use-outcome.ts'

const CodeEditor = lazyPart(async () => ({ default: (await import('../../../../ui/code-editor.tsx')).CodeEditor }))

export interface ScriptViewProps {
  readonly code: string
  readonly outcome: Outcome
  /** JSON text of the record that the preview shows. */
  readonly record: string | null
  readonly source: readonly FieldSpec[]
  readonly target: readonly FieldSpec[]
  onChange(code: string): void
}

/** A mapping without code has no script. */
export const withScript = ({ script: _, ...mapping }: Mapping, code: string): Mapping =>
  code.trim() === '' ? mapping : { ...mapping, script: { code } }

/** The functions that a mapping carries, run on the record beside while they are written. */
export function ScriptView({ code, outcome, record, source, target, onChange }: ScriptViewProps) {
  const text = useScriptText()
  const mayWrite = useCan()('strategy:script')
  const problems = outcome.problems.get('script') ?? []
  const choices = [
    ...recordContext.map(
      ([name, detail, info]): CodeChoice => ({ label: `ctx.${name}`, detail, info, kind: 'function' }),
    ),
    ...listFields('record', [...namesOf(record), ...source.map(({ name }) => name)]),
    ...listFields('target', [...namesOf(outcome.preview?.mapped ?? null), ...target.map(({ name }) => name)]),
  ]
  return (
    <section className="st-pane" aria-label={text.title}>
      <p className="sl-muted">{text.text}</p>
      {!mayWrite && <Alert type="info" showIcon title={text.readOnly} />}
      <dl className="st-script-hooks">
        {recordHooks.map(hook => (
          <div key={hook}>
            <dt className="st-script-hook">
              {text.hooks[hook].name} <code>{hook}</code>
            </dt>
            <dd className="st-script-about">{text.hooks[hook].about}</dd>
          </div>
        ))}
      </dl>
      {mayWrite && code === '' && <Button onClick={() => onChange(recordExample)}>{text.example}</Button>}
      <Suspense fallback={<Skeleton rows={10} />}>
        <CodeEditor
          label={text.title}
          language="script"
          value={code}
          faults={problems.flatMap(problem => toFault(problem, code))}
          choices={choices}
          isReadOnly={!mayWrite}
          onChange={onChange}
        />
      </Suspense>
      <div aria-live="polite">
        {problems.map(({ message }) => (
          <p key={message} className="st-problem">
            {message}
          </p>
        ))}
      </div>
      <details>
        <summary>{text.declarations}</summary>
        <pre className="st-script-declarations">{recordDeclarations}</pre>
      </details>
    </section>
  )
}

/** At its line and column; nothing where it has none. */
function toFault({ value, message }: MappingProblem, code: string): CodeFault[] {
  const [line, column] = (value ?? '').split(':').map(Number)
  if (!line || !column) return []
  const before = code.split('\n').slice(0, line - 1)
  const from = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  return [{ from, to: from + 1, message }]
}

/** Names that can be written behind a dot. */
const listFields = (owner: string, names: readonly string[]): CodeChoice[] =>
  [...new Set(names)]
    .filter(name => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
    .map(name => ({ label: `${owner}.${name}`, detail: '', info: '', kind: 'field' }))

function namesOf(json: string | null): string[] {
  if (json === null) return []
  // The engine wrote it: a record.
  return Object.keys(JSON.parse(json) as object)
}
