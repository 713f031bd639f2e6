import type { ContentOut } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { ConfirmDanger } from '../../../ui/confirm-danger.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { describeAgent } from './describe-agent.ts'
import { useIdentityText } from './use-identity-text.ts'

type SignIn = ContentOut<typeof import('@sluice/api/modules/identity/session/contract.ts')['session']['list']>[number]

/** Where one is signed in, and the way to end it there. */
export function SessionsPanel() {
  const text = useIdentityText().sessions
  const format = useFormat()
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(api.session.list.query())
  const [asking, setAsking] = useState<SignIn | 'others' | null>(null)
  const end = useMutation({
    mutationFn: async (what: SignIn | 'others') => {
      if (what === 'others') return (await api.session.endOthers()).content.ended
      await api.session.end({ params: { id: what.id } })
      return 1
    },
    onSuccess: count => message.success(text.ended(count)),
    onError: failure => message.error(describeError(failure).message),
    onSettled: () => {
      setAsking(null)
      void queryClient.invalidateQueries({ queryKey: api.session.list.key() })
    },
  })
  const nameOf = (row: SignIn): string => {
    const agent = describeAgent(row.user_agent)
    return agent ? text.device_on(agent.browser, agent.system) : text.unknown
  }
  const rows = data?.content
  return (
    <Section
      isFlush
      title={text.title}
      text={text.intro}
      extra={
        <Button danger disabled={(rows?.length ?? 0) < 2} onClick={() => setAsking('others')}>
          {text.endOthers}
        </Button>
      }
    >
      <DataTable
        id="sign-ins"
        label={text.label}
        rowKey={row => row.id}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        columns={[
          {
            key: 'device',
            title: text.device,
            isAlwaysShown: true,
            render: (_, row) => (
              <>
                <span title={row.user_agent ?? ''}>{nameOf(row)}</span>{' '}
                {row.is_current && <span className="sl-tag sl-tag-good">{text.current}</span>}
              </>
            ),
          },
          { key: 'ip', title: text.ip, render: (_, row) => row.ip },
          { key: 'signedIn', title: text.signedIn, render: (_, row) => format.time(row.signed_in_at) },
          { key: 'lastUsed', title: text.lastUsed, render: (_, row) => format.time(row.last_used_at) },
          {
            key: 'actions',
            title: text.actions,
            isAlwaysShown: true,
            render: (_, row) =>
              !row.is_current && (
                <Button
                  type="link"
                  size="small"
                  danger
                  aria-label={text.endName(nameOf(row))}
                  onClick={() => setAsking(row)}
                >
                  {text.end}
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDanger
        open={asking !== null}
        title={asking === 'others' ? text.endOthersTitle : text.endTitle}
        text={asking === 'others' || asking === null ? text.endOthersText : text.endText(nameOf(asking))}
        action={asking === 'others' ? text.endOthers : text.end}
        isBusy={end.isPending}
        onConfirm={() => asking && end.mutate(asking)}
        onCancel={() => setAsking(null)}
      />
    </Section>
  )
}
