import { type Column, makeMissing, type Table } from '@sluice/connector-kit/sql'
import type { Resource } from '@sluice/contract'
import type { Client } from './client.ts'
import { quoteName, quoteText } from './dialect.ts'
import { parseType, toKind } from './types.ts'

const MAX_TABLES = 5000
/** Engines that keep one row of several when they merge. */
const MERGING = /^(?:Replicated|Shared)?(?:Replacing|Collapsing|VersionedCollapsing|Summing|Aggregating)MergeTree$/

/** A table, and what its engine does with rows of one key. */
export interface ClickHouseTable extends Table {
  readonly engine: string
  readonly sortingKey: readonly string[]
  /** FINAL shows one row of each key. */
  readonly isMerging: boolean
}

/** Tables and views of the database by name, without columns. */
export async function listTables(client: Client): Promise<Resource[]> {
  const rows = await client.rows(
    `select name, engine from system.tables where database = currentDatabase() and not name like '.inner%' order by name limit ${MAX_TABLES}`,
  )
  return rows.map(([name, engine]) => ({
    id: String(name),
    label: String(name),
    kind: isView(engine) ? 'view' : 'table',
    direction: 'both',
    fields: [],
    key: [],
  }))
}

const isView = (engine: string | null | undefined): boolean => /View$/.test(engine ?? '')

/** @throws Failure `resource.missing` */
export async function loadTable(client: Client, id: string): Promise<ClickHouseTable> {
  const where = `database = currentDatabase() and`
  const [found] = await client.rows(
    `select engine, sorting_key from system.tables where ${where} name = ${quoteText(id)}`,
  )
  if (!found) throw makeMissing(id, 'Choose another table, or grant the user rights on it.')
  const [engine, sorting] = found.map(String)
  const rows = await client.rows(
    `select name, type, default_kind from system.columns where ${where} table = ${quoteText(id)}`,
  )
  const columns = rows.filter(row => row[2] !== 'EPHEMERAL').map(toColumn)
  const sortingKey = readSortingKey(sorting ?? '', columns)
  const isReplacing = /ReplacingMergeTree$/.test(engine ?? '')
  return {
    id,
    label: id,
    sqlName: quoteName(id),
    kind: isView(engine) ? 'view' : 'table',
    columns,
    key: isReplacing ? sortingKey : [],
    uniqueKeys: isReplacing && sortingKey.length > 0 ? [sortingKey] : [],
    engine: engine ?? '',
    sortingKey,
    isMerging: MERGING.test(engine ?? ''),
  }
}

function toColumn([name, nativeType, fallback]: readonly (string | null)[]): Column {
  const type = parseType(nativeType ?? '')
  return {
    name: name ?? '',
    sqlName: quoteName(name ?? ''),
    nativeType: nativeType ?? '',
    kind: toKind(type),
    isNullable: type.is === 'nullable',
    // Every column has a zero of its own, which is not what a record without the field means.
    hasDefault: fallback !== '' || type.is === 'list',
    isGenerated: fallback === 'MATERIALIZED' || fallback === 'ALIAS',
  }
}

/** Empty where the table is sorted by anything else than columns. */
function readSortingKey(text: string, columns: readonly Column[]): string[] {
  const names = text.split(', ').map(name => name.replace(/^`(.*)`$/s, '$1'))
  return names.every(name => columns.some(column => column.name === name)) ? names : []
}
