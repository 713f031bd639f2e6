import { WarningOutlined } from '@ant-design/icons'
import type { Run } from '@sluice/api/modules/run/run/contract.ts'
import { countMissing } from '@sluice/contract'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { useText } from '../use-text.ts'

/** The latest runs of all strategies. A plain table: the big one's code is for lists. */
export function RecentRuns({ runs }: { readonly runs: readonly Run[] | undefined }) {
  const text = useText()
  return (
    <Section title={text.recent} isFlush>
      {runs === undefined && (
        <div className="wp-runs-wait">
          <Skeleton rows={6} />
        </div>
      )}
      {runs?.length === 0 && <Empty isSmall title={text.recentEmpty} text={text.recentEmptyText} />}
      {runs !== undefined && runs.length > 0 && <RunTable runs={runs} />}
    </Section>
  )
}

function RunTable({ runs }: { readonly runs: readonly Run[] }) {
  const { columns } = useText()
  return (
    <div className="wp-scroll">
      <table className="wp-runs">
        <thead>
          <tr>
            <th scope="col">{columns.strategy}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.trigger}</th>
            <th scope="col" className="wp-right">
              {columns.written}
            </th>
            <th scope="col" className="wp-right">
              {columns.failed}
            </th>
            <th scope="col" className="wp-right">
              {columns.took}
            </th>
            <th scope="col">{columns.time}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(run => (
            <RunRow key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RunRow({ run }: { readonly run: Run }) {
  const text = useText()
  const { states } = useUiText()
  const format = useFormat()
  const failed = countMissing(run.counts)
  const tookMs = run.started_at && run.finished_at ? Date.parse(run.finished_at) - Date.parse(run.started_at) : null
  return (
    <tr>
      <th scope="row">
        <Link to={`/strategy/detail/${run.strategy_id}`}>{run.strategy_name}</Link>
      </th>
      <td>
        <StateTag kind="run" state={run.state} />
        {run.imbalance !== null && (
          <span className="wp-imbalance" title={run.imbalance}>
            <WarningOutlined /> {text.balanced}
          </span>
        )}
      </td>
      <td>{states.trigger[run.trigger]}</td>
      <td className="wp-right">{format.number(run.counts.written)}</td>
      <td className={failed > 0 ? 'wp-right wp-bad' : 'wp-right'}>{format.number(failed)}</td>
      <td className="wp-right">{format.duration(tookMs)}</td>
      <td>
        <RelativeTime value={run.started_at ?? run.created_at} />
      </td>
    </tr>
  )
}
