import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
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
  fixture.system.findsAtOnce = true
})
afterEach(() => fixture.stop())

const lines = (code: string) =>
  fixture.query<{ level: string; text: string }>(
    `select level, text from run_log where detail ->> 'code' = $1 order by id`,
    [code],
  )

/** The far system makes another value of what was written. */
function normalise(): void {
  fixture.system.afterWrite = batch => {
    for (const { data } of batch)
      if (data['id'] === 2) fixture.system.table.set('2', { ...data, amount: 'cut', list: [1] })
  }
}

test('a value that the target keeps otherwise is told once a version, and that run is not green', async () => {
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(3).map(order => ({ ...order, amount: 'cut short' })))
  normalise()
  const first = await fixture.run(engine)
  expect([first.state, first.imbalance, first.counts.written]).toEqual(['partial', null, 3])
  expect(await lines('target.changed')).toEqual([
    {
      level: 'error',
      text: '1 of 3 rows were not kept as they were written. The field amount of the row 2 holds "cut" and not "cut short".',
    },
  ])
  const [notice] = await fixture.query<{ kind: string }>(`select kind from notice where settled_at is null`, [])
  expect(notice?.kind).toBe('run.partial')
  fixture.system.setRows(makeOrders(3).map(order => ({ ...order, amount: 'another' })))
  const second = await fixture.run(engine)
  expect([second.state, second.counts.written, (await lines('target.changed')).length]).toEqual(['succeeded', 3, 1])
  await fixture.saveConfig({}, 2)
  fixture.system.setRows(makeOrders(3).map(order => ({ ...order, amount: 'a third' })))
  const third = await fixture.run(engine)
  expect([third.state, (await lines('target.changed')).length]).toEqual(['partial', 2])
})

test('a row that is not there is told, and one that is as it was written is not', async () => {
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(3))
  fixture.system.afterWrite = () => void fixture.system.table.delete('3')
  expect((await fixture.run(engine)).state).toBe('partial')
  expect(await lines('target.changed')).toMatchObject([{ text: expect.stringContaining('The row 3 is not there.') }])
})

test('JSON in another order is the same, and a target that is equal or cannot be asked at once is not told of', async () => {
  await fixture.saveConfig()
  fixture.system.setRows([{ id: 1, doc: { a: 1, b: { c: 1, d: [2] } } }])
  fixture.system.afterWrite = () => void fixture.system.table.set('1', { id: 1, doc: { b: { d: [2], c: 1 }, a: 1 } })
  expect((await fixture.run(engine)).state).toBe('succeeded')
  fixture.system.findsAtOnce = false
  await fixture.saveConfig({}, 2)
  fixture.system.setRows([{ id: 1, doc: 'x' }])
  expect((await fixture.run(engine)).state).toBe('succeeded')
  expect(await lines('target.changed')).toEqual([])
})

test('a new set is looked at once it was exchanged; a key that comes again counts by its last row', async () => {
  await fixture.saveConfig({ target: { mode: 'replace' } })
  fixture.system.setRows(makeOrders(3).map(order => ({ ...order, amount: 'cut short' })))
  fixture.system.afterSwap = () => {
    const row = fixture.system.table.get('2')
    if (row) fixture.system.table.set('2', { ...row, amount: 'cut' })
  }
  const first = await fixture.run(engine)
  expect([first.state, first.counts.written]).toEqual(['partial', 3])
  expect(await lines('target.changed')).toMatchObject([
    { level: 'error', text: expect.stringContaining('The field amount of the row 2 holds "cut" and not "cut short".') },
  ])
  fixture.system.afterSwap = () => undefined
  await fixture.saveConfig({ target: { mode: 'replace' } }, 2)
  expect((await fixture.run(engine)).state).toBe('succeeded')
})

test('rows that go as text are read back too, the last of their batch, once a version', async () => {
  fixture.system.isText = true
  await fixture.saveConfig({ source: { pageSize: 30 }, target: { batchSize: 30 } })
  fixture.system.setRows(makeOrders(30).map(order => ({ ...order, amount: 'cut short' })))
  fixture.system.afterWrite = () => {
    const row = fixture.system.table.get('29')
    if (row) fixture.system.table.set('29', { ...row, amount: 'cut' })
  }
  const first = await fixture.run(engine)
  expect(fixture.system.textBatches.length).toBeGreaterThan(0)
  expect([first.state, first.imbalance, first.counts.written]).toEqual(['partial', null, 30])
  expect(await lines('target.changed')).toMatchObject([
    {
      text: '1 of 20 rows were not kept as they were written. The field amount of the row 29 holds "cut" and not "cut short".',
    },
  ])
  fixture.system.setRows(makeOrders(30).map(order => ({ ...order, amount: 'another' })))
  expect((await fixture.run(engine)).state).toBe('succeeded')
  expect(await lines('target.changed')).toHaveLength(1)
})
