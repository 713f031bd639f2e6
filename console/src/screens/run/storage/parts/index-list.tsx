import { Alert } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import type { StorageOverview } from '../types.ts'
import { useText } from '../use-text.ts'

type Index = StorageOverview['indexes'][number]

/** Which indexes there are, and that a tenant makes none. */
export function IndexList({ overview }: { readonly overview: StorageOverview | undefined }) {
  const words = useText()
  const format = useFormat()
  const columns: DataColumn<Index>[] = [
    { key: 'name', ellipsis: true, title: words.columns.name, width: 220, isAlwaysShown: true, dataIndex: 'name' },
    {
      key: 'fields',
      ellipsis: true,
      title: words.columns.fields,
      width: 320,
      render: (_, row) => row.fields.join(', '),
    },
    {
      key: 'size',
      title: words.columns.size,
      width: 120,
      align: 'right',
      render: (_, row) => format.bytes(row.size_bytes),
    },
  ]
  return (
    <div className="sl-stack">
      <Alert type="info" showIcon title={words.indexes.text} />
      <DataTable
        id="storage-indexes"
        density="small"
        label={words.indexes.label}
        columns={columns}
        rowKey={row => row.name}
        rows={overview?.indexes}
      />
    </div>
  )
}
