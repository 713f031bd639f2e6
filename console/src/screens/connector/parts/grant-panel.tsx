import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { CanButton } from '../../../ui/can.tsx'
import { connectorGrant } from '../pages.ts'
import type { Connector } from '../types.ts'
import { useEnvText } from '../use-env-text.ts'

const KINDS = { none: 'info', granted: 'success', ended: 'warning' } as const

/** Access by OAuth2 code: who granted it, until when, and the way to the authorization server. */
export function GrantPanel({ connector }: { readonly connector: Connector }) {
  const text = useEnvText().grant
  const format = useFormat()
  const { data } = useQuery(api.connectorGrant.get.query({ params: { id: connector.id } }))
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.connectorGrant.begin({
        params: { id: connector.id },
        body: { redirect_uri: `${location.origin}${connectorGrant.href()}` },
      }),
    onSuccess: ({ content }) => location.assign(content.authorize_url),
    onError: error => message.error(describeError(error).message),
  })
  if (!data) return null
  const { state, granted_by, granted_at, expires_at, failure } = data.content
  return (
    <Alert
      className="cn-alert"
      showIcon
      type={KINDS[state]}
      title={text[state]}
      description={
        <>
          {granted_by !== null && granted_at !== null && <div>{text.by(granted_by, format.time(granted_at))}</div>}
          {state === 'granted' && expires_at !== null && <div>{text.expires(format.time(expires_at))}</div>}
          {failure !== null && <div>{failure}</div>}
        </>
      }
      action={
        <CanButton authority="connector:update" loading={isPending} onClick={() => mutate()}>
          {state === 'none' ? text.start : text.again}
        </CanButton>
      }
    />
  )
}
