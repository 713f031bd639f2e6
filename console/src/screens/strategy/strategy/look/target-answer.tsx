import type { ParamValues, SeenRow, TargetLook } from '@sluice/contract'
import { Button, Form, Input, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useTargetLookText } from '../texts/use-target-look-text.ts'
import type { SourceDraft, TargetDraft } from '../types.ts'
import { pickPlaces } from './answer-picks.ts'
import { LookProblem, PickMark, Suggestion } from './look-note.tsx'
import { type PastedAnswer, useTargetLook } from './use-target-look.ts'
import './look.css'

interface TargetAnswerProps {
  readonly draft: TargetDraft
  /** Its first records show what a request looks like. */
  readonly source: SourceDraft
  onOptions(options: ParamValues): void
}

/** What is sent to an endpoint, and what its answer says: its places are pressed in an answer that somebody has. */
export function TargetAnswer({ draft, source, onOptions }: TargetAnswerProps) {
  const text = useTargetLookText()
  const [answer, setAnswer] = useState<PastedAnswer>({ status: 200, body: '' })
  const [isShown, setShown] = useState(false)
  const hasAnswer = answer.body.trim() !== ''
  const { data, error, isFetching } = useTargetLook(draft, source, hasAnswer ? answer : null)
  // Null where the target is no endpoint that somebody writes by hand.
  if (data?.content === null) return null
  const look = data?.content
  return (
    <aside className="st-look" aria-label={text.answer} aria-busy={isFetching}>
      {error && <ErrorBlock isSmall error={error} />}
      {look && <Request look={look} />}
      <header className="st-look-bar">
        <h3>{text.answer}</h3>
        <span className="sl-grow" />
        {isShown && (
          <Button size="small" onClick={() => setShown(false)}>
            {text.another}
          </Button>
        )}
      </header>
      {hasAnswer &&
        look?.proposals.map(({ code, seen, options }) => (
          <Suggestion key={code} use={text.use} onUse={() => onOptions(options)}>
            {text.seenAt(seen)} {text.asks[code]}
          </Suggestion>
        ))}
      {isShown ? (
        <Answer answer={answer} options={draft.options} onOptions={onOptions} />
      ) : (
        <PasteAnswer answer={answer} onChange={setAnswer} onDone={() => setShown(hasAnswer)} />
      )}
      {hasAnswer && look && <Reading look={look} />}
    </aside>
  )
}

function Request({ look: { request, problem } }: { readonly look: TargetLook }) {
  const text = useTargetLookText()
  return (
    <>
      <header className="st-look-bar">
        <h3>{text.request}</h3>
      </header>
      {request ? (
        <>
          <p className="st-look-url">
            <code>
              {request.method} {request.url}
            </code>
          </p>
          <p className="sl-muted">{text.sample}</p>
          <JsonView text={request.body} label={text.request} maxHeight={220} />
        </>
      ) : (
        <LookProblem title={text.noRequest} problem={problem} />
      )}
    </>
  )
}

interface PasteProps {
  readonly answer: PastedAnswer
  onChange(answer: PastedAnswer): void
  onDone(): void
}

function PasteAnswer({ answer, onChange, onDone }: PasteProps) {
  const text = useTargetLookText()
  const ids = { body: useId(), status: useId() }
  return (
    <Form layout="vertical" component="div">
      <FormRow label={text.paste} htmlFor={ids.body}>
        <Input.TextArea
          id={ids.body}
          className="sl-code"
          spellCheck={false}
          autoSize={{ minRows: 4, maxRows: 14 }}
          maxLength={256 * 1024}
          placeholder={'{ "code": 0, "msg": "ok", "data": { "id": "1001" } }'}
          value={answer.body}
          onChange={event => onChange({ ...answer, body: event.target.value })}
          onPaste={() => setTimeout(onDone)}
          onBlur={onDone}
        />
      </FormRow>
      <FormRow label={text.status} htmlFor={ids.status}>
        <InputNumber
          id={ids.status}
          min={100}
          max={599}
          value={answer.status}
          onChange={status => onChange({ ...answer, status: status ?? 200 })}
        />
      </FormRow>
    </Form>
  )
}

interface AnswerProps {
  readonly answer: PastedAnswer
  readonly options: ParamValues
  onOptions(options: ParamValues): void
}

function Answer({ answer, options, onOptions }: AnswerProps) {
  const text = useTargetLookText()
  return (
    <>
      <p className="sl-muted">{text.pickHint}</p>
      <JsonView
        text={answer.body}
        label={text.answer}
        maxHeight={420}
        beside={(path, line) =>
          pickPlaces(path, line, options).map(({ pick, isTaken, isLikely, options: taken }) => (
            <PickMark
              key={pick}
              label={text.picks[pick]}
              isTaken={isTaken}
              isLikely={isLikely}
              onTake={() => onOptions(taken)}
            />
          ))
        }
      />
    </>
  )
}

/** What a run would make of the answer, record by record. */
function Reading({ look: { rows, problem } }: { readonly look: TargetLook }) {
  const text = useTargetLookText()
  if (rows.length === 0) return problem && <LookProblem title={text.reading} problem={problem} />
  return (
    <section aria-label={text.reading} className="st-look-reading">
      <h3>{text.reading}</h3>
      <ol>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record of an answer is known by its place
          <li key={at}>
            <span className="sl-muted">{rows.length === 1 ? text.whole : text.record(at + 1)}</span>
            <strong className={`st-look-${row.outcome}`}>{text.outcomes[row.outcome]}</strong>
            <Told row={row} />
          </li>
        ))}
      </ol>
      {problem && <p>{[problem.message, problem.advice].filter(Boolean).join(' ')}</p>}
    </section>
  )
}

function Told({ row: { targetKey, field, message } }: { readonly row: SeenRow }) {
  const text = useTargetLookText()
  const told = [targetKey && text.key(targetKey), field && text.field(field), message].filter(Boolean).join(' · ')
  return <span lang="">{told}</span>
}
