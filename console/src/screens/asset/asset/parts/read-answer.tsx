import type { ApiAsset } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber, Table, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Row } from '../../../../parts/row.tsx'
import { Section } from '../../../../ui/section.tsx'
import { readPairs } from '../model.ts'
import type { Reading } from '../types.ts'
import { useText } from '../use-text.ts'
import { Lacking } from './lacking.tsx'
import { Proposals } from './proposals.tsx'

interface ReadAnswerProps {
  readonly doc: ApiAsset
  readonly platformId: string | undefined
  onChange(doc: ApiAsset): void
}

const COLORS = { written: 'success', skipped: 'default', failed: 'error', unknown: 'warning' } as const

/** How an answer from a manual or a log would be read; nothing is sent. */
export function ReadAnswer({ doc, platformId, onChange }: ReadAnswerProps) {
  const text = useText().trial
  const isWrite = doc.type === 'EXECUTE'
  const [status, setStatus] = useState(200)
  const [headers, setHeaders] = useState('')
  const [answer, setAnswer] = useState('')
  const [records, setRecords] = useState('[{}, {}]')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api.apiAsset.read({
        body: {
          doc,
          platform_id: platformId ?? '',
          status,
          body: answer,
          headers: Object.fromEntries(readPairs(headers).map(({ name, value }) => [name, value])),
          ...(isWrite && { records }),
        },
      }),
  })
  return (
    <Section title={text.reading} text={text.readingHint}>
      <Form layout="vertical" component="div" className="as-form">
        <div className="as-columns">
          <Row label={text.status}>
            <InputNumber
              className="sl-wide"
              min={100}
              max={599}
              value={status}
              onChange={value => setStatus(value ?? 200)}
            />
          </Row>
          <Row label={text.answerHeaders}>
            <Input.TextArea
              className="sl-code"
              spellCheck={false}
              placeholder="X-Total-Count=120"
              autoSize={{ minRows: 1, maxRows: 6 }}
              value={headers}
              onChange={event => setHeaders(event.target.value)}
            />
          </Row>
        </div>
        {isWrite && (
          <Row label={text.sentRecords} hint={text.sentRecordsHint}>
            <Input.TextArea
              className="sl-code"
              spellCheck={false}
              autoSize={{ minRows: 2, maxRows: 12 }}
              value={records}
              onChange={event => setRecords(event.target.value)}
            />
          </Row>
        )}
        <Row label={text.answer}>
          <Input.TextArea
            className="sl-code"
            spellCheck={false}
            autoSize={{ minRows: 4, maxRows: 20 }}
            value={answer}
            onChange={event => setAnswer(event.target.value)}
          />
        </Row>
        <Button loading={isPending} onClick={() => mutate()}>
          {text.readIt}
        </Button>
      </Form>
      <div aria-live="polite" className="as-stack as-told">
        {error && <Alert type="error" showIcon title={describeError(error).message} />}
        {data && <Told reading={data.content} />}
        {data && <Lacking lacking={data.content.lacking} id={doc.id} />}
        {data && <Proposals list={data.content.proposals} doc={doc} onChange={onChange} />}
      </div>
    </Section>
  )
}

/** Advice to somebody whose run has stopped; here nothing was sent. */
const isOfRun = ({ code }: { readonly code: string }): boolean => code === 'target.rowsUntold'

function Told({ reading }: { readonly reading: Reading }) {
  const text = useText().trial
  const { problem, count, hasNext, rows } = reading
  const facts = [
    count === null ? null : text.count(count),
    hasNext === null ? null : hasNext ? text.hasNext : text.noNext,
  ].filter(fact => fact !== null)
  return (
    <>
      {problem && (
        <Alert type="error" showIcon title={problem.message} description={isOfRun(problem) ? null : problem.advice} />
      )}
      {facts.length > 0 && <Alert type="success" showIcon title={facts.join(' · ')} />}
      {rows.length > 0 && (
        <Table
          size="small"
          pagination={false}
          scroll={{ y: 320 }}
          rowKey="place"
          dataSource={rows.map((row, at) => ({ ...row, place: at + 1 }))}
          columns={[
            { title: text.place, dataIndex: 'place', width: 80 },
            {
              title: text.outcome,
              dataIndex: 'outcome',
              width: 140,
              render: (outcome: keyof typeof COLORS) => <Tag color={COLORS[outcome]}>{text.outcomes[outcome]}</Tag>,
            },
            { title: text.targetKey, dataIndex: 'targetKey' },
            { title: text.field, dataIndex: 'field' },
            { title: text.words, dataIndex: 'message' },
          ]}
        />
      )}
    </>
  )
}
