import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { connectorDetail, connectorGrant, connectorList } from './pages.ts'
import { findBegun, useGrant } from './parts/use-grant.ts'
import { useEnvText } from './use-env-text.ts'
import './connector.css'

/** Where the authorization server sends the browser back: the code is changed into access, once. */
export default function ConnectorGrant() {
  const text = useEnvText().grant
  const navigate = useNavigate()
  const [{ state, code, error: refusal }] = connectorGrant.useSearch()
  const isWhole = state !== undefined && code !== undefined
  const { data, error } = useQuery({
    queryKey: ['connectorGrant', 'finish', state],
    queryFn: () => api.connectorGrant.finish({ body: { state: state ?? '', code: code ?? '' } }),
    enabled: isWhole,
    // The answer is good for one use.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const ways = <Ways connectorId={findBegun(state)} />
  if (!isWhole) return <Empty title={text.failed} text={text.refused(readCode(refusal))} action={ways} />
  if (error) return <Empty title={text.failed} text={describeError(error).message} action={ways} />
  if (!data) return <Skeleton rows={3} hasTitle />
  const { connector_id: id, name } = data.content
  return (
    <Empty
      title={text.done(name)}
      action={
        <Button type="primary" onClick={() => navigate(toConnector(id), { replace: true })}>
          {text.back}
        </Button>
      }
    />
  )
}

const toConnector = (id: string): string => connectorDetail.href({ params: { id }, search: { tab: 'environments' } })

/** The code of RFC 6749, unless it only says that somebody said no. Whatever else stands in the address is nobody's word. */
const readCode = (refusal: string | undefined): string | null =>
  refusal !== undefined && refusal !== 'access_denied' && /^[a-z_]{1,40}$/.test(refusal) ? refusal : null

/** Once more, to the connector, to the list: the first two where it is known whose grant it was. */
function Ways({ connectorId }: { readonly connectorId: string | null }) {
  const text = useEnvText().grant
  const navigate = useNavigate()
  return (
    <div className="cn-ways">
      {connectorId !== null && (
        <>
          <Again connectorId={connectorId} />
          <Button onClick={() => navigate(toConnector(connectorId), { replace: true })}>{text.back}</Button>
        </>
      )}
      <Button onClick={() => navigate(connectorList.href(), { replace: true })}>{text.list}</Button>
    </div>
  )
}

function Again({ connectorId }: { readonly connectorId: string }) {
  const text = useEnvText().grant
  const { mutate, isPending } = useGrant(connectorId)
  return (
    <Button type="primary" loading={isPending} onClick={() => mutate()}>
      {text.again}
    </Button>
  )
}
