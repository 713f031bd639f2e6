import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { ConnectorSelect } from '../../../../parts/connector-select.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Section } from '../../../../ui/section.tsx'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import type { Installation } from '../types.ts'
import { useText } from '../use-text.ts'

type Connection = Installation['connections'][number]

const COLOURS: Readonly<Record<string, string>> = { ok: 'success', failed: 'error' }

/** The connected systems, and another connector for one of them. */
export function Connections({ installation }: { readonly installation: Installation }) {
  const text = useText()
  const [changing, setChanging] = useState<Connection | null>(null)
  const words: Readonly<Record<string, string>> = text.connectorStates
  return (
    <Section title={text.connections} text={text.connectionsText}>
      <ul className="mk-list">
        {installation.connections.map(connection => (
          <li key={connection.slot} className="in-connection">
            <span>
              {connection.title}:{' '}
              <Link to={connectorDetail.href({ params: { id: connection.connector_id } })}>{connection.connector}</Link>
            </span>
            <Tag color={COLOURS[connection.status] ?? 'default'}>{words[connection.status] ?? connection.status}</Tag>
            {connection.status === 'untested' && <TestButton connection={connection} />}
            <CanButton
              size="small"
              authority="market:install"
              aria-label={text.changeOf(connection.title)}
              onClick={() => setChanging(connection)}
            >
              {text.change}
            </CanButton>
          </li>
        ))}
      </ul>
      <Suspense>
        {changing && (
          <ChangeDialog installation={installation} connection={changing} onClose={() => setChanging(null)} />
        )}
      </Suspense>
    </Section>
  )
}

/** Asks the system now, and remembers the answer. */
function TestButton({ connection }: { readonly connection: Connection }) {
  const text = useText()
  const test = useMutation({
    mutationFn: () => api.connector.test({ params: { id: connection.connector_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['installation'] }),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <CanButton
      size="small"
      authority="connector:query"
      aria-label={text.testOf(connection.title)}
      loading={test.isPending}
      onClick={() => test.mutate()}
    >
      {text.test}
    </CanButton>
  )
}

interface ChangeDialogProps {
  readonly installation: Installation
  readonly connection: Connection
  onClose(): void
}

function ChangeDialog({ installation, connection, onClose }: ChangeDialogProps) {
  const text = useText()
  const [id, setId] = useState(connection.connector_id)
  const change = useMutation({
    mutationFn: () =>
      api.installation.adjust({
        params: { id: installation.id },
        body: { lock: installation.lock, connectors: { [connection.slot]: id } },
      }),
    onSuccess: async () => {
      message.success(text.saved)
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['installation'] })
    },
  })
  return (
    <Dialog
      open
      width={480}
      title={text.changeOf(connection.title)}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={change.isPending}
      onOk={() => change.mutate()}
      onCancel={onClose}
    >
      {change.error && <Alert type="error" showIcon title={describeError(change.error).message} />}
      <Form layout="vertical" component="div">
        <Form.Item label={text.connector} htmlFor="installation-connector">
          <ConnectorSelect
            id="installation-connector"
            platformId={connection.platform_id}
            value={id}
            onChange={next => setId(next ?? connection.connector_id)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
