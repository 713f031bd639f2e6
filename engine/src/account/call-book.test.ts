import { newId } from '@sluice/contract'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCallBook } from './call-book.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.drop())

test('calls of several processes in one minute add up; a failed call is counted and still thrown', async () => {
  const { tenantId } = await createTestTenant(home.database)
  const connectorId = newId()
  await home.database.withTenant(tenantId, tx =>
    tx.execute(`insert into connector (id, platform_id, name) values ($1, 'fake', 'f')`, [connectorId]),
  )
  const place = { tenantId, connectorId }
  const nowMs = Date.UTC(2026, 0, 1)
  const [a, b] = [createCallBook(home.database, () => nowMs), createCallBook(home.database, () => nowMs)]
  await a.count(place, async () => 'fine')()
  await b.count(
    place,
    async () => 503,
    status => ({ isUp: status < 500 }),
  )()
  const broken = b.count(place, async () => Promise.reject(new Error('down')))
  await expect(broken()).rejects.toThrow('down')
  await Promise.all([a.stop(), b.stop()])
  const rows = await home.database.withTenant(tenantId, tx =>
    tx.query<{ calls: number; failures: number; latency: number[] }>(
      'select calls, failures, latency from connector_call',
    ),
  )
  expect(rows).toMatchObject([{ calls: 3, failures: 2 }])
  expect(rows[0]!.latency.reduce((sum, count) => sum + count, 0)).toBe(3)
})

test('a connector that was deleted meanwhile takes no figures and breaks nothing', async () => {
  const { tenantId } = await createTestTenant(home.database)
  const book = createCallBook(home.database, () => Date.UTC(2026, 0, 1))
  await book.count({ tenantId, connectorId: newId() }, async () => 1)()
  await book.stop()
})
