import { CalculatorOutlined, CloseOutlined, DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { reportEdit } from '../pages.ts'
import type { Report } from '../types.ts'
import { useText } from '../use-text.ts'
import { isOpen, ReportState } from './report-state.tsx'
import { ResultView } from './result-view.tsx'
import { useReportActs } from './use-report-acts.ts'

/** The last result over every record, and the way to a new one. */
export function KeptResult({ report }: { readonly report: Report }) {
  const text = useText()
  const format = useFormat()
  return (
    <>
      <div className="rp-bar">
        <ReportState report={report} />
        {report.computed_at !== null && (
          <span className="sl-muted">{text.computedAt(format.time(report.computed_at))}</span>
        )}
        <Acts report={report} />
      </div>
      {report.computed_at === null ? (
        <Empty title={text.noResult} text={text.noResultText} />
      ) : (
        <Rows report={report} computedAt={report.computed_at} />
      )}
    </>
  )
}

function Acts({ report }: { readonly report: Report }) {
  const text = useText()
  const { compute, cancel, download } = useReportActs(report)
  const params = { id: report.id }
  return (
    <span className="rp-acts">
      {report.computed_at !== null &&
        (['csv', 'xlsx'] as const).map(format => (
          <CanButton
            key={format}
            icon={<DownloadOutlined />}
            authority="strategy:export"
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            {format === 'csv' ? text.exportCsv : text.exportXlsx}
          </CanButton>
        ))}
      {isOpen(report) ? (
        <CanButton
          icon={<CloseOutlined />}
          authority="strategy:query"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params })}
        >
          {text.cancel}
        </CanButton>
      ) : (
        <CanButton
          type="primary"
          icon={<CalculatorOutlined />}
          authority="strategy:query"
          loading={compute.isPending}
          onClick={() => compute.mutate({ params })}
        >
          {text.compute}
        </CanButton>
      )}
    </span>
  )
}

function Rows({ report, computedAt }: { readonly report: Report; readonly computedAt: string }) {
  const [{ page, pageSize }, setSearch] = reportEdit.useSearch()
  const { data, error, refetch } = useQuery({
    queryKey: [...api.aggregate.result.key(), report.id, computedAt, page, pageSize],
    queryFn: ({ signal }) => api.aggregate.result({ params: { id: report.id }, query: { page, pageSize }, signal }),
    ...keepRows,
  })
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />
  const { definition, ...result } = data.content
  return (
    <ResultView
      strategyId={report.strategy_id}
      definition={definition}
      result={result}
      paging={{
        current: page,
        pageSize,
        total: report.result_rows,
        hideOnSinglePage: report.result_rows <= 10,
        onChange: (next, size) => setSearch({ page: next, pageSize: size }),
      }}
    />
  )
}
