import { Failure } from '@sluice/contract'
import pg from 'pg'
import { ensureAppRole } from './app-role.ts'
import { connectionFailure } from './connection-failure.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { getSqlState, SqlState } from './sql-state.ts'

export interface MigrateOptions {
  /** Default: the migrations of this version. */
  readonly directory?: string | URL
  readonly log?: (message: string) => void
}

/**
 * Brings a database to this version: every missing `NNNN-name.sql` in order, each in one transaction, whichever
 * process comes first. Safe to run at every start, by many at once, and to kill at any point.
 * @returns names of the migrations applied now
 * @throws Failure when the database is of a newer Sluice, was changed, is too old or gives too few rights
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.directory)
  const client = new pg.Client({
    connectionString: url,
    application_name: 'sluice-migrate',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // the statement that was under way tells
  try {
    await client.connect()
  } catch (error) {
    throw connectionFailure(url, error)
  }
  try {
    await requireVersion(client)
    checkHistory(migrations, await readHistory(client))
    await ensureAppRole(client)
    const applied: string[] = []
    for (let name = await applyNext(client, migrations); name; name = await applyNext(client, migrations)) {
      options.log?.(`migration ${name} applied`)
      applied.push(name)
    }
    return applied
  } catch (error) {
    throw getSqlState(error) === SqlState.insufficientPrivilege ? rightsFailure(error) : error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const rightsFailure = (cause: unknown): Failure =>
  new Failure({
    code: 'database.rights',
    message: 'The login of the database may not use or create tables in schema public.',
    field: 'DATABASE_URL',
    advice:
      'Use the owner of the database, or let an administrator run: grant usage, create on schema public to <the login>',
    cause,
  })

const OLDEST_VERSION = 150_000

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  const version = rows[0]
  if (version && Number(version.number) >= OLDEST_VERSION) return
  throw new Failure({
    code: 'database.version',
    message: `The database server is PostgreSQL ${version?.name ?? 'of an unknown version'}; Sluice needs 15 or later.`,
    field: 'DATABASE_URL',
    ...(version ? { value: version.name } : {}),
    advice: 'Upgrade the server, or leave DATABASE_URL unset to use the embedded database.',
  })
}

interface Applied {
  readonly name: string
  readonly checksum: string
}

async function readHistory(client: pg.Client): Promise<Applied[]> {
  // Not to_regclass: its cache may still say "missing" when another process has just committed the table.
  const { rowCount } = await client.query(
    `select from pg_class where relname = 'schema_migration' and relnamespace = 'public'::regnamespace`,
  )
  if (rowCount === 0) return []
  const { rows } = await client.query<Applied>('select name, checksum from public.schema_migration order by name')
  return rows
}

/** What was applied must be a beginning of what we have, unchanged. */
function checkHistory(migrations: readonly Migration[], history: readonly Applied[]): void {
  const known = new Map(migrations.map(migration => [migration.name, migration]))
  const unknown = history.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new Failure({
      code: 'database.newer',
      message: `This is the data of a newer Sluice (${unknown.join(', ')}).`,
      value: unknown.join(', '),
      advice: 'Start that version, or restore a backup made by this one.',
    })
  history.forEach(({ name, checksum }, index) => {
    const expected = migrations[index]
    if (expected?.name === name && expected.checksum === checksum) return
    const late = expected?.name !== name
    throw new Failure({
      code: 'database.migration-changed',
      message: late
        ? `The migration ${expected?.name} comes before ${name}, which the database already has.`
        : `The migration ${name} is not the one that made this database.`,
      value: name,
      advice: 'A published migration never changes: restore the file and add a new one with the next number.',
    })
  })
}

// Any number that nobody else uses in the database: "sluice" in ASCII.
const LOCK = '126943972844389'

/** The history is read again under the lock: another process may have been first. */
async function applyNext(client: pg.Client, migrations: readonly Migration[]): Promise<string | undefined> {
  await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = 0`)
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const history = await readHistory(client)
    checkHistory(migrations, history)
    const next = migrations[history.length]
    if (next) await apply(client, next)
    await client.query('commit')
    return next?.name
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(
      `create table if not exists public.schema_migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    await client.query(sql)
    await client.query('insert into public.schema_migration (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    if (getSqlState(error) === SqlState.insufficientPrivilege) throw error
    throw new Failure({
      code: 'database.migration-failed',
      message: `The migration ${name} failed; the database is as it was before it.`,
      value: name,
      advice: 'The log has the reason. Start the version that ran before until it is mended.',
      cause: error,
    })
  }
}
