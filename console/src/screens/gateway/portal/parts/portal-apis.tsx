import { Collapse, Input, Tag } from 'antd'
import { useId, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Credentials } from '../call-gateway.ts'
import { listOperations, type PortalOperation, readAccess } from '../model.ts'
import type { Opened, PortalKey } from '../types.ts'
import { useText } from '../use-text.ts'
import { OperationView } from './operation-view.tsx'

/** Every operation, and the key and secret that trying one takes. */
export function PortalApis({ portal, opened }: { readonly portal: PortalKey; readonly opened: Opened }) {
  const text = useText()
  const [secret, setSecret] = useState('')
  const operations = listOperations(opened.openapi)
  const groups = Map.groupBy(operations, each => each.group)
  const access = readAccess(opened.openapi)
  const credentials = { ...access, appKey: opened.app_key, secret }
  return (
    <div className="sl-stack">
      <Access origin={access.origin} appKey={opened.app_key} secret={secret} onSecret={setSecret} />
      {operations.length === 0 && <Empty isSmall title={text.noApis} />}
      {[...groups].map(([name, found]) => (
        <Section key={name ?? ''} title={name ?? text.general} isFlush>
          <Operations portal={portal} operations={found} credentials={credentials} />
        </Section>
      ))}
    </div>
  )
}

interface AccessProps {
  readonly origin: string
  readonly appKey: string
  readonly secret: string
  onSecret(secret: string): void
}

function Access({ origin, appKey, secret, onSecret }: AccessProps) {
  const text = useText().access
  const id = useId()
  return (
    <Section title={text.title} text={text.intro}>
      <div className="gp-access">
        <div>
          <span className="sl-muted">{text.address}</span>
          <CopyText isShown value={origin} label={text.copyAddress} />
        </div>
        <div>
          <span className="sl-muted">app_key</span>
          <CopyText isShown value={appKey} label={text.copyKey} />
        </div>
        <label htmlFor={id}>
          <span className="sl-muted">app_secret</span>
          <Input.Password
            id={id}
            value={secret}
            maxLength={100}
            autoComplete="off"
            placeholder={text.secret}
            onChange={event => onSecret(event.target.value.trim())}
          />
        </label>
      </div>
    </Section>
  )
}

interface OperationsProps {
  readonly portal: PortalKey
  readonly operations: readonly PortalOperation[]
  readonly credentials: Credentials
}

const Operations = ({ portal, operations, credentials }: OperationsProps) => (
  <Collapse
    ghost
    destroyOnHidden={false}
    items={operations.map(operation => ({
      key: operation.id,
      label: <OperationName operation={operation} />,
      children: <OperationView portal={portal} operation={operation} credentials={credentials} />,
    }))}
  />
)

function OperationName({ operation }: { readonly operation: PortalOperation }) {
  const text = useText()
  const { time } = useFormat()
  const { method, path, summary, isDeprecated, sunsetAt } = operation
  return (
    <span className="gp-operation">
      <Tag color={method === 'GET' ? 'processing' : 'success'}>{method}</Tag>
      <strong>{useSummary(summary, path)}</strong>
      <code>{path}</code>
      {isDeprecated && (
        <Tag color="warning">
          {sunsetAt === null ? text.deprecated : `${text.deprecated} · ${text.endsAt(time(sunsetAt))}`}
        </Tag>
      )}
    </span>
  )
}

/** The gateway's description is English, as documents for programs are; the page says it in its reader's language. */
function useSummary(summary: string, path: string): string {
  const { summaries } = useText()
  const known: Readonly<Record<string, string>> = summaries
  const word = path.replace('/{id}', '').split('/').at(-1) ?? ''
  return Object.hasOwn(known, word) ? (known[word] ?? summary) : summary
}
