import {
  BarChartOutlined,
  CaretRightOutlined,
  CopyOutlined,
  HourglassOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  SnippetsOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import { isLiveRun, NEWEST_EDITION, oldestEdition, type RunState, runStates } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Skeleton, Tabs } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { message, notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useLive } from '../../../lib/live.ts'
import { LIVE_POLL_MS, queryClient } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { reportList } from '../../insight/aggregate/pages.ts'
import { useEditing } from './merge/use-editing.ts'
import { detailTabs, strategyDetail, strategyList } from './pages.ts'
import { RenameButton } from './parts/rename-button.tsx'
import './list.css'
import './strategy.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { useListText } from './texts/use-list-text.ts'
import { usePublishText } from './texts/use-publish-text.ts'
import { useText } from './texts/use-text.ts'
import type { Counters, Strategy } from './types.ts'

// Each tab is loaded when it is first opened: the overview does without forms and tables.
const AskAfterSave = lazyPart(async () => ({ default: (await import('./parts/process-again.tsx')).AskAfterSave }))
const OverviewTab = lazyPart(async () => ({ default: (await import('./detail/overview-tab.tsx')).OverviewTab }))
const loadEditTab = async () => ({ default: (await import('./form/edit-tab.tsx')).EditTab })
const EditTab = lazyPart(loadEditTab)
const CursorTab = lazyPart(async () => ({ default: (await import('./detail/cursor-tab.tsx')).CursorTab }))
const RunsTab = lazyPart(async () => ({ default: (await import('./detail/runs-tab.tsx')).RunsTab }))
const LogsTab = lazyPart(async () => ({ default: (await import('./detail/logs-tab.tsx')).LogsTab }))
const DebuggerTab = lazyPart(async () => ({ default: (await import('./debug/debugger-tab.tsx')).DebuggerTab }))
const VersionsTab = lazyPart(async () => ({ default: (await import('./detail/versions-tab.tsx')).VersionsTab }))
const PublishTab = lazyPart(async () => ({ default: (await import('./publish/publish-tab.tsx')).PublishTab }))
const MoreTab = lazyPart(async () => ({ default: (await import('./detail/more-tab.tsx')).MoreTab }))
const CopyDialog = lazyPart(async () => ({ default: (await import('./parts/copy-dialog.tsx')).CopyDialog }))
const TemplateForm = lazyPart(async () => ({ default: (await import('./template/template-form.tsx')).TemplateForm }))
// Versions of today have none.
const EditionNote = lazyPart(async () => ({ default: (await import('./edition/edition-note.tsx')).EditionNote }))
const DataTab = lazyPart(async () => ({ default: (await import('./records/data-tab.tsx')).DataTab }))

/** By then what was asked for is on screen. */
const PRELOAD_AFTER_MS = 500

/** One strategy: what it does, what it is doing now, and everything it has done. */
export default function StrategyDetail() {
  const { id } = strategyDetail.useParams()
  const { data, error, refetch } = useQuery({
    ...api.strategy.get.query({ params: { id } }),
    // What a run waits for changes without an event of its own.
    refetchInterval: answer => (answer.state.data?.content.waits_for ? LIVE_POLL_MS : false),
  })
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 12 }} />
  return <Loaded key={id} strategy={data.content} />
}

function Loaded({ strategy }: { readonly strategy: Strategy }) {
  const text = useText().detail
  const { waits, onCanary } = usePublishText()
  const [search, setSearch] = strategyDetail.useSearch()
  const live = useCounters(strategy)
  const editing = useEditing(strategy)
  useEffect(() => {
    // Whoever looks at a strategy often opens its mapping next: by then its code, the largest of all tabs, is there.
    const wait = setTimeout(() => void loadEditTab().catch(() => undefined), PRELOAD_AFTER_MS)
    return () => clearTimeout(wait)
  }, [])
  const choose = (tab: string) =>
    setSearch({
      tab: detailTabs.find(name => name === tab) ?? 'overview',
      status: [],
      keys: [],
      keyword: undefined,
      run: undefined,
      error: undefined,
      from: undefined,
      to: undefined,
      state: undefined,
      trigger: undefined,
      level: undefined,
      page: 1,
    })
  const liveState = liveStateOf(live.counters)
  return (
    <>
      <PageHeader
        title={strategy.name}
        backTo={strategyList.href()}
        tags={
          <>
            <RenameButton strategy={strategy} />
            <StateTag kind="strategy" state={strategy.status} />
            {liveState && <StateTag kind="run" state={liveState} />}
            {strategy.gate.draft && (
              <span className="sl-tag sl-tag-warn">{strategy.gate.has_canary ? onCanary : waits}</span>
            )}
            {strategy.is_paused && <span className="sl-tag sl-tag-warn">{text.paused}</span>}
          </>
        }
        text={`${text.code} ${strategy.code} · ${text.version} ${strategy.version}${strategy.remark === '' ? '' : ` · ${strategy.remark}`}`}
        actions={<Actions strategy={strategy} isLive={liveState !== undefined} />}
      />
      <Suspense>
        <AskAfterSave strategy={strategy} counters={live.counters} />
        {oldestEdition(strategy.config) < NEWEST_EDITION && <EditionNote strategy={strategy} />}
      </Suspense>
      <RestoredNote typed={editing} />
      <Tabs activeKey={search.tab} onChange={choose} items={detailTabs.map(key => ({ key, label: text.tabs[key] }))} />
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        {search.tab === 'overview' && (
          <OverviewTab strategy={strategy} counters={live.counters} liveState={live.state} />
        )}
        {(search.tab === 'source' || search.tab === 'target' || search.tab === 'schedule') && (
          <EditTab key={search.tab} part={search.tab} strategy={strategy} editing={editing} />
        )}
        {search.tab === 'cursor' && <CursorTab strategy={strategy} />}
        {search.tab === 'runs' && <RunsTab strategyId={strategy.id} />}
        {search.tab === 'logs' && <LogsTab strategyId={strategy.id} name={strategy.code} />}
        {search.tab === 'debugger' && <DebuggerTab key={strategy.version} strategy={strategy} />}
        {search.tab === 'versions' && <VersionsTab strategy={strategy} />}
        {search.tab === 'publish' && <PublishTab strategy={strategy} />}
        {search.tab === 'more' && <MoreTab strategy={strategy} />}
        {search.tab === 'data' && <DataTab strategyId={strategy.id} counters={live.counters} />}
      </Suspense>
    </>
  )
}

/** Of its run under way; a stopped strategy may have one. */
const liveStateOf = (counters: Counters | undefined): RunState | undefined =>
  runStates.find(state => state === counters?.run?.state && isLiveRun(state))

/** The figures as of now: asked once, then pushed by the server whenever they change. */
function useCounters({ id, status }: Strategy) {
  const [pushed, setPushed] = useState<Counters | undefined>()
  const { data } = useQuery(api.strategy.counters.query({ params: { id } }))
  const state = useLive(
    id,
    signal => api.strategy.live({ query: { ids: id }, signal }),
    event => {
      const isQueued = event.counters.run?.state === 'queued' && pushed?.run?.state !== 'queued'
      if (event.status !== status || isQueued) void queryClient.invalidateQueries({ queryKey: api.strategy.get.key() })
      if (liveStateOf(pushed) && !liveStateOf(event.counters)) {
        void queryClient.invalidateQueries({ queryKey: api.run.list.key() })
        void queryClient.invalidateQueries({ queryKey: api.strategyData.search.key() })
        void queryClient.invalidateQueries({ queryKey: api.strategy.get.key() })
      }
      setPushed(event.counters)
    },
  )
  return { counters: pushed ?? data?.content, state }
}

function Actions({ strategy, isLive: isRunLive }: { readonly strategy: Strategy; readonly isLive: boolean }) {
  const text = useText()
  const params = { id: strategy.id }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['strategy'] })
  const life = useMutation({
    mutationFn: (kind: 'start' | 'stop' | 'pause' | 'resume') => api.strategy[kind]({ params }),
    onSuccess(_answer, kind) {
      const { started, stopped, pauseDone, resumeDone } = text.detail
      void message.success({ start: started, stop: stopped, pause: pauseDone, resume: resumeDone }[kind])
      void refresh()
    },
    // A refused start says why in the check-list of the overview.
    onError: error =>
      notification.error({ title: describeError(error).title, description: describeError(error).message }),
  })
  const run = useMutation({
    mutationFn: () => api.strategy.runNow({ params, body: {} }),
    onSuccess({ content }) {
      void message.success(content.already_running ? text.detail.alreadyRunning : text.detail.runStarted)
      void queryClient.invalidateQueries({ queryKey: api.run.list.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
  const isRunning = strategy.status === 'running'
  return (
    <>
      <ReportsButton id={strategy.id} />
      <CopyButton id={strategy.id} />
      <TemplateButton strategy={strategy} />
      <CanButton
        icon={<ThunderboltOutlined />}
        authority="strategy:start"
        loading={run.isPending}
        reason={isRunLive ? text.detail.alreadyRunning : undefined}
        onClick={() => run.mutate()}
      >
        {text.detail.run}
      </CanButton>
      {isRunning && (strategy.schedule.cron !== null || strategy.is_paused) && (
        <CanButton
          icon={strategy.is_paused ? <CaretRightOutlined /> : <HourglassOutlined />}
          authority={strategy.is_paused ? 'strategy:start' : 'strategy:stop'}
          loading={life.isPending}
          onClick={() => life.mutate(strategy.is_paused ? 'resume' : 'pause')}
        >
          {strategy.is_paused ? text.detail.resume : text.detail.pause}
        </CanButton>
      )}
      <CanButton
        type={isRunning ? 'default' : 'primary'}
        icon={isRunning ? <PauseOutlined /> : <PlayCircleOutlined />}
        authority={isRunning ? 'strategy:stop' : 'strategy:start'}
        loading={life.isPending}
        onClick={() => life.mutate(isRunning ? 'stop' : 'start')}
      >
        {isRunning ? text.detail.stop : text.detail.start}
      </CanButton>
    </>
  )
}

function ReportsButton({ id }: { readonly id: string }) {
  const text = useText().detail
  const navigate = useNavigate()
  return (
    <CanButton
      icon={<BarChartOutlined />}
      authority="strategy:query"
      onClick={() => void navigate(reportList.href({ params: { strategy: id } }))}
    >
      {text.reports}
    </CanButton>
  )
}

function TemplateButton({ strategy: { id, name } }: { readonly strategy: Strategy }) {
  const text = useListText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CanButton icon={<SnippetsOutlined />} authority="strategy:add" onClick={() => setOpen(true)}>
        {text.keepTemplate}
      </CanButton>
      {isOpen && (
        <Suspense>
          <TemplateForm strategy={{ id, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function CopyButton({ id }: { readonly id: string }) {
  const text = useText().detail
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CanButton icon={<CopyOutlined />} authority="strategy:add" onClick={() => setOpen(true)}>
        {text.copy}
      </CanButton>
      {isOpen && (
        <Suspense>
          <CopyDialog
            ids={[id]}
            onClose={() => setOpen(false)}
            onCopied={([copy]) => {
              setOpen(false)
              if (copy !== undefined) void navigate(strategyDetail.href({ params: { id: copy } }))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
