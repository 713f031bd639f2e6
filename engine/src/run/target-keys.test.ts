import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

/** Records under different keys of the source that a mapping gives one key of the target. */
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

const take = (target: string, source: string) => ({ target, value: { kind: 'template', template: `{{${source}}}` } })
const byCode = { fields: [take('id', 'code'), take('amount', 'amount')] }
const goods = (...codes: string[]) => codes.map((code, at) => ({ id: at + 1, code, amount: (at + 1) * 10 }))
const table = () => [...fixture.system.table.values()].map(({ id, amount }) => [id, amount])
const reasons = () =>
  fixture.query<{ key: string; code: string; message: string }>(
    `select key, error_code as code, error_message as message from record_state where error_code is not null order by key`,
  )

describe('two records that are written to one row of the target', () => {
  it.each([
    ['one batch', 10, false],
    ['different pages', 1, false],
    ['rows as text', 10, true],
    ['rows as text, page by page', 2, true],
  ])('the later one is refused, in %s', async (_, pageSize, isText) => {
    fixture.system.isText = isText
    await fixture.saveConfig({ mapping: byCode, source: { pageSize } })
    fixture.system.setRows(goods('a', 'b', 'a', 'c', 'b'))
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'partial', counts: { read: 5, written: 3, dead: 2 } })
    expect(table()).toEqual([
      ['a', 10],
      ['b', 20],
      ['c', 40],
    ])
    expect(await reasons()).toEqual([
      {
        key: '3',
        code: 'target.keyTaken',
        message: 'Another record of this strategy (1) goes to the same row of the target (id = a).',
      },
      {
        key: '5',
        code: 'target.keyTaken',
        message: 'Another record of this strategy (2) goes to the same row of the target (id = b).',
      },
    ])
  })

  it('in different runs, and the first may come again as often as it changes', async () => {
    await fixture.saveConfig({ mapping: byCode })
    fixture.system.setRows(goods('a'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows([{ id: 1, code: 'a', amount: 11 }])
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows([{ id: 2, code: 'a', amount: 99 }])
    expect(await fixture.run(engine)).toMatchObject({ state: 'failed', counts: { dead: 1 } })
    expect(table()).toEqual([['a', 11]])
  })

  it('where only a part of the key goes into the key of the target', async () => {
    await fixture.saveConfig({ source: { key: ['code', 'id'] }, mapping: byCode })
    fixture.system.setRows(goods('a', 'a'))
    expect(await fixture.run(engine)).toMatchObject({ state: 'partial', counts: { written: 1, dead: 1 } })
  })

  it('of a set that is replaced, judged within the set alone', async () => {
    await fixture.saveConfig({ mapping: byCode, target: { mode: 'replace' } })
    fixture.system.setRows(goods('a', 'b'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows(goods('b', 'a'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows(goods('b', 'b'))
    expect((await fixture.run(engine)).state).toBe('failed')
    expect(table()).toEqual([
      ['b', 10],
      ['a', 20],
    ])
  })

  it('is written over where the strategy says that records share rows', async () => {
    await fixture.saveConfig({ mapping: byCode, target: { shared: true } })
    fixture.system.setRows(goods('a', 'a'))
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', counts: { written: 2 } })
    expect(table()).toEqual([['a', 20]])
  })
})

describe('what shares no row', () => {
  it('a record whose place at the target became free: it moved on, or its record is gone', async () => {
    await fixture.saveConfig({ mapping: byCode, source: { deletes: { policy: 'delete' } } })
    fixture.system.setRows(goods('a', 'b'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    // They exchange their codes.
    fixture.system.setRows(goods('b', 'a'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.rows = [
      { data: { id: 1, code: 'b', amount: 10 }, change: 'delete' },
      { data: { id: 3, code: 'b', amount: 30 } },
    ]
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(fixture.system.table.get('b')).toMatchObject({ amount: 30 })
    // Of a record that never got its row a deletion takes none away.
    fixture.system.rows = [{ data: { id: 4, code: 'b', amount: 40 } }]
    expect((await fixture.run(engine)).state).toBe('failed')
    fixture.system.rows = [{ data: { id: 4, code: 'b', amount: 40 }, change: 'delete' }]
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(fixture.system.table.get('b')).toMatchObject({ amount: 30 })
  })

  it.each([
    ['copied', { copyAll: true, fields: [] }],
    ['named', { fields: [take('id', 'id')] }],
    ['read by an expression', { fields: [{ target: 'id', value: { kind: 'expression', expression: 'row["id"]' } }] }],
    [
      'put into a text',
      { fields: [{ target: 'id', value: { kind: 'template', template: 'SO-{{id}}' }, type: 'string' }] },
    ],
  ])('keeps no book where the key is %s', async (_, mapping) => {
    await fixture.saveConfig({ mapping })
    fixture.system.setRows(goods('a', 'a'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(await fixture.query('select from target_key')).toEqual([])
  })
})

describe('the check-list', () => {
  it('names what the key of the target does not hold', async () => {
    const config = await fixture.saveConfig({ source: { key: ['code', 'id'] }, mapping: byCode })
    const find = async (change: object) =>
      (await engine.strategies.check(fixture.tenantId, { ...config, ...change }, 'all', fixture.strategyId)).filter(
        ({ item }) => item === 'target.keyLosesSource',
      )
    expect(await find({})).toMatchObject([
      {
        level: 'warning',
        message:
          'Different records may go to one row of the target: its key (id) does not hold these key fields of the source as they are: id.',
      },
    ])
    expect(await find({ target: { ...config.target, shared: true } })).toMatchObject([
      { level: 'warning', advice: expect.stringContaining('the last one that is written stays') },
    ])
    expect(await find({ target: { ...config.target, mode: 'insert' } })).toEqual([])
    expect(await find({ source: { ...config.source, key: ['code'] } })).toEqual([])
  })
})
