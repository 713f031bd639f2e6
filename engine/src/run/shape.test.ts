import type { Mapping, SourceConfig } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

/** Derived fields and groups in whole runs. */
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

const template = (target: string, text: string) => ({ target, value: { kind: 'template' as const, template: text } })
const expression = (target: string, text: string) => ({
  target,
  value: { kind: 'expression' as const, expression: text },
})
const total = expression('total', 'sum(row.items, "amount")')

const save = (mapping: Mapping, source: Partial<SourceConfig> = {}) => fixture.saveConfig({ source, mapping })
const order = (id: number, ...items: readonly { readonly sku: string; readonly amount: string | number }[]) => ({
  id,
  items,
})

test('a row filter asks for a derived field; a row of which it cannot tell is rejected with the reason, and the books balance', async () => {
  const mapping = {
    copyAll: false,
    fields: [template('id', '{{id}}'), template('total', '{{derived.total}}')],
    derived: [total],
  }
  await save(mapping, { filter: [[{ field: 'derived.total', logic: 'egt', value: '10' }]] })
  fixture.system.setRows([
    order(1, { sku: 'a', amount: '9.99' }, { sku: 'b', amount: '0.01' }),
    order(2, { sku: 'a', amount: 9.99 }),
    order(3, { sku: 'a', amount: 'soon' }),
    order(4, { sku: 'a', amount: 11 }),
  ])
  const run = await fixture.run(engine)
  expect([run.state, run.imbalance]).toEqual(['partial', null])
  expect(run.counts).toMatchObject({ read: 4, fresh: 2, filtered: 1, rejected: 1, written: 2 })
  expect([...fixture.system.table.keys()].toSorted()).toEqual(['1', '4'])
  const reasons = await place.database.withTenant(fixture.tenantId, tx =>
    tx.query<{ code: string; message: string }>(
      `select failure ->> 'code' as code, failure ->> 'message' as message from rejected_row order by ordinal`,
    ),
  )
  expect(reasons.map(({ code }) => code)).toEqual(['source.filtered', 'mapping.expression'])
  expect(reasons[1]?.message).toContain('derived.total')
})

test('lines are written as groups of them', async () => {
  const group = { by: ['sku'], calculate: [{ name: 'amount', op: 'sum' as const, field: 'amount' }] }
  const parts = {
    kind: 'lines' as const,
    source: 'items',
    group,
    fields: [template('sku', '{{sku}}'), template('amount', '{{amount}}')],
  }
  await save({ copyAll: false, fields: [template('id', '{{id}}'), { target: 'parts', value: parts }] })
  fixture.system.setRows([
    order(1, { sku: 'a', amount: 0.1 }, { sku: 'b', amount: 1 }, { sku: 'a', amount: '0.2' }),
    order(2, { sku: 'a', amount: 'x' }),
  ])
  const run = await fixture.run(engine)
  expect(run.counts).toMatchObject({ read: 2, fresh: 2, written: 1, dead: 1 })
  expect(fixture.system.table.get('1')).toMatchObject({
    parts: [
      { sku: 'a', amount: 0.3 },
      { sku: 'b', amount: 1 },
    ],
  })
})

test('a deleted record needs only the derived fields of its key', async () => {
  const derived = [total, expression('key', 'concat("k", row.id)')]
  const fields = [template('id', '{{derived.key}}'), template('total', '{{derived.total}}')]
  await save(
    { copyAll: false, fields, derived },
    { deletes: { policy: 'delete', maxPercent: 10, when: [[{ field: 'gone', logic: 'eq', value: '1' }]] } },
  )
  fixture.system.setRows([order(1, { sku: 'a', amount: 1 }), order(2, { sku: 'a', amount: 1 })])
  await fixture.run(engine)
  expect([...fixture.system.table.keys()].toSorted()).toEqual(['k1', 'k2'])
  fixture.system.setRows([{ id: 1, gone: 1 }, order(2, { sku: 'a', amount: 1 })])
  const run = await fixture.run(engine)
  expect([run.state, run.imbalance]).toEqual(['succeeded', null])
  expect([...fixture.system.table.keys()]).toEqual(['k2'])
})

test('the check and the run refuse a filter by a derived field that looks up or is not there', async () => {
  const lookup = { map_id: '01890000-0000-7000-8000-000000000001', direction: 'forward' as const }
  const derived = [{ ...template('unit', '{{unit}}'), lookup }, expression('deep', 'derived.unit')]
  const saved = await save({ copyAll: true, fields: [], derived })
  const check = async (field: string) =>
    (
      await engine.strategies.check(
        fixture.tenantId,
        { ...saved, source: { ...saved.source, filter: [[{ field, logic: 'eq', value: '1' }]] } },
        'source',
      )
    ).find(line => line.item === 'source.filter')?.message
  expect(await check('derived.deep')).toContain(
    'The row filter uses the derived field "unit", which looks something up',
  )
  expect(await check('derived.none')).toBe('There is no derived field "none".')
})

test('batches are kept apart by a field of what is written; a field that nothing fills is told', async () => {
  const mapping = { copyAll: false, fields: [template('id', '{{id}}'), template('shop', '{{shop}}')] }
  const target = { batchSize: 10, batch: { apart: 'shop' } }
  const saved = await fixture.saveConfig({ mapping, target })
  fixture.system.setRows([1, 2, 3, 4, 5].map(id => ({ id, shop: id % 2 ? 'A' : 'B' })))
  const run = await fixture.run(engine)
  expect([run.state, run.imbalance, run.counts.written]).toEqual(['succeeded', null, 5])
  expect(fixture.system.batches.map(batch => batch.map(({ data }) => data['id']))).toEqual([
    [1, 3, 5],
    [2, 4],
  ])
  const wrong = { ...saved, target: { ...saved.target, batch: { apart: 'store' } } }
  const lines = await engine.strategies.check(fixture.tenantId, wrong, 'target')
  expect(lines.find(line => line.item === 'target.batch')).toMatchObject({
    level: 'error',
    field: 'target.batch.apart',
  })
})
