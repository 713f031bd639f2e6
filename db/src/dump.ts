import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Failure } from '@sluice/contract'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { damaged, type Frame, writeFrame, writeJson } from './frames.ts'
import { getSqlState } from './sql-state.ts'

/** What a dump begins with: the migrations that made its tables. */
export interface DumpHead {
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
}

interface TableHead {
  readonly table: string
  readonly columns: readonly string[]
}

interface TableTail {
  readonly rows: number
  readonly sha256: string
}

interface Sequence {
  readonly sequence: string
  readonly value: string
  readonly isCalled: boolean
}

/**
 * Every row of every table, as one snapshot: the product may go on meanwhile. Tables stand in frames of COPY's own text;
 * partitions come by their table. Unlogged tables hold nothing that outlives a restart.
 */
export async function* dumpDatabase(url: string): AsyncGenerator<Buffer, void, void> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    await requireAllRows(client)
    const migrations = await client.query('select name, checksum from schema_migration order by name')
    yield writeJson({ migrations: migrations.rows })
    for (const head of await listTables(client)) {
      yield writeJson(head)
      yield* dumpTable(client, head)
    }
    for (const sequence of await listSequences(client)) yield writeJson(sequence)
    yield writeFrame('end')
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function* dumpTable(client: pg.Client, head: TableHead): AsyncGenerator<Buffer, void, void> {
  const hash = createHash('sha256')
  const stream = client.query(copyTo(`copy (select ${listColumns(head)} from ${quote(head.table)}) to stdout`))
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield writeFrame('data', chunk)
  }
  yield writeJson({ rows: stream.rowCount, sha256: hash.digest('hex') } satisfies TableTail)
}

/**
 * Fills the tables of a database that the dump's migrations made and nothing else has touched, in one transaction.
 * `frames` are those after the head; the dump's end is the last taken. @throws Failure `backup.damaged`
 */
export async function loadDatabase(url: string, frames: AsyncIterator<Frame>): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('begin')
    await requireAllRows(client)
    // Triggers made these rows when they were first written; foreign keys held in the snapshot.
    await client.query('set local session_replication_role = replica')
    const tables = await listTables(client)
    await client.query(`truncate ${tables.map(({ table }) => quote(table)).join(', ')}`)
    for (;;) {
      const frame = await next(frames)
      if (frame.kind === 'end') break
      const head = readJson<TableHead | Sequence>(frame)
      if ('table' in head) await loadTable(client, head, frames)
      else await client.query('select setval($1, $2, $3)', [head.sequence, head.value, head.isCalled])
    }
    await client.query('commit')
  } catch (error) {
    // Bytes that changed on the way: values that are none, keys twice, words that are no JSON.
    throw /^2[23]/.test(getSqlState(error) ?? '') || error instanceof SyntaxError ? damaged(error) : error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function loadTable(client: pg.Client, head: TableHead, frames: AsyncIterator<Frame>): Promise<void> {
  const hash = createHash('sha256')
  const stream = client.query(copyFrom(`copy ${quote(head.table)} (${listColumns(head)}) from stdin`))
  // The server refuses bytes when it has read them, which may be between two of our waits.
  const refused = new Promise<never>((_, reject) => stream.on('error', reject))
  refused.catch(() => undefined)
  let tail: TableTail
  try {
    for (;;) {
      const frame = await Promise.race([next(frames), refused])
      if (frame.kind !== 'data') {
        tail = readJson<TableTail>(frame)
        break
      }
      hash.update(frame.bytes)
      if (!stream.write(frame.bytes)) await Promise.race([once(stream, 'drain'), refused])
    }
  } catch (error) {
    stream.destroy()
    throw error
  }
  stream.end()
  await Promise.race([once(stream, 'finish'), refused])
  if (stream.rowCount !== tail.rows || hash.digest('hex') !== tail.sha256) throw damaged()
}

/** @throws Failure `backup.damaged` at the end of the stream */
export async function next(frames: AsyncIterator<Frame>): Promise<Frame> {
  const { value, done } = await frames.next()
  if (done) throw damaged()
  return value
}

export function readJson<T>(frame: Frame): T {
  if (frame.kind !== 'json') throw damaged()
  return JSON.parse(frame.bytes.toString()) as T // written by the counterpart above; hashes and counts are compared
}

/** Row-level security would leave rows out, silently or by an error. */
async function requireAllRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    'select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user',
  )
  if (rows[0]?.all) return
  throw new Failure({
    code: 'backup.rights',
    message: 'The login of the database does not see the rows of all tenants.',
    field: 'DATABASE_URL',
    advice: 'Use a superuser for this command, or pg_dump and pg_restore of your PostgreSQL.',
  })
}

/** Generated columns come of themselves. */
async function listTables(client: pg.Client): Promise<TableHead[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence = 'p' and c.relname <> 'schema_migration'
      group by c.relname order by c.relname`,
  )
  return rows
}

async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quote(name)}`,
    )
    sequences.push({ sequence: quote(name), value: at[0]?.value ?? '1', isCalled: at[0]?.called ?? false })
  }
  return sequences
}

/** No tenant lives in it yet; a fresh start has made no more than its tables. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = await connect(url)
  try {
    const { rows } = await client.query("select to_regclass('public.tenant') is null as none")
    if (rows[0]?.none) return true
    return (await client.query('select from tenant limit 1')).rowCount === 0
  } finally {
    await client.end()
  }
}

/** The master keys that its data keys are sealed with. */
export async function listKeyIds(url: string): Promise<string[]> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ id: string }>('select distinct master_key_id as id from data_key')
    return rows.map(row => row.id)
  } finally {
    await client.end()
  }
}

const quote = (name: string): string => pg.escapeIdentifier(name)
const listColumns = ({ columns }: TableHead): string => columns.map(quote).join(', ')

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'sluice-backup' })
  client.on('error', () => undefined) // the statement that was under way tells
  await client.connect()
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = iso_8601; set extra_float_digits = 3`,
  )
  return client
}
