import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { connectorDetail, connectorGrant, connectorList } from './pages.ts'
import { useEnvText } from './use-env-text.ts'

/** Where the authorization server sends the browser back: the code is changed into access, once. */
export default function ConnectorGrant() {
  const text = useEnvText().grant
  const navigate = useNavigate()
  const [{ state, code }] = connectorGrant.useSearch()
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
  const list = <Button onClick={() => navigate(connectorList.href(), { replace: true })}>{text.list}</Button>
  if (!isWhole) return <Empty title={text.failed} text={text.refused} action={list} />
  if (error) return <Empty title={text.failed} text={describeError(error).message} action={list} />
  if (!data) return <Skeleton rows={3} hasTitle />
  const { connector_id: id, name } = data.content
  const href = connectorDetail.href({ params: { id }, search: { tab: 'environments' } })
  return (
    <Empty
      title={text.done(name)}
      action={
        <Button type="primary" onClick={() => navigate(href, { replace: true })}>
          {text.back}
        </Button>
      }
    />
  )
}
