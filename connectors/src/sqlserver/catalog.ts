import { maxResources } from '@sluice/connector-kit'
import { type Column, makeMissing, type Table } from '@sluice/connector-kit/sql'
import type { Resource } from '@sluice/contract'
import { quoteName, quoteText } from './dialect.ts'
import type { Row, Session } from './session.ts'
import { formatType, toKind } from './types.ts'

/** A table with what only writing asks for. */
export interface ServerTable extends Table {
  /** Collations of text columns. */
  readonly collations: ReadonlyMap<string, string>
  /** The column that counts by itself. */
  readonly identity: string | null
}

const OBJECTS = `sys.objects as o inner join sys.schemas as s on s.schema_id = o.schema_id
 where o.type in ('U', 'V') and o.is_ms_shipped = 0`
const ROW_COUNT = `(select sum(p.rows) from sys.partitions as p where p.object_id = o.object_id and p.index_id in (0, 1))`

/** Tables and views of all schemas by name, without columns. */
export async function listTables(session: Session): Promise<Resource[]> {
  const rows = await session.query(
    `select top (${maxResources}) s.name + N'.' + o.name, convert(char(1), o.type), convert(varchar(20), ${ROW_COUNT}) from ${OBJECTS} order by s.name, o.name`,
  )
  return rows.map(([name, kind, count]) => ({
    id: String(name),
    label: String(name),
    kind: String(kind).trim() === 'V' ? 'view' : 'table',
    direction: 'both',
    fields: [],
    key: [],
    ...toCount(count),
  }))
}

/** @throws Failure `resource.missing` */
export async function loadTable(session: Session, id: string): Promise<ServerTable> {
  const [found] = await session.query(
    `select s.name, o.name, convert(char(1), o.type), convert(varchar(20), ${ROW_COUNT}), convert(varchar(20), o.object_id)
     from ${OBJECTS} and s.name + N'.' + o.name = ${quoteText(id)}`,
  )
  if (!found) throw makeMissing(id, 'Choose another table, or grant the user rights on it.')
  const [schema, name, kind, count, objectId] = found.map(cell => (cell === null ? null : String(cell)))
  // User-defined types are told by the system type beneath them.
  const columns = await session.query(
    `select c.name, coalesce(b.name, t.name), c.max_length, c.precision, c.scale, c.is_nullable,
       case when c.default_object_id <> 0 or c.is_identity = 1 then 1 else 0 end,
       case when c.is_computed = 1 or c.generated_always_type <> 0 or t.name = N'timestamp' then 1 else 0 end,
       c.collation_name, c.is_identity
     from sys.columns as c inner join sys.types as t on t.user_type_id = c.user_type_id
     left join sys.types as b on b.user_type_id = t.system_type_id and t.is_user_defined = 1
     where c.object_id = ${objectId} order by c.column_id`,
  )
  const indexes = await session.query(
    `select i.name, c.name, i.is_primary_key, i.has_filter
     from sys.indexes as i inner join sys.index_columns as x on x.object_id = i.object_id and x.index_id = i.index_id
     inner join sys.columns as c on c.object_id = x.object_id and c.column_id = x.column_id
     where i.object_id = ${objectId} and i.is_unique = 1 and i.is_disabled = 0 and x.is_included_column = 0
     order by i.index_id, x.key_ordinal`,
  )
  const keys = groupKeys(indexes)
  const names = (pick: (key: Key) => boolean) => keys.filter(pick).map(key => key.columns)
  return {
    id,
    label: id,
    sqlName: `${quoteName(schema ?? '')}.${quoteName(name ?? '')}`,
    kind: kind === 'V' ? 'view' : 'table',
    columns: columns.map(toColumn),
    key: keys.find(key => key.isPrimary)?.columns ?? [],
    uniqueKeys: names(key => !key.hasFilter),
    partialKeys: names(key => key.hasFilter),
    collations: new Map(columns.flatMap(row => (row[8] === null ? [] : [[String(row[0]), String(row[8])] as const]))),
    identity: columns.filter(row => isOn(row[9])).map(row => String(row[0]))[0] ?? null,
    ...toCount(count),
  }
}

const toCount = (count: Row[number] | undefined) =>
  count === null || count === undefined ? {} : { estimatedCount: Number(count) }

const isOn = (cell: Row[number] | undefined): boolean => cell === true || Number(cell) === 1

function toColumn([name, type, maxLength, precision, scale, isNullable, hasDefault, isGenerated]: Row): Column {
  const native = {
    name: String(type),
    maxLength: Number(maxLength),
    precision: Number(precision),
    scale: Number(scale),
  }
  return {
    name: String(name),
    sqlName: quoteName(String(name)),
    nativeType: formatType(native),
    kind: toKind(native),
    isNullable: isOn(isNullable),
    hasDefault: isOn(hasDefault),
    isGenerated: isOn(isGenerated),
  }
}

interface Key {
  readonly columns: string[]
  readonly isPrimary: boolean
  readonly hasFilter: boolean
}

function groupKeys(rows: readonly Row[]): Key[] {
  const keys = new Map<string, Key>()
  for (const [index, column, primary, filter] of rows) {
    const key = keys.get(String(index)) ?? { columns: [], isPrimary: isOn(primary), hasFilter: isOn(filter) }
    keys.set(String(index), key)
    key.columns.push(String(column))
  }
  return [...keys.values()]
}
