import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Suspense } from 'react'
import { api } from '../../../lib/api.ts'
import { LIVE_POLL_MS } from '../../../lib/query.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PlatformPair } from '../market/public.ts'
import { installationDetail, installationList } from './pages.ts'
import { Connections } from './parts/connections.tsx'
import { Flows } from './parts/flows.tsx'
import { Insight } from './parts/insight.tsx'
import { InstallationActions } from './parts/installation-actions.tsx'
import { InstallationState } from './parts/installation-state.tsx'
import { Records } from './parts/records.tsx'
import { Settings } from './parts/settings.tsx'
import type { Installation } from './types.ts'
import { useText } from './use-text.ts'
import './installation.css'

// Opened by few.
const UpgradeDrawer = lazyPart(async () => ({ default: (await import('./parts/upgrade-drawer.tsx')).UpgradeDrawer }))

const isBusy = ({ flows }: Installation): boolean =>
  flows.some(({ last_run_state }) => ['queued', 'running', 'stopping'].includes(last_run_state ?? ''))

/** One application in four plain blocks: connections, flows, values, records. */
export default function InstallationDetail() {
  const { id } = installationDetail.useParams()
  const { data, error, refetch } = useQuery({
    ...api.installation.detail.query({ params: { id } }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.content) ? LIVE_POLL_MS : false),
  })
  const installation = data?.content
  if (error && !installation) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!installation) return <Skeleton rows={8} hasTitle />
  return <Shown installation={installation} />
}

function Shown({ installation }: { readonly installation: Installation }) {
  const text = useText()
  const [search, setSearch] = installationDetail.useSearch()
  const { title, status, version, publisher, prefix, newer } = installation
  return (
    <>
      <PageHeader
        backTo={installationList.href()}
        title={title}
        text={text.versionOf(publisher, version)}
        tags={
          <>
            <InstallationState state={status} />
            {prefix !== '' && <Tag>{text.prefix(prefix)}</Tag>}
            {installation.is_converted && <Tag>{text.converted}</Tag>}
            {newer && <Tag color="processing">{text.newer(newer.version)}</Tag>}
          </>
        }
        actions={<InstallationActions installation={installation} onUpgrade={() => setSearch({ upgrade: true })} />}
      />
      <Section>
        <PlatformPair platforms={installation.platforms} size={40} />
      </Section>
      <Flows installation={installation} />
      <Records installation={installation} />
      <div className="in-blocks">
        <Connections installation={installation} />
        <Settings installation={installation} />
      </div>
      <Insight installation={installation} />
      <Suspense>
        {search.upgrade && newer && (
          <UpgradeDrawer installation={installation} newer={newer} onClose={() => setSearch({ upgrade: undefined })} />
        )}
      </Suspense>
    </>
  )
}
