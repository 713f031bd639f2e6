import { listFew, makeRight } from '@sluice/connector-kit'
import type { Right } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import type { Session } from './session.ts'

/** Names that are shown of what lacks a right. */
const SHOWN = 5
/** Schemas that a statement to copy is written for. */
const MAX_SCHEMAS = 5

/** Tables by schema: how many there are, how many may be read and written, and some that may not. */
const TABLES = `
with t as (
  select n.nspname as schema, c.relname as name, has_schema_privilege(n.oid, 'usage') as usable, c.relkind not in ('v', 'm') as is_table,
    row_security_active(c.oid) as hides,
    has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as reads,
    has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
      and has_table_privilege(c.oid, 'update') as writes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname !~ '^pg_(toast|temp)' and ($1 = '' or n.nspname = $1))
select schema, bool_and(usable), count(*), count(*) filter (where reads), count(*) filter (where is_table), count(*) filter (where writes and is_table),
  (array_agg(name order by name) filter (where not reads))[1:${SHOWN}], (array_agg(name order by name) filter (where is_table and not writes))[1:${SHOWN}],
  count(*) filter (where reads and hides), (array_agg(name order by name) filter (where reads and hides))[1:${SHOWN}]
from t group by schema order by schema`

/** Of the server, the database and the user. */
const FACTS = `
select current_user, current_database(), has_database_privilege(current_database(), 'temporary'),
  pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on',
  (select rolsuper or rolreplication from pg_roles where rolname = current_user), current_setting('wal_level'),
  has_database_privilege(current_database(), 'create'),
  case when $1 = '' then current_schema() else $1 end,
  coalesce((select bool_or(has_schema_privilege(oid, 'create')) from pg_namespace
    where nspname = case when $1 = '' then current_schema() else $1 end), false)`

interface SchemaTables {
  readonly schema: string
  readonly isUsable: boolean
  readonly total: number
  readonly readable: number
  readonly tables: number
  readonly writable: number
  readonly notReadable: readonly string[]
  readonly notWritable: readonly string[]
  /** Readable, but for rows that row level security may hide from the user. */
  readonly hiding: number
  readonly hidingNames: readonly string[]
}

interface Facts {
  readonly user: string
  readonly database: string
  readonly hasTemporary: boolean
  readonly isReadOnly: boolean
  readonly mayReplicate: boolean
  readonly walLevel: string
  readonly mayCreateSchema: boolean
  readonly schema: string
  readonly mayCreate: boolean
}

export interface Rights {
  readonly rights: readonly Right[]
  readonly readable: number
  readonly writable: number
  readonly mayCreate: boolean
  /** What an administrator runs so that the user may read and write. */
  readonly repair: string
}

/** What the user may do with the tables of the schema (`''`: of all), without doing any of it. */
export async function readRights(session: Session, schema: string): Promise<Rights> {
  const schemas = (await session.query(TABLES, [schema])).map(toSchemaTables)
  const facts = toFacts((await session.query(FACTS, [schema]))[0] ?? [])
  const sum = (pick: (each: SchemaTables) => number): number => schemas.reduce((total, each) => total + pick(each), 0)
  const [readable, writable] = [sum(each => each.readable), sum(each => each.writable)]
  return {
    rights: [
      judgeRead(
        schemas,
        facts,
        readable,
        sum(each => each.total),
      ),
      judgeWrite(
        schemas,
        facts,
        writable,
        sum(each => each.tables),
      ),
      judgeCreate(facts),
      judgeFollow(facts),
    ],
    readable,
    writable,
    mayCreate: facts.mayCreate || facts.mayCreateSchema,
    repair: grantTables(
      schemas.length > 0 ? schemas : [emptySchema(facts.schema)],
      facts,
      'select, insert, update, delete',
    ),
  }
}

function judgeRead(schemas: readonly SchemaTables[], facts: Facts, readable: number, total: number): Right {
  if (total === 0) return makeRight('read', 'unknown', { detail: 'there are no tables yet' })
  const hiding = schemas.reduce((sum, each) => sum + each.hiding, 0)
  if (readable === total && hiding > 0) return judgeHiding(schemas, facts, hiding)
  if (readable === total) return makeRight('read', 'yes', { detail: `all ${total} tables and views` })
  const lacking = schemas.filter(each => each.readable < each.total)
  const names = listFew(
    namesOf(lacking, each => each.notReadable),
    total - readable,
  )
  return makeRight('read', readable === 0 ? 'no' : 'part', {
    detail: `${readable} of ${total} tables and views; not: ${names}`,
    advice: 'If they are to be read, an administrator of the database runs this.',
    repair: grantTables(lacking, facts, 'select'),
  })
}

/** Rows that a policy hides are not read, and look as if they were not there. */
function judgeHiding(schemas: readonly SchemaTables[], { user }: Facts, hiding: number): Right {
  const names = listFew(
    namesOf(schemas, each => each.hidingNames),
    hiding,
  )
  return makeRight('read', 'part', {
    detail: `row level security may hide rows of ${hiding} tables: ${names}`,
    advice:
      'Hidden rows are not read, and look as if they were not there. If all are to be read, an administrator runs this.',
    repair: `alter role ${quoteName(user)} bypassrls;`,
  })
}

function judgeWrite(schemas: readonly SchemaTables[], facts: Facts, writable: number, total: number): Right {
  if (facts.isReadOnly)
    return makeRight('write', 'no', {
      detail: 'the server is a read-only copy',
      advice: 'Write to the primary server.',
    })
  if (total === 0) return makeRight('write', 'unknown', { detail: 'there are no tables yet' })
  const isAll = writable === total && facts.hasTemporary
  if (isAll) return makeRight('write', 'yes', { detail: `all ${total} tables` })
  const lacking = schemas.filter(each => each.writable < each.tables)
  const names = listFew(
    namesOf(lacking, each => each.notWritable),
    total - writable,
  )
  const grants = lacking.length === 0 ? [] : [grantTables(lacking, facts, 'select, insert, update, delete')]
  const temporary = facts.hasTemporary
    ? []
    : [`grant temporary on database ${quoteName(facts.database)} to ${quoteName(facts.user)};`]
  return makeRight('write', writable === 0 || !facts.hasTemporary ? 'no' : 'part', {
    detail:
      lacking.length === 0
        ? 'the user may make no temporary table, which writing in batches needs'
        : `${writable} of ${total} tables; not: ${names}`,
    advice: 'If they are to be written, an administrator of the database runs this.',
    repair: [...grants, ...temporary].join('\n'),
  })
}

function judgeCreate(facts: Facts): Right {
  const { schema, user, mayCreate, isReadOnly } = facts
  if (isReadOnly)
    return makeRight('create', 'no', {
      detail: 'the server is a read-only copy',
      advice: 'Write to the primary server.',
    })
  if (mayCreate) return makeRight('create', 'yes', { detail: `in the schema ${schema}` })
  return makeRight('create', 'no', {
    ...(schema === '' ? {} : { detail: `not in the schema ${schema}` }),
    advice: 'If tables are to be created from here, an administrator of the database runs this.',
    repair: `grant usage, create on schema ${quoteName(schema || 'public')} to ${quoteName(user)};`,
  })
}

function judgeFollow({ mayReplicate, walLevel, user }: Facts): Right {
  const isLogical = walLevel === 'logical'
  if (mayReplicate && isLogical) return makeRight('follow', 'yes', { detail: 'wal_level logical' })
  return makeRight('follow', 'no', {
    detail: mayReplicate ? `wal_level ${walLevel}` : `the user has no replication right; wal_level ${walLevel}`,
    advice: isLogical
      ? 'If changes are to be followed, an administrator of the server runs this.'
      : 'If changes are to be followed, an administrator of the server runs this and restarts the server.',
    repair: [
      ...(mayReplicate ? [] : [`alter role ${quoteName(user)} replication;`]),
      ...(isLogical ? [] : ['alter system set wal_level = logical;']),
    ].join('\n'),
  })
}

function grantTables(schemas: readonly SchemaTables[], { user }: Facts, rights: string): string {
  const to = quoteName(user)
  return schemas
    .slice(0, MAX_SCHEMAS)
    .flatMap(({ schema, isUsable }) => [
      ...(isUsable ? [] : [`grant usage on schema ${quoteName(schema)} to ${to};`]),
      `grant ${rights} on all tables in schema ${quoteName(schema)} to ${to};`,
    ])
    .join('\n')
}

const namesOf = (schemas: readonly SchemaTables[], pick: (each: SchemaTables) => readonly string[]): string[] =>
  schemas.flatMap(each => pick(each).map(name => `${each.schema}.${name}`)).slice(0, SHOWN)

const emptySchema = (schema: string): SchemaTables => ({
  schema: schema || 'public',
  isUsable: false,
  total: 0,
  readable: 0,
  tables: 0,
  writable: 0,
  notReadable: [],
  notWritable: [],
  hiding: 0,
  hidingNames: [],
})

type Cells = readonly (string | null)[]

const toSchemaTables = ([
  schema,
  usable,
  total,
  readable,
  tables,
  writable,
  notReadable,
  notWritable,
  hiding,
  hidingNames,
]: Cells) => ({
  schema: schema ?? '',
  isUsable: usable === 't',
  total: Number(total),
  readable: Number(readable),
  tables: Number(tables),
  writable: Number(writable),
  notReadable: readArray(notReadable),
  notWritable: readArray(notWritable),
  hiding: Number(hiding),
  hidingNames: readArray(hidingNames),
})

const toFacts = (cells: Cells): Facts => {
  const [user, database, temporary, readOnly, replicates, walLevel, createsSchema, schema, creates] = cells
  return {
    user: user ?? '',
    database: database ?? '',
    hasTemporary: temporary === 't',
    isReadOnly: readOnly === 't',
    mayReplicate: replicates === 't',
    walLevel: walLevel ?? '',
    mayCreateSchema: createsSchema === 't',
    schema: schema ?? '',
    mayCreate: creates === 't',
  }
}

/** Names of an array in the server's own text: {a,"b c"}. */
const readArray = (text: string | null | undefined): string[] =>
  [...(text ?? '').slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )
