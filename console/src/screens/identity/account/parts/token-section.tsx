import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { AccessToken } from '../types.ts'
import { useText } from '../use-text.ts'
import { TokenShown } from './token-shown.tsx'

const TokenForm = lazyPart(async () => ({ default: (await import('./token-form.tsx')).TokenForm }))

/** Tokens for scripts and pipelines: made, looked at, ended. */
export function TokenSection() {
  const text = useText().token
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [asked, setAsked] = useState<AccessToken | null>(null)
  const { data, error, isFetching, refetch } = useQuery(api.account.tokens.query())
  const revoke = useRevoke(() => setAsked(null))
  const columns = useColumns(setAsked)
  const create = (
    <Button icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      {text.create}
    </Button>
  )
  return (
    <Section title={text.title} text={text.intro} extra={create} isFlush>
      {made !== null && <TokenShown token={made} onClose={() => setMade(null)} />}
      <DataTable
        id="access-tokens"
        label={text.title}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
      />
      <Suspense>
        {isMaking && (
          <TokenForm
            onMade={token => {
              setMade(token)
              setMaking(false)
            }}
            onClose={() => setMaking(false)}
          />
        )}
      </Suspense>
      <ConfirmDanger
        open={asked !== null}
        title={text.revokeTitle(asked?.name ?? '')}
        text={text.revokeText}
        action={text.revoke}
        isBusy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.id)}
        onCancel={() => setAsked(null)}
      />
    </Section>
  )
}

function useColumns(onRevoke: (token: AccessToken) => void): DataColumn<AccessToken>[] {
  const text = useText().token
  const format = useFormat()
  const colors = { live: 'success', expired: 'default', revoked: 'default' } as const
  return [
    { key: 'name', title: text.name, dataIndex: 'name', width: 140, ellipsis: true, isAlwaysShown: true },
    { key: 'prefix', title: text.prefix, width: 110, render: (_, row) => <code>{row.prefix}…</code> },
    {
      key: 'state',
      title: text.state,
      width: 80,
      render: (_, row) => <Tag color={colors[row.state]}>{text.states[row.state]}</Tag>,
    },
    {
      key: 'permissions',
      title: text.permissions,
      width: 160,
      ellipsis: true,
      render: (_, row) => <span title={row.permissions.join('\n')}>{row.permissions.join(', ')}</span>,
    },
    { key: 'expires', title: text.expires, width: 160, render: (_, row) => format.time(row.expires_at) },
    {
      key: 'used',
      title: text.lastUsed,
      width: 180,
      render: (_, row) =>
        row.last_used_at === null ? (
          <span className="sl-muted">{text.neverUsed}</span>
        ) : (
          <span title={row.last_ip ?? ''}>
            <RelativeTime value={row.last_used_at} /> · {row.last_ip}
          </span>
        ),
    },
    {
      key: 'actions',
      title: text.actions,
      width: 90,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) =>
        row.state === 'live' && (
          <Button type="link" size="small" danger aria-label={text.revokeOne(row.name)} onClick={() => onRevoke(row)}>
            {text.revoke}
          </Button>
        ),
    },
  ]
}

function useRevoke(onDone: () => void) {
  const text = useText().token
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.account.revokeToken({ params: { id } }),
    onSuccess: () => message.success(text.revoked),
    onError: error => notification.error({ title: text.failed, description: describeError(error).message }),
    onSettled: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: api.account.tokens.key() })
    },
  })
}
