import { Link } from 'react-router'
import { dataDetail } from '../pages.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { FieldNote, Preview, StepNote } from './use-outcome.ts'

export interface ExplainStepsProps {
  readonly note: FieldNote
  readonly lookups: Preview['lookups']
  readonly finds: Preview['finds']
}

/** How one value came about, as the engine tells it. */
export function ExplainSteps({ note, lookups, finds }: ExplainStepsProps) {
  const text = useStudioText()
  return (
    <ol className="st-steps" aria-label={text.explained}>
      {note.steps.map((step, index) => (
        // Steps are never moved.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={step.refusal === undefined ? '' : 'st-step-bad'}>
          <Step
            step={step}
            lookup={step.lookup === undefined ? undefined : lookups[step.lookup]}
            find={step.find === undefined ? undefined : finds[step.find]}
          />
        </li>
      ))}
    </ol>
  )
}

interface StepProps {
  readonly step: StepNote
  readonly lookup: Preview['lookups'][number] | undefined
  readonly find: Preview['finds'][number] | undefined
}

function Step({ step, lookup, find }: StepProps) {
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
      ) : find ? (
        <FoundRecord find={find} />
      ) : (
        <code className="st-step-rule">{step.rule}</code>
      )}
      <span aria-hidden> → </span>
      <StepValue step={step} />
    </>
  )
}

/** Which record of which strategy answered, with a way to it. */
export function FoundRecord({ find }: { readonly find: Preview['finds'][number] }) {
  const text = useStudioText().find
  const { strategy_id, strategy_name, record, hits, where, policy } = find
  const asked = where.map(({ field, value }) => `${field} = ${value ?? text.nothing}`).join(', ')
  return (
    <span>
      {strategy_name} <code className="st-step-rule">{asked}</code>{' '}
      {record && (
        <Link to={dataDetail.href({ params: { strategy: strategy_id, id: record.id } })}>
          {text.record(record.number ?? record.key)}
        </Link>
      )}{' '}
      <code className="st-step-rule">{find.take}</code> {hits > 1 && <span>{text.several(hits)} </span>}
      {policy !== null && <span className="sl-muted">{text.missed[policy]}</span>}
    </span>
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
