import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useDebugText } from '../texts/use-debug-text.ts'
import type { ReadAnswer, Strategy, WriteAnswer } from '../types.ts'

/** Query, map, write: each step shows what it made and how long it took, and hands it on to be changed. */
export function DebugSteps({ strategy }: { readonly strategy: Strategy }) {
  const text = useDebugText()
  const [record, setRecord] = useState('')
  const [mapped, setMapped] = useState('')
  return (
    <Section title={text.steps} text={text.stepsText}>
      <div className="db-steps">
        <QueryStep strategy={strategy} onChoose={setRecord} />
        <MapStep strategy={strategy} record={record} onChange={setRecord} onMapped={setMapped} />
        <WriteStep strategy={strategy} mapped={mapped} onChange={setMapped} />
      </div>
    </Section>
  )
}

type WindowKind = 'next' | 'all' | 'range'

interface QueryStepProps {
  readonly strategy: Strategy
  onChoose(record: string): void
}

function QueryStep({ strategy, onChoose }: QueryStepProps) {
  const text = useDebugText()
  const id = useId()
  const { source } = strategy.config
  const hasIncrement = source.increment !== undefined
  const [window, setWindow] = useState<WindowKind>('next')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [limit, setLimit] = useState(10)
  const [options, setOptions] = useState(() => JSON.stringify(source.options, null, 2))
  const parsed = readObject(options)
  const read = useMutation({
    mutationFn: () =>
      api.strategyDebug.read({
        params: { id: strategy.id },
        body: {
          window,
          limit,
          ...(window === 'range' && { from: from.trim() || null, to: to.trim() || null }),
          // A person's JSON: the server's schema says what is wrong with it.
          ...(parsed && { options: parsed as NonNullable<Strategy['config']['source']['options']> }),
        },
      }),
    onSuccess: ({ content }) => onChoose(content.records.find(each => each.text !== null)?.text ?? ''),
  })
  const kinds = (['next', 'all', 'range'] as const).filter(kind => kind !== 'range' || hasIncrement)
  return (
    <div className="db-step">
      <h3>{text.query}</h3>
      <p className="sl-muted">{text.queryText}</p>
      <Form layout="vertical" component="div">
        <Segmented
          className="db-window"
          aria-label={text.window}
          value={window}
          options={kinds.map(value => ({ value, label: text.windows[value] }))}
          onChange={setWindow}
        />
        {window === 'range' && (
          <div className="st-columns db-range">
            <FormRow label={text.from} htmlFor={`${id}-from`}>
              <Input id={`${id}-from`} value={from} onChange={event => setFrom(event.target.value)} />
            </FormRow>
            <FormRow label={text.to} htmlFor={`${id}-to`}>
              <Input id={`${id}-to`} value={to} onChange={event => setTo(event.target.value)} />
            </FormRow>
          </div>
        )}
        <FormRow label={text.limit} htmlFor={`${id}-limit`}>
          <InputNumber id={`${id}-limit`} min={1} max={50} value={limit} onChange={value => setLimit(value ?? 10)} />
        </FormRow>
        <FormRow label={text.options} htmlFor={`${id}-options`} problem={parsed ? undefined : text.optionsWrong}>
          <Input.TextArea
            id={`${id}-options`}
            className="sl-code"
            autoSize={{ minRows: 2, maxRows: 8 }}
            spellCheck={false}
            value={options}
            onChange={event => setOptions(event.target.value)}
          />
        </FormRow>
        <CanButton
          type="primary"
          authority="strategy:update"
          loading={read.isPending}
          reason={parsed ? undefined : text.optionsWrong}
          onClick={() => read.mutate()}
        >
          {text.doQuery}
        </CanButton>
      </Form>
      {read.error && <Alert type="error" showIcon title={describeError(read.error).message} />}
      {read.data && <ReadResult answer={read.data.content} onChoose={onChoose} />}
    </div>
  )
}

function ReadResult({ answer, onChoose }: { readonly answer: ReadAnswer; onChoose(record: string): void }) {
  const text = useDebugText()
  const format = useFormat()
  const [chosen, setChosen] = useState(0)
  const { window, records, requests, has_more, elapsed_ms } = answer
  return (
    <>
      <p className="sl-muted db-took" role="status">
        {window ? text.readRange(window.field, window.from ?? text.start, window.to ?? text.newest) : text.everything} ·{' '}
        {format.number(records.length)}
        {has_more && ` · ${text.more}`} · {text.took(format.number(elapsed_ms))}
      </p>
      {requests.length > 0 && (
        <details>
          <summary>{text.requests}</summary>
          {requests.map(request => (
            <code key={request} className="sl-code db-request">
              {request}
            </code>
          ))}
        </details>
      )}
      {records.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <Select
          aria-label={text.choose}
          value={Math.min(chosen, records.length - 1)}
          options={records.map((each, index) => ({
            value: index,
            label: `${index + 1} · ${(each.text ?? each.failure?.message ?? '').slice(0, 80)}`,
          }))}
          onChange={index => {
            setChosen(index)
            onChoose(records[index]?.text ?? '')
          }}
        />
      )}
    </>
  )
}

interface MapStepProps {
  readonly strategy: Strategy
  readonly record: string
  onChange(record: string): void
  onMapped(mapped: string): void
}

function MapStep({ strategy, record, onChange, onMapped }: MapStepProps) {
  const text = useDebugText()
  const format = useFormat()
  const id = useId()
  const map = useMutation({
    mutationFn: () => api.strategyDebug.map({ params: { id: strategy.id }, body: { records: [record] } }),
    onSuccess: ({ content }) => onMapped(content.rows[0]?.mapped ?? ''),
  })
  const row = map.data?.content.rows[0]
  return (
    <div className="db-step">
      <h3>{text.map}</h3>
      <p className="sl-muted">{text.mapText}</p>
      <Form layout="vertical" component="div">
        <FormRow label={text.record} htmlFor={id}>
          <JsonInput id={id} value={record} onChange={onChange} />
        </FormRow>
        <Button type="primary" disabled={record.trim() === ''} loading={map.isPending} onClick={() => map.mutate()}>
          {text.doMap}
        </Button>
      </Form>
      {map.error && <Alert type="error" showIcon title={describeError(map.error).message} />}
      {map.data && (
        <p className="sl-muted db-took" role="status">
          {text.took(format.number(map.data.content.elapsed_ms))}
        </p>
      )}
      {row && row.problems.length > 0 && (
        <Alert
          type="error"
          title={text.problems}
          description={
            <ul className="st-problems">
              {row.problems.map(problem => (
                <li key={`${problem.field} ${problem.code}`}>
                  <strong>{problem.field}</strong> {problem.message}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  )
}

interface WriteStepProps {
  readonly strategy: Strategy
  readonly mapped: string
  onChange(mapped: string): void
}

function WriteStep({ strategy, mapped, onChange }: WriteStepProps) {
  const text = useDebugText()
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const write = useMutation({
    mutationFn: () =>
      api.strategyDebug.write({ params: { id: strategy.id }, body: { records: [mapped], confirm: true } }),
  })
  return (
    <div className="db-step">
      <h3>{text.write}</h3>
      <p className="sl-muted">{text.writeText}</p>
      <Form layout="vertical" component="div">
        <FormRow label={text.mapped} htmlFor={id}>
          <JsonInput id={id} value={mapped} onChange={onChange} />
        </FormRow>
        <CanButton
          danger
          authority="strategy:update"
          reason={mapped.trim() === '' ? text.needsMapped : undefined}
          loading={write.isPending}
          onClick={() => setAsking(true)}
        >
          {text.doWrite}
        </CanButton>
      </Form>
      {write.error && <Alert type="error" showIcon title={describeError(write.error).message} />}
      {write.data && <WriteResult answer={write.data.content} />}
      <ConfirmDanger
        open={isAsking}
        title={text.writeTitle}
        text={text.writeConfirm(`${strategy.target.connector_name} · ${strategy.target.resource_name}`)}
        action={text.writeAction}
        onConfirm={() => {
          setAsking(false)
          write.mutate()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

function WriteResult({ answer }: { readonly answer: WriteAnswer }) {
  const text = useDebugText()
  const format = useFormat()
  const [row] = answer.rows
  if (!row) return null
  const looks = { written: 'success', skipped: 'info', failed: 'error', unknown: 'warning' } as const
  const notes = [
    row.target_key !== null && text.targetKey(row.target_key),
    row.reason,
    row.failure?.message,
    row.failure?.advice,
  ]
  return (
    <>
      <p className="sl-muted db-took" role="status">
        {text.took(format.number(answer.elapsed_ms))}
      </p>
      <Alert
        showIcon
        type={looks[row.kind]}
        title={text.results[row.kind]}
        description={notes.filter(note => typeof note === 'string').join(' ')}
      />
      {row.response !== null && row.response !== '' && (
        <JsonView label={text.answer} text={row.response} maxHeight={240} />
      )}
    </>
  )
}

interface JsonInputProps {
  readonly id: string
  readonly value: string
  onChange(value: string): void
}

/** Text, never values: 9007199254740993 and 12.50 stay as they are. */
function JsonInput({ id, value, onChange }: JsonInputProps) {
  return (
    <Input.TextArea
      id={id}
      className="sl-code"
      autoSize={{ minRows: 8, maxRows: 20 }}
      spellCheck={false}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>) // neither null nor a list
      : null
  } catch {
    return null
  }
}
