import { useStudioText } from '../use-studio-text.ts'
import type { FieldNote, Preview, StepNote } from './use-outcome.ts'

export interface ExplainStepsProps {
  readonly note: FieldNote
  readonly lookups: Preview['lookups']
}

/** How one value came about, as the engine tells it. */
export function ExplainSteps({ note, lookups }: ExplainStepsProps) {
  const text = useStudioText()
  return (
    <ol className="st-steps" aria-label={text.explained}>
      {note.steps.map((step, index) => (
        // Steps are never moved.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={step.refusal === undefined ? '' : 'st-step-bad'}>
          <Step step={step} lookup={step.lookup === undefined ? undefined : lookups[step.lookup]} />
        </li>
      ))}
    </ol>
  )
}

interface StepProps {
  readonly step: StepNote
  readonly lookup: Preview['lookups'][number] | undefined
}

function Step({ step, lookup }: StepProps) {
  const text = useStudioText()
  return (
    <>
      <span className="st-step-kind">{text.steps[step.kind]}</span>{' '}
      {step.kind === 'lookup' ? (
        lookup && (
          <span>
            {text.mapUsed(lookup.map_name, lookup.map_version)}{' '}
            {lookup.line
              ? text.mapLine(lookup.line.a, lookup.line.b)
              : lookup.policy !== null && text.mapMiss[lookup.policy]}
          </span>
        )
      ) : (
        <code className="st-step-rule">{step.rule}</code>
      )}
      <span aria-hidden> → </span>
      <StepValue step={step} />
    </>
  )
}

function StepValue({ step }: { readonly step: StepNote }) {
  const text = useStudioText()
  if (step.refusal !== undefined) return <span className="st-step-refusal">{step.refusal}</span>
  return step.after === null ? (
    <span className="sl-muted">{text.absent}</span>
  ) : (
    <code className="st-step-value">{step.after}</code>
  )
}
