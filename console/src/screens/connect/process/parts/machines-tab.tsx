import { Tag, Tooltip } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { LiveProcess, ProcessPool } from '../types.ts'
import { useText } from '../use-text.ts'

/** The processes that serve the pool's label. */
export function MachinesTab({ pool }: { readonly pool: ProcessPool }) {
  const text = useText().machine
  return (
    <DataTable<LiveProcess>
      id="process-machines"
      label={text.host}
      columns={useColumns()}
      rowKey={row => row.id}
      rows={pool.processes}
      empty={<Empty isSmall title={text.empty} text={text.emptyText(pool.label)} />}
    />
  )
}

function useColumns(): DataColumn<LiveProcess>[] {
  const words = useText()
  const text = words.machine
  const format = useFormat()
  return [
    {
      key: 'host',
      title: text.host,
      width: 170,
      isAlwaysShown: true,
      render: (_, row) => (
        <span className="pr-name">
          {row.host ?? <span className="sl-muted">{text.hidden}</span>}
          {!row.shares_files && (
            <Tooltip title={text.ownFilesHint}>
              <Tag>{text.ownFiles}</Tag>
            </Tooltip>
          )}
        </span>
      ),
    },
    { key: 'pid', title: text.pid, width: 80, align: 'end', render: (_, row) => row.pid ?? '–' },
    { key: 'version', title: text.version, width: 80, dataIndex: 'version' },
    { key: 'status', title: text.status, width: 90, render: (_, row) => <MachineStatus row={row} /> },
    { key: 'mode', title: words.columns.mode, width: 90, render: (_, row) => words.modes[row.mode] },
    {
      key: 'load',
      title: text.load,
      width: 110,
      align: 'end',
      render: (_, row) => `${row.running} / ${row.concurrency}`,
    },
    { key: 'cpu', title: text.cpu, width: 70, align: 'end', render: (_, row) => format.percent(row.cpu) },
    { key: 'memory', title: text.memory, width: 90, align: 'end', render: (_, row) => format.bytes(row.rss_bytes) },
    { key: 'labels', ellipsis: true, title: text.labels, width: 120, render: (_, row) => row.labels.join(', ') },
    { key: 'started', title: text.started, width: 165, render: (_, row) => format.time(row.started_at) },
    {
      key: 'heartbeat',
      title: text.heartbeat,
      width: 100,
      render: (_, row) => <RelativeTime value={row.heartbeat_at} />,
    },
  ]
}

function MachineStatus({ row }: { readonly row: LiveProcess }) {
  const text = useText().machine
  if (!row.is_online) return <span className="sl-tag sl-tag-bad">{text.offline}</span>
  if (row.draining) return <span className="sl-tag sl-tag-warn">{text.draining}</span>
  return <span className="sl-tag sl-tag-good">{text.online}</span>
}
