import { Table, Tabs } from 'antd'
import { JsonView } from '../../../../ui/json-view.tsx'
import type { Credentials } from '../call-gateway.ts'
import { listMembers, type PortalOperation, type SchemaRow } from '../model.ts'
import type { PortalKey } from '../types.ts'
import { useText } from '../use-text.ts'
import { CodeSamples } from './code-samples.tsx'
import { TryIt } from './try-it.tsx'

export interface OperationViewProps {
  readonly portal: PortalKey
  readonly operation: PortalOperation
  readonly credentials: Credentials
}

/** One operation: what goes in, what comes out, programs that call it, and a way to try it. */
export function OperationView({ portal, operation, credentials }: OperationViewProps) {
  const text = useText().operation
  return (
    <Tabs
      size="small"
      items={[
        { key: 'about', label: text.about, children: <About operation={operation} /> },
        { key: 'samples', label: text.samples, children: <CodeSamples portal={portal} operation={operation} /> },
        { key: 'try', label: text.tryIt, children: <TryIt operation={operation} credentials={credentials} /> },
      ]}
    />
  )
}

function About({ operation }: { readonly operation: PortalOperation }) {
  const text = useText().operation
  const statuses: Readonly<Record<string, string>> = text.statuses
  const { parameters, body, answer, answerSchema, refusals } = operation
  const given = parameters.map(({ name, in: place, required, schema }) => ({
    ...{ path: `${name} (${place})`, type: String(schema?.type ?? 'string'), isRequired: required ?? false },
    note: schema?.maxLength === undefined ? '' : `≤ ${schema.maxLength}`,
  }))
  return (
    <div className="sl-stack">
      {given.length > 0 && <Members label={text.parameters} rows={given} />}
      {body && (
        <>
          <Members label={text.body} rows={listMembers(body.schema)} />
          <JsonView label={text.bodyExample} text={body.example} maxHeight={240} />
        </>
      )}
      {answerSchema && <Members label={text.answer} rows={listMembers(answerSchema)} />}
      {answer !== null && <JsonView label={text.answerExample} text={answer} maxHeight={320} />}
      <h3>{text.refusals}</h3>
      <ul className="gp-refusals">
        {refusals.map(({ status, description }) => (
          <li key={status}>
            <code>{status}</code> {statuses[status] ?? description}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Members({ label, rows }: { readonly label: string; readonly rows: readonly SchemaRow[] }) {
  const text = useText().operation
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{label}</h3>
      <Table<SchemaRow>
        size="small"
        rowKey="path"
        aria-label={label}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text.field, render: (_value, row) => <code>{row.path}</code> },
          { title: text.type, dataIndex: 'type' },
          { title: text.required, render: (_value, row) => (row.isRequired ? text.yes : '–') },
          { title: text.note, dataIndex: 'note' },
        ]}
      />
    </div>
  )
}
