import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import type { Opened, PortalDelivery, PortalKey, PortalWebhook } from '../types.ts'
import { useText } from '../use-text.ts'

/** Where the application hears of records, and what became of each event. */
export function PortalWebhooks({ portal, opened }: { readonly portal: PortalKey; readonly opened: Opened }) {
  const text = useText().webhooks
  if (opened.webhooks.length === 0) return <Empty isSmall title={text.none} />
  return (
    <div className="sl-stack">
      {opened.webhooks.map(each => (
        <Webhook key={each.id} portal={portal} webhook={each} mayRotate={opened.may_rotate} />
      ))}
    </div>
  )
}

interface WebhookProps {
  readonly portal: PortalKey
  readonly webhook: PortalWebhook
  readonly mayRotate: boolean
}

function Webhook({ portal, webhook, mayRotate }: WebhookProps) {
  const text = useText().webhooks
  const { number } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const isOn = webhook.is_enabled && webhook.stopped_by === null
  return (
    <section className="gp-webhook" aria-label={`${webhook.strategy_name} ${webhook.url}`}>
      <div>
        <strong>{webhook.strategy_name}</strong>{' '}
        <Tag color={isOn ? 'success' : 'warning'}>
          {text.states[webhook.stopped_by ?? (webhook.is_enabled ? 'on' : 'paused')]}
        </Tag>
        {webhook.events.map(event => (
          <Tag key={event}>{text.events[event]}</Tag>
        ))}
      </div>
      <code className="gp-url">{webhook.url}</code>
      <div className="sl-muted">
        {text.counts(number(webhook.sent), number(webhook.waiting), number(webhook.failed))} · {text.hasSecret}
      </div>
      <div className="gp-choices">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text.deliveries}
        </Button>
        {mayRotate && <RotateSecret portal={portal} webhook={webhook} />}
      </div>
      {isOpen && <Deliveries portal={portal} webhook={webhook} />}
    </section>
  )
}

function RotateSecret({ portal, webhook }: Omit<WebhookProps, 'mayRotate'>) {
  const text = useText().webhooks
  const [isAsked, setAsked] = useState(false)
  const rotate = useMutation({
    mutationFn: () =>
      api.portal.rotateWebhook({ params: { id: portal.id }, body: { token: portal.token, webhook: webhook.id } }),
    onSettled: () => setAsked(false),
    onError: error => void message.error(describeError(error).message),
  })
  const secret = rotate.data?.content.secret
  return (
    <>
      <Button size="small" danger onClick={() => setAsked(true)}>
        {text.rotate}
      </Button>
      <ConfirmDanger
        open={isAsked}
        title={text.rotateTitle}
        text={text.rotateText}
        action={text.rotate}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onCancel={() => setAsked(false)}
      />
      {secret !== undefined && (
        <Dialog
          open
          title={text.secret}
          okText={text.kept}
          cancelButtonProps={{ hidden: true }}
          onOk={rotate.reset}
          onCancel={rotate.reset}
        >
          <div className="sl-stack">
            <Alert type="warning" showIcon title={text.once} />
            <CopyText isShown value={secret} label={text.copy} />
          </div>
        </Dialog>
      )}
    </>
  )
}

const colours = { waiting: 'warning', sending: 'processing', sent: 'success', failed: 'error' } as const

function Deliveries({ portal, webhook }: Omit<WebhookProps, 'mayRotate'>) {
  const text = useText().webhooks
  const { time, number } = useFormat()
  const [paging, setPaging] = useState({ page: 1, pageSize: 20 })
  const body = { token: portal.token, webhook: webhook.id, ...paging }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...api.portal.deliveries.key(), portal.id, body],
    queryFn: ({ signal }) => api.portal.deliveries({ params: { id: portal.id }, body, signal }),
    ...keepRows,
  })
  const columns: DataColumn<PortalDelivery>[] = [
    { key: 'time', title: text.time, width: 165, isAlwaysShown: true, render: (_, row) => time(row.created_at) },
    { key: 'event', title: text.event, width: 100, render: (_, row) => text.events[row.event] },
    {
      key: 'record',
      title: text.record,
      width: 110,
      ellipsis: true,
      render: (_, row) => (row.record_id === '0' ? '–' : row.record_id),
    },
    {
      key: 'state',
      title: text.state,
      width: 100,
      render: (_, row) => <Tag color={colours[row.state]}>{text.deliveryStates[row.state]}</Tag>,
    },
    { key: 'tries', title: text.tries, width: 70, align: 'end', render: (_, row) => number(row.tries) },
    {
      key: 'answer',
      title: text.answer,
      width: 160,
      ellipsis: true,
      render: (_, row) => row.failure ?? (row.last_status === null ? '–' : `HTTP ${row.last_status}`),
    },
  ]
  return (
    <DataTable<PortalDelivery>
      id="portal-deliveries"
      density="small"
      label={text.deliveries}
      columns={columns}
      rowKey={row => row.id}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={paging}
      onPaging={next => setPaging({ page: next.page ?? 1, pageSize: next.pageSize ?? paging.pageSize })}
      empty={<Empty isSmall title={text.noDeliveries} />}
    />
  )
}
