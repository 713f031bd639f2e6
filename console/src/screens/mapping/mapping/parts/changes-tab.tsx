import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { mappingDetail } from '../pages.ts'
import type { MapChange } from '../types.ts'
import { useText } from '../use-text.ts'
import { ChangedLines } from './changed-lines.tsx'

/** Every version of a map: who made it, when, and the lines it touched. */
export function ChangesTab({ mapId }: { readonly mapId: string }) {
  const text = useText().changes
  const { time, number } = useFormat()
  const [{ page, pageSize }, setSearch] = mappingDetail.useSearch()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.mapping.changes.query({ params: { id: mapId }, query: { page, pageSize } }),
    ...keepRows,
  })
  const columns: DataColumn<MapChange>[] = [
    { key: 'version', title: text.version, width: 90, isAlwaysShown: true, dataIndex: 'version' },
    { key: 'kind', title: text.kind, width: 150, render: (_, row) => text.kinds[row.kind] },
    {
      key: 'counts',
      title: text.counts,
      width: 180,
      render: (_, row) => [row.added, row.changed, row.removed].map(count => number(count)).join(' / '),
    },
    { key: 'user', ellipsis: true, title: text.user, width: 160, dataIndex: 'username' },
    { key: 'at', title: text.at, width: 200, render: (_, row) => time(row.created_at) },
  ]
  return (
    <DataTable
      id="value-map-changes"
      label={text.label}
      columns={columns}
      rowKey={row => String(row.version)}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={{ page, pageSize }}
      onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
      empty={<Empty isSmall title={text.empty} />}
      expandable={{ expandedRowRender: row => <Lines mapId={mapId} version={row.version} /> }}
    />
  )
}

function Lines({ mapId, version }: { readonly mapId: string; readonly version: number }) {
  const text = useText().changes
  const params = { id: mapId, version: String(version) }
  const { data, error, refetch } = useQuery(api.mapping.changedLines.query({ params }))
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={2} />
  if (data.content.length === 0) return <span className="sl-muted">{text.none}</span>
  return <ChangedLines lines={data.content} />
}
