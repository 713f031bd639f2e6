import { Alert, Button, Tag } from 'antd'
import { Suspense } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Changes } from '../../../admin/config/public.ts'
import type { Plan, Wish } from '../types.ts'
import { useText } from '../use-text.ts'
import { stepOf, wizardSteps } from './use-wizard.ts'

// Looked at by those who are about to install.
const Trial = lazyPart(async () => ({ default: (await import('./trial.tsx')).Trial }))

export interface PreviewStepProps {
  readonly wish: Wish
  readonly plan: Plan | undefined
  readonly isPending: boolean
  onGo(step: number): void
}

/** What installing would make, whether the systems fit, and what is in the way. */
export function PreviewStep({ wish, plan, isPending, onGo }: PreviewStepProps) {
  const text = useText().wizard
  return (
    <div className="sl-stack">
      <div aria-live="polite">{isPending ? text.planning : text.previewText}</div>
      {!plan && isPending && <Skeleton rows={5} />}
      {plan && <Problems plan={plan} onGo={onGo} />}
      {plan && <Compatibility plan={plan} />}
      <Suspense>{plan && plan.hash !== '' && <Trial key={JSON.stringify(wish)} wish={wish} />}</Suspense>
      {plan && plan.changes.length > 0 && <Changes rows={plan.changes} title={text.made} />}
    </div>
  )
}

function Problems({ plan, onGo }: Pick<PreviewStepProps, 'onGo'> & { readonly plan: Plan }) {
  const text = useText().wizard
  const lacking = plan.compatibility.flatMap(({ checks }) => checks.filter(({ state }) => state === 'missing')).length
  if (plan.problems.length === 0 && lacking > 0) return <Alert type="warning" showIcon title={text.lacking(lacking)} />
  if (plan.problems.length === 0) return <Alert type="success" showIcon title={text.ready} />
  return (
    <Alert
      type="error"
      showIcon
      title={text.problems(plan.problems.length)}
      description={
        <ul className="mk-list">
          {plan.problems.map(({ field, message }) => {
            const step = stepOf(field)
            const name = wizardSteps[step]
            return (
              <li key={`${field} ${message}`}>
                {step < 0 && field !== '' && <code>{field}</code>} {message}{' '}
                {name !== undefined && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={`${text.goTo}: ${text.steps[name]}`}
                    onClick={() => onGo(step)}
                  >
                    {text.goTo}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      }
    />
  )
}

const COLOURS = { ok: 'success', missing: 'error', unknown: 'default' } as const

function Compatibility({ plan: { compatibility, score, samples } }: { readonly plan: Plan }) {
  const text = useText().wizard
  const { number } = useFormat()
  return (
    <section aria-label={text.compatibility}>
      <h3>
        {text.compatibility} {score === null ? text.noScore : <Tag>{`${text.score} ${text.scoreOf(score)}`}</Tag>}
      </h3>
      {compatibility.map(({ slot, connector, checks }) => (
        <div key={slot}>
          <strong>{connector}</strong>
          <div className="mk-check">
            {checks.map(({ what, state, message }) => (
              <CheckLine key={`${what} ${message}`} what={what} state={state} message={message} />
            ))}
          </div>
        </div>
      ))}
      {samples.passed + samples.failed > 0 && (
        <p className={samples.failed > 0 ? 'sl-figure-bad' : 'sl-figure-good'}>
          {samples.failed > 0
            ? text.samplesFailed(number(samples.passed), number(samples.failed))
            : text.samplesPassed(number(samples.passed))}
        </p>
      )}
    </section>
  )
}

type Check = Plan['compatibility'][number]['checks'][number]

function CheckLine({ what, state, message }: Check) {
  const text = useText().wizard
  return (
    <>
      <Tag color={COLOURS[state]}>{text.states[state]}</Tag>
      <span>
        {what} {message !== '' && <span className="sl-muted">{message}</span>}
      </span>
    </>
  )
}
