import type { Tx } from '@sluice/db'
import { writeRowSql } from '../tenant-end/index.ts'

interface KeyColumn {
  readonly name: string
  readonly type: string
}

/** Columns of the primary key without the tenant, which is the same in all rows. */
export const listKey = (tx: Tx, table: string): Promise<KeyColumn[]> =>
  tx.query<KeyColumn>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k (num, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
      where i.indrelid = $1::regclass and i.indisprimary and a.attname <> 'tenant_id' order by k.place`,
    [table],
  )

export interface KeyedRow {
  readonly text: string
  readonly key: readonly string[]
}

/** Rows that belong to somebody, in the order of the key, after one of them. Names are the database's own. */
export function readRows(
  tx: Tx,
  { table, where, key }: { readonly table: string; readonly where: string; readonly key: readonly KeyColumn[] },
  personId: string,
  last: KeyedRow | null,
  limit: number,
): Promise<KeyedRow[]> {
  const names = key.map(({ name }) => `t.${name}`).join(', ')
  const after = key.map(({ type }, at) => `$${at + 3}::text::${type}`).join(', ')
  return tx.query<KeyedRow>(
    `select ${writeRowSql(table, 't')} as text, array[${key.map(({ name }) => `t.${name}::text`).join(', ')}] as key
       from ${table} t where t.tenant_id = app_tenant() and (${where}) ${last ? `and (${names}) > (${after})` : ''}
      order by ${names} limit $2`,
    [personId, limit, ...(last?.key ?? [])],
  )
}
