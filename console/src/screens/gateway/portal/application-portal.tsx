import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { applicationPortal } from './pages.ts'
import { PortalApis } from './parts/portal-apis.tsx'
import { PortalCalls } from './parts/portal-calls.tsx'
import { PortalDownloads } from './parts/portal-downloads.tsx'
import { PortalLimits } from './parts/portal-limits.tsx'
import { PortalWebhooks } from './parts/portal-webhooks.tsx'
import './portal.css'
import type { PortalKey } from './types.ts'
import { useText } from './use-text.ts'

/** One application, for whoever writes programs for it: no account, and no way to anything else. */
export default function ApplicationPortal() {
  const text = useText()
  const format = useFormat()
  const { id } = applicationPortal.useParams()
  const token = useLocation().hash.slice(1)
  const [tab, setTab] = useState('apis')
  const portal: PortalKey = { id, token }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...api.portal.open.key(), id, token],
    queryFn: ({ signal }) =>
      api.portal.open({ params: { id }, body: { token, origin: window.location.origin }, signal }),
    retry: false,
  })
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />
  const opened = data?.content
  if (!opened)
    return (
      <main className="gp-page">
        <Skeleton active paragraph={{ rows: 12 }} />
      </main>
    )
  return (
    <main className="gp-page">
      <header className="gp-head">
        <div>
          <h1>{opened.application_name}</h1>
          <p className="sl-muted">
            {opened.title} · {text.until(format.time(opened.expires_at))}
          </p>
        </div>
        <PortalDownloads portal={portal} opened={opened} />
      </header>
      <PortalLimits limits={opened.limits} isFetching={isFetching} onReload={() => void refetch()} />
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'apis', label: text.tabs.apis, children: <PortalApis portal={portal} opened={opened} /> },
          { key: 'calls', label: text.tabs.calls, children: <PortalCalls portal={portal} /> },
          {
            key: 'webhooks',
            label: text.tabs.webhooks,
            children: <PortalWebhooks portal={portal} opened={opened} />,
          },
        ]}
      />
    </main>
  )
}

/** Every no is the same, so that nobody learns which links there are. */
function Refused({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  const text = useText()
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422)
  return (
    <main className="gp-page">
      <Empty
        title={isGone ? text.badTitle : text.busyTitle}
        text={isGone ? text.badText : text.busyText}
        action={!isGone && <Button onClick={onRetry}>{text.retry}</Button>}
      />
    </main>
  )
}
