import type { Tx } from '@sluice/db'
import type { PersonPlace } from './contract.ts'

export interface Person {
  readonly id: string
  readonly username: string
  readonly phone: string | null
  readonly email: string | null
}

interface Column {
  readonly table: string
  readonly column: string
}

/** Columns that hold somebody's id, by the names that such columns have here. */
const ID_NAMES = '(^|_)(user_id|owner_id|applicant_id|approver_id)$|_by$'
/** Columns that hold somebody's user name beside what they did. */
const NAME_COLUMNS = ['username', 'applicant', 'approver', 'requested_name', 'granted_by']
/** Where people write addresses of others. */
const CONTACT_PLACES: readonly Column[] = [
  { table: 'alert_channel', column: 'settings' },
  { table: 'alert_delivery', column: 'recipient' },
  { table: 'alert_delivery', column: 'items' },
  { table: 'approval', column: 'reason' },
  { table: 'approval', column: 'opinion' },
]
const LOG_DAYS = 180

/** Tables whose rows go with the person, as the database itself knows them, and those below them. */
export async function listOwnTables(tx: Tx): Promise<readonly Column[]> {
  return tx.query<Column>(
    `select f.conrelid::regclass::text as table, 'user_id' as column from pg_constraint f
      where f.contype = 'f' and f.confrelid = 'app_user'::regclass and f.confdeltype = 'c' order by 1`,
  )
}

const listIdColumns = (tx: Tx): Promise<Column[]> => listColumns(tx, 'uuid', ID_NAMES)
const listNameColumns = (tx: Tx): Promise<Column[]> => listColumns(tx, 'text', `^(${NAME_COLUMNS.join('|')})$`)

/** Columns of tables with a tenant by type and name; the account itself and the log are told apart. */
const listColumns = (tx: Tx, type: 'uuid' | 'text', pattern: string): Promise<Column[]> =>
  tx.query<Column>(
    `select c.relname as table, a.attname as column from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'tenant_id' and not o.attisdropped)
        and a.atttypid = $1::regtype and a.attname ~ $2 and c.relname not in ('app_user', 'operation_log')
      order by 1, 2`,
    [type, pattern],
  )

/** Everything that names a person. Records of strategies are data of others and are not searched. */
export async function findPlaces(tx: Tx, person: Person): Promise<PersonPlace[]> {
  const own = await listOwnTables(tx)
  const isOwn = new Set(own.map(({ table }) => table))
  const ids = (await listIdColumns(tx)).filter(({ table }) => !isOwn.has(table))
  const names = (await listNameColumns(tx)).filter(({ table }) => !isOwn.has(table))
  const contacts = [person.email, person.phone].filter(contact => contact !== null && contact !== '')
  const places = [
    { table: 'app_user', columns: 'id', rows: 1, outcome: 'erased' as const, kept_until: null },
    ...(await count(tx, own, 'erased', '=', [person.id])),
    ...(await count(tx, ids, 'unnamed', '=', [person.id])),
    ...(await count(tx, names, 'renamed', '=', [person.username])),
    ...(await countMessages(tx, person.id)),
    ...(contacts.length > 0 ? await count(tx, CONTACT_PLACES, 'kept', 'has', contacts) : []),
    ...(await countLog(tx, person.id)),
  ]
  return places.filter(({ rows }) => rows > 0)
}

/** Names of tables and columns are the database's own or written above. */
async function count(
  tx: Tx,
  columns: readonly Column[],
  outcome: PersonPlace['outcome'],
  how: '=' | 'has',
  values: readonly (string | null)[],
): Promise<PersonPlace[]> {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const places: PersonPlace[] = []
  for (const [table, found] of tables) {
    const test = found
      .map(({ column }) =>
        how === '='
          ? `${column}::text = any($1)`
          : `exists (select from unnest($1::text[]) v where strpos(lower(${column}::text), lower(v)) > 0)`,
      )
      .join(' or ')
    const [row] = await tx.query<{ rows: number }>(
      `select count(*)::int as rows from ${table} where tenant_id = app_tenant() and (${test})`,
      [values],
    )
    places.push({
      table,
      columns: found.map(({ column }) => column).join(', '),
      rows: row!.rows,
      outcome,
      kept_until: null,
    })
  }
  return places
}

async function countMessages(tx: Tx, id: string): Promise<PersonPlace[]> {
  const [row] = await tx.query<{ rows: number }>(
    `select count(*)::int as rows from assistant_message m join assistant_conversation c
        on c.tenant_id = m.tenant_id and c.id = m.conversation_id
      where m.tenant_id = app_tenant() and c.user_id = $1`,
    [id],
  )
  return [{ table: 'assistant_message', columns: 'content', rows: row!.rows, outcome: 'erased', kept_until: null }]
}

async function countLog(tx: Tx, id: string): Promise<PersonPlace[]> {
  const [row] = await tx.query<{ rows: number; until: string | null }>(
    `select count(*)::int as rows, max(created_at) + make_interval(days => ${LOG_DAYS}) as until from operation_log
      where tenant_id = app_tenant() and not is_masked and (user_id = $1 or (object_type = 'user' and object_id = $1::text))`,
    [id],
  )
  const columns = 'username, user_id, ip, user_agent, before, after'
  return [{ table: 'operation_log', columns, rows: row!.rows, outcome: 'masked', kept_until: row!.until }]
}

/** The name of a person in what stays becomes the pseudonym. */
export async function renamePerson(tx: Tx, person: Person, alias: string): Promise<void> {
  for (const { table, column } of await listNameColumns(tx))
    await tx.execute(`update ${table} set ${column} = $2 where tenant_id = app_tenant() and ${column} = $1`, [
      person.username,
      alias,
    ])
}

export async function maskLog(tx: Tx, person: Person, alias: string, tombstone: string): Promise<number> {
  const [row] = await tx.query<{ masked: string }>('select mask_operation_log($1, $2, $3, $4) as masked', [
    person.id,
    person.username,
    alias,
    tombstone,
  ])
  return Number(row!.masked) // a function answers
}
