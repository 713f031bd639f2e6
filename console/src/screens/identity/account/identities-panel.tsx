import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { leaveFor } from '../../../lib/sso-journey.ts'
import { ConfirmDanger } from '../../../ui/confirm-danger.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useIdentityText } from './use-identity-text.ts'

interface Linked {
  readonly id: string
  readonly name: string
  readonly provider_label: string
}

/** Identities of the company's providers that sign in to this account. */
export function IdentitiesPanel() {
  const text = useIdentityText().identities
  const format = useFormat()
  const queryClient = useQueryClient()
  const linked = useQuery(api.sso.identities.query())
  const providers = useQuery(api.sso.linkable.query())
  const [asking, setAsking] = useState<Linked | null>(null)
  const begin = useMutation({
    mutationFn: (id: string) => api.sso.beginLink({ body: { provider_id: id } }),
    onSuccess: ({ content }) =>
      leaveFor(content.url, { binding: content.binding, purpose: 'link', returnTo: window.location.pathname }),
    onError: failure => message.error(describeError(failure).message),
  })
  const unlink = useMutation({
    mutationFn: ({ id }: Linked) => api.sso.unlink({ params: { id } }),
    onSuccess: () => message.success(text.unlinked),
    onError: failure => message.error(describeError(failure).message),
    onSettled: () => {
      setAsking(null)
      void queryClient.invalidateQueries({ queryKey: api.sso.identities.key() })
    },
  })
  const error = linked.error ?? providers.error
  const isLoading = !linked.data || !providers.data
  return (
    <Section title={text.title} text={text.intro}>
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void Promise.all([linked.refetch(), providers.refetch()])} />
      ) : isLoading ? (
        <Skeleton rows={2} />
      ) : (
        <>
          {linked.data.content.map(row => (
            <div className="ac-row" key={row.id}>
              <div>
                <strong>
                  {row.provider_label} · {row.name}
                </strong>
                <span className="sl-muted">
                  {text.since(format.time(row.created_at))} ·{' '}
                  {row.last_used_at ? text.used(format.time(row.last_used_at)) : text.never}
                </span>
              </div>
              <Button type="link" danger onClick={() => setAsking(row)}>
                {text.unlink}
              </Button>
            </div>
          ))}
          {providers.data.content.length === 0 && <p className="sl-muted">{text.none}</p>}
          <Space wrap>
            {providers.data.content.map(({ id, label }) => (
              <Button key={id} loading={begin.isPending && begin.variables === id} onClick={() => begin.mutate(id)}>
                {text.link(label)}
              </Button>
            ))}
          </Space>
        </>
      )}
      <ConfirmDanger
        open={asking !== null}
        title={text.unlinkTitle}
        text={asking && text.unlinkText(asking.provider_label, asking.name)}
        action={text.unlink}
        isBusy={unlink.isPending}
        onConfirm={() => asking && unlink.mutate(asking)}
        onCancel={() => setAsking(null)}
      />
    </Section>
  )
}
