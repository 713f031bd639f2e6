import { PlusOutlined } from '@ant-design/icons'
import type { Subscription } from '@sluice/api/modules/gateway/webhook/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Application } from '../types.ts'
import { useText } from '../use-text.ts'

// Opened by few.
const WebhookForm = lazyPart(async () => ({ default: (await import('./webhook-form.tsx')).WebhookForm }))
const WebhookDeliveries = lazyPart(async () => ({
  default: (await import('./webhook-deliveries.tsx')).WebhookDeliveries,
}))
const ConfirmDanger = lazyPart(async () => ({
  default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

/** What the application is told of, and where. */
export function Webhooks({ application }: { readonly application: Application }) {
  const text = useText().webhooks
  const params = { id: application.id }
  const { data, error, refetch } = useQuery(api.webhook.list.query({ params }))
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  if (error && !data) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  return (
    <div className="sl-stack">
      <p className="sl-muted">{text.intro}</p>
      {data.content.length === 0 && <Empty isSmall title={text.empty} />}
      {data.content.map(each => (
        <Webhook key={each.id} webhook={each} />
      ))}
      {application.scopes.length > 0 && (
        <div>
          <CanButton icon={<PlusOutlined />} authority="gateway:update" onClick={() => setCreating(true)}>
            {text.create}
          </CanButton>
        </div>
      )}
      <Suspense>
        {isCreating && <WebhookForm application={application} onMade={setSecret} onClose={() => setCreating(false)} />}
      </Suspense>
      {secret !== null && (
        <Dialog
          open
          title={text.secret}
          okText={text.kept}
          cancelButtonProps={{ hidden: true }}
          onOk={() => setSecret(null)}
          onCancel={() => setSecret(null)}
        >
          <div className="sl-stack">
            <Alert type="warning" showIcon title={text.once} />
            <CopyText isShown value={secret} label={text.copy} />
          </div>
        </Dialog>
      )}
    </div>
  )
}

function Webhook({ webhook }: { readonly webhook: Subscription }) {
  const text = useText().webhooks
  const { number } = useFormat()
  const client = useQueryClient()
  const [open, setOpen] = useState<'log' | 'remove' | null>(null)
  const params = { id: webhook.id }
  const after = {
    onSuccess: async () => {
      setOpen(null)
      await client.invalidateQueries({ queryKey: api.webhook.list.key() })
    },
    onError: (error: Error) => void message.error(describeError(error).message),
  }
  const isOn = webhook.is_enabled && webhook.stopped_by === null
  const { url, events, version } = webhook
  const pause = useMutation({
    mutationFn: () => api.webhook.update({ params, body: { url, events, version, is_enabled: !isOn } }),
    ...after,
  })
  const remove = useMutation({ mutationFn: () => api.webhook.delete({ params }), ...after })
  const state = webhook.stopped_by ?? (isOn ? 'on' : 'paused')
  return (
    <section className="gw-scope" aria-label={`${webhook.strategy_name} ${url}`}>
      <div>
        <strong>{webhook.strategy_name}</strong> <Tag color={isOn ? 'success' : 'warning'}>{text.states[state]}</Tag>
      </div>
      <code className="gw-url">{url}</code>
      <div>
        {events.map(event => (
          <Tag key={event}>{text.events[event]}</Tag>
        ))}
      </div>
      <div className="sl-muted">
        {text.counts(number(webhook.sent), number(webhook.waiting), number(webhook.failed))}
      </div>
      <span className="sl-row-actions">
        <Button type="link" size="small" onClick={() => setOpen('log')}>
          {text.log}
        </Button>
        <CanButton
          type="link"
          size="small"
          authority="gateway:update"
          loading={pause.isPending}
          onClick={() => pause.mutate()}
        >
          {isOn ? text.pause : text.resume}
        </CanButton>
        <CanButton type="link" size="small" danger authority="gateway:delete" onClick={() => setOpen('remove')}>
          {text.remove}
        </CanButton>
      </span>
      <Suspense>
        {open === 'log' && <WebhookDeliveries webhook={webhook} onClose={() => setOpen(null)} />}
        {open === 'remove' && (
          <ConfirmDanger
            open
            title={text.removeTitle}
            text={text.removeText}
            action={text.remove}
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate()}
            onCancel={() => setOpen(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
