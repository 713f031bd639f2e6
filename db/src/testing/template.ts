import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../migrate.ts'
import { readMigrations } from '../migration-files.ts'

const PREFIX = 'sluice_template_'
// Any number that nobody else uses on the server.
const LOCK = '126943972844390'

/** The URL of a new database, equal to a freshly migrated one. */
export async function cloneTemplate(server: string): Promise<string> {
  const name = `sluice_test_${randomBytes(8).toString('hex')}`
  await onServer(server, async client => {
    const template = await ensureTemplate(server, client)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return atDatabase(server, name)
}

/** The URL of a new database without anything. */
export async function createEmpty(server: string): Promise<string> {
  const name = `sluice_test_${randomBytes(8).toString('hex')}`
  await onServer(server, client => client.query(`create database ${name}`))
  return atDatabase(server, name)
}

export async function dropDatabase(server: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await onServer(server, client => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`))
}

/** Named by the content of the migrations and renamed when complete, so that a half-made one is never used. */
async function ensureTemplate(server: string, client: pg.Client): Promise<string> {
  const checksums = readMigrations().map(({ name, checksum }) => `${name} ${checksum}`)
  const name = PREFIX + createHash('sha256').update(checksums.join('\n')).digest('hex').slice(0, 12)
  if (await exists(client, name)) return name
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    if (await exists(client, name)) return name
    await dropOldTemplates(client)
    await client.query(`create database ${name}_new`)
    await migrate(atDatabase(server, `${name}_new`))
    await client.query(`alter database ${name}_new rename to ${name}`)
    return name
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

async function dropOldTemplates(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(datname) as name from pg_database where starts_with(datname, $1)',
    [PREFIX],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name}`).catch(() => undefined) // in use
}

async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function atDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
