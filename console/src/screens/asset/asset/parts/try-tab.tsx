import { type ApiAsset, ASSET_VALUES, type AssetField } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { ConnectorSelect } from '../../../../parts/connector-select.tsx'
import { Headers } from '../../../../parts/headers.tsx'
import { Row } from '../../../../parts/row.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Section } from '../../../../ui/section.tsx'
import { connectorCreate } from '../../../connect/connector/pages.ts'
import { AdapterUsed } from '../../adapter/public.ts'
import { readPairs } from '../model.ts'
import type { Trial } from '../types.ts'
import { useText } from '../use-text.ts'
import { Lacking } from './lacking.tsx'
import { Proposals } from './proposals.tsx'
import { ReadAnswer } from './read-answer.tsx'

export interface TryTabProps {
  readonly doc: ApiAsset
  readonly platformId: string | undefined
  onChange(doc: ApiAsset): void
}

/** One real request by a chosen connector, and everything it sent and got. */
export function TryTab({ doc, platformId, onChange }: TryTabProps) {
  const text = useText().trial
  const isWrite = doc.type === 'EXECUTE'
  const [connector, setConnector] = useState<string | null>(null)
  const [values, setValues] = useState('')
  const [bounds, setBounds] = useState({ from: '', to: '' })
  const [record, setRecord] = useState(() => (isWrite ? draftRecord(doc.request) : ''))
  const [isAsking, setAsking] = useState(false)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api.apiAsset.try({
        body: {
          connector_id: connector ?? '',
          platform_id: platformId ?? '',
          doc,
          values: { [ASSET_VALUES]: readPairs(values) },
          ...(bounds.from !== '' && { from: bounds.from }),
          ...(bounds.to !== '' && { to: bounds.to }),
          ...(isWrite && { record }),
        },
      }),
  })
  const send = () => (isWrite ? setAsking(true) : mutate())
  return (
    <div className="as-stack">
      <Section text={text.withUnsaved} title={text.send}>
        <Form layout="vertical" component="div" className="as-form">
          <div className="as-columns">
            <ConnectorRow platformId={platformId} value={connector} onChange={setConnector} />
            {!isWrite &&
              (['from', 'to'] as const).map(name => (
                <Row key={name} label={text[name]}>
                  <Input
                    placeholder="2025-09-01T00:00:00Z"
                    value={bounds[name]}
                    onChange={event => setBounds({ ...bounds, [name]: event.target.value.trim() })}
                  />
                </Row>
              ))}
          </div>
          <Row label={text.values} hint={text.valuesHint}>
            <Input.TextArea
              className="sl-code"
              placeholder="name=value"
              autoSize={{ minRows: 1, maxRows: 6 }}
              value={values}
              onChange={event => setValues(event.target.value)}
            />
          </Row>
          {isWrite && (
            <Row label={text.record}>
              <Input.TextArea
                className="sl-code"
                spellCheck={false}
                autoSize={{ minRows: 4, maxRows: 16 }}
                value={record}
                onChange={event => setRecord(event.target.value)}
              />
            </Row>
          )}
          <CanButton
            type="primary"
            authority="asset:update"
            loading={isPending}
            reason={connector === null ? text.connector : undefined}
            onClick={send}
          >
            {isWrite ? text.sendWrite : text.send}
          </CanButton>
        </Form>
      </Section>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      {data ? (
        <Result trial={data.content} doc={doc} onChange={onChange} />
      ) : (
        <Empty isSmall title={text.request} text={text.empty} />
      )}
      <ReadAnswer doc={doc} platformId={platformId} onChange={onChange} />
      <ConfirmDanger
        open={isAsking}
        title={text.confirmTitle}
        text={text.confirmText}
        action={text.sendWrite}
        onConfirm={() => {
          setAsking(false)
          mutate()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

interface ConnectorRowProps {
  readonly platformId: string | undefined
  readonly value: string | null
  onChange(id: string): void
}

function ConnectorRow({ platformId, value, onChange }: ConnectorRowProps) {
  const text = useText().trial
  return (
    <Row
      label={text.connector}
      isRequired
      hint={<Link to={connectorCreate.href({ search: { platform: platformId } })}>{text.newConnector}</Link>}
    >
      <ConnectorSelect
        platformId={platformId}
        disabled={platformId === undefined}
        notFoundContent={text.noConnector}
        value={value}
        onChange={id => id !== undefined && onChange(id)}
      />
    </Row>
  )
}

interface ResultProps {
  readonly trial: Trial
  readonly doc: ApiAsset
  onChange(doc: ApiAsset): void
}

function Result({ trial, doc, onChange }: ResultProps) {
  const text = useText().trial
  const { number } = useFormat()
  const { request, answer, problem, response, count, hasNext } = trial
  const keep = () => {
    onChange({ ...doc, response: mergeFields(doc.response, response) })
    message.success(text.usedAsResponse(response.length))
  }
  const facts = [
    count === null ? null : text.count(count),
    hasNext === null ? null : hasNext ? text.hasNext : text.noNext,
  ]
  return (
    <>
      <Alert
        showIcon
        type={problem ? 'error' : 'success'}
        title={problem ? problem.message : text.good}
        description={problem?.advice ?? facts.filter(Boolean).join(' · ')}
      />
      <Lacking lacking={trial.lacking} id={doc.id} />
      <Proposals list={trial.proposals} doc={doc} onChange={onChange} />
      <AdapterUsed adapter={trial.adapter} />
      <div className="as-two">
        {request && (
          <Section title={text.request}>
            <div className="as-line">
              {request.method} {request.url}
            </div>
            <Headers label={text.requestHeaders} list={request.headers} />
            {request.body === null ? (
              <span className="sl-muted">{text.noBody}</span>
            ) : (
              <JsonView text={request.body} label={text.request} />
            )}
          </Section>
        )}
        {answer && (
          <Section
            title={text.answer}
            text={text.summary(answer.status, number(answer.bytes), number(answer.elapsedMs))}
            extra={response.length > 0 && <Button onClick={keep}>{text.asResponse}</Button>}
          >
            <Headers label={text.answerHeaders} list={answer.headers} />
            <JsonView text={answer.body} label={text.answer} />
          </Section>
        )}
      </div>
    </>
  )
}

/** What was found, with the names and descriptions that people have given already. */
function mergeFields(known: readonly AssetField[], found: readonly AssetField[]): AssetField[] {
  return found.map(field => {
    const old = known.find(each => each.field === field.field)
    if (!old) return field
    const { fields: lines, ...rest } = { ...old, type: field.type }
    const merged = field.fields && mergeFields(lines ?? [], field.fields)
    return merged ? { ...rest, fields: merged } : rest
  })
}

/** A record with every field of the request, to be filled in. */
function draftRecord(fields: readonly AssetField[]): string {
  const draft = (list: readonly AssetField[]): Record<string, unknown> =>
    Object.fromEntries(
      list.map(({ field, type, fields: lines = [], default: fallback = '' }) => [
        field,
        type === 'array' ? [draft(lines)] : type === 'object' ? draft(lines) : fallback,
      ]),
    )
  return JSON.stringify(draft(fields), null, 2)
}
