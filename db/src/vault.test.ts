import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createTestTenant, type TestDatabase } from './testing.ts'
import { createVault, type MasterKeys, type Vault } from './vault.ts'

let home: TestDatabase
let vault: Vault
let tenantId: string
let otherTenantId: string
const [first, second] = [randomBytes(32), randomBytes(32)]
const before: MasterKeys = { current: 'k1', keys: new Map([['k1', first]]) }
const PLACE = 'connector/1/password'

beforeAll(async () => {
  home = await createTestDatabase()
  vault = createVault(home.database, before, () => 0)
  tenantId = (await createTestTenant(home.database)).tenantId
  otherTenantId = (await createTestTenant(home.database)).tenantId
})
afterAll(() => home.drop())

const BROKEN = { code: 'vault.broken' }

test('a secret opens at its own place only', async () => {
  const sealed = await vault.seal(tenantId, PLACE, '密码 ""')
  expect(sealed).not.toContain('密码')
  expect(await vault.open(tenantId, PLACE, sealed)).toBe('密码 ""')
  await expect(vault.open(tenantId, 'connector/2/password', sealed)).rejects.toMatchObject(BROKEN)
  await vault.seal(otherTenantId, PLACE, 'other')
  await expect(vault.open(otherTenantId, PLACE, sealed)).rejects.toMatchObject(BROKEN)
})

test('a changed text is refused', async () => {
  const sealed = await vault.seal(tenantId, PLACE, 'secret')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  await expect(vault.open(tenantId, PLACE, changed)).rejects.toMatchObject(BROKEN)
  await expect(vault.open(tenantId, PLACE, 'secret')).rejects.toMatchObject(BROKEN)
})

test('first uses at once agree on one data key', async () => {
  const { tenantId: fresh } = await createTestTenant(home.database)
  const sealed = await Promise.all(['a', 'b', 'c', 'd'].map(plain => vault.seal(fresh, PLACE, plain)))
  expect(await Promise.all(sealed.map(text => vault.open(fresh, PLACE, text)))).toEqual(['a', 'b', 'c', 'd'])
})

test('after a change of the master key old secrets open without the old key', async () => {
  const sealed = await vault.seal(tenantId, PLACE, 'kept')
  const during = { current: 'k2', keys: new Map([...before.keys, ['k2', second]]) }
  expect(await createVault(home.database, during, () => 0).rewrap()).toBeGreaterThan(0)
  const after = createVault(home.database, { current: 'k2', keys: new Map([['k2', second]]) }, () => 0)
  expect(await after.open(tenantId, PLACE, sealed)).toBe('kept')
  const without = createVault(home.database, before, () => 0)
  await expect(without.open(tenantId, PLACE, sealed)).rejects.toMatchObject(BROKEN)
})
