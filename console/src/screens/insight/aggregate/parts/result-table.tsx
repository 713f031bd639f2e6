import { Table, type TableProps } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { countRowGroups, keyId, nameField, nameMetric } from '../model.ts'
import type { Definition, Group, Preview, Row } from '../types.ts'
import { useText } from '../use-text.ts'
import { useWords } from './use-words.ts'

export interface ResultTableProps {
  readonly definition: Definition
  readonly result: Omit<Preview, 'coverage'>
  /** Of the server; without it all rows are there. */
  readonly paging?: TableProps<Row>['pagination']
  /** Somebody wants to see the records behind a group. */
  onDrill(group: Group): void
}

type Columns = NonNullable<TableProps<Row>['columns']>

/** The groups and their measures; in a pivot the last group lies across, with totals at the end of both ways. */
export function ResultTable({ definition, result, paging, onDrill }: ResultTableProps) {
  const text = useText()
  const columns = useColumns(definition, result, onDrill)
  if (result.rows.length === 0) return <Empty isSmall title={text.emptyResult} />
  return (
    <Table<Row>
      className="rp-table"
      size="small"
      bordered
      aria-label={text.table}
      rowKey={row => row.keys.map(keyId).join('\n')}
      columns={columns}
      dataSource={result.rows}
      scroll={{ x: 'max-content' }}
      pagination={paging ?? { pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      summary={() => <Total definition={definition} result={result} onDrill={onDrill} />}
    />
  )
}

function useColumns(
  definition: Definition,
  { columns }: ResultTableProps['result'],
  onDrill: (group: Group) => void,
): Columns {
  const text = useText()
  const words = useWords()
  const last = definition.group_by.at(-1)?.field
  const groups: Columns = definition.group_by.slice(0, countRowGroups(definition)).map(({ field }, at) => ({
    key: `group ${at}`,
    title: nameField(field, text.design),
    render: (_, row) => {
      const key = row.keys[at]
      return key && !words.isPlain(key) ? (
        <span className="sl-muted">{words.key(key, field)}</span>
      ) : (
        <span className="rp-key">{words.key(key, field)}</span>
      )
    },
  }))
  const measures = (name: string, pick: (row: Row) => Group | undefined): Columns =>
    definition.metrics.map((metric, at) => ({
      key: `${name} metric ${at}`,
      title: nameMetric(metric, text.design),
      align: 'end',
      render: (_, row) => <Cell group={pick(row)} at={at} onDrill={onDrill} />,
    }))
  if (!definition.pivot) return [...groups, ...measures('', row => row)]
  const across = (name: string, title: string, pick: (row: Row) => Group | undefined): Columns[number] => {
    const children = measures(name, pick)
    const [only] = children
    return children.length === 1 && only ? { ...only, title } : { key: name, title, children }
  }
  return [
    ...groups,
    ...columns.map(column => {
      const id = keyId(column.keys.at(-1))
      return across(id, words.key(column.keys.at(-1), last), row =>
        row.cells.find(cell => keyId(cell.keys.at(-1)) === id),
      )
    }),
    across('total', text.total, row => row),
  ]
}

/** A measure that opens the records behind it. */
function Cell({
  group,
  at,
  onDrill,
}: {
  readonly group: Group | undefined
  readonly at: number
  onDrill(group: Group): void
}) {
  const text = useText()
  const format = useFormat()
  const words = useWords()
  const metric = group?.metrics[at]
  if (!group || !metric) return <span className="sl-muted">–</span>
  const value = words.metric(metric)
  return (
    <>
      <button
        type="button"
        className="rp-cell"
        aria-label={text.drillCell(value, format.number(group.records))}
        onClick={() => onDrill(group)}
      >
        {value}
      </button>
      {metric.skipped > 0 && (
        <span className="sl-tag sl-tag-warn" title={text.skippedHint(format.number(metric.skipped))}>
          {text.skipped(format.number(metric.skipped))}
        </span>
      )}
    </>
  )
}

function Total({ definition, result, onDrill }: Pick<ResultTableProps, 'definition' | 'result' | 'onDrill'>) {
  const text = useText()
  const rows = countRowGroups(definition)
  if (rows === 0) return null
  const groups = [...(definition.pivot ? result.columns : []), result.total]
  return (
    <Table.Summary.Row className="rp-total">
      <Table.Summary.Cell index={0} colSpan={rows}>
        {text.total}
      </Table.Summary.Cell>
      {groups.flatMap((group, place) =>
        definition.metrics.map((metric, at) => (
          // Two measures may be the same.
          <Table.Summary.Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={`${keyId(group.keys.at(-1))} ${nameMetric(metric, text.design)} ${at}`}
            index={rows + place * definition.metrics.length + at}
            align="end"
          >
            <Cell group={group} at={at} onDrill={onDrill} />
          </Table.Summary.Cell>
        )),
      )}
    </Table.Summary.Row>
  )
}
