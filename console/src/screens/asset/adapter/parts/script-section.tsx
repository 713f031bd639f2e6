import { scriptDeclarations, scriptExample, scriptHooks } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { listScriptMembers } from '../../../../lib/script-members.ts'
import { CodeArea } from '../../../../ui/code-area.tsx'
import type { CodeChoice, CodeEditorHandle } from '../../../../ui/code-editor.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useKindText } from '../use-kind-text.ts'
import type { AdapterSectionProps } from './section-props.ts'

const CodeEditor = lazyPart(async () => ({ default: (await import('../../../../ui/code-editor.tsx')).CodeEditor }))

/** How scripts call what they are given. */
const NAMES = { Context: 'ctx', Request: 'request', Answer: 'answer' }
/** Typing that paused for so long is judged. */
const PAUSE_MS = 600

/** The functions of an adapter in TypeScript, completed here and judged by the server while they are written. */
export function ScriptSection({ doc, patch, faultAt }: AdapterSectionProps) {
  const text = useKindText()
  const { code } = doc.script
  const editor = useRef<CodeEditorHandle>(null)
  const check = useMutation({ mutationFn: (code: string) => api.adapter.checkScript({ body: { code } }) })
  const judge = useEffectEvent(() => check.mutate(code))
  useEffect(() => {
    if (code.trim() === '') return
    const timer = setTimeout(judge, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [code])
  const found = code.trim() === '' ? undefined : check.data?.content
  const problem = found?.problem
  const place = problem && problem.line !== null ? { line: problem.line, column: problem.column ?? 1 } : null
  const at = place && offsetOf(code, place)
  // Of a text that has changed since, nobody knows where it is wrong.
  const faults = at !== null && problem && check.variables === code ? [{ ...at, message: problem.message }] : NONE
  const fault = faultAt('script.code')
  const set = (value: string): void => patch({ script: { code: value } })
  return (
    <Section
      title={text.script}
      text={text.scriptText}
      extra={
        <span className="as-name">
          {code.trim() === '' && <Button onClick={() => set(scriptExample)}>{text.example}</Button>}
          <Button loading={check.isPending} disabled={code.trim() === ''} onClick={() => check.mutate(code)}>
            {text.check}
          </Button>
        </span>
      }
    >
      <div className="as-stack">
        <Suspense fallback={<Skeleton rows={10} />}>
          <CodeEditor
            ref={editor}
            label={text.script}
            language="script"
            value={code}
            choices={listScriptMembers(scriptDeclarations, NAMES, text.members).map(toChoice)}
            faults={faults}
            onChange={set}
          />
        </Suspense>
        <p className="sl-muted">{text.editorKeys}</p>
        <div aria-live="polite" className="as-stack">
          {(fault ?? check.error) && (
            <Alert type="error" showIcon title={fault ?? describeError(check.error).message} />
          )}
          {found && (
            <Alert
              showIcon
              type={problem ? 'error' : found.hooks.length === 0 ? 'warning' : 'success'}
              title={
                problem?.message ?? (found.hooks.length === 0 ? text.noHook : text.checked(found.hooks.join(', ')))
              }
              {...(place && {
                action: (
                  <Button size="small" onClick={() => at && editor.current?.goTo(at.from)}>
                    {text.goTo(place.line, place.column)}
                  </Button>
                ),
              })}
            />
          )}
        </div>
        <details className="as-stack">
          <summary>{text.declarations}</summary>
          <dl>
            {scriptHooks.map(hook => (
              <div key={hook}>
                <dt>
                  <code>{hook}</code>
                </dt>
                <dd>{text.hooks[hook]}</dd>
              </div>
            ))}
          </dl>
          <CodeArea label={text.declarations} value={scriptDeclarations} isReadOnly />
        </details>
      </div>
    </Section>
  )
}

const NONE: readonly never[] = []

/** The character that a place names, both counted from 1. */
function offsetOf(code: string, { line, column }: { readonly line: number; readonly column: number }) {
  const before = code.split('\n').slice(0, line - 1)
  const from = Math.min(before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1, code.length)
  return { from, to: from + 1 }
}

/** A call is typed up to its first argument. */
const toChoice = ({ label, detail, doc }: ReturnType<typeof listScriptMembers>[number]): CodeChoice => ({
  label,
  detail,
  info: doc,
  kind: detail.startsWith('(') ? 'function' : 'field',
  ...(detail.startsWith('(') ? { insert: `${label}(` } : {}),
})
