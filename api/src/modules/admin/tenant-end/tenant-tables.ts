import { sealedPlaces, type Tx } from '@sluice/db'

/** A table that keeps rows of tenants; one of many where a table has partitions. */
export interface TenantPart {
  readonly table: string
  /** Written as SQL names it. */
  readonly part: string
}

/**
 * Every table with a tenant, as the database itself knows them, so that a new one is neither forgotten by an export nor
 * by a removal. Those that refer to others come before them.
 */
export async function listTenantParts(tx: Tx): Promise<TenantPart[]> {
  const rows = await tx.query<TenantPart & { readonly parents: readonly string[] }>(
    `select c.oid::regclass::text as part, coalesce(i.inhparent, c.oid)::regclass::text as table,
            array(select distinct f.confrelid::regclass::text from pg_constraint f
                   where f.contype = 'f' and f.conrelid = coalesce(i.inhparent, c.oid)
                     and f.confrelid <> f.conrelid) as parents
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and exists (select from pg_attribute a
                     where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum > 0 and not a.attisdropped)
      order by 2, 1`,
  )
  const parents = new Map(rows.map(row => [row.table, row.parents]))
  const depths = new Map<string, number>()
  const depthOf = (table: string): number => {
    const known = depths.get(table)
    if (known !== undefined) return known
    depths.set(table, 0) // tables that refer to each other in a circle: the later passes of a removal settle those
    const depth = 1 + Math.max(0, ...(parents.get(table) ?? []).map(depthOf))
    depths.set(table, depth)
    return depth
  }
  return rows
    .map(({ table, part }) => ({ table, part, depth: depthOf(table) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ table, part }) => ({ table, part }))
}

/** Why a column is not in an export. */
export type LeftOut = 'sealed' | 'hash'

/** Hashes of passwords, tokens and codes, and what one sign-in holds: of use to nobody but who wants to break in. */
const HASHES: Readonly<Record<string, readonly string[]>> = {
  access_token: ['token_hash'],
  app_user: ['password_hash'],
  data_key: ['sealed'],
  grant_request: ['state_hash'],
  login_ticket: ['ticket_hash'],
  gateway_portal: ['token_hash'],
  push_endpoint: ['token_hash'],
  recovery_code: ['hash'],
  session: ['access_hash', 'refresh_hash'],
  dashboard_share: ['token_hash', 'password_hash', 'password_salt'],
  table_share: ['token_hash'],
  sso_state: ['state_hash', 'nonce', 'verifier', 'binding_hash'],
}

/** Columns that an export leaves out whole. */
export function listLeftOut(table: string): { readonly column: string; readonly why: LeftOut }[] {
  const sealed = sealedPlaces.filter(place => place.table === table && !place.isJson)
  return [
    ...sealed.map(({ column }) => ({ column, why: 'sealed' as const })),
    ...(HASHES[table] ?? []).map(column => ({ column, why: 'hash' as const })),
  ]
}

/** Columns of JSON in which single fields may be sealed; the rest of them is exported. */
export const listSealedJson = (table: string): string[] =>
  sealedPlaces.filter(place => place.table === table && place.isJson).map(({ column }) => column)

/** What stands in the place of a sealed text. */
const SEALED_MARK = '(sealed)'

/**
 * One row as JSON text. PostgreSQL writes it, so that numbers keep their digits and bytes are hexadecimal behind `\x`.
 * Names of columns are ours, never a caller's.
 */
export function writeRowSql(table: string, alias: string): string {
  const without = listLeftOut(table).map(({ column }) => `'${column}'`)
  const whole = `to_jsonb(${alias})${without.length > 0 ? ` - array[${without.join(', ')}]` : ''}`
  const masked = listSealedJson(table).map(
    column => `'${column}', (select jsonb_object_agg(f.key, case
        when jsonb_typeof(f.value) = 'string' and f.value #>> '{}' ~ '^v1\\.\\d+\\.[A-Za-z0-9_-]+$' then '"${SEALED_MARK}"'
        else f.value end) from jsonb_each(case when jsonb_typeof(${alias}.${column}) = 'object' then ${alias}.${column} else '{}' end) f)`,
  )
  return masked.length === 0 ? `(${whole})::text` : `(${whole} || jsonb_build_object(${masked.join(', ')}))::text`
}

/** The transaction may stand still between two statements as long as a slow disk may need. */
export const allowPauses = (tx: Tx): Promise<unknown> =>
  tx.execute(`set local idle_in_transaction_session_timeout = '10min'`)

export interface ExportedRow {
  readonly text: string
  /** Of a page: its rows as they lie packed. */
  readonly body?: Buffer
}

/** Rows at once; pages are large. */
const BATCH = { rows: 500, pages: 20 }

/** The tenant's rows of a table, or of a part of one. A page's rows are packed and come beside the rest of it. */
export async function* readPart(tx: Tx, table: string, part: string): AsyncGenerator<readonly ExportedRow[]> {
  const isPage = table === 'page'
  const owner = table === 'tenant' ? 'id' : 'tenant_id'
  const columns = isPage ? `(to_jsonb(t) - 'body')::text as text, t.body` : `${writeRowSql(table, 't')} as text`
  await tx.execute(
    `declare part no scroll cursor for select ${columns} from only ${part} t where t.${owner} = app_tenant()`,
  )
  for (;;) {
    const rows = await tx.query<ExportedRow>(`fetch ${isPage ? BATCH.pages : BATCH.rows} from part`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.execute('close part')
}
