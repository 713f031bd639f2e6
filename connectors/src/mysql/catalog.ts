import { maxResources } from '@sluice/connector-kit'
import { type Column, makeMissing, type Table } from '@sluice/connector-kit/sql'
import type { Resource } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import type { Row, Session } from './session.ts'
import { toKind } from './types.ts'

/** Tables and views of the connected database by name, without columns. */
export async function listTables(session: Session): Promise<Resource[]> {
  const rows = await session.query(
    `select table_name, table_type, cast(table_rows as char), table_comment from information_schema.tables
     where table_schema = database() and table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') order by table_name limit ${maxResources}`,
  )
  return rows.map(([name, kind, count, comment]) => ({
    id: String(name),
    label: String(name),
    // Of a view this is the word VIEW.
    ...(comment && kind !== 'VIEW' ? { comment: String(comment) } : {}),
    kind: kind === 'VIEW' ? 'view' : 'table',
    direction: 'both',
    fields: [],
    key: [],
    ...(count === null || count === undefined ? {} : { estimatedCount: Number(count) }),
  }))
}

/** @throws Failure `resource.missing` */
export async function loadTable(session: Session, id: string): Promise<Table> {
  const [found] = await session.query(
    'select table_type, cast(table_rows as char) from information_schema.tables where table_schema = database() and table_name = ?',
    [id],
  )
  if (!found) throw makeMissing(id, 'Choose another table, or grant the user rights on it.')
  const [kind, count] = found
  const checked = session.isMariaDb ? await listJsonColumns(session, id) : new Set<string>()
  const columns = await session.query(
    `select column_name, column_type, data_type, is_nullable, column_default, extra,
       cast(character_maximum_length as char), cast(character_octet_length as char), cast(numeric_precision as char),
       cast(numeric_scale as char), cast(datetime_precision as char), character_set_name
     from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position`,
    [id],
  )
  const keys = groupKeys(
    await session.query(
      `select index_name, column_name, sub_part from information_schema.statistics
       where table_schema = database() and table_name = ? and non_unique = 0 order by index_name, seq_in_index`,
      [id],
    ),
  )
  return {
    id,
    label: id,
    sqlName: quoteName(id),
    kind: kind === 'VIEW' ? 'view' : 'table',
    columns: columns.map(row => toColumn(row, checked, session.isMariaDb)),
    key: keys.get('PRIMARY')?.names ?? [],
    uniqueKeys: [...keys.values()].filter(key => key.isWhole).map(key => key.names),
    partialKeys: [...keys.values()].filter(key => !key.isWhole).map(key => key.names),
    ...(count === null || count === undefined ? {} : { estimatedCount: Number(count) }),
  }
}

/** MariaDB's JSON is a text column with a check of its own name. */
async function listJsonColumns(session: Session, id: string): Promise<ReadonlySet<string>> {
  const rows = await session
    .query(
      `select constraint_name from information_schema.check_constraints where constraint_schema = database() and table_name = ? and check_clause like 'json\\_valid(%'`,
      [id],
    )
    .catch(() => [])
  return new Set(rows.map(([name]) => String(name)))
}

function toColumn(row: Row, checked: ReadonlySet<string>, isMariaDb: boolean): Column {
  const texts = row.map(cell => (cell === null ? null : String(cell)))
  const [name = '', full = '', type = '', nullable, fallback, extra = '', ...limits] = texts
  const [maxChars = null, maxBytes = null, precision = null, scale = null, digits = null, charset = null] = limits
  const toLimit = (text: string | null) => (text === null ? null : Number(text))
  return {
    name: name ?? '',
    sqlName: quoteName(name ?? ''),
    nativeType: full ?? '',
    kind: toKind({
      name: (type ?? '').toLowerCase(),
      full: full ?? '',
      maxChars: toLimit(maxChars),
      maxBytes: toLimit(maxBytes),
      precision: toLimit(precision),
      scale: toLimit(scale),
      digits: toLimit(digits),
      charset,
      isCheckedJson: checked.has(name ?? ''),
      isMariaDb,
    }),
    isNullable: nullable === 'YES',
    hasDefault: fallback !== null || /auto_increment|default_generated/i.test(extra ?? ''),
    isGenerated: /\b(?:virtual|stored|persistent)\b/i.test(extra ?? ''),
  }
}

function groupKeys(rows: readonly Row[]): ReadonlyMap<string, { readonly names: string[]; isWhole: boolean }> {
  const keys = new Map<string, { readonly names: string[]; isWhole: boolean }>()
  for (const [index, column, part] of rows) {
    const key = keys.get(String(index)) ?? { names: [], isWhole: true }
    keys.set(String(index), key)
    key.names.push(String(column))
    // An index over the first characters, or over an expression, does not make the whole value unique.
    if (part !== null || column === null) key.isWhole = false
  }
  return keys
}
