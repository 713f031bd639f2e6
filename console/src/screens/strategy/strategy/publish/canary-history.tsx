import { isLiveCanary } from '@sluice/contract'
import { Table } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { useCanaryText } from '../texts/use-canary-text.ts'
import type { Canary } from './rehearsal.ts'

/** What became of those that have ended. */
export function CanaryHistory({ canaries }: { readonly canaries: readonly Canary[] }) {
  const text = useCanaryText()
  const format = useFormat()
  const ended = canaries.filter(({ state }) => !isLiveCanary(state))
  if (ended.length === 0) return null
  const figures = ({ records, failed }: Canary['new']) => `${format.number(failed)} / ${format.number(records)}`
  return (
    <>
      <h3>{text.history}</h3>
      <Table
        aria-label={text.history}
        size="small"
        rowKey="id"
        dataSource={[...ended]}
        pagination={ended.length > 5 ? { pageSize: 5 } : false}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'version', title: text.version, dataIndex: 'version' },
          { key: 'share', title: text.share, render: (_, row) => `${row.share} %` },
          { key: 'state', title: text.state, render: (_, row) => text.states[row.state] },
          { key: 'reason', title: text.reason, render: (_, row) => (row.reason ? text.reasons[row.reason] : '–') },
          { key: 'new', title: text.newFailed, render: (_, row) => figures(row.new) },
          { key: 'old', title: text.oldFailed, render: (_, row) => figures(row.old) },
          { key: 'started', title: text.started_at, render: (_, row) => format.shortTime(row.started_at) },
          { key: 'ended', title: text.ended_at, render: (_, row) => format.shortTime(row.ended_at) },
          { key: 'who', title: text.who, render: (_, row) => row.ended_by ?? text.itself },
        ]}
      />
    </>
  )
}
