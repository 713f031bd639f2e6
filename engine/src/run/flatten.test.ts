import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
  await engine.start()
})
afterEach(() => fixture.stop())

const order = (id: number, ...skus: readonly string[]) => ({ id, items: skus.map(sku => ({ sku })) })
const expression = (text: string) => ({ kind: 'expression', expression: text }) as const

const save = (key: string[]) =>
  fixture.saveConfig({
    source: { flatten: ['items'], key },
    mapping: {
      copyAll: true,
      fields: [{ target: 'id', value: expression('concat(row.id, "-", coalesce(row.?items_line, 0))') }],
    },
  })

test('each line is a record of its own: counted, stored, written and balanced', async () => {
  await save(['id', 'items_sku'])
  fixture.system.setRows([order(1, 'a', 'b'), order(2, 'c'), order(3, 'd', 'e', 'f')])
  const run = await fixture.run(engine)
  expect([run.state, run.imbalance]).toEqual(['succeeded', null])
  expect(run.counts).toMatchObject({ read: 6, fresh: 6, staged: 6, written: 6 })
  expect([...fixture.system.table.keys()].toSorted()).toEqual(['1-1', '1-2', '2-1', '3-1', '3-2', '3-3'])
  expect(await fixture.readStates()).toEqual({ 2: 6 })
})

test('a second run writes the line that changed and the line that is new', async () => {
  await save(['id', 'items_line'])
  fixture.system.setRows([order(1, 'a', 'b'), order(2, 'c')])
  await fixture.run(engine)
  fixture.system.setRows([order(1, 'a', 'B', 'n'), order(2, 'c')])
  const run = await fixture.run(engine)
  expect(run.counts).toMatchObject({ read: 4, fresh: 2, duplicate: 2, written: 2 })
})

test('a record without lines has no number to be known by, and is told so', async () => {
  await save(['id', 'items_line'])
  fixture.system.setRows([order(1, 'a'), order(2)])
  const run = await fixture.run(engine)
  expect(run.counts).toMatchObject({ read: 2, fresh: 1, rejected: 1, written: 1 })
})

test('the check refuses what flattening cannot keep', async () => {
  const saved = await save(['id', 'items_line'])
  const check = async (change: object) =>
    (
      await engine.strategies.check(fixture.tenantId, { ...saved, source: { ...saved.source, ...change } }, 'source')
    ).map(line => `${line.level} ${line.item}`)
  expect(await check({ deletes: { policy: 'delete', maxPercent: 10 } })).toContain('error source.flatten')
  expect(await check({ flatten: ['items.batches'] })).toContain('error source.flatten')
  expect(await check({ flatten: ['items'] })).not.toContain('error source.flatten')
})
