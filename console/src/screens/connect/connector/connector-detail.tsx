import { CopyOutlined, DeleteOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Tabs } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { CanButton } from '../../../ui/can.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlatformIcon } from '../../../ui/platform-icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Technical } from '../../../ui/technical.tsx'
import { strategyCreate } from '../../strategy/strategy/pages.ts'
import { connectorDetail, connectorList, type detailTabs } from './pages.ts'
import { CredentialAlert } from './parts/credential.tsx'
import { GrantPanel } from './parts/grant-panel.tsx'
import { refreshConnectors } from './parts/queries.ts'
import { EnvTag } from './parts/use-connector-columns.tsx'
import { useTest } from './parts/use-test.ts'
import type { Connector } from './types.ts'
import { useEnvText } from './use-env-text.ts'
import { useText } from './use-text.ts'
import './connector-list.css'
import './connector.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// A tab is loaded when it is opened.
const ParamsTab = lazyPart(async () => ({ default: (await import('./parts/params-tab.tsx')).ParamsTab }))
const ResourcesTab = lazyPart(async () => ({ default: (await import('./parts/resources-tab.tsx')).ResourcesTab }))
const StrategiesTab = lazyPart(async () => ({ default: (await import('./parts/strategies-tab.tsx')).StrategiesTab }))
const TestTab = lazyPart(async () => ({ default: (await import('./parts/test-tab.tsx')).TestTab }))
const EnvironmentsTab = lazyPart(async () => ({
  default: (await import('./parts/environments-tab.tsx')).EnvironmentsTab,
}))
const HistoryTab = lazyPart(async () => ({ default: (await import('./parts/history-tab.tsx')).HistoryTab }))
const CallsTab = lazyPart(async () => ({ default: (await import('./parts/calls-tab.tsx')).CallsTab }))
const CopyDialog = lazyPart(async () => ({ default: (await import('./parts/copy-dialog.tsx')).CopyDialog }))
const ConnectorDelete = lazyPart(async () => ({
  default: (await import('./parts/connector-delete.tsx')).ConnectorDelete,
}))

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
  const format = useFormat()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search, setSearch] = connectorDetail.useSearch()
  const [isDeleting, setDeleting] = useState(false)
  const [isCopying, setCopying] = useState(false)
  const envText = useEnvText()
  const labels = { ...text.tabs, ...envText.tabs }
  const test = useTest()
  const { id } = connector
  const startTest = async () => {
    setSearch({ tab: 'test' })
    await test.start(signal => api.connector.test({ params: { id }, signal }))
    await refreshConnectors(client)
  }
  const tabs: Record<(typeof detailTabs)[number], () => ReactNode> = {
    params: () => <ParamsTab connector={connector} />,
    environments: () => <EnvironmentsTab connector={connector} />,
    resources: () => <ResourcesTab connector={connector} />,
    strategies: () => <StrategiesTab connector={connector} />,
    test: () => <TestTab connector={connector} test={test} onTest={() => void startTest()} />,
    history: () => <HistoryTab connector={connector} />,
    calls: () => <CallsTab connectorId={connector.id} />,
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
            <CanButton icon={<CopyOutlined />} authority="connector:add" onClick={() => setCopying(true)}>
              {envText.copy}
            </CanButton>
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
            <CanButton
              type="primary"
              authority="strategy:add"
              onClick={() => navigate(strategyCreate.href({ search: { connector: connector.id } }))}
            >
              {text.useIt}
            </CanButton>
          </>
        }
      />
      {connector.trouble && (
        <Alert
          type={connector.trouble.message === null ? 'warning' : 'error'}
          showIcon
          className="cn-alert"
          title={connector.trouble.message ?? text.paused(format.time(connector.trouble.until))}
          description={
            connector.trouble.advice !== null && (
              <>
                {connector.trouble.advice}
                <Technical text={connector.trouble.technical} />
              </>
            )
          }
        />
      )}
      {!connector.trouble && connector.restored_at !== null && (
        <Alert type="success" showIcon className="cn-alert" title={text.restored(format.time(connector.restored_at))} />
      )}
      {/* Access that was refused is told of with its button. */}
      {connector.credential?.ends_at != null && <CredentialAlert credential={connector.credential} />}
      {connector.needs_grant && <GrantPanel connector={connector} />}
      <Tabs
        activeKey={search.tab}
        // Only the tabs' own names come here.
        onChange={tab => setSearch({ tab: tab as (typeof detailTabs)[number], page: 1 })}
        items={Object.entries(tabs).map(([key, render]) => ({
          key,
          label: labels[key as keyof typeof tabs], // keys of `tabs`
          children: <Suspense fallback={<Skeleton rows={6} />}>{render()}</Suspense>,
        }))}
      />
      {isCopying && (
        <Suspense>
          <CopyDialog connector={connector} onClose={() => setCopying(false)} />
        </Suspense>
      )}
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
