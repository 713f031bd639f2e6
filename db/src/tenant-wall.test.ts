import { newId } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { createTestDatabase, createTestTenant, type TestDatabase, type TestTenant } from './testing.ts'
import type { Tx } from './tx.ts'

let home: TestDatabase
let database: Database
let a: TestTenant
let b: TestTenant
const strategies = { a: newId(), b: newId() }

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 2 })
  database = home.database
  a = await createTestTenant(database)
  b = await createTestTenant(database)
  await database.withTenant(a.tenantId, tx => insertStrategy(tx, strategies.a, 'a-secret'))
  await database.withTenant(b.tenantId, tx => insertStrategy(tx, strategies.b, 'b-secret'))
})
afterAll(() => home.drop())

const insertStrategy = (tx: Tx, id: string, name: string): Promise<number> =>
  tx.execute('insert into strategy (id, code, name) values ($1, $2, $2)', [id, name])

const inA = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.withTenant(a.tenantId, work)
const namesInB = async (): Promise<unknown[]> =>
  (await database.withTenant(b.tenantId, tx => tx.query('select name from strategy'))).map(row => row['name'])

describe('a tenant sees only its own rows', () => {
  test('select without where', async () => {
    expect(await inA(tx => tx.query('select name from strategy'))).toEqual([{ name: 'a-secret' }])
  })
  test('by the id of a foreign row', async () => {
    expect(await inA(tx => tx.query('select * from strategy where id = $1', [strategies.b]))).toEqual([])
  })
  test('asking for the foreign tenant outright', async () => {
    expect(await inA(tx => tx.query('select * from strategy where tenant_id = $1', [b.tenantId]))).toEqual([])
  })
  test('join without tenant', async () => {
    const rows = await inA(tx => tx.query('select x.name, y.name as other from strategy x cross join strategy y'))
    expect(rows).toEqual([{ name: 'a-secret', other: 'a-secret' }])
  })
  test('count', async () => {
    expect(await inA(tx => tx.query('select count(*) as n from strategy'))).toEqual([{ n: '1' }])
  })
  test('the list of tenants', async () => {
    expect(await inA(tx => tx.query('select id from tenant'))).toEqual([{ id: a.tenantId }])
  })
  test('a partition asked by its own name', async () => {
    await database.withTenant(b.tenantId, tx =>
      tx.execute(`insert into page (strategy_id, run_id, record_count, version, body) values ($1, $1, 0, 1, '')`, [
        newId(),
      ]),
    )
    expect(await inA(tx => tx.query('select id from page_default'))).toEqual([])
  })
})

describe('a tenant writes only its own rows', () => {
  test('update without where leaves the others alone', async () => {
    expect(await inA(tx => tx.execute(`update strategy set remark = 'mine'`))).toBe(1)
    const rows = await database.withTenant(b.tenantId, tx => tx.query('select remark from strategy'))
    expect(rows).toEqual([{ remark: '' }])
  })
  test('delete without where leaves the others alone', async () => {
    await inA(tx => insertStrategy(tx, newId(), 'doomed'))
    expect(await inA(tx => tx.execute('delete from strategy where id <> $1', [strategies.a]))).toBe(1)
    expect(await namesInB()).toEqual(['b-secret'])
  })
  test('insert for another tenant is refused', async () => {
    const insert = inA(tx =>
      tx.execute(`insert into strategy (tenant_id, id, code, name) values ($1, $2, 'x', 'x')`, [b.tenantId, newId()]),
    )
    await expect(insert).rejects.toThrow('row-level security')
  })
  test('moving a row to another tenant is refused', async () => {
    const move = inA(tx => tx.execute('update strategy set tenant_id = $1', [b.tenantId]))
    await expect(move).rejects.toThrow('row-level security')
  })
  test('a foreign key into another tenant is refused', async () => {
    const insert = inA(tx =>
      tx.execute(`insert into run (id, strategy_id, version, trigger) values ($1, $2, 1, 'manual')`, [
        newId(),
        strategies.b,
      ]),
    )
    await expect(insert).rejects.toThrow('foreign key')
  })
  test('a bulk insert lands in its own tenant', async () => {
    await inA(async tx => {
      await tx.execute(
        `insert into run_log (strategy_id, level, text) select $1, 'notice', t from unnest($2::text[]) t`,
        [strategies.a, ['one', 'two']],
      )
      expect(await tx.query('select distinct tenant_id from run_log')).toEqual([{ tenant_id: a.tenantId }])
    })
  })
  test('a COPY straight into a protected table is refused', async () => {
    await expect(inA(tx => tx.copyIn('copy inbox (inbox_id, body) from stdin', ['x\ty\n']))).rejects.toThrow(
      'row-level security',
    )
  })
  test('a tenant cannot make or change tenants', async () => {
    await expect(inA(tx => tx.execute(`update tenant set name = 'x'`))).rejects.toThrow('row-level security')
  })
  test('the operation log and versions cannot be rewritten', async () => {
    await expect(inA(tx => tx.execute('delete from operation_log'))).rejects.toThrow('permission denied')
    await expect(inA(tx => tx.execute(`update strategy_version set config = '{}'`))).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('the tenant belongs to one transaction', () => {
  test('a transaction without tenant sees and writes nothing', async () => {
    await database.withSystem(async tx => {
      await tx.execute(`select set_config('app.system', '', true)`)
      expect(await tx.query('select * from strategy')).toEqual([])
      await expect(tx.savepoint(() => insertStrategy(tx, newId(), 'x'))).rejects.toThrow()
    })
  })
  test('neither tenant nor role outlives it on the connection', async () => {
    const single = await createTestDatabase({ poolSize: 1 })
    try {
      const tenant = await createTestTenant(single.database)
      const read = (tx: Tx) =>
        tx.query<{ tenant: string | null; system: string | null }>(
          `select nullif(current_setting('app.tenant', true), '') as tenant,
                  nullif(current_setting('app.system', true), '') as system`,
        )
      expect(await single.database.withTenant(tenant.tenantId, read)).toEqual([
        { tenant: tenant.tenantId, system: null },
      ])
      expect(await single.database.withSystem(read)).toEqual([{ tenant: null, system: 'on' }])
      expect(await single.database.withTenant(tenant.tenantId, read)).toEqual([
        { tenant: tenant.tenantId, system: null },
      ])
    } finally {
      await single.drop()
    }
  })
  test('every transaction works as the role that row-level security binds, whoever logs in', async () => {
    const [row] = await inA(tx =>
      tx.query(
        `select session_user <> current_user as changed, current_user as role, rolsuper, rolbypassrls
           from pg_roles where rolname = current_user`,
      ),
    )
    expect(row).toEqual({ changed: true, role: 'sluice_app', rolsuper: false, rolbypassrls: false })
  })
  test.each(["x' or '1'='1", '', '00000000-0000-0000-0000-00000000000G', `${newId()}'; reset role; --`])(
    'a tenant id that is no UUID is refused: %s',
    async id => {
      await expect(database.withTenant(id, async () => 1)).rejects.toThrow('Something went wrong inside Sluice')
    },
  )
  test('a handle kept after its end is refused, so it cannot act in the next transaction', async () => {
    const kept = await inA(async tx => tx)
    await expect(kept.query('select 1')).rejects.toMatchObject({ code: 'internal' })
    await expect(kept.copyIn('copy x from stdin', [])).rejects.toMatchObject({ code: 'internal' })
  })
})

test('10,000 interleaved requests of two tenants over two connections, a third of them aborted, mix no row', {
  timeout: 240_000,
}, async () => {
  const before = (await namesInB()).length
  let foreign = 0
  let aborted = 0
  const request = async (index: number): Promise<void> => {
    const own = index % 2 === 0 ? a : b
    const work = async (tx: Tx): Promise<void> => {
      if (index % 6 === 1) void tx.query('select 1 / 0').catch(() => undefined) // still under way at the abort
      const rows = await tx.query<{ tenant_id: string }>('select tenant_id from strategy')
      foreign += rows.filter(row => row.tenant_id !== own.tenantId).length
      if (index % 3 === 0) await insertStrategy(tx, newId(), `undone-${index}`)
      if (index % 3 === 0) throw new Error('aborting')
    }
    await database.withTenant(own.tenantId, work).catch(() => {
      aborted += 1
    })
  }
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < 10_000; index = next++) await request(index)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  expect(foreign).toBe(0)
  expect(aborted).toBeGreaterThan(3_000)
  expect(await namesInB()).toHaveLength(before)
})
