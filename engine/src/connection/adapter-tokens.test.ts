import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture } from '../testing/fixture.ts'
import { createAdapterTokens } from './adapter-tokens.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

test('a sign-in is shared by all who use one environment of a connector, and by nobody else', async () => {
  const { tenantId, connectorId } = await createFixture(place.database)
  const vault = {
    seal: async (_tenant: string, name: string, plain: string) => `${name}|${plain}`,
    open: async (_tenant: string, name: string, sealed: string) => sealed.slice(name.length + 1),
  }
  const tokens = createAdapterTokens({ database: place.database, vault, now: Date.now })
  const signIn = async (env: string, value: string): Promise<string> => {
    const made = async () => ({ value, expiresAtMs: Date.now() + 60_000 })
    return (await tokens.lend(tenantId, connectorId, env).get('key', null, made)).value
  }
  expect(await signIn('production', 'of production')).toBe('of production')
  expect(await signIn('test', 'of test')).toBe('of test')
  expect(await signIn('production', 'another')).toBe('of production')
})
