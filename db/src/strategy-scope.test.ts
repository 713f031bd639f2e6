import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createTestTenant, type TestDatabase, type TestTenant } from './testing.ts'
import type { Tx } from './tx.ts'

let home: TestDatabase
let tenant: TestTenant
const ids = { sales: newId(), finance: newId(), none: newId() }

beforeAll(async () => {
  home = await createTestDatabase()
  tenant = await createTestTenant(home.database)
  await inGroups(null, async tx => {
    for (const [name, id] of Object.entries(ids)) {
      const group = name === 'none' ? '' : name
      await tx.execute('insert into strategy (id, code, name, group_name) values ($1, $2, $2, $3)', [id, name, group])
      await tx.execute(`insert into run (id, strategy_id, version, trigger) values ($1, $2, 1, 'manual')`, [
        newId(),
        id,
      ])
    }
  })
})
afterAll(() => home.drop())

const inGroups = <T>(groups: readonly string[] | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
  home.database.withTenant(tenant.tenantId, work, { groups })
const read = (tx: Tx) =>
  tx.query<{ name: string; runs: number }>(
    `select s.name, (select count(*)::int from run r where r.strategy_id = s.id) as runs from strategy s order by 1`,
  )

test.each([
  [null, ['finance', 'none', 'sales']],
  [['sales'], ['sales']],
  [
    ['sales', ''],
    ['none', 'sales'],
  ],
  [[], []],
  [[`x' or '1'='1`, '"', '\\'], []],
])('a transaction limited to the groups %j sees the strategies %j and their runs', async (groups, names) => {
  expect(await inGroups(groups, read)).toEqual(names.map(name => ({ name, runs: 1 })))
  const runs = await inGroups(groups, tx => tx.query<{ count: number }>('select count(*)::int as count from run'))
  expect(runs[0]?.count).toBe(names.length)
})

test('what is not seen is neither changed nor deleted, and nothing is put out of sight or where nothing is seen', async () => {
  const inSales = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inGroups(['sales'], work)
  expect(await inSales(tx => tx.execute(`update strategy set remark = 'x'`))).toBe(1)
  expect(await inSales(tx => tx.execute('delete from strategy where id = $1', [ids.finance]))).toBe(0)
  await expect(inSales(tx => tx.execute(`update strategy set group_name = 'finance'`))).rejects.toThrow('"scope"')
  const insert = `insert into strategy (id, code, name, group_name) values ($1, 'new', 'new', $2)`
  await expect(inSales(tx => tx.execute(insert, [newId(), 'finance']))).rejects.toThrow('"scope"')
  await expect(
    inSales(tx =>
      tx.execute(`insert into run (id, strategy_id, version, trigger) values ($1, $2, 1, 'manual')`, [
        newId(),
        ids.finance,
      ]),
    ),
  ).rejects.toThrow('"scope"')
})

test('the limit ends with its transaction', async () => {
  const single = await createTestDatabase({ poolSize: 1 })
  try {
    const other = await createTestTenant(single.database)
    const ask = (tx: Tx) => tx.query(`select nullif(current_setting('app.groups', true), '') as groups`)
    expect(await single.database.withTenant(other.tenantId, ask, { groups: ['a'] })).toEqual([{ groups: '["a"]' }])
    expect(await single.database.withTenant(other.tenantId, ask)).toEqual([{ groups: null }])
    expect(await single.database.withSystem(ask)).toEqual([{ groups: null }])
  } finally {
    await single.drop()
  }
})
