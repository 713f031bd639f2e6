import { Progress } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import type { ExportJob } from '../types.ts'
import { useText } from '../use-text.ts'
import { JobActions } from './job-actions.tsx'

const tones = {
  queued: 'calm',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'calm',
  expired: 'calm',
} as const satisfies Record<ExportJob['state'], string>

export function useJobColumns(): DataColumn<ExportJob>[] {
  const text = useText()
  const format = useFormat()
  const { columns } = text
  return [
    {
      key: 'strategy',
      title: columns.strategy,
      width: 180,
      ellipsis: true,
      isAlwaysShown: true,
      dataIndex: 'strategy_name',
    },
    {
      key: 'format',
      title: columns.format,
      width: 88,
      render: (_, row) => `${text.formats[row.format]}${row.format === 'csv' && row.encoding === 'gbk' ? ' GBK' : ''}`,
    },
    { key: 'state', title: columns.state, width: 130, render: (_, row) => <State job={row} /> },
    { key: 'progress', title: columns.progress, width: 112, render: (_, row) => <Done job={row} /> },
    { key: 'rows', title: columns.rows, width: 80, align: 'end', render: (_, row) => format.number(row.rows) },
    { key: 'size', title: columns.size, width: 80, align: 'end', render: (_, row) => format.bytes(row.size_bytes) },
    { key: 'by', title: columns.by, width: 90, ellipsis: true, render: (_, row) => row.requested_by ?? '–' },
    { key: 'created', title: columns.created, width: 112, render: (_, row) => <Moment at={row.created_at} /> },
    { key: 'expires', title: columns.expires, width: 112, render: (_, row) => <Moment at={row.expires_at} /> },
    {
      key: 'actions',
      title: columns.actions,
      width: 184,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <JobActions job={row} />,
    },
  ]
}

/** To the minute; the second is told on hover. */
function Moment({ at }: { readonly at: string | null }) {
  const format = useFormat()
  return <span title={format.time(at)}>{format.shortTime(at)}</span>
}

function State({ job }: { readonly job: ExportJob }) {
  const text = useText()
  return (
    <div>
      <span className={`sl-tag sl-tag-${tones[job.state]}`}>{text.states[job.state]}</span>
      {job.failure && (
        <div className="sl-muted">
          {job.failure.message} {job.failure.advice}
        </div>
      )}
    </div>
  )
}

/** Of how many, where that is known before. */
function Done({ job }: { readonly job: ExportJob }) {
  const text = useText()
  const format = useFormat()
  const done = format.number(job.done)
  const words = job.total === null ? done : text.of(done, format.number(job.total))
  if (job.state !== 'running' || job.total === null || job.total === '0') return <>{words}</>
  const percent = Math.min(100, Math.floor((Number(job.done) / Number(job.total)) * 100))
  return (
    <>
      <Progress percent={percent} size="small" showInfo={false} aria-label={text.columns.progress} />
      {words}
    </>
  )
}
