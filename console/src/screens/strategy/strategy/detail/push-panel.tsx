import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Collapse, Descriptions, Skeleton } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { usePushText } from '../texts/use-push-text.ts'
import type { PushEndpoint } from '../types.ts'
import { PushSettingsForm } from './push-settings-form.tsx'

const LOOK_MS = 10_000

/** Where other systems push to, how they prove themselves, and what waits. */
export function PushPanel({ strategyId }: { readonly strategyId: string }) {
  const text = usePushText()
  const params = { id: strategyId }
  const { data, error, refetch } = useQuery({ ...api.push.get.query({ params }), refetchInterval: LOOK_MS })
  return (
    <Section title={text.title} text={text.text}>
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : (
        <Loaded strategyId={strategyId} endpoint={data.content} />
      )}
    </Section>
  )
}

interface LoadedProps {
  readonly strategyId: string
  readonly endpoint: PushEndpoint
}

function Loaded({ strategyId, endpoint }: LoadedProps) {
  const text = usePushText()
  const format = useFormat()
  const [token, setToken] = useState<string | null>(null)
  const isOpen = endpoint.token_set_at !== null || endpoint.secret !== ''
  const address = window.location.origin + endpoint.path
  const { waiting, last_push_at: last } = endpoint
  const facts = [
    { key: 'address', label: text.address, children: <CopyText isShown value={address} label={text.address} /> },
    { key: 'token', label: text.token, children: <Token {...{ strategyId, endpoint }} onMade={setToken} /> },
    { key: 'waiting', label: text.waiting, children: text.waitingCount(format.number(waiting)) },
    { key: 'last', label: text.last, children: last === null ? text.never : format.time(last) },
  ]
  return (
    <>
      {endpoint.shared_with.length > 0 && (
        <Alert type="error" showIcon className="st-gap" title={text.shared(endpoint.shared_with.join('”, “'))} />
      )}
      {!isOpen && <Alert type="info" showIcon className="st-gap" title={text.open} />}
      {token !== null && (
        <Alert
          type="warning"
          showIcon
          className="st-gap"
          title={text.shown}
          description={
            <div className="st-push-token">
              <span>{text.token}</span>
              <CopyText isShown value={token} label={text.token} />
              <span>{text.withToken}</span>
              <CopyText isShown value={`${address}?token=${token}`} label={text.withToken} />
              <small>{text.header}</small>
            </div>
          }
        />
      )}
      <Descriptions size="small" column={{ xs: 1, lg: 2 }} items={facts} />
      <Collapse
        ghost
        size="small"
        items={[
          {
            key: 'settings',
            label: text.settings,
            children: <PushSettingsForm strategyId={strategyId} endpoint={endpoint} />,
          },
        ]}
      />
    </>
  )
}

/** Made at once the first time; a reset asks, because senders stop working. */
function Token({ strategyId, endpoint, onMade }: LoadedProps & { onMade(token: string): void }) {
  const text = usePushText()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const make = useMutation({
    mutationFn: () => api.push.resetToken({ params: { id: strategyId } }),
    onSuccess({ content }) {
      setAsking(false)
      onMade(content.token)
      void queryClient.invalidateQueries({ queryKey: api.push.get.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
  const since = endpoint.token_set_at
  return (
    <span className="st-push-line">
      {since === null ? text.tokenNone : text.tokenSince(format.time(since))}
      <CanButton
        size="small"
        authority="strategy:secret"
        loading={make.isPending}
        onClick={() => (since === null ? make.mutate() : setAsking(true))}
      >
        {since === null ? text.make : text.reset}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.reset}
        text={text.resetAsk}
        action={text.reset}
        isBusy={make.isPending}
        onConfirm={() => make.mutate()}
        onCancel={() => setAsking(false)}
      />
    </span>
  )
}
