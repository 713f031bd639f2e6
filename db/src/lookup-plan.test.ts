import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createTestTenant, type TestDatabase } from './testing.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.drop())

// A statement planned once on the empty table keeps its plan for the life of the connection. Led to the index of
// the states instead of the primary key, the same look-up was 14 times slower.
test('known keys are looked up by one primary-key probe each, even by a plan made on the empty table', async () => {
  const { tenantId } = await createTestTenant(home.database)
  const plan = await home.database.withTenant(tenantId, async tx => {
    await tx.execute('set local plan_cache_mode = force_generic_plan')
    await tx.execute(
      `prepare known_keys (uuid, uuid, text[]) as
       select s.key, s.hash, s.status from unnest($3) k(key)
        cross join lateral (select key, hash, status from record_state
          where tenant_id = $1 and strategy_id = $2 and key = k.key collate "C" limit 1) s`,
    )
    const rows = await tx.query<{ 'QUERY PLAN': string }>(
      `explain execute known_keys ('${tenantId}', '${newId()}', array['a', 'b'])`,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index Scan using record_state_pkey/)
  expect(plan).toMatch(/Index Cond: \(\(tenant_id = .*\) AND \(strategy_id = .*\) AND \(key = /)
  expect(plan).not.toMatch(/record_state_status|Seq Scan/)
})
