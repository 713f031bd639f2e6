import type { FoundRow, TargetRecord } from '@sluice/connector-kit'
import type { BatchPlanner, Column, RowGroup } from '@sluice/connector-kit/sql'
import { toText } from '@sluice/contract'
import type { ClickHouseTable } from './catalog.ts'
import type { Client } from './client.ts'
import { makeLiteral } from './dialect.ts'
import { toPlace } from './reader.ts'
import { packValue, RowReader } from './row-binary.ts'
import { parseType } from './types.ts'

/** Rows that one question asks for; their keys stand in it. */
const MOST_ROWS = 100
/** As much of a held value as is shown. */
const HELD_CHARS = 200

interface Place {
  readonly table: ClickHouseTable
  readonly key: readonly string[]
  readonly planner: BatchPlanner
  readonly client: Client
}

interface Cell {
  readonly hex: string
  readonly shown: string | null
}

/** Which rows are there, and whether they hold what the records say: compared byte by byte, as they were sent. */
export async function findRows(
  records: readonly TargetRecord[],
  place: Place,
  signal: AbortSignal,
): Promise<readonly FoundRow[]> {
  if (place.key.length === 0) return records.map(() => ({ kind: 'unclear', reason: 'Rows of this table have no key.' }))
  const { groups, outcomes } = place.planner.plan(records, false, true)
  const found = records.map((_, index): FoundRow => {
    const outcome = outcomes[index]
    return { kind: 'unclear', reason: outcome?.kind === 'failed' ? outcome.failure.message : '' }
  })
  for (const group of groups) {
    for (let start = 0; start < group.rows.length; start += MOST_ROWS) {
      const part = { columns: group.columns, rows: group.rows.slice(start, start + MOST_ROWS) }
      const held = await readHeld(part, place, signal)
      for (const { index, values } of part.rows) {
        const sent = values.map((value, at) => packValue(value, typeOf(part.columns[at]!)).toString('hex')) // a value for each column
        found[index] = judge(records[index]!, part.columns, sent, held.get(nameOf(part.columns, sent, place)))
      }
    }
  }
  return found
}

const typeOf = ({ nativeType }: Column) => parseType(nativeType)

/** A row by the bytes of its key. */
const nameOf = (columns: readonly Column[], cells: readonly string[], { key }: Place): string =>
  cells.filter((_, at) => key.includes(columns[at]?.name ?? '')).join(' ')

async function readHeld(
  { columns, rows }: Pick<RowGroup, 'columns' | 'rows'>,
  place: Place,
  signal: AbortSignal,
): Promise<Map<string, readonly Cell[]>> {
  const { table, key, client } = place
  const asked = rows.map(({ values }) => {
    const terms = columns.flatMap((column, at) => {
      if (!key.includes(column.name)) return []
      const type = typeOf(column)
      const value = new RowReader(packValue(values[at] ?? null, type)).read(type, false)
      return [
        value === null
          ? `${column.sqlName} is null`
          : `${column.sqlName} = ${makeLiteral(column)(toPlace(value, type))}`,
      ]
    })
    return `(${terms.join(' and ')})`
  })
  const names = columns.map(column => column.sqlName).join(', ')
  const sql = `select ${names} from ${table.sqlName}${table.isMerging ? ' final' : ''} where ${asked.join(' or ')} format RowBinary`
  const { bytes } = await client.ask({ sql, isReading: true, signal })
  const held = new Map<string, readonly Cell[]>()
  for (const reader = new RowReader(bytes); !reader.isOver; ) {
    const cells = columns.map((column): Cell => {
      const { value, raw } = reader.readRaw(typeOf(column))
      return { hex: raw.toString('hex'), shown: value === null ? null : toText(value).slice(0, HELD_CHARS) }
    })
    held.set(
      nameOf(
        columns,
        cells.map(cell => cell.hex),
        place,
      ),
      cells,
    )
  }
  return held
}

function judge(
  record: TargetRecord,
  columns: readonly Column[],
  sent: readonly string[],
  held: readonly Cell[] | undefined,
): FoundRow {
  if (record.change === 'delete') return held ? { kind: 'different', fields: [] } : { kind: 'equal' }
  if (!held) return { kind: 'missing' }
  const differing = columns.flatMap(({ name }, at) => (held[at]?.hex === sent[at] ? [] : [{ name, at }])).slice(0, 20)
  if (differing.length === 0) return { kind: 'equal' }
  return {
    kind: 'different',
    fields: differing.map(({ name }) => name),
    held: Object.fromEntries(differing.map(({ name, at }) => [name, held[at]?.shown ?? null])),
  }
}
