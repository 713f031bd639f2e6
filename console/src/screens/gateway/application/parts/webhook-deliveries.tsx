import type { Delivery, Subscription } from '@sluice/api/modules/gateway/webhook/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { FirstField } from '../../../../ui/first-field.tsx'
import { useText } from '../use-text.ts'

const deliveryStates = ['waiting', 'sending', 'sent', 'failed'] as const
const colours = { waiting: 'warning', sending: 'processing', sent: 'success', failed: 'error' } as const

export interface WebhookDeliveriesProps {
  readonly webhook: Subscription
  onClose(): void
}

/** What was sent, and how it was answered; what came to an end can be sent again. */
export function WebhookDeliveries({ webhook, onClose }: WebhookDeliveriesProps) {
  const text = useText().webhooks
  const [paging, setPaging] = useState({ page: 1, pageSize: 20 })
  const [state, setState] = useState<Delivery['state'] | undefined>()
  const params = { id: webhook.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.webhook.deliveries.query({ params, query: { ...paging, ...(state !== undefined && { state }) } }),
    ...keepRows,
  })
  return (
    <Drawer size={760} open title={text.log} onClose={onClose}>
      <FirstField />
      <DataTable<Delivery>
        id="gateway-deliveries"
        density="small"
        label={text.log}
        columns={useColumns(webhook)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={paging}
        onPaging={next => setPaging({ page: next.page ?? 1, pageSize: next.pageSize ?? paging.pageSize })}
        isFiltered={state !== undefined}
        onClearFilters={() => setState(undefined)}
        empty={<Empty isSmall title={text.noDeliveries} />}
        toolbar={
          <FilterBar
            fields={[
              {
                kind: 'select',
                name: 'state',
                label: text.columns.state,
                options: deliveryStates.map(value => ({ value, label: text.deliveryStates[value] })),
              },
            ]}
            values={{ state }}
            onChange={patch => {
              setState(patch.state as Delivery['state'] | undefined) // one of the options
              setPaging({ ...paging, page: 1 })
            }}
          />
        }
      />
    </Drawer>
  )
}

function useColumns(webhook: Subscription): DataColumn<Delivery>[] {
  const text = useText().webhooks
  const { time, number } = useFormat()
  const client = useQueryClient()
  const replay = useMutation({
    // Alerts are about no record: all of them would be sent.
    mutationFn: ({ id, record_id: record }: Delivery) =>
      api.webhook.replay({ params: { id: webhook.id }, body: record === '0' ? { delivery: id } : { record } }),
    onSuccess: async ({ content }) => {
      message.success(text.replayed(number(content.count)))
      await client.invalidateQueries({ queryKey: api.webhook.deliveries.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
  const { columns } = text
  return [
    { key: 'time', title: columns.time, width: 165, isAlwaysShown: true, render: (_, row) => time(row.created_at) },
    { key: 'event', title: columns.event, width: 100, render: (_, row) => text.events[row.event] },
    {
      key: 'record',
      title: columns.record,
      width: 110,
      ellipsis: true,
      render: (_, row) => (row.record_id === '0' ? '–' : row.record_id),
    },
    {
      key: 'state',
      title: columns.state,
      width: 100,
      render: (_, row) => <Tag color={colours[row.state]}>{text.deliveryStates[row.state]}</Tag>,
    },
    { key: 'tries', title: columns.tries, width: 70, align: 'end', render: (_, row) => number(row.tries) },
    {
      key: 'answer',
      title: columns.answer,
      width: 160,
      ellipsis: true,
      render: (_, row) => row.failure ?? (row.last_status === null ? '–' : `HTTP ${row.last_status}`),
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 90,
      isAlwaysShown: true,
      fixed: 'end',
      // One under way would be sent twice.
      render: (_, row) =>
        (row.state === 'sent' || row.state === 'failed') && (
          <CanButton
            type="link"
            size="small"
            authority="gateway:update"
            aria-label={row.record_id === '0' ? text.replayAlert : text.replayOf(row.record_id)}
            onClick={() => replay.mutate(row)}
          >
            {text.replay}
          </CanButton>
        ),
    },
  ]
}
