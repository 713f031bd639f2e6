import { useMutation } from '@tanstack/react-query'
import { Table } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Share } from '../types.ts'
import { useText } from '../use-text.ts'

const tags = { active: 'busy', expired: 'calm', revoked: 'calm', blind: 'warn' } as const

export interface ShareListProps {
  readonly strategyId: string
  /** undefined while they are awaited. */
  readonly shares: readonly Share[] | undefined
}

const PAGE = 10

/** Every link that was made, whether it counts, and how often it was opened. */
export function ShareList({ strategyId, shares }: ShareListProps) {
  const text = useText().sharing
  const format = useFormat()
  const [asked, setAsked] = useState<Share | null>(null)
  const revoke = useMutation({
    mutationFn: (id: string) => api.strategyTable.revoke({ params: { strategy: strategyId, id } }),
    onSuccess() {
      void message.success(text.revoked)
      void queryClient.invalidateQueries({ queryKey: api.strategyTable.shares.key() })
      setAsked(null)
    },
    onError: error => void message.error(describeError(error).message),
  })
  if (!shares) return <Skeleton rows={3} />
  if (shares.length === 0) return <Empty isSmall title={text.none} />
  return (
    <>
      <Table<Share>
        size="small"
        rowKey="id"
        aria-label={text.list}
        dataSource={shares}
        pagination={shares.length > PAGE ? { pageSize: PAGE } : false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text.columns.title, dataIndex: 'title' },
          {
            title: text.columns.state,
            dataIndex: 'state',
            render: (_value, { state }) => <span className={`sl-tag sl-tag-${tags[state]}`}>{text.states[state]}</span>,
          },
          { title: text.columns.expires, render: (_value, share) => format.shortTime(share.expires_at) },
          { title: text.columns.opens, align: 'end', render: (_value, share) => format.number(share.opens) },
          { title: text.columns.by, render: (_value, share) => share.created_by ?? '–' },
          {
            title: text.columns.actions,
            render: (_value, share) =>
              (share.state === 'active' || share.state === 'blind') && (
                <CanButton danger size="small" type="link" authority="strategy:share" onClick={() => setAsked(share)}>
                  {text.revoke}
                </CanButton>
              ),
          },
        ]}
      />
      <ConfirmDanger
        open={asked !== null}
        title={text.revokeTitle(asked?.title ?? '')}
        text={text.revokeText}
        action={text.revoke}
        isBusy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.id)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
