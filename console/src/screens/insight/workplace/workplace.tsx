import { LayoutOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { useCan, useSession } from '../../../lib/session.ts'
import { useSettings } from '../../../lib/settings.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { arrange, type Block, orderOfRole } from './arrangement.ts'
import type { Board, Overview } from './overview.ts'
import { DayFigures } from './parts/day-figures.tsx'
import { Edited } from './parts/edited.tsx'
import { Finance } from './parts/finance.tsx'
import { FirstSteps } from './parts/first-steps.tsx'
import { HourlySection } from './parts/hourly-section.tsx'
import { Limits } from './parts/limits.tsx'
import { Needs } from './parts/needs.tsx'
import { QuickActions } from './parts/quick-actions.tsx'
import { RecentRuns } from './parts/recent-runs.tsx'
import { SandboxSection } from './parts/sandbox-section.tsx'
import { Strips } from './parts/strips.tsx'
import { Upcoming } from './parts/upcoming.tsx'
import { VerdictLine } from './parts/verdict-line.tsx'
import { useText } from './use-text.ts'
import './workplace.css'
import './board.css'

const ArrangeDrawer = lazyPart(async () => ({
  default: (await import('./parts/arrange-drawer.tsx')).ArrangeDrawer,
}))

/** While something runs the figures follow closely, else at leisure. */
const BUSY_POLL_MS = 2000
const IDLE_POLL_MS = 30_000
const BOARD_POLL_MS = 15_000

/** Whether all is well, what is not, and what to do next; below it what one works on, in one's own order. */
export default function Workplace() {
  const text = useText()
  const profile = useSession(session => session.profile)
  const can = useCan()
  const stored = useSettings(settings => settings.workbench)
  const [isArranging, setArranging] = useState(false)
  const overviewQuery = useQuery({
    ...api.workplace.overview.query(),
    ...keepRows,
    refetchInterval: query => {
      const runs = query.state.data?.content.recent_runs ?? []
      return runs.some(run => run.finished_at === null) ? BUSY_POLL_MS : IDLE_POLL_MS
    },
  })
  const boardQuery = useQuery({ ...api.workplace.board.query(), ...keepRows, refetchInterval: BOARD_POLL_MS })
  const overview = overviewQuery.data?.content
  const board = boardQuery.data?.content
  const { error } = boardQuery
  if (error && !board) return <ErrorBlock error={error} onRetry={() => void boardQuery.refetch()} />
  const placed = arrange(stored, orderOfRole(can))
  const isBeginning = board !== undefined && Object.values(board.steps).some(done => !done)
  const isEmpty = board !== undefined && !board.steps.strategies
  return (
    <>
      <PageHeader
        title={text.greeting(profile?.nickname || profile?.name || profile?.username || '')}
        text={profile?.lessee.name}
        actions={<QuickActions />}
      />
      <VerdictLine board={board} isStale={error !== null} />
      {isBeginning && can('strategy:add') && <FirstSteps steps={board.steps} />}
      <div className={error ? 'wp-blocks wp-old' : 'wp-blocks'}>
        {placed
          .filter(({ block, isShown }) => isShown && (!isEmpty || ofNothing.has(block)))
          .map(({ block }) => (
            <div key={block} className={`wp-block wp-block-${block}`}>
              {show(block, board, overview)}
            </div>
          ))}
      </div>
      <Button className="wp-arranging" icon={<LayoutOutlined />} onClick={() => setArranging(true)}>
        {text.board.arrange}
      </Button>
      {isArranging && (
        <Suspense>
          <ArrangeDrawer isOpen placed={placed} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What is worth its place before there is a strategy. */
const ofNothing: ReadonlySet<Block> = new Set(['needs', 'finance', 'limits', 'sandbox'])

/** A block that a person may not see, or of which nothing is, leaves no gap. */
function show(block: Block, board: Board | undefined, overview: Overview | undefined): ReactNode {
  switch (block) {
    case 'needs':
      return <Needs board={board} />
    case 'day':
      return <DayFigures board={board} overview={overview} />
    case 'strips':
      return board?.verdict ? <Strips verdict={board.verdict} /> : null
    case 'finance':
      return board?.finance ? <Finance finance={board.finance} /> : null
    case 'hourly':
      return <HourlySection hours={overview?.hourly} errors={overview?.errors} rejected={overview?.rejected} />
    case 'upcoming':
      return board?.verdict ? <Upcoming board={board} /> : null
    case 'edited':
      return board ? <Edited edited={board.edited} /> : null
    case 'limits':
      return board ? <Limits processes={board.processes} /> : null
    case 'recent':
      return <RecentRuns runs={overview?.recent_runs} />
    case 'sandbox':
      return <SandboxSection />
  }
}
