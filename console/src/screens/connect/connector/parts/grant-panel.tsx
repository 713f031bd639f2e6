import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import type { Connector, GrantStatus } from '../types.ts'
import { useEnvText } from '../use-env-text.ts'
import { CallbackAddress } from './callback-address.tsx'
import { useGrant } from './use-grant.ts'

const KINDS = { none: 'info', granted: 'success', ended: 'warning' } as const

/** Access by OAuth2 code: who granted it, until when, and the way to the authorization server. */
export function GrantPanel({ connector }: { readonly connector: Connector }) {
  const text = useEnvText().grant
  const format = useFormat()
  const { data } = useQuery(api.connectorGrant.get.query({ params: { id: connector.id } }))
  const { mutate, isPending } = useGrant(connector.id)
  const life = useLife(data?.content)
  if (!data) return null
  const { state, granted_by, granted_at, failure } = data.content
  return (
    <Alert
      className="cn-alert"
      showIcon
      type={KINDS[state]}
      title={text[state]}
      description={
        <>
          {granted_by !== null && granted_at !== null && <div>{text.by(granted_by, format.time(granted_at))}</div>}
          {life !== null && <div>{life}</div>}
          {failure !== null && <div>{failure}</div>}
          {state === 'ended' && <div>{text.goOn}</div>}
          {state !== 'granted' && <CallbackAddress />}
        </>
      }
      action={
        <CanButton
          type={state === 'granted' ? 'default' : 'primary'}
          authority="connector:update"
          loading={isPending}
          onClick={() => mutate()}
        >
          {state === 'none' ? text.start : text.again}
        </CanButton>
      }
    />
  )
}

/** How long it lasts: a token that ends is refreshed, access that ends is not. */
function useLife(grant: GrantStatus | undefined): string | null {
  const text = useEnvText().grant
  const { time } = useFormat()
  if (!grant || grant.state === 'none') return null
  if (grant.ends_at !== null) return (grant.state === 'ended' ? text.over : text.lasts)(time(grant.ends_at))
  if (grant.state === 'ended' || grant.expires_at === null) return null
  return (Date.parse(grant.expires_at) <= Date.now() ? text.expired : text.expires)(time(grant.expires_at))
}
