import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

/** Scripts that a mapping carries, in whole runs. */
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

const save = (code: string, version = 1, source: object = {}) =>
  fixture.saveConfig({ source, mapping: { copyAll: true, fields: [], script: { code } } }, version)
const written = (id: number) => fixture.system.table.get(String(id))

test('a script changes what is mapped and what is written, refuses single records, and the books balance', async () => {
  await save(`export function beforeMapping(record: any, ctx: any) {
      if (record.id === 3) ctx.refuse('no stock')
      if (record.id === 4) record.none.such = 1
      record.amount += 1
    }
    export const afterMapping = (target: any, ctx: any) => ({ ...target, net: target.amount / 2, seen: ctx.record.amount })`)
  fixture.system.setRows(makeOrders(25))
  const run = await fixture.run(engine)
  expect([run.state, run.imbalance]).toEqual(['partial', null])
  expect(run.counts).toMatchObject({ read: 25, fresh: 25, staged: 25, written: 23 })
  expect(written(2)).toMatchObject({ id: 2, amount: 21, net: 10.5, seen: 21 })
  expect([written(3), written(4)]).toEqual([undefined, undefined])
  const [first] = await fixture.query<{ id: string }>(
    `select id from stored_record where strategy_id = $1 and key = '3'`,
    [fixture.strategyId],
  )
  // What was read stays as it was read, and says why it was refused.
  const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, first!.id)
  expect(JSON.stringify(detail)).toContain('no stock')
  expect(JSON.parse(detail!.original ?? '')).toMatchObject({ id: 3, amount: 30 })
})

test('a script that cannot be read refuses every record, and nothing is written', async () => {
  await save('export const afterMapping = (')
  fixture.system.setRows(makeOrders(12))
  const run = await fixture.run(engine)
  expect(run.imbalance).toBeNull()
  expect(run.counts).toMatchObject({ read: 12, written: 0 })
  expect(fixture.system.table.size).toBe(0)
})

test('a delete goes out by its key, without the script', async () => {
  await save('export function beforeMapping(record: any) { record.amount.toFixed(2) }', 1, {
    deletes: { policy: 'delete', when: [[{ field: 'gone', logic: 'eq', value: '1' }]] },
  })
  fixture.system.setRows(makeOrders(3))
  await fixture.run(engine)
  fixture.system.setRows([{ id: 2, gone: '1' }])
  const run = await fixture.run(engine)
  expect([run.state, run.imbalance]).toEqual(['succeeded', null])
  expect([...fixture.system.table.keys()].toSorted()).toEqual(['1', '3'])
})
