import type { Data } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { EngineDeps } from './deps.ts'
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
  await fixture.saveConfig({ source: { number: 'number' } })
})
afterEach(() => fixture.stop())

const order = (id: string, amount = 1): Data => ({ id, number: `SO-${id}`, amount })
const orders = (from: number, count: number): Data[] =>
  Array.from({ length: count }, (_, index) => order(String(from + index)))

const readBlocks = () =>
  fixture.query<{ first: string; last: string; count: number }>(
    'select first_key as first, last_key as last, record_count as count from record_block order by first_key',
  )
const countRows = async (): Promise<number> =>
  (await fixture.query<{ count: number }>('select count(*)::int as count from record_state'))[0]!.count

async function load(rows: readonly Data[], overrides: Partial<EngineDeps> = {}): Promise<void> {
  fixture.system.setRows(rows)
  if (!engine || !fixture.engines.includes(engine)) {
    engine = fixture.createEngine(overrides)
    await engine.start()
  }
  const run = await fixture.run(engine)
  expect(run.imbalance).toBeNull()
  expect(run.state).toBe('succeeded')
}

describe('finished records whose keys follow each other', () => {
  it('lie in one block a page, and every look-up finds each of them', async () => {
    await load(orders(1000, 25))
    expect(await readBlocks()).toEqual([
      { first: '1000', last: '1009', count: 10 },
      { first: '1010', last: '1019', count: 10 },
      { first: '1020', last: '1024', count: 5 },
    ])
    expect(await countRows()).toBe(0)
    expect(await fixture.readStates()).toEqual({ 2: 25 })
    await expectLookUps(25)
  })

  it('are known to the next read, and nothing is written again', async () => {
    await load(orders(1000, 25))
    await load(orders(1000, 25))
    expect(fixture.system.countWrites().get('1007')).toBe(1)
    expect(await readBlocks()).toHaveLength(3)
    // In an order that no block has: each key is probed.
    await load(orders(1000, 25).toReversed())
    await load(orders(1000, 25).filter((_, index) => index % 5 === 0))
    expect(fixture.system.countWrites().get('1020')).toBe(1)
    expect(await fixture.readStates()).toEqual({ 2: 25 })
  })

  it('become rows with the ids they had once one of them changes, the other blocks stay', async () => {
    await load(orders(1000, 20))
    const before = await readIds()
    await load(orders(1000, 20).map(row => (row['id'] === '1013' ? { ...row, amount: 2 } : row)))
    expect(fixture.system.table.get('1013')).toMatchObject({ amount: 2 })
    expect(fixture.system.countWrites().get('1012')).toBe(1)
    expect((await readBlocks()).map(({ first }) => first)).toEqual(['1000'])
    expect(await readIds()).toEqual(before)
    expect(await fixture.readStates()).toEqual({ 2: 20 })
    await expectLookUps(20)
  })

  it('can be written again by a person', async () => {
    await load(orders(1000, 10))
    const ids = await readIds()
    const { tenantId, strategyId } = fixture
    const changed = await fixture.database.withTenant(tenantId, tx =>
      engine.records.reprocess(tx, { tenantId, strategyId, ids: [ids['1003']!] }),
    )
    expect(changed).toEqual({ changed: 1, refused: [] })
    expect(await fixture.readStates()).toEqual({ 0: 1, 2: 9 })
    await load(orders(1000, 10))
    expect(fixture.system.countWrites().get('1003')).toBe(2)
    expect(fixture.system.countWrites().get('1004')).toBe(1)
  })
})

describe('records are rows', () => {
  it.each([
    ['keys of two lengths', ['998', '999', '1000']],
    ['keys that fall', ['1002', '1001', '1000']],
    ['keys beyond ASCII', ['订单1', '订单2', '订单3']],
    ['a line break in a key', ['10\n1', '10\n2', '10\n3']],
  ])('with %s', async (_name, keys) => {
    await load(keys.map(key => order(key)))
    expect(await readBlocks()).toEqual([])
    expect(await countRows()).toBe(3)
    await load(keys.map(key => order(key)))
    expect(await fixture.readStates()).toEqual({ 2: 3 })
    await expectLookUps(3)
  })

  it('where a block lies over their keys already', async () => {
    await load(orders(1000, 20).filter((_, index) => index % 2 === 0))
    await load(orders(1000, 20))
    expect(await readBlocks()).toEqual([{ first: '1000', last: '1018', count: 10 }])
    expect(await countRows()).toBe(10)
    expect(await fixture.readStates()).toEqual({ 2: 20 })
    await expectLookUps(20)
  })

  it('where one of the page was refused', async () => {
    fixture.system.judge = ({ data }) =>
      data['id'] === '1004'
        ? { kind: 'failed', failure: { code: 'target.refused', message: 'No.', retry: 'never' } }
        : null
    engine = fixture.createEngine()
    await engine.start()
    fixture.system.setRows(orders(1000, 10))
    expect((await fixture.run(engine)).state).toBe('partial')
    expect(await readBlocks()).toEqual([])
    expect(await fixture.readStates()).toEqual({ 2: 9, 3: 1 })
  })
})

it('a key that comes by another way while its page is written is one record in the end', async () => {
  let isDone = false
  await load(orders(1000, 10), {
    faultpoint: async point => {
      if (point !== 'page.judged' || isDone) return
      isDone = true
      await fixture.query(
        `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
         select $1, '1005', nextval('record_id'), id, created_at, 5, 2, 1, '\\x00', run_id from page`,
        [fixture.strategyId],
      )
      await fixture.query(
        'insert into record_count (strategy_id, status, count) values ($1, 2, 1) on conflict (tenant_id, strategy_id, status) do update set count = record_count.count + 1',
        [fixture.strategyId],
      )
    },
  })
  expect(await readBlocks()).toEqual([])
  expect(await fixture.readStates()).toEqual({ 2: 10 })
})

// Pages, changes and decisions in any order: what is stored is what a map of the same records says.
it('agrees with a plain map whatever comes', async () => {
  const batch = fc.uniqueArray(fc.tuple(fc.integer({ min: 95, max: 135 }), fc.integer({ min: 0, max: 1 })), {
    selector: ([id]) => id,
    minLength: 1,
    maxLength: 24,
  })
  const sorted = fc.boolean()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(batch, sorted), { minLength: 1, maxLength: 5 }), async batches => {
      fixture = await createFixture(place.database)
      await fixture.saveConfig({ source: { number: 'number' } })
      const expected = new Map<string, number>()
      for (const [rows, isSorted] of batches) {
        const read = isSorted ? rows.toSorted(([a], [b]) => a - b) : rows
        await load(read.map(([id, amount]) => order(String(id), amount)))
        for (const [id, amount] of rows) expected.set(String(id), amount)
        expect(await fixture.readStates()).toEqual({ 2: expected.size })
      }
      for (const [id, amount] of expected) expect(fixture.system.table.get(id)).toMatchObject({ amount })
      await expectLookUps(expected.size)
      await expectApart()
      await fixture.stop()
    }),
    { numRuns: Number(process.env['BLOCK_RUNS'] ?? 15) },
  )
})

async function readIds(): Promise<Record<string, string>> {
  const rows = await fixture.query<{ id: string; key: string }>('select id, key from stored_record order by key')
  return Object.fromEntries(rows.map(({ id, key }) => [key, id]))
}

/** By key, id, number and the target's key: each record once, and the same one. */
async function expectLookUps(count: number): Promise<void> {
  const [found] = await fixture.query<{ by_key: number; by_id: number; by_number: number; by_target: number }>(
    `select (select count(*)::int from stored_record r cross join lateral find_record_by_key($1, r.key) f where f = r) as by_key,
       (select count(*)::int from stored_record r cross join lateral find_record_by_id($1, r.id) f where f = r) as by_id,
       (select count(*)::int from stored_record r cross join lateral find_records_by_number($1, r.number) f where f = r)
         as by_number,
       (select count(*)::int from stored_record r cross join lateral find_records_by_target($1, r.target_key) f where f = r)
         as by_target`,
    [fixture.strategyId],
  )
  expect(found).toEqual({ by_key: count, by_id: count, by_number: count, by_target: count })
}

/** No two blocks lie over each other, and no row has a key or an id of a block. */
async function expectApart(): Promise<void> {
  const faults = await fixture.query(
    `select a.first_key from record_block a join record_block b on a.first_id <> b.first_id
       and a.key_length = b.key_length and a.first_key <= b.last_key and a.last_key >= b.first_key
     union all select key from stored_record group by key having count(*) > 1
     union all select id::text from stored_record group by id having count(*) > 1`,
  )
  expect(faults).toEqual([])
}
