import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FirstSteps } from './parts/first-steps.tsx'
import { HourlySection } from './parts/hourly-section.tsx'
import { OverviewFigures } from './parts/overview-figures.tsx'
import { QuickActions } from './parts/quick-actions.tsx'
import { RecentRuns } from './parts/recent-runs.tsx'
import { SandboxSection } from './parts/sandbox-section.tsx'
import { Troubles } from './parts/troubles.tsx'
import { useText } from './use-text.ts'
import './workplace.css'

/** While something runs the figures follow closely, else at leisure. */
const BUSY_POLL_MS = 2000
const IDLE_POLL_MS = 30_000

/** What runs, what was written, what went wrong. */
export default function Workplace() {
  const text = useText()
  const profile = useSession(session => session.profile)
  const { data, error, refetch } = useQuery({
    ...api.workplace.overview.query(),
    ...keepRows,
    refetchInterval: query => {
      const runs = query.state.data?.content.recent_runs ?? []
      return runs.some(run => run.finished_at === null) ? BUSY_POLL_MS : IDLE_POLL_MS
    },
  })
  const overview = data?.content
  if (error && !overview) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  const isNew = overview !== undefined && overview.recent_runs.length === 0
  return (
    <>
      <PageHeader
        title={text.greeting(profile?.nickname || profile?.name || profile?.username || '')}
        text={profile?.lessee.name}
        actions={<QuickActions />}
      />
      {isNew && <FirstSteps connectors={overview.connectors} strategies={overview.strategies} />}
      {overview && <Troubles troubles={overview.troubles} />}
      <OverviewFigures overview={overview} />
      <HourlySection hours={overview?.hourly} errors={overview?.errors} rejected={overview?.rejected} />
      <RecentRuns runs={overview?.recent_runs} />
      <SandboxSection />
    </>
  )
}
