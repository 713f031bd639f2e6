import type { Adapter } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Input, Table } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { ConnectorSelect } from '../../../../parts/connector-select.tsx'
import { Row } from '../../../../parts/row.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { StatementTrial } from '../types.ts'
import { useKindText } from '../use-kind-text.ts'
import { useText } from '../use-text.ts'

export interface TryStatementProps {
  readonly doc: Adapter
  readonly platformId: string | undefined
}

/** The statement as it is in the form: rows of a query, or what it would change, taken back at once. */
export function TryStatement({ doc, platformId }: TryStatementProps) {
  const all = useText().trial
  const text = useKindText()
  const [connector, setConnector] = useState<string | null>(null)
  const [record, setRecord] = useState('{}')
  const isTarget = doc.sql.direction === 'target'
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api.adapter.tryStatement({
        body: {
          connector_id: connector ?? '',
          platform_id: platformId ?? '',
          doc: { ...doc, name: doc.name || text.trial },
          ...(isTarget ? { record } : {}),
        },
      }),
  })
  return (
    <div className="as-stack">
      <Section title={text.trial} text={text.trialText[doc.sql.direction]}>
        <Form layout="vertical" component="div" className="as-form">
          <Row label={all.connector} isRequired>
            <ConnectorSelect
              platformId={platformId}
              disabled={platformId === undefined}
              notFoundContent={all.noConnector}
              value={connector}
              onChange={id => setConnector(id ?? null)}
            />
          </Row>
          {isTarget && (
            <Row label={text.record}>
              <Input.TextArea
                className="sl-code"
                autoSize={{ minRows: 3, maxRows: 12 }}
                spellCheck={false}
                value={record}
                onChange={event => setRecord(event.target.value)}
              />
            </Row>
          )}
          <CanButton
            type="primary"
            authority="asset:update"
            loading={isPending}
            reason={connector === null ? all.connector : undefined}
            onClick={() => mutate()}
          >
            {text.run}
          </CanButton>
        </Form>
      </Section>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      {data ? (
        <Result trial={data.content} isTarget={isTarget} />
      ) : (
        <Empty isSmall title={text.trial} text={text.notYet} />
      )}
    </div>
  )
}

function Result({ trial, isTarget }: { readonly trial: StatementTrial; readonly isTarget: boolean }) {
  const text = useKindText()
  const { number } = useFormat()
  const { problem, changed, rows, fields, elapsedMs } = trial
  const told = isTarget
    ? changed === null
      ? text.done
      : text.changed(number(changed))
    : text.rows(number(rows.length))
  // Shown as text, so that every digit stays.
  const lines = rows.map((row, key) => ({ key, ...(JSON.parse(row, keepText) as Record<string, unknown>) }))
  return (
    <Section title={text.trial} text={text.elapsed(number(elapsedMs))}>
      <Alert
        showIcon
        type={problem ? 'error' : 'success'}
        title={problem?.message ?? told}
        description={problem?.advice}
      />
      {!problem && !isTarget && (
        <Table
          size="small"
          pagination={false}
          scroll={{ x: 'max-content', y: 360 }}
          locale={{ emptyText: text.noRows }}
          rowKey="key"
          dataSource={lines}
          columns={fields.map(({ name, type }) => ({
            key: name,
            title: (
              <>
                {name} <small className="sl-muted">{type}</small>
              </>
            ),
            render: (_: unknown, row: Record<string, unknown>) => showCell(row[name]),
          }))}
        />
      )}
    </Section>
  )
}

/** The source text of numbers, where the browser gives it. */
function keepText(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

function showCell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
