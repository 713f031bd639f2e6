import { maxResources } from '@sluice/connector-kit'
import { type Column, makeMissing, type Table } from '@sluice/connector-kit/sql'
import type { Resource } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import type { Row, Session } from './session.ts'
import { toKind } from './types.ts'

/** Tables and views of the connected database by name, without columns. */
export async function listTables(session: Session): Promise<Resource[]> {
  const rows = await session.query(
    `select table_name, table_type, table_rows from information_schema.tables
     where table_schema = database() and table_type in ('BASE TABLE', 'VIEW') order by table_name limit ${maxResources}`,
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
    'select table_type, table_rows from information_schema.tables where table_schema = database() and table_name = ?',
    [id],
  )
  if (!found) throw makeMissing(id, 'Choose another table, or grant the user rights on it.')
  const columns = await session.query(
    `select column_name, column_type, data_type, is_nullable, column_default, extra, column_key
     from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position`,
    [id],
  )
  // UNI: a key column of a UNIQUE KEY table. Columns of the other models' keys say DUP or AGG, and repeat.
  const key = columns.filter(row => /^(?:UNI|PRI)$/.test(String(row[6]))).map(([name]) => String(name))
  return {
    id,
    label: id,
    sqlName: quoteName(id),
    kind: found[0] === 'VIEW' ? 'view' : 'table',
    columns: columns.map(toColumn),
    key,
    uniqueKeys: key.length === 0 ? [] : [key],
    ...toCount(found[1]),
  }
}

const toCount = (count: Row[number] | undefined) =>
  count === null || count === undefined ? {} : { estimatedCount: Number(count) }

function toColumn([name, full, type, nullable, fallback, extra]: Row): Column {
  // Some versions leave the length out of the long form.
  const nativeType = String(full ?? '') || String(type ?? '')
  return {
    name: String(name),
    sqlName: quoteName(String(name)),
    nativeType,
    kind: toKind(nativeType),
    isNullable: nullable === 'YES',
    hasDefault: fallback !== null || /auto_increment/i.test(String(extra)),
    isGenerated: /\b(?:stored|virtual|generated)\b/i.test(String(extra)),
  }
}
