import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useCan } from '../../../lib/session.ts'
import { useAge } from '../../../lib/use-age.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { dashboardMonitor, monitorTabs, readOnly, readSort } from './pages.ts'
import { ConnectorRows } from './parts/connector-rows.tsx'
import { Figures } from './parts/figures.tsx'
import { POLL_MS } from './parts/list-props.ts'
import { ObjectiveRows } from './parts/objective-rows.tsx'
import { Queues } from './parts/queues.tsx'
import { RunRows } from './parts/run-rows.tsx'
import { useText } from './use-text.ts'
import './monitor.css'

/** Readings that are older than this are not of now. */
const OLD_MS = 30_000

/** What goes on now and what it waits for, and how strategies keep what they are held to. */
export default function Monitor(): ReactNode {
  const text = useText()
  const can = useCan()
  const { number } = useFormat()
  const [search, setSearch] = dashboardMonitor.useSearch()
  const { keyword } = search
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...api.monitor.get.query({}),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  const reading = data?.content
  const age = useAge(reading, dataUpdatedAt)
  const isOld = Boolean(error) || age > OLD_MS
  const list = { search, setSearch }
  const tabs = monitorTabs.filter(each => each !== 'connectors' || can('connector:query'))
  // An address of somebody who may see more.
  const tab = tabs.includes(search.tab) ? search.tab : 'objectives'
  return (
    <>
      <PageHeader
        title={text.title}
        text={reading ? text.age(number(Math.round(age / 1000))) : text.intro}
        actions={<Export keyword={keyword} only={search.only} sort={search.sort} />}
      />
      {error && !reading && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {reading && isOld && <Alert type="warning" showIcon role="alert" title={text.stale} />}
      <Figures reading={reading} isOld={isOld} />
      <Tabs
        activeKey={tab}
        onChange={next =>
          setSearch({ tab: next as typeof tab, only: undefined, keyword: undefined, sort: undefined, page: 1 })
        }
        items={tabs.map(key => ({ key, label: text.tabs[key] }))}
      />
      {tab === 'objectives' && <ObjectiveRows {...list} />}
      {tab === 'runs' && <RunRows {...list} isOld={isOld} />}
      {tab === 'connectors' && <ConnectorRows {...list} isOld={isOld} />}
      {tab === 'queues' && reading && <Queues reading={reading} isOld={isOld} />}
    </>
  )
}

interface ExportProps {
  readonly keyword: string | undefined
  readonly only: string | undefined
  readonly sort: string | undefined
}

function Export({ keyword, only, sort }: ExportProps) {
  const text = useText()
  const found = readOnly('objectives', only)
  const query = {
    sort: readSort('objectives', sort) ?? ('left' as const),
    ...(found !== undefined && { only: found }),
    ...(keyword !== undefined && { keyword }),
  }
  const save = useMutation({
    mutationFn: async () => saveFile(await api.monitor.export({ query }), 'objectives.csv'),
    onError: failure => void message.error(describeError(failure).message),
  })
  return (
    <CanButton
      icon={<DownloadOutlined />}
      authority="strategy:export"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text.export}
    </CanButton>
  )
}
