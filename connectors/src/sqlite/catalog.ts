import { maxResources } from '@sluice/connector-kit'
import { type Column, makeMissing, type Table, toFieldSpec } from '@sluice/connector-kit/sql'
import type { FieldSpec, Resource } from '@sluice/contract'
import { parsePlace, quoteName } from './dialect.ts'
import type { Row } from './messages.ts'
import type { Session } from './session.ts'
import { suggestType, toKind } from './types.ts'

/** Rows looked at to suggest types. */
const SAMPLE_ROWS = 100_000

const LIST = `
select name, type, wr from pragma_table_list
where schema = 'main' and type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\' order by name limit ${maxResources}`

export async function listTables(session: Session): Promise<Resource[]> {
  const rows = await session.all(LIST)
  return rows.map(([name, kind]) => ({
    id: String(name),
    label: String(name),
    kind: kind === 'view' ? 'view' : 'table',
    direction: 'both',
    fields: [],
    key: [],
  }))
}

/** @throws Failure `resource.missing` */
export async function loadTable(session: Session, id: string): Promise<Table> {
  // SQLite finds tables whatever the case; the id is the name as it stands.
  const found = (await session.all(LIST)).find(([name]) => name === id)
  if (!found) throw makeMissing(id, 'Choose another table.')
  const rows = (
    await session.all('select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)', [id])
  ).filter(row => row[5] !== 1)
  const key = rows
    .filter(row => Number(row[4]) > 0)
    .toSorted((a, b) => Number(a[4]) - Number(b[4]))
    .map(row => String(row[0]))
  const isWithoutRowId = Number(found[2]) === 1
  const columns = rows.map(row => toColumn(row, key, isWithoutRowId))
  const indexes = await session.all(
    `select l.name, i.name from pragma_index_list(?) l join pragma_index_info(l.name) i where l."unique" = 1 and l.partial = 0 order by l.seq, i.seqno`,
    [id],
  )
  const uniqueKeys = groupIndexes(indexes)
  return {
    id,
    label: id,
    sqlName: quoteName(id),
    kind: found[1] === 'view' ? 'view' : 'table',
    columns,
    key,
    uniqueKeys: key.length > 0 ? [key, ...uniqueKeys] : uniqueKeys,
    hasRowId:
      found[1] === 'table' && !isWithoutRowId && !columns.some(column => /^(?:rowid|oid|_rowid_)$/i.test(column.name)),
  }
}

function toColumn(
  [name, type, isRequired, fallback, place, hidden]: Row,
  key: readonly string[],
  isWithoutRowId: boolean,
): Column {
  const declared = String(type ?? '')
  // INTEGER PRIMARY KEY is the row's own number and fills itself.
  const isRowId = Number(place) === 1 && key.length === 1 && declared.toUpperCase() === 'INTEGER' && !isWithoutRowId
  return {
    name: String(name),
    sqlName: quoteName(String(name)),
    nativeType: declared,
    kind: toKind(declared),
    isNullable: Number(isRequired) === 0 && !isRowId && !(isWithoutRowId && Number(place) > 0),
    hasDefault: fallback !== null || isRowId,
    isGenerated: Number(hidden) > 1,
  }
}

function groupIndexes(rows: readonly Row[]): string[][] {
  const keys = new Map<string, (string | null)[]>()
  for (const [index, column] of rows) {
    const names = keys.get(String(index)) ?? []
    keys.set(String(index), names)
    names.push(column === null ? null : String(column))
  }
  // null stands for an expression.
  return [...keys.values()].filter(names => !names.includes(null)).map(names => names.map(String))
}

const DAY = "glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'"
const MOMENT = "glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][T ][0-9][0-9]:[0-9][0-9]*'"

/** Fields with the type that their values really have, because a declared type binds nobody in SQLite. */
export async function sampleFields(session: Session, table: Table): Promise<FieldSpec[]> {
  const counts = table.columns.map(({ sqlName }) =>
    [
      `count(${sqlName})`,
      `sum(typeof(${sqlName}) = 'integer')`,
      `sum(typeof(${sqlName}) = 'real')`,
      `sum(typeof(${sqlName}) = 'blob')`,
      `sum(typeof(${sqlName}) = 'text' and ${sqlName} ${DAY})`,
      `sum(typeof(${sqlName}) = 'text' and ${sqlName} ${MOMENT})`,
    ].join(', '),
  )
  const [row = []] = await session.all(
    `select ${counts.join(', ')} from (select * from ${table.sqlName} limit ${SAMPLE_ROWS})`,
    (table.params ?? []).map(parsePlace),
  )
  return table.columns.map((column, index) => {
    const [count = 0, integers = 0, reals = 0, blobs = 0, days = 0, moments = 0] = row
      .slice(index * 6, index * 6 + 6)
      .map(Number)
    const { holds, ...field } = toFieldSpec(column, table.key)
    const type = suggestType(column.kind, field.type, { count, integers, reals, blobs, days, moments })
    // What a column was declared to hold says nothing where its values are others.
    return { ...field, type, ...(holds && type === field.type ? { holds } : {}) }
  })
}
