import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { dashboardAnalysis } from './pages.ts'
import { Age } from './parts/age.tsx'
import { Anomalies } from './parts/anomalies.tsx'
import { Calls } from './parts/calls.tsx'
import { StrategyRows } from './parts/strategy-rows.tsx'
import { Tops } from './parts/tops.tsx'
import { Trend } from './parts/trend.tsx'
import { VolumeFigures } from './parts/volume-figures.tsx'
import { useText } from './use-text.ts'
import './analysis.css'

const POLL_MS = 60_000

/** What a span moved beside the span before, what is unusual in it, and the strategies that all of it is made of. */
export default function Analysis(): ReactNode {
  const text = useText()
  const [search, setSearch] = dashboardAnalysis.useSearch()
  const { span, only, keyword, target, platform, sort = '-written' } = search
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...api.analysis.get.query({ query: { span } }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  const filter = {
    span,
    sort,
    ...(only !== undefined && { only }),
    ...(keyword !== undefined && { keyword }),
    ...(target !== undefined && { target }),
    ...(platform !== undefined && { platform }),
  }
  const save = useMutation({
    mutationFn: async () => saveFile(await api.analysis.export({ query: filter }), `analysis-${span}.csv`),
    onError: failure => void message.error(describeError(failure).message),
  })
  const analysis = data?.content
  return (
    <>
      <PageHeader
        title={text.title}
        text={analysis ? <Age analysis={analysis} receivedMs={dataUpdatedAt} /> : text.intro}
        actions={
          <>
            <Segmented
              aria-label={text.span}
              value={span}
              options={(['today', '7d', '30d'] as const).map(value => ({ value, label: text.spans[value] }))}
              onChange={value => setSearch({ span: value, page: 1 })}
            />
            <CanButton
              icon={<DownloadOutlined />}
              authority="strategy:export"
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {text.export}
            </CanButton>
          </>
        }
      />
      {error && !analysis && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {error && analysis && <Alert type="warning" showIcon role="alert" title={text.stale} />}
      <div className={error ? 'an-is-old' : undefined}>
        <VolumeFigures analysis={analysis} />
        {analysis && (
          <>
            <div className="an-halves">
              <Trend analysis={analysis} />
              <Anomalies anomalies={analysis.anomalies} />
            </div>
            <Tops analysis={analysis} />
            <Calls calls={analysis.calls} />
          </>
        )}
      </div>
      <StrategyRows search={search} setSearch={setSearch} filter={filter} />
    </>
  )
}
