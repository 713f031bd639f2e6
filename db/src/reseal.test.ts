import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResealer, sealedPlaces } from './reseal.ts'
import { createTestDatabase, createTestTenant, type TestDatabase } from './testing.ts'
import { createVault, type Vault } from './vault.ts'

let home: TestDatabase
let vault: Vault
const clock = { nowMs: Date.now() }
beforeAll(async () => {
  home = await createTestDatabase()
  vault = createVault(home.database, { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }, () => clock.nowMs)
})
afterAll(() => home.drop())

async function addConnector(tenantId: string, secret: string): Promise<string> {
  const id = randomUUID()
  const sealed = await vault.seal(tenantId, `connector/${id}/password`, secret)
  const params = { host: 'h', password: sealed, note: 'v1.1.is no seal, there are dots.' }
  await home.database.withTenant(tenantId, tx =>
    tx.execute(`insert into connector (id, platform_id, name, params) values ($1, 'fake', $1::uuid::text, $2)`, [
      id,
      JSON.stringify(params),
    ]),
  )
  return id
}

async function readParams(tenantId: string, id: string): Promise<Record<string, string>> {
  const rows = await home.database.withTenant(tenantId, tx =>
    tx.query<{ params: Record<string, string> }>('select params from connector where id = $1', [id]),
  )
  return rows[0]!.params
}

const countKeys = async (tenantId: string): Promise<number> =>
  (await home.database.withTenant(tenantId, tx => tx.query('select 1 from data_key'))).length

test('after a rotation every text moves to the new key, and the old key goes when nothing needs it', async () => {
  const { tenantId } = await createTestTenant(home.database)
  const ids = await Promise.all(Array.from({ length: 130 }, (_, index) => addConnector(tenantId, `secret ${index}`)))
  expect(await vault.rotate(tenantId)).toBe(2)
  const before = await readParams(tenantId, ids[0]!)
  expect(await vault.open(tenantId, `connector/${ids[0]}/password`, before['password']!)).toBe('secret 0')
  const resealer = createResealer(home.database, vault, () => clock.nowMs)
  expect(await resealer.run()).toMatchObject({ resealed: 130, deletedKeys: 0, broken: 0 })
  for (const [index, id] of ids.entries()) {
    const params = await readParams(tenantId, id)
    expect(params).toMatchObject({ host: 'h', note: 'v1.1.is no seal, there are dots.' })
    expect(params['password']).toMatch(/^v1\.2\./)
    expect(await vault.open(tenantId, `connector/${id}/password`, params['password']!)).toBe(`secret ${index}`)
  }
  expect(await resealer.run()).toMatchObject({ resealed: 0, deletedKeys: 0 })
  clock.nowMs += 2 * 86_400_000
  expect(await resealer.run()).toMatchObject({ deletedKeys: 1 })
  expect(await countKeys(tenantId)).toBe(1)
  const params = await readParams(tenantId, ids[5]!)
  expect(await vault.open(tenantId, `connector/${ids[5]}/password`, params['password']!)).toBe('secret 5')
})

test('two rounds at once lose nothing, and a text saved meanwhile stays', async () => {
  const { tenantId } = await createTestTenant(home.database)
  const ids = await Promise.all(Array.from({ length: 40 }, (_, index) => addConnector(tenantId, `secret ${index}`)))
  await vault.rotate(tenantId)
  const round = () => createResealer(home.database, vault, () => clock.nowMs).run()
  const [a, b] = await Promise.all([round(), round()])
  expect(a.resealed + b.resealed).toBe(40)
  for (const [index, id] of ids.entries())
    expect(await vault.open(tenantId, `connector/${id}/password`, (await readParams(tenantId, id))['password']!)).toBe(
      `secret ${index}`,
    )
})

test('a text that cannot be opened is told and keeps its key', async () => {
  const { tenantId } = await createTestTenant(home.database)
  const id = await addConnector(tenantId, 'moved')
  await home.database.withTenant(tenantId, tx =>
    tx.execute('update connector set id = $2 where id = $1', [id, randomUUID()]),
  )
  await vault.rotate(tenantId)
  const resealer = createResealer(home.database, vault, () => clock.nowMs + 10 * 86_400_000)
  expect(await resealer.run()).toMatchObject({ resealed: 0, broken: 1 })
  expect(await countKeys(tenantId)).toBe(2)
})

test('rotations at once make different versions', async () => {
  const { tenantId } = await createTestTenant(home.database)
  const versions = await Promise.all([1, 2, 3, 4].map(() => vault.rotate(tenantId)))
  expect(versions.sort()).toEqual([1, 2, 3, 4])
})

test('every place of a sealed text is there', async () => {
  const rows = await home.database.withSystem(tx =>
    tx.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
    ),
  )
  for (const { table, column, key } of sealedPlaces)
    for (const name of [column, ...key]) expect(rows, `${table}.${name}`).toContainEqual({ table, column: name })
})
