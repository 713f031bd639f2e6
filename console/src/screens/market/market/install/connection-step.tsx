import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { ConnectorSelect } from '../../../../parts/connector-select.tsx'
import { Row } from '../../../../parts/row.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { connectorCreate } from '../../../connect/connector/pages.ts'
import type { Detail } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ConnectionStepProps {
  readonly detail: Detail
  readonly connectors: Readonly<Record<string, string>>
  /** By slot. */
  readonly problems: Readonly<Record<string, string>>
  onChange(slot: string, id: string): void
}

/** A connector for each system of the package. */
export function ConnectionStep({ detail, connectors, problems, onChange }: ConnectionStepProps) {
  const all = useText()
  const text = all.wizard
  return (
    <>
      <p className="sl-muted">{text.connectionsText}</p>
      <Form layout="vertical" component="div">
        {detail.connections.map(({ slot, title, platform, platform_id, rights }) => (
          <div key={slot} className="mk-slot">
            <Row
              label={platform && platform.name !== title ? `${title} · ${platform.name}` : title}
              isRequired
              problem={problems[slot]}
              hint={rights.length > 0 ? `${all.rights}: ${rights.join(' / ')}` : undefined}
            >
              <SlotSelect
                platformId={platform_id}
                label={title}
                value={connectors[slot] ?? null}
                onChange={id => onChange(slot, id)}
              />
            </Row>
            <Form.Item label=" " colon={false}>
              {platform === null ? (
                <MakePlatforms detail={detail} />
              ) : (
                <CreateConnector platformId={platform_id} title={title} />
              )}
            </Form.Item>
          </div>
        ))}
      </Form>
    </>
  )
}

interface SlotSelectProps {
  readonly id?: string
  readonly platformId: string
  readonly label: string
  readonly value: string | null
  onChange(id: string): void
}

function SlotSelect({ id, platformId, label, value, onChange }: SlotSelectProps) {
  const text = useText().wizard
  return (
    <ConnectorSelect
      {...(id !== undefined && { id })}
      aria-label={label}
      platformId={platformId}
      placeholder={text.connector}
      value={value}
      onChange={next => onChange(next ?? '')}
    />
  )
}

function CreateConnector({ platformId, title }: { readonly platformId: string; readonly title: string }) {
  const text = useText().wizard
  const navigate = useNavigate()
  return (
    <CanButton
      icon={<PlusOutlined />}
      authority="connector:add"
      aria-label={`${text.create} ${title}`}
      onClick={() => void navigate(connectorCreate.href({ search: { step: 'basic', platform: platformId } }))}
    >
      {text.create}
    </CanButton>
  )
}

/** What the package brings along must be there before a connector of it can be made. */
function MakePlatforms({ detail }: { readonly detail: Detail }) {
  const text = useText().wizard
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => api.installation.platforms({ body: { ref: detail.ref } }),
    onSuccess: async () => {
      message.success(text.platformsMade)
      await client.invalidateQueries()
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <Button loading={make.isPending} onClick={() => make.mutate()}>
      {text.makePlatforms}
    </Button>
  )
}
