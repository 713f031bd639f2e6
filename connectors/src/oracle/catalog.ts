import { maxResources } from '@sluice/connector-kit'
import { type Column, makeMissing, type Table } from '@sluice/connector-kit/sql'
import type { Resource } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import type { Row, Session } from './session.ts'
import { formatType, type OracleType, toKind } from './types.ts'

/** Tables and views of people, not those of the database itself. */
const OBJECTS = `from all_objects o left join all_tables t on t.owner = o.owner and t.table_name = o.object_name
 where o.object_type in ('TABLE', 'VIEW') and o.secondary = 'N'
 and o.owner in (select username from all_users where oracle_maintained = 'N')`

/** Without columns, by name. */
export async function listTables(session: Session): Promise<Resource[]> {
  const rows = await session.query(
    `select o.owner || '.' || o.object_name, o.object_type, t.num_rows ${OBJECTS} order by o.owner, o.object_name fetch first ${maxResources} rows only`,
  )
  return rows.map(([name, kind, count]) => ({
    id: String(name),
    label: String(name),
    kind: kind === 'VIEW' ? 'view' : 'table',
    direction: 'both',
    fields: [],
    key: [],
    ...toCount(count),
  }))
}

/** @throws Failure `resource.missing` */
export async function loadTable(session: Session, id: string): Promise<Table> {
  const [found] = await session.query(
    `select o.owner, o.object_name, o.object_type, t.num_rows ${OBJECTS} and o.owner || '.' || o.object_name = :id`,
    { id },
  )
  if (!found) throw makeMissing(id, 'Choose another table, or grant the user rights on it.')
  const [owner, name, kind, count] = found
  const place = { owner: String(owner), name: String(name) }
  const columns = await session.query(
    `select column_name, data_type, data_length, char_length, char_used, data_precision, data_scale, nullable,
       case when default_length is null and identity_column = 'NO' then 0 else 1 end, virtual_column
     from all_tab_cols where owner = :owner and table_name = :name and hidden_column = 'NO' order by column_id`,
    place,
  )
  const indexes = await session.query(
    `select i.index_name, c.column_name, case when p.constraint_name is null then 0 else 1 end, i.index_type
     from all_indexes i
     join all_ind_columns c on c.index_owner = i.owner and c.index_name = i.index_name
     left join all_constraints p on p.owner = i.table_owner and p.index_name = i.index_name and p.constraint_type = 'P'
     where i.table_owner = :owner and i.table_name = :name and i.uniqueness = 'UNIQUE' and i.status <> 'UNUSABLE'
     order by i.index_name, c.column_position`,
    place,
  )
  const keys = groupKeys(indexes)
  return {
    id,
    label: id,
    sqlName: `${quoteName(place.owner)}.${quoteName(place.name)}`,
    kind: kind === 'VIEW' ? 'view' : 'table',
    columns: columns.map(toColumn),
    key: keys.find(key => key.isPrimary)?.columns ?? [],
    uniqueKeys: keys.filter(key => key.isWhole).map(key => key.columns),
    partialKeys: keys.filter(key => !key.isWhole).map(key => key.columns),
    ...toCount(count),
  }
}

const toCount = (count: Row[number] | undefined) =>
  count === null || count === undefined ? {} : { estimatedCount: Number(count) }

function toColumn([name, type, bytes, chars, unit, precision, scale, nullable, hasDefault, isVirtual]: Row): Column {
  const limit = (cell: Row[number] | undefined) => (cell === null || cell === undefined ? null : Number(cell))
  const native: OracleType = {
    name: String(type),
    bytes: limit(bytes),
    chars: unit === 'C' ? limit(chars) : null,
    precision: limit(precision),
    scale: limit(scale),
  }
  return {
    name: String(name),
    sqlName: quoteName(String(name)),
    nativeType: formatType(native),
    kind: toKind(native),
    isNullable: nullable === 'Y',
    hasDefault: Number(hasDefault) === 1,
    isGenerated: isVirtual === 'YES',
  }
}

interface Key {
  readonly columns: string[]
  readonly isPrimary: boolean
  /** An index over expressions does not make the columns unique. */
  readonly isWhole: boolean
}

function groupKeys(rows: readonly Row[]): Key[] {
  const keys = new Map<string, Key>()
  for (const [index, column, primary, type] of rows) {
    const isWhole = !/FUNCTION/.test(String(type))
    const key = keys.get(String(index)) ?? { columns: [], isPrimary: Number(primary) === 1, isWhole }
    keys.set(String(index), key)
    key.columns.push(String(column))
  }
  return [...keys.values()]
}
