import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTenant } from '@sluice/api'
import { createVault, type Database, openDatabase, startEmbedded } from '@sluice/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, restore } from './backup.ts'
import { readSettings, type Settings } from './env.ts'
import { readMasterKeys } from './master-key.ts'
import { openStore } from './start.ts'

let directory: string
let first: Settings
let backup: string
let before: Record<string, string>
let tenantId: string
const SECRET = 'canary-secret-of-a-connector'

const settingsOf = (name: string): Settings => readSettings({ DATA_DIR: join(directory, name), LOG_LEVEL: 'error' })

/** A hash of each table over all its rows, in the eyes of a superuser. */
async function hashTables(settings: Settings): Promise<Record<string, string>> {
  const embedded = await startEmbedded({ dataDir: settings.dataDir })
  const database = await openDatabase({ url: embedded.url, poolSize: 2 })
  try {
    return await database.withSystem(async tx => {
      const tables = await tx.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and not relispartition and relpersistence = 'p' and has_table_privilege(oid, 'select') order by 1`,
      )
      const hashes: Record<string, string> = {}
      for (const { name } of tables) {
        const [row] = await tx.query<{ hash: string }>(
          `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from "${name}" t`,
        )
        hashes[name] = row!.hash // an aggregate answers one row
      }
      return hashes
    })
  } finally {
    await database.close()
    await embedded.stop()
  }
}

async function fill(database: Database): Promise<void> {
  const made = await createTenant(database, { code: 'acme', name: 'Acme 中文', adminUsername: 'acme-admin' })
  tenantId = made.tenantId
  const vault = createVault(database, await readMasterKeys(first.dataDir, null), Date.now)
  const sealed = await vault.seal(tenantId, 'connector/x/password', SECRET)
  await database.withSystem(async tx => {
    await tx.execute(`insert into connector (tenant_id, id, platform_id, name, params) values ($1, $1, 'p', 'c', $2)`, [
      tenantId,
      JSON.stringify({ password: sealed, exact: 'a\tb\\n"' }),
    ])
    await tx.execute(`insert into strategy (tenant_id, id, code, name) values ($1, $1, 's', 's')`, [tenantId])
    await tx.execute(
      `insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $1, 1, '{"source":{"follow":true}}')`,
      [tenantId],
    )
    for (const days of [0, 1, 400])
      await tx.execute(
        `insert into page (tenant_id, strategy_id, run_id, record_count, status, version, body, created_at)
         values ($1, $1, $1, 1, 1, 1, $2, now() - make_interval(days => $3))`,
        [tenantId, Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256)), days],
      )
    await tx.execute(
      `insert into record_state (tenant_id, strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, number)
       select $1, $1, E'k\\t\\\\' || n, nextval('record_id'), 1, now(), n, 2, 1, '\\x00ff', $1, '数' || n from generate_series(1, 3000) n`,
      [tenantId],
    )
  })
  await mkdir(join(first.dataDir, 'files', tenantId), { recursive: true })
  await writeFile(join(first.dataDir, 'files', tenantId, 'upload'), 'id\n1\n')
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-backup-'))
  first = settingsOf('first')
  backup = join(directory, 'all.backup')
  const store = await openStore(first)
  await fill(store.database)
  // The product runs while it is backed up.
  await backUp(first, backup)
  await store.close()
  before = await hashTables(first)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

test('restored into an empty directory, every table has the same rows and every file the same bytes', async () => {
  const second = settingsOf('second')
  expect(await restore(second, backup)).toEqual({ isKeyMissing: true })
  const after = await hashTables(second)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  expect(before['record_state']).toMatch(/^3000:/)
  expect(after).toEqual(before)
  expect(await readFile(join(second.dataDir, 'files', tenantId, 'upload'), 'utf8')).toBe('id\n1\n')
  // Numbers go on where they were.
  const store = await openStore(second)
  const [row] = await store.database.withSystem(tx => tx.query<{ id: string }>(`select nextval('record_id') as id`))
  expect(Number(row?.id)).toBeGreaterThan(3000)
  await store.close()
})

test('holds no secret and no key; with the key put back the secrets open', async () => {
  const text = await readFile(backup)
  const key = (await readFile(join(first.dataDir, 'master.key'), 'utf8')).trim()
  for (const word of [SECRET, key]) expect(text.includes(word)).toBe(false)
  expect((await stat(backup)).mode & 0o077).toBe(0)
  const third = settingsOf('third')
  await mkdir(third.dataDir)
  await cp(join(first.dataDir, 'master.key'), join(third.dataDir, 'master.key'))
  expect(await restore(third, backup)).toEqual({ isKeyMissing: false })
  const store = await openStore(third)
  const vault = createVault(store.database, await readMasterKeys(third.dataDir, null), Date.now)
  const [row] = await store.database.withTenant(tenantId, tx =>
    tx.query<{ sealed: string }>(`select params ->> 'password' as sealed from connector`),
  )
  expect(await vault.open(tenantId, 'connector/x/password', row!.sealed)).toBe(SECRET)
  await store.close()
})

test('never writes over data, and a damaged backup restores nothing', async () => {
  await expect(restore(first, backup)).rejects.toMatchObject({ code: 'restore.notEmpty' })
  await expect(restore(settingsOf('none'), join(directory, 'nothing'))).rejects.toMatchObject({
    code: 'restore.missing',
  })
  const bytes = await readFile(backup)
  const cut = join(directory, 'cut.backup')
  const fourth = settingsOf('fourth')
  for (const spoiled of [
    bytes.subarray(0, bytes.length - 50),
    bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1),
  ]) {
    await writeFile(cut, spoiled)
    await expect(restore(fourth, cut)).rejects.toMatchObject({ code: 'backup.damaged' })
  }
  expect((await hashTables(fourth))['tenant']).toMatch(/^0:/)
  // The same place takes a good one after.
  await restore(fourth, backup)
  expect(await hashTables(fourth)).toEqual(before)
})
