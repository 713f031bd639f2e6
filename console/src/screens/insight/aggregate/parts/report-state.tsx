import { Progress } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { Report } from '../types.ts'
import { useText } from '../use-text.ts'

const tones = {
  none: 'calm',
  queued: 'calm',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'calm',
} as const satisfies Record<Report['state'], string>

export const isOpen = ({ state }: Report): boolean => state === 'queued' || state === 'running'

/** Where the computation of a report is, how far it has come, or why it failed. */
export function ReportState({ report }: { readonly report: Report }) {
  const text = useText()
  return (
    <div>
      <span className={`sl-tag sl-tag-${tones[report.state]}`}>{text.states[report.state]}</span>
      {isOpen(report) && <Done report={report} />}
      {report.is_outdated && !isOpen(report) && <div className="sl-muted">{text.outdated}</div>}
      {report.failure && <div className="sl-muted">{report.failure.message}</div>}
    </div>
  )
}

/** Of how many, where that is known before. */
function Done({ report: { done, total } }: { readonly report: Report }) {
  const text = useText()
  const format = useFormat()
  const percent = total === null || total === '0' ? 0 : Math.min(100, Math.floor((Number(done) / Number(total)) * 100))
  return (
    <div className="rp-progress">
      {total !== null && (
        <Progress percent={percent} size="small" showInfo={false} aria-label={text.columns.progress} />
      )}
      <span className="sl-muted">
        {total === null ? format.number(done) : text.of(format.number(done), format.number(total))}
      </span>
    </div>
  )
}
