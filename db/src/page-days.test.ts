import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '@sluice/contract'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { dropDatabase } from './testing/template.ts'
import { findTestServer } from './testing/test-server.ts'
import { createTestDatabase, createTestTenant, type TestDatabase } from './testing.ts'
import type { Tx } from './tx.ts'

const DAY_MS = 86_400_000
const dayOf = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
const tableOf = (day: string): string => `page_${day.replaceAll('-', '')}`

const addPage = (tx: Tx, tenantId: string, at: string, text = 'x') =>
  tx.execute(
    `insert into page (tenant_id, strategy_id, run_id, record_count, status, version, body, created_at)
     values ($1, $2, $2, 1, 1, 1, $3, $4)`,
    [tenantId, tenantId, Buffer.from(text.repeat(3000)), at],
  )
const listPages = (tx: Tx) =>
  tx.query<{ id: string; table: string }>('select id, tableoid::regclass::text as table from page order by id')

describe('days of pages', () => {
  let home: TestDatabase
  let tenantId: string
  beforeAll(async () => {
    home = await createTestDatabase()
    tenantId = (await createTestTenant(home.database)).tenantId
  })
  afterAll(() => home.drop())
  afterEach(() => home.database.withSystem(tx => tx.execute('delete from page')))

  const asSystem = <T>(work: (tx: Tx) => Promise<T>) => home.database.withSystem(work)

  test('a page lands in the table of its day', async () => {
    const rows = await asSystem(async tx => {
      await addPage(tx, tenantId, new Date().toISOString())
      return listPages(tx)
    })
    expect(rows.map(row => row.table)).toEqual([tableOf(dayOf(0))])
  })

  test('every table of pages forces row-level security and lets the product in', async () => {
    const rows = await asSystem(tx =>
      tx.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
          where i.inhparent = 'page'::regclass
            and not (c.relrowsecurity and c.relforcerowsecurity and has_table_privilege(c.oid, 'insert')
                     and exists (select from pg_policy where polrelid = c.oid))`,
      ),
    )
    expect(rows).toEqual([])
  })

  test('another tenant sees no page, whatever table it lies in', async () => {
    const stranger = await createTestTenant(home.database)
    const day = dayOf(0)
    await asSystem(tx => addPage(tx, tenantId, new Date().toISOString()))
    for (const table of ['page', tableOf(day)]) {
      const seen = await home.database.withTenant(stranger.tenantId, tx => tx.query(`select id from ${table}`))
      expect(seen).toEqual([])
    }
  })

  test('making a day takes its pages out of the default table with id, time and bytes', async () => {
    const day = dayOf(-40)
    const before = await asSystem(async tx => {
      await addPage(tx, tenantId, `${day}T23:59:59.999999Z`)
      await addPage(tx, tenantId, `${dayOf(-39)}T00:00:00Z`)
      return tx.query('select id, created_at, body from page order by id')
    })
    const [made] = await asSystem(tx => tx.query<{ made: boolean }>('select add_page_day($1) as made', [day]))
    expect(made?.made).toBe(true)
    const after = await asSystem(async tx => ({
      rows: await tx.query('select id, created_at, body from page order by id'),
      tables: (await listPages(tx)).map(row => row.table),
    }))
    expect(after.rows).toEqual(before)
    expect(after.tables).toEqual([tableOf(day), 'page_default'])
    await asSystem(tx => tx.query('select drop_page_day($1)', [day]))
  })

  test('rewriting a day keeps what is left and gives the space of the rest back', async () => {
    const day = dayOf(-50)
    await asSystem(tx => tx.query('select add_page_day($1)', [day]))
    await asSystem(async tx => {
      for (let n = 0; n < 60; n += 1) await addPage(tx, tenantId, `${day}T10:00:00Z`, newId())
      await tx.execute('delete from page where id % 20 <> 0')
    })
    const kept = await asSystem(tx => tx.query('select * from page order by id'))
    const [freed] = await asSystem(tx => tx.query<{ bytes: string }>('select rewrite_page_day($1) as bytes', [day]))
    expect(Number(freed?.bytes)).toBeGreaterThan(1_000_000)
    expect(await asSystem(tx => tx.query('select * from page order by id'))).toEqual(kept)
    const [row] = await asSystem(tx =>
      tx.query<{ forced: boolean }>('select relforcerowsecurity as forced from pg_class where relname = $1', [
        tableOf(day),
      ]),
    )
    expect(row?.forced).toBe(true)
    // What landed after still finds its table.
    await asSystem(tx => addPage(tx, tenantId, `${day}T11:00:00Z`))
    await asSystem(tx => tx.query('select drop_page_day($1)', [day]))
  })

  test('a day with an unsettled page is not rewritten', async () => {
    const day = dayOf(-60)
    await asSystem(tx => tx.query('select add_page_day($1)', [day]))
    await asSystem(async tx => {
      await addPage(tx, tenantId, `${day}T10:00:00Z`)
      await tx.execute('update page set status = 0')
    })
    await expect(asSystem(tx => tx.query('select rewrite_page_day($1)', [day]))).rejects.toMatchObject({
      code: '40001',
    })
    expect(await asSystem(listPages)).toHaveLength(1)
    await asSystem(tx => tx.query('select drop_page_day($1)', [day]))
  })

  test('a transaction of a tenant may not touch days', async () => {
    for (const name of ['add_page_day', 'drop_page_day', 'rewrite_page_day']) {
      const attempt = home.database.withTenant(tenantId, tx => tx.query(`select ${name}($1)`, [dayOf(1)]))
      await expect(attempt).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('it gives up at once where it would keep writers waiting', async () => {
    const day = dayOf(-70)
    await asSystem(tx => tx.query('select add_page_day($1)', [day]))
    await asSystem(async writer => {
      await addPage(writer, tenantId, new Date().toISOString())
      const attempt = asSystem(tx => tx.query('select drop_page_day($1)', [day]))
      await expect(attempt).rejects.toMatchObject({ code: '55P03' })
    })
    await asSystem(tx => tx.query('select drop_page_day($1)', [day]))
  })

  test('one page is found by one probe however many days there are', async () => {
    const plan = await asSystem(async tx => {
      await tx.execute('set local plan_cache_mode = force_generic_plan')
      await tx.execute(
        'prepare find_page (uuid, bigint, timestamptz) as select body from page where tenant_id = $1 and id = $2 and created_at = $3',
      )
      const rows = await tx.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off, summary off, buffers off) execute find_page ('${tenantId}', 1, now())`,
      )
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/Subplans Removed: \d+/)
    expect(plan.match(/Index Scan/g)).toHaveLength(1)
  })
})

describe('a database from before the days', () => {
  const OURS = fileURLToPath(new URL('../migrations/', import.meta.url))

  test('keeps every page, and what lands next has its day', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
    for (const file of readdirSync(OURS).filter(name => name < '0008')) cpSync(join(OURS, file), join(directory, file))
    const server = await findTestServer()
    const name = `sluice_test_${newId().replaceAll('-', '')}`
    const address = new URL(server)
    address.pathname = `/${name}`
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    try {
      await migrate(address.href, { directory })
      const database = await openDatabase({ url: address.href, poolSize: 2 })
      const { tenantId } = await createTestTenant(database)
      await database.withSystem(async tx => {
        for (let days = 0; days < 5; days += 1)
          for (let n = 0; n < 30; n += 1)
            await addPage(tx, tenantId, new Date(Date.now() - days * DAY_MS).toISOString())
      })
      const read = () => database.withSystem(tx => tx.query('select * from page order by id'))
      const before = await read()
      await migrate(address.href)
      expect(await read()).toEqual(before)
      await database.withSystem(tx => addPage(tx, tenantId, new Date(Date.now() + DAY_MS).toISOString()))
      const tables = (await database.withSystem(listPages)).map(row => row.table)
      // Today's pages moved with their day: they were few.
      expect(tables.filter(table => table === tableOf(dayOf(0)))).toHaveLength(30)
      expect(tables.filter(table => table === 'page_default')).toHaveLength(120)
      expect(tables.at(-1)).toBe(tableOf(dayOf(1)))
      await database.close()
    } finally {
      rmSync(directory, { recursive: true, force: true })
      await dropDatabase(server, address.href)
    }
  })
})
