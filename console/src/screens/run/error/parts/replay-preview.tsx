import { Tag } from 'antd'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import type { PreviewedRecord } from '../types.ts'
import { useText } from '../use-text.ts'

const COLOURS = {
  create: 'success',
  change: 'processing',
  same: 'default',
  refused: 'error',
  unclear: 'warning',
  excluded: 'default',
} as const

/** What the sample would become at the target. */
export function ReplayPreview({ rows }: { readonly rows: readonly PreviewedRecord[] }) {
  const all = useText()
  const text = all.replay
  const columns: DataColumn<PreviewedRecord>[] = [
    { key: 'key', title: all.drawer.key, width: 160, ellipsis: true, isAlwaysShown: true, render: (_, row) => row.key },
    {
      key: 'effect',
      title: text.effect,
      width: 130,
      render: (_, row) => <Tag color={COLOURS[row.effect]}>{text.effects[row.effect]}</Tag>,
    },
    { key: 'detail', title: text.detail, width: 340, render: (_, row) => <Detail row={row} /> },
  ]
  return (
    <DataTable
      id="replay-preview"
      label={text.previewLabel}
      columns={columns}
      rowKey={row => row.id}
      rows={rows}
      toolbar={<strong>{text.preview}</strong>}
      empty={<Empty isSmall title={all.drawer.noRecords} />}
      expandable={{
        rowExpandable: row => row.mapped !== null,
        expandedRowRender: row => <JsonView label={text.mapped} text={row.mapped} maxHeight={240} />,
      }}
    />
  )
}

function Detail({ row }: { readonly row: PreviewedRecord }) {
  const text = useText().replay
  if (row.effect === 'create') return text.create
  if (row.effect === 'same') return text.same
  if (row.problems.length > 0)
    return (
      <ul className="er-diff">
        {row.problems.map(problem => (
          <li key={problem.field + problem.message}>{problem.message}</li>
        ))}
      </ul>
    )
  if (row.fields.length > 0)
    return (
      <ul className="er-diff">
        {row.fields.map(({ field, held, given }) => (
          <li key={field}>{text.difference(field, held ?? '–', given ?? '–')}</li>
        ))}
      </ul>
    )
  return row.reason ?? '–'
}
