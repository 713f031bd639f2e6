import { maxResources } from '@sluice/connector-kit'
import { type Column, makeMissing, type Table } from '@sluice/connector-kit/sql'
import type { Resource } from '@sluice/contract'
import { formatTableId, parseTableId, quoteName } from './dialect.ts'
import type { Row, Session } from './session.ts'
import { toKind } from './types.ts'

const LIST = `
select n.nspname, c.relname, c.relkind, c.reltuples::bigint, obj_description(c.oid, 'pg_class')
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
  and ($1 = '' or n.nspname = $1)
  and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select, insert, update')
  and ($2::text is null or (n.nspname, c.relname) > ($2::name, $3::name))
order by 1, 2 limit $4`

export interface TableRange {
  /** Behind this table; null: from the first. */
  readonly after: string | null
  readonly limit: number
}

/** Tables and views by name, without columns: a database may hold thousands. */
export async function listTables(
  session: Session,
  schema: string,
  { after, limit }: TableRange = { after: null, limit: maxResources },
): Promise<Resource[]> {
  const [lastSchema, lastName] = (after === null ? null : parseTableId(after)) ?? [null, null]
  const rows = await session.query(LIST, [schema, lastSchema, lastName, String(limit)])
  return rows.map(([owner, name, kind, count, comment]) => ({
    id: formatTableId(owner ?? '', name ?? ''),
    schema: owner ?? '',
    ...(comment ? { comment } : {}),
    label: owner === 'public' ? (name ?? '') : `${owner}.${name}`,
    kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
    direction: 'both',
    fields: [],
    key: [],
    ...(Number(count) >= 0 && kind !== 'v' ? { estimatedCount: Number(count) } : {}),
  }))
}

const FIND = `
select c.oid, n.nspname, c.relname, c.relkind, c.reltuples::bigint, row_security_active(c.oid)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname = $2
  and (n.nspname = $1 or ($1 is null and pg_table_is_visible(c.oid))) limit 1`

// A domain counts as its base type, an array as its elements; 3 levels of domains are enough in practice.
const COLUMNS = `
select a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef or a.attidentity <> '',
  a.attgenerated <> '', coalesce(e.typname, b.typname, t.typname),
  case when t.typtype = 'd' then t.typtypmod else a.atttypmod end, t.typelem <> 0 and t.typcategory = 'A',
  (select json_agg(l.enumlabel order by l.enumsortorder) from pg_enum l where l.enumtypid = coalesce(b.oid, t.oid))
from pg_attribute a join pg_type t on t.oid = a.atttypid
left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
left join pg_type e on t.typcategory = 'A' and e.oid = t.typelem
where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`

const KEYS = `
select i.indexrelid, i.indisprimary, a.attname
from pg_index i cross join lateral unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality k(attnum, place)
join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
where i.indrelid = $1::oid and i.indisunique and i.indisvalid and i.indimmediate
  and i.indpred is null and i.indexprs is null
order by i.indisprimary desc, i.indexrelid, k.place`

/** @throws Failure `resource.missing` */
export async function loadTable(session: Session, id: string, schema: string): Promise<Table> {
  const parsed = parseTableId(id)
  const found = parsed ? (await session.query(FIND, [parsed[0] ?? (schema || null), parsed[1]]))[0] : undefined
  const oid = found?.[0]
  if (!found || oid === null || oid === undefined)
    throw makeMissing(id, 'Choose another table, or grant the user usage on its schema.')
  const [, owner = '', name = '', kind, count, hides] = found
  const columns = await session.query(COLUMNS, [oid])
  const keys = groupKeys(await session.query(KEYS, [oid]))
  const isView = kind === 'v' || kind === 'm'
  return {
    id: formatTableId(owner ?? '', name ?? ''),
    label: `${owner}.${name}`,
    sqlName: `${quoteName(owner ?? '')}.${quoteName(name ?? '')}`,
    kind: isView ? 'view' : 'table',
    columns: columns.map(toColumn),
    key: keys.find(each => each.isPrimary)?.names ?? [],
    uniqueKeys: keys.map(each => each.names),
    ...(Number(count) >= 0 && kind !== 'v' ? { estimatedCount: Number(count) } : {}),
    ...(hides === 't' && { notes: [{ level: 'warning' as const, text: tellHidden(`${owner}.${name}`) }] }),
  }
}

const tellHidden = (table: string): string =>
  `The table ${table} has row level security, which may hide rows from this user. Hidden rows are not read, and look as if they were not there: let the user see all rows (alter role … bypassrls), or make sure that its policies do.`

function toColumn([
  name,
  nativeType,
  isRequired,
  hasDefault,
  isGenerated,
  base,
  modifier,
  isList,
  labels,
]: Row): Column {
  return {
    name: name ?? '',
    sqlName: quoteName(name ?? ''),
    nativeType: nativeType ?? '',
    kind: labels
      ? { is: 'other', options: JSON.parse(labels) as string[] } // names, as the statement has them
      : toKind({ name: base ?? '', modifier: Number(modifier), isList: isList === 't' }),
    isNullable: isRequired !== 't',
    hasDefault: hasDefault === 't',
    isGenerated: isGenerated === 't',
  }
}

interface Key {
  readonly id: string | null
  readonly isPrimary: boolean
  readonly names: string[]
}

function groupKeys(rows: readonly Row[]): readonly Key[] {
  const keys = new Map<string | null, Key>()
  for (const [id = null, isPrimary, name] of rows) {
    const key = keys.get(id) ?? { id, isPrimary: isPrimary === 't', names: [] }
    keys.set(id, key)
    key.names.push(name ?? '')
  }
  return [...keys.values()]
}
