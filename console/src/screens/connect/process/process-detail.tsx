import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs, Tag } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type detailTabs, processDetail, processList } from './pages.ts'
import { LogTab } from './parts/log-tab.tsx'
import { MachinesTab } from './parts/machines-tab.tsx'
import { PoolActions } from './parts/pool-actions.tsx'
import { PoolStatus } from './parts/pool-status.tsx'
import { QueueTab } from './parts/queue-tab.tsx'
import { RunningTab } from './parts/running-tab.tsx'
import { StrategiesTab } from './parts/strategies-tab.tsx'
import { Throughput } from './parts/throughput.tsx'
import type { ProcessPool } from './types.ts'
import { useText } from './use-text.ts'
import './process.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const PoolForm = lazyPart(async () => ({ default: (await import('./parts/pool-form.tsx')).PoolForm }))
const POLL_MS = 5000

/** One pool: what runs, what waits, who is bound to it, and the machines that work for it. */
export default function ProcessDetail() {
  const text = useText()
  const navigate = useNavigate()
  const [{ id }] = processDetail.useSearch()
  const { data, error, refetch } = useQuery({
    ...api.process.get.query({ params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: POLL_MS,
  })
  const isMissing = id === undefined || (error instanceof ApiError && (error.status === 404 || error.status === 422))
  if (isMissing)
    return (
      <Empty
        title={text.missing}
        text={text.missingText}
        action={<Button onClick={() => navigate(processList.href())}>{text.back}</Button>}
      />
    )
  if (data) return <Detail pool={data.content} />
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return (
    <Section>
      <Skeleton rows={8} hasTitle />
    </Section>
  )
}

function Detail({ pool }: { readonly pool: ProcessPool }) {
  const text = useText()
  const navigate = useNavigate()
  const [search, setSearch] = processDetail.useSearch()
  const [isEditing, setEditing] = useState(false)
  const tabs: Record<(typeof detailTabs)[number], () => ReactNode> = {
    running: () => <RunningTab poolId={pool.id} />,
    queue: () => <QueueTab poolId={pool.id} />,
    strategies: () => <StrategiesTab poolId={pool.id} />,
    machines: () => <MachinesTab pool={pool} />,
    log: () => <LogTab poolId={pool.id} />,
  }
  return (
    <>
      <PageHeader
        backTo={processList.href()}
        title={pool.name}
        tags={
          <>
            <PoolStatus pool={pool} />
            {pool.is_default && <Tag>{text.isDefault}</Tag>}
          </>
        }
        text={`${text.tag(pool.label)}${pool.mode ? ` · ${text.modes[pool.mode]}` : ''} · ${text.statusHint[pool.status]}`}
        actions={
          <PoolActions
            pool={pool}
            place="head"
            onEdit={() => setEditing(true)}
            onRemoved={() => navigate(processList.href(), { replace: true })}
          />
        }
      />
      <Figures pool={pool} />
      <Throughput poolId={pool.id} />
      <Tabs
        activeKey={search.tab}
        // Only the tabs' own names come here.
        onChange={tab => setSearch({ tab: tab as (typeof detailTabs)[number], keyword: undefined, page: 1 })}
        items={Object.entries(tabs).map(([key, render]) => ({
          key,
          label: text.tabs[key as keyof typeof tabs], // keys of `tabs`
          children: search.tab === key && render(),
        }))}
      />
      {isEditing && (
        <Suspense>
          <PoolForm pool={pool} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Figures({ pool }: { readonly pool: ProcessPool }) {
  const text = useText()
  const { number } = useFormat()
  return (
    <div className="pr-figures">
      <Figure
        label={text.figures.running}
        value={number(pool.running)}
        hint={text.figures.ofConcurrency(pool.concurrency)}
      />
      <Figure label={text.figures.queued} value={number(pool.queued)} />
      <Figure
        label={text.figures.hour}
        value={number(pool.succeeded_1h + pool.failed_1h)}
        hint={text.hourValue(number(pool.succeeded_1h), number(pool.failed_1h))}
        {...(pool.failed_1h > 0 && { tone: 'bad' as const })}
      />
      <Figure label={text.figures.strategies} value={number(pool.strategy_count)} />
    </div>
  )
}
