import type { StrategyConfig } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Strategies } from './strategies.ts'

/** What is said of a strategy that cannot run yet. */
let place: TestDatabase
let fixture: Fixture
let strategies: Strategies
let config: StrategyConfig
beforeAll(async () => {
  place = await createTestDatabase()
  fixture = await createFixture(place.database)
  strategies = fixture.createEngine().strategies
  const fields = (['id', 'amount', 'updated_at'] as const).map(name => ({ name, type: 'int' as const }))
  fixture.system.resource = { ...fixture.system.resource, fields }
  config = await fixture.saveConfig()
})
afterAll(() => place.drop())

const take = (target: string, source: string) => ({
  target,
  value: { kind: 'template' as const, template: `{{${source}}}` },
})

test.each([
  ['empty', [], ['id', 'amount', 'updated_at']],
  ['mapped to what is not there', [take('amount', 'nowhere')], ['id', 'amount', 'updated_at']],
  ['mapped twice', [take('id', 'id'), take('id', 'id')], ['amount', 'updated_at']],
  [
    'no expression',
    [{ target: 'id', value: { kind: 'expression' as const, expression: 'row.id +' } }],
    ['amount', 'updated_at'],
  ],
])('a mapping that is %s is not told as one in which every field goes somewhere', async (_, fields, unread) => {
  const mapping = { copyAll: false, fields }
  expect((await strategies.summarise(fixture.tenantId, { ...config, mapping })).unread).toEqual(unread)
})

test('what keeps both a source and its follower from being opened is told once', async () => {
  const source = { ...config.source, connector_id: fixture.strategyId, follow: true }
  const lines = await strategies.check(fixture.tenantId, { ...config, source }, 'source', fixture.strategyId)
  const errors = lines.filter(({ level }) => level === 'error').map(({ message }) => message)
  expect(errors.length).toBeGreaterThan(0)
  expect(new Set(errors).size).toBe(errors.length)
})
