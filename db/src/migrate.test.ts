import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '@sluice/contract'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { cloneTemplate, createEmpty, dropDatabase } from './testing/template.ts'
import { findTestServer } from './testing/test-server.ts'
import { createTestTenant } from './testing.ts'

const OURS = fileURLToPath(new URL('../migrations/', import.meta.url))
const NAMES = readdirSync(OURS).map(file => file.replace('.sql', ''))

let directory: string
let server: string
let url: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
  cpSync(OURS, directory, { recursive: true })
  server = await findTestServer()
  url = await cloneTemplate(server)
})
afterEach(async () => {
  rmSync(directory, { recursive: true, force: true })
  await dropDatabase(server, url)
})

/** In place of the migrated database that each test finds. */
async function startEmpty(): Promise<void> {
  await dropDatabase(server, url)
  url = await createEmpty(server)
}

async function run(at: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: at })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const add = (name: string, sql: string): void => writeFileSync(join(directory, `${name}.sql`), sql)
const isThere = async (table: string): Promise<boolean> =>
  (await run(url, `select to_regclass('${table}') is not null as there`))[0]?.['there'] === true

describe('migrate', () => {
  test('brings an empty database up once, and again does nothing', async () => {
    await startEmpty()
    expect(await migrate(url)).toEqual(NAMES)
    expect(await migrate(url)).toEqual([])
  })

  test('a later migration keeps the data that is there', async () => {
    const database = await openDatabase({ url, poolSize: 2 })
    const { tenantId } = await createTestTenant(database)
    add('9001-later', `alter table tenant add column motto text not null default 'flow'`)
    expect(await migrate(url, { directory })).toEqual(['9001-later'])
    const rows = await database.withTenant(tenantId, tx => tx.query('select id, motto from tenant'))
    await database.close()
    expect(rows).toEqual([{ id: tenantId, motto: 'flow' }])
  })

  test('records that wait for a retry get their own state, and their counters and groups keep their sums', async () => {
    await startEmpty()
    for (const name of NAMES.filter(name => name >= '0047')) rmSync(join(directory, `${name}.sql`))
    await migrate(url, { directory })
    const database = await openDatabase({ url, poolSize: 2 })
    const { tenantId } = await createTestTenant(database)
    const strategyId = newId()
    await database.withTenant(tenantId, async tx => {
      await tx.execute(
        `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, error_code,
           error_group, retry_at)
         select $1, n::text, n, 1, now(), n, case when n <= 5 then 5 else 2 end, 1, '\\x00', $1, case when n <= 3 then 'busy' end,
           case when n <= 3 then $1::uuid end, case when n <= 3 then now() end from generate_series(1, 9) n`,
        [strategyId],
      )
      await tx.execute('insert into record_count (strategy_id, status, count) values ($1, 5, 5), ($1, 2, 4)', [
        strategyId,
      ])
    })
    await migrate(url)
    const found = await database.withTenant(tenantId, async tx => [
      await tx.query('select status, count(*)::int as count from record_state group by status order by status'),
      await tx.query('select status, count::int as count from record_count order by status'),
      await tx.query('select sum(open_count)::int as open from error_move'),
    ])
    await database.close()
    const states = [
      { status: 2, count: 4 },
      { status: 5, count: 2 },
      { status: 11, count: 3 },
    ]
    expect(found).toEqual([states, states, [{ open: 3 }]])
  })

  test('data of a newer version is refused and left alone', async () => {
    add('9001-later', 'create table later (n int)')
    await migrate(url, { directory })
    await expect(migrate(url)).rejects.toMatchObject({
      code: 'database.newer',
      message: 'This is the data of a newer Sluice (9001-later).',
      advice: 'Start that version, or restore a backup made by this one.',
    })
    expect(await isThere('later')).toBe(true)
  })

  test('a migration that changed after it was applied is refused', async () => {
    add('9001-later', 'create table later (n int)')
    await migrate(url, { directory })
    add('9001-later', 'create table later (n bigint)')
    await expect(migrate(url, { directory })).rejects.toMatchObject({ code: 'database.migration-changed' })
  })

  test('a migration numbered before an applied one is refused', async () => {
    add('9002-second', 'create table second (n int)')
    await migrate(url, { directory })
    add('9001-first', 'create table first (n int)')
    await expect(migrate(url, { directory })).rejects.toMatchObject({ code: 'database.migration-changed' })
    expect(await isThere('first')).toBe(false)
  })

  test('line ends do not make a migration another', async () => {
    add('9001-later', 'create table later (\n n int)')
    await migrate(url, { directory })
    add('9001-later', 'create table later (\r\n n int)')
    expect(await migrate(url, { directory })).toEqual([])
  })

  test('a migration that fails leaves nothing and can be mended', async () => {
    add('9001-later', 'create table later (n int); select 1 / 0')
    await expect(migrate(url, { directory })).rejects.toMatchObject({
      code: 'database.migration-failed',
      value: '9001-later',
    })
    expect(await isThere('later')).toBe(false)
    add('9001-later', 'create table later (n int)')
    expect(await migrate(url, { directory })).toEqual(['9001-later'])
  })

  test('killed in the middle, the next start completes it', async () => {
    add('9001-later', 'create table later (n int); select pg_sleep(60); create table last (n int)')
    const killed = migrate(url, { directory }).catch((error: unknown) => error)
    const kill = `select pg_terminate_backend(pid) as done from pg_stat_activity
                   where datname = current_database() and wait_event = 'PgSleep'`
    while ((await run(url, kill)).length === 0);
    expect(await killed).toBeInstanceOf(Error)
    expect(await isThere('later')).toBe(false)
    add('9001-later', 'create table later (n int); create table last (n int)')
    expect(await migrate(url, { directory })).toEqual(['9001-later'])
  })

  test('many at once apply each migration once', async () => {
    await startEmpty()
    const answers = await Promise.all(Array.from({ length: 8 }, () => migrate(url)))
    expect(answers.flat().sort()).toEqual([...NAMES].sort())
  })
})

describe('a login without the needed rights', () => {
  let login: string
  let asLogin: string
  beforeEach(async () => {
    login = `login_${newId().replaceAll('-', '')}`
    const address = new URL(url)
    address.username = login
    address.password = 'x'
    asLogin = address.href
    // The server has the role already, as any second installation finds it.
    await run(url, 'drop schema public cascade; create schema public')
    await run(url, `create role ${login} login password 'x'`)
  })
  afterEach(() => run(url, `drop owned by ${login} cascade; drop role ${login}`))

  test('is told what an administrator must run: membership', async () => {
    await run(url, `grant usage on schema public to ${login}`)
    await expect(migrate(asLogin)).rejects.toMatchObject({
      code: 'database.role',
      advice: expect.stringContaining('grant sluice_app to'),
    })
  })

  test('is told what an administrator must run: rights on the schema', async () => {
    await run(url, `grant sluice_app to ${login}; grant usage on schema public to public`)
    await expect(migrate(asLogin)).rejects.toMatchObject({ code: 'database.rights', field: 'DATABASE_URL' })
  })

  test('is enough as an ordinary owner and member, and stays behind the tenant wall', async () => {
    await run(url, `grant sluice_app to ${login}; alter schema public owner to ${login}`)
    expect(await migrate(asLogin)).toEqual(NAMES)
    const database = await openDatabase({ url: asLogin, poolSize: 2 })
    try {
      const [first, second] = [await createTestTenant(database), await createTestTenant(database)]
      const seen = await database.withTenant(first.tenantId, tx => tx.query('select id from tenant'))
      expect(seen).toEqual([{ id: first.tenantId }])
      expect(second.tenantId).not.toBe(first.tenantId)
    } finally {
      await database.close()
    }
  })

  test('brings the users of every tenant along as an owner who is behind the wall, too: who signed in by a name alone still does', async () => {
    await run(url, `grant sluice_app to ${login}; alter schema public owner to ${login}`)
    for (const name of NAMES.filter(name => name >= '0105')) rmSync(join(directory, `${name}.sql`))
    await migrate(asLogin, { directory })
    const database = await openDatabase({ url: asLogin, poolSize: 2 })
    const tenants = [await createTestTenant(database), await createTestTenant(database)]
    for (const { tenantId } of tenants)
      await database.withTenant(tenantId, async tx => {
        await tx.execute("insert into role (id, name, permissions) values ($1, 'r', '{}')", [tenantId])
        await tx.execute(
          "insert into app_user (id, username, nickname, password_hash, role_id) values ($1, $2, '', 'x', $1)",
          [tenantId, `u-${tenantId}`],
        )
      })
    await migrate(asLogin)
    const found = await database.withSystem(tx =>
      tx.query(
        'select plain_names, plain_name from tenant t join app_user u on u.tenant_id = t.id where starts_with(u.username, $1) order by t.created_at, t.id',
        ['u-'],
      ),
    )
    await database.close()
    expect(found).toEqual([
      { plain_names: true, plain_name: true },
      { plain_names: false, plain_name: true },
    ])
  })
})
