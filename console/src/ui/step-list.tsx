import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { TestStep } from '@sluice/contract'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/i18n.ts'
import { useUiText } from './use-text.ts'

/** The steps of a connection test in order: what was seen, what failed and what to do about it. */
export function StepList({ steps }: { readonly steps: readonly TestStep[] }) {
  const say = useWords()
  const text = useUiText()
  const format = useFormat()
  return (
    <ol className="sl-steps" aria-live="polite">
      {steps.map(step => (
        <li key={step.name} className={step.ok ? 'sl-step-ok' : 'sl-step-failed'}>
          {step.ok ? (
            <CheckCircleFilled aria-label={text.steps.ok} />
          ) : (
            <CloseCircleFilled aria-label={text.steps.failed} />
          )}
          <div className="sl-step-main">
            <div className="sl-step-line">
              <strong>{say(step.label)}</strong>
              {step.detail !== undefined && <span className="sl-muted">{step.detail}</span>}
              <span className="sl-step-time">{format.duration(step.elapsedMs)}</span>
            </div>
            {step.error && (
              <p className="sl-step-error">
                {step.error.message} <code>{step.error.code}</code>
              </p>
            )}
            {step.error?.advice !== undefined && (
              <p className="sl-step-advice">
                <strong>{text.steps.advice}</strong> {step.error.advice}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
