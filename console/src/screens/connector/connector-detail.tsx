import { DeleteOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { CanButton } from '../../ui/can.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { strategyCreate } from '../strategy/pages.ts'
import { connectorDetail, connectorList, type detailTabs } from './pages.ts'
import { ParamsTab } from './parts/params-tab.tsx'
import { refreshConnectors } from './parts/queries.ts'
import { ResourcesTab } from './parts/resources-tab.tsx'
import { StrategiesTab } from './parts/strategies-tab.tsx'
import { TestTab } from './parts/test-tab.tsx'
import { EnvTag } from './parts/use-connector-columns.tsx'
import { useTest } from './parts/use-test.ts'
import type { Connector } from './types.ts'
import { useText } from './use-text.ts'
import './connector-list.css'
import './connector.css'

// Opened by few.
const ConnectorDelete = lazy(async () => ({ default: (await import('./parts/connector-delete.tsx')).ConnectorDelete }))

/** One connector: its parameters, what can be read there, who uses it, and its last test. */
export default function ConnectorDetail() {
  const text = useText().detail
  const navigate = useNavigate()
  const language = useLanguage()
  const { id } = connectorDetail.useParams()
  const query = api.connector.get.query({ params: { id } })
  // Platform names and test advice come in the language of the request.
  const { data, error, refetch } = useQuery({ ...query, queryKey: [...query.queryKey, language] })
  if (data) return <Detail connector={data.content} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <Empty
        title={text.missing}
        text={text.missingText}
        action={<Button onClick={() => navigate(connectorList.href())}>{text.back}</Button>}
      />
    )
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return (
    <Section>
      <Skeleton rows={8} hasTitle />
    </Section>
  )
}

function Detail({ connector }: { readonly connector: Connector }) {
  const words = useText()
  const text = words.detail
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search, setSearch] = connectorDetail.useSearch()
  const [isDeleting, setDeleting] = useState(false)
  const test = useTest()
  const { id } = connector
  const startTest = async () => {
    setSearch({ tab: 'test' })
    await test.start(signal => api.connector.test({ params: { id }, signal }))
    await refreshConnectors(client)
  }
  const tabs: Record<(typeof detailTabs)[number], () => ReactNode> = {
    params: () => <ParamsTab connector={connector} />,
    resources: () => <ResourcesTab connector={connector} />,
    strategies: () => <StrategiesTab connector={connector} />,
    test: () => <TestTab connector={connector} test={test} onTest={() => void startTest()} />,
  }
  return (
    <>
      <PageHeader
        backTo={connectorList.href()}
        title={
          <span className="cn-side">
            <PlatformIcon icon={connector.platform_icon} size={28} /> {connector.name}
          </span>
        }
        tags={
          <>
            <StateTag kind="connector" state={connector.status} />
            <EnvTag env={connector.env} />
          </>
        }
        text={connector.remark === '' ? connector.platform_name : `${connector.platform_name} · ${connector.remark}`}
        actions={
          <>
            <CanButton danger icon={<DeleteOutlined />} authority="connector:delete" onClick={() => setDeleting(true)}>
              {words.list.remove}
            </CanButton>
            <Button
              icon={<ThunderboltOutlined />}
              loading={test.state.kind === 'running'}
              onClick={() => void startTest()}
            >
              {words.test.start}
            </Button>
            <CanButton type="primary" authority="strategy:add" onClick={() => navigate(strategyCreate.href())}>
              {text.useIt}
            </CanButton>
          </>
        }
      />
      <Tabs
        activeKey={search.tab}
        // Only the tabs' own names come here.
        onChange={tab => setSearch({ tab: tab as (typeof detailTabs)[number], page: 1 })}
        items={Object.entries(tabs).map(([key, render]) => ({
          key,
          label: text.tabs[key as keyof typeof tabs], // keys of `tabs`
          children: render(),
        }))}
      />
      {isDeleting && (
        <Suspense>
          <ConnectorDelete
            connector={connector}
            onClose={() => setDeleting(false)}
            onDeleted={() => navigate(connectorList.href(), { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
