import { scriptDeclarations, scriptExample, scriptHooks } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { CodeArea, goToPlace } from '../../../ui/code-area.tsx'
import { Section } from '../../../ui/section.tsx'
import { useKindText } from '../use-kind-text.ts'
import type { AdapterSectionProps } from './section-props.ts'

/** The functions of an adapter in TypeScript, judged by the server. */
export function ScriptSection({ doc, patch, faultAt }: AdapterSectionProps) {
  const text = useKindText()
  const { code } = doc.script
  const check = useMutation({ mutationFn: () => api.adapter.checkScript({ body: { code } }) })
  const found = check.data?.content
  const problem = found?.problem
  const place = problem && problem.line !== null ? { line: problem.line, column: problem.column ?? 1 } : null
  const set = (value: string): void => {
    patch({ script: { code: value } })
    if (check.data) check.reset()
  }
  const fault = faultAt('script.code')
  return (
    <Section
      title={text.script}
      text={text.scriptText}
      extra={
        <span className="as-name">
          {code.trim() === '' && <Button onClick={() => set(scriptExample)}>{text.example}</Button>}
          <Button loading={check.isPending} disabled={code.trim() === ''} onClick={() => check.mutate()}>
            {text.check}
          </Button>
        </span>
      }
    >
      <div className="as-stack">
        {(fault ?? check.error) && <Alert type="error" showIcon title={fault ?? describeError(check.error).message} />}
        {found && (
          <Alert
            showIcon
            type={problem ? 'error' : found.hooks.length === 0 ? 'warning' : 'success'}
            title={problem?.message ?? (found.hooks.length === 0 ? text.noHook : text.checked(found.hooks.join(', ')))}
            {...(place && {
              action: (
                <Button size="small" onClick={() => goToPlace(text.script, place)}>
                  {text.goTo(place.line, place.column)}
                </Button>
              ),
            })}
          />
        )}
        <CodeArea label={text.script} value={code} problem={place} onChange={set} />
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
