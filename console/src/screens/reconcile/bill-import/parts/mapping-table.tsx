import { Select, Table } from 'antd'
import type { ImportHead } from '../types.ts'
import { useText } from '../use-text.ts'
import { type ColumnUse, columnUses, type MappingState } from './column-uses.ts'

export interface MappingTableProps {
  readonly head: ImportHead
  readonly line: number | null
  readonly state: MappingState
  onState(state: MappingState): void
}

/** Rows that are enough to see what a column holds. */
const SHOWN = 6

// antd's own scrolling draws the heading a second time to measure it, and every choice in it with it.
/** The columns of a file with their first values, and above each what it says. */
export function MappingTable({ head, line, state, onState }: MappingTableProps) {
  const text = useText().mapping
  const headings = head.rows.find(row => row.line === line)?.cells ?? []
  const rows = head.rows.filter(row => line !== null && row.line > line).slice(0, SHOWN)
  const options = columnUses.map(value => ({ value, label: text.uses[value] }))
  // One use is of one column: it moves.
  const choose = (at: number, use: ColumnUse | null) =>
    onState({
      ...state,
      uses: headings.map((_, other) => {
        if (other === at) return use
        const before = state.uses[other] ?? null
        return before === use ? null : before
      }),
    })
  return (
    <div className="bi-table">
      <Table
        size="small"
        pagination={false}
        rowKey={row => row.line}
        dataSource={rows}
        columns={headings.map((heading, at) => ({
          key: String(at),
          width: 150,
          title: (
            <div className="bi-column">
              <span lang="">{heading === '' ? `#${at + 1}` : heading}</span>
              <Select<ColumnUse>
                size="small"
                allowClear
                virtual={false}
                listHeight={420}
                popupMatchSelectWidth={false}
                aria-label={text.meaningOf(heading)}
                placeholder={text.unused}
                value={state.uses[at] ?? null}
                options={heading === '' ? [] : options}
                onChange={(use: ColumnUse | undefined) => choose(at, use ?? null)}
              />
            </div>
          ),
          render: (_: unknown, row: ImportHead['rows'][number]) => row.cells[at] ?? '',
        }))}
      />
    </div>
  )
}
