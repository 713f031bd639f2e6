import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  MinusCircleFilled,
  QuestionCircleFilled,
} from '@ant-design/icons'
import { awaitsGrant, type Right, type TestStep } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/i18n.ts'
import { CopyText } from './copy-text.tsx'
import { useUiText } from './use-text.ts'

/** The steps of a connection test in order: what was seen, what failed and what to do about it. */
export function StepList({ steps }: { readonly steps: readonly TestStep[] }) {
  const say = useWords()
  const text = useUiText()
  const format = useFormat()
  return (
    <ol className="sl-steps" aria-live="polite">
      {steps.map(step => (
        <li key={step.name} className={`sl-step-${stateOf(step)}`}>
          <StateIcon state={stateOf(step)} />
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
            {step.error?.repair !== undefined && <Repair text={step.error.repair} />}
            {step.rights !== undefined && step.rights.length > 0 && <RightList rights={step.rights} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

type StepState = 'ok' | 'waiting' | 'failed'

/** What a person has still to do is no fault. */
const stateOf = (step: TestStep): StepState => (step.ok ? 'ok' : awaitsGrant(step) ? 'waiting' : 'failed')

function StateIcon({ state }: { readonly state: StepState }) {
  const label = useUiText().steps[state]
  if (state === 'ok') return <CheckCircleFilled aria-label={label} />
  return state === 'waiting' ? <ExclamationCircleFilled aria-label={label} /> : <CloseCircleFilled aria-label={label} />
}

/** What the credential may and may not do; what it may not is no fault, so the way to get it is folded away. */
function RightList({ rights }: { readonly rights: readonly Right[] }) {
  const say = useWords()
  const text = useUiText().steps
  return (
    <ul className="sl-rights" aria-label={text.rights}>
      {rights.map(right => (
        <li key={right.name} className={`sl-right-${right.state}`}>
          {icons[right.state]}
          <div className="sl-step-main">
            <div className="sl-step-line">
              <strong>{say(right.label)}</strong>
              <span className="sl-right-state">{text.states[right.state]}</span>
              {right.detail !== undefined && <span className="sl-muted">{right.detail}</span>}
            </div>
            {right.advice !== undefined && (
              <details className="sl-right-more">
                <summary>{text.how}</summary>
                <p className="sl-step-advice">{right.advice}</p>
                {right.repair !== undefined && <Repair text={right.repair} />}
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The state stands beside it in words. */
const icons: Readonly<Record<Right['state'], ReactNode>> = {
  yes: <CheckCircleFilled aria-hidden />,
  part: <MinusCircleFilled aria-hidden />,
  no: <CloseCircleFilled aria-hidden />,
  unknown: <QuestionCircleFilled aria-hidden />,
}

function Repair({ text }: { readonly text: string }) {
  const label = useUiText().steps.copyRepair
  return (
    <div className="sl-repair">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide statement is scrolled by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyText value={text} label={label} />
    </div>
  )
}
