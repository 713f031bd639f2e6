import type pg from 'pg'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isArray: boolean
}

/** What the checks of a table ask for beside the columns that must be given; nothing planted is under way. */
const extra: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  canary: { minutes: '1', max_failed: '0' },
  gateway_application: { rate_per_minute: '60', burst: '60' },
  gateway_old_version: { strategy_id: 'gen_random_uuid()' },
  gateway_subscription: { events: `'{written}'` },
  package_release: { visibility: `'private'`, state: `'released'` },
  recon_period: { month: `date_trunc('month', current_date)::date` },
  strategy_objective: { days: '7', success_percent: '99' },
  tenant_export: { state: "'failed'" },
}

const byType: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'x' || substr(gen_random_uuid()::text, 1, 8)`,
  int4: '1',
  int2: '1',
  int8: '1',
  numeric: '1',
  float8: '1',
  bool: 'false',
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `sha256(gen_random_uuid()::text::bytea)`,
  timestamptz: 'now()',
  date: 'current_date',
}

/** Their checks are patterns. */
const byName: Readonly<Record<string, string>> = {
  currency: `'CNY'`,
  app_key: `substr(md5(random()::text), 1, 12)`,
}

/**
 * One row in each table with a tenant, made from what the database says of its columns: a table that is added later is
 * planted without being named. Foreign keys and triggers are off meanwhile. @returns the tables
 */
export async function plantRows(owner: pg.Client, tenantId: string): Promise<ReadonlySet<string>> {
  const columns = await listColumns(owner)
  const allowed = await listAllowed(owner)
  const tables = new Map<string, Column[]>()
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column])
  await owner.query('begin; set local session_replication_role = replica')
  for (const [table, needed] of tables) {
    const { rows } = await owner.query(`select from ${table} where tenant_id = $1 limit 1`, [tenantId])
    if (rows.length > 0) continue
    const named = needed
      .filter(({ name }) => name !== 'tenant_id')
      .map(column => [column.name, writeValue(column, allowed)])
    const row = { tenant_id: `'${tenantId}'`, ...Object.fromEntries(named), ...extra[table] }
    await owner.query(`insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`)
  }
  await owner.query('commit')
  return new Set(tables.keys())
}

const writeValue = ({ table, name, type, isArray }: Column, allowed: ReadonlyMap<string, string>): string =>
  allowed.get(`${table}.${name}`) ?? byName[name] ?? (isArray ? `'{}'` : (byType[type] ?? 'null'))

/** Columns that must be given, and the tenant's. */
async function listColumns(owner: pg.Client): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select c.relname as table, a.attname as name, t.typname as type, t.typelem <> 0 and t.typlen = -1 as "isArray"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'tenant_id')
        and (a.attname = 'tenant_id' or a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '')
      order by c.relname, a.attnum`,
  )
  return rows
}

/** The first value of each column whose check lists them. */
async function listAllowed(owner: pg.Client): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ table: string; text: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  const found = new Map<string, string>()
  for (const { table, text } of rows) {
    const match = /\(?(\w+)\)? = ANY \(ARRAY\[('[^']*')/.exec(text)
    if (match?.[1] && match[2]) found.set(`${table}.${match[1]}`, match[2])
  }
  return found
}
