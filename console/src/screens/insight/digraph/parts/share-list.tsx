import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Table } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { DashboardShare } from '../types.ts'
import { useShareText } from '../use-share-text.ts'

interface ShareListProps {
  readonly dashboardId: string
  /** undefined while they are awaited. */
  readonly shares: readonly DashboardShare[] | undefined
}

const PAGE = 10
const tags = { active: 'busy', expired: 'calm', revoked: 'calm', blind: 'warn' } as const

/** Every link that was made: whether it counts, what guards it, and when it was last looked through. */
export function ShareList({ dashboardId, shares }: ShareListProps) {
  const text = useShareText()
  const format = useFormat()
  const client = useQueryClient()
  const [asked, setAsked] = useState<DashboardShare | null>(null)
  const revoke = useMutation({
    mutationFn: (share: string) => api.digraph.revoke({ params: { id: dashboardId, share } }),
    onSuccess() {
      void message.success(text.revoked)
      void client.invalidateQueries({ queryKey: api.digraph.shares.key() })
      setAsked(null)
    },
    onError: error => void message.error(describeError(error).message),
  })
  if (!shares) return <Skeleton rows={3} />
  if (shares.length === 0) return <Empty isSmall title={text.none} />
  const { columns } = text
  return (
    <>
      <Table<DashboardShare>
        size="small"
        rowKey="id"
        aria-label={text.list}
        dataSource={shares}
        pagination={shares.length > PAGE ? { pageSize: PAGE } : false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: columns.title, dataIndex: 'title' },
          {
            title: columns.state,
            render: (_, { state }) => <span className={`sl-tag sl-tag-${tags[state]}`}>{text.states[state]}</span>,
          },
          { title: columns.expires, render: (_, share) => format.shortTime(share.expires_at) },
          { title: columns.guards, render: (_, share) => tellGuards(share, text) },
          { title: columns.opens, align: 'end', render: (_, share) => format.number(share.opens) },
          {
            title: columns.last,
            render: (_, { last_opened_at: at }) => (at === null ? text.never : format.shortTime(at)),
          },
          { title: columns.by, render: (_, share) => share.created_by ?? '–' },
          {
            title: columns.actions,
            render: (_, share) =>
              (share.state === 'active' || share.state === 'blind') && (
                <CanButton danger size="small" type="link" authority="digraph:share" onClick={() => setAsked(share)}>
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

function tellGuards({ has_password, ip_allow }: DashboardShare, text: ReturnType<typeof useShareText>): string {
  const guards = [
    ...(has_password ? [text.hasPassword] : []),
    ...(ip_allow.length > 0 ? [text.networks(ip_allow.length)] : []),
  ]
  return guards.length === 0 ? text.unguarded : guards.join(' · ')
}
