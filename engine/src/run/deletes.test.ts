import type { SourceRecord } from '@sluice/connector-kit'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { SimulatedCrash } from './fault-points.ts'

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

const gone = (id: number): SourceRecord => ({ data: { id }, change: 'delete' })
const kept = (id: number, amount: number): SourceRecord => ({ data: { id, amount } })
const save = (deletes: object, change: object = {}, version = 1) =>
  fixture.saveConfig({ source: { deletes, ...change } }, version)
const scan = (confirmed?: number) =>
  fixture.run(engine, {
    plan: { kind: 'scan', field: '', from: null, to: null, ...(confirmed === undefined ? {} : { confirmed }) },
  })

describe('a record deleted at the source', () => {
  it('is removed at the target, told once, and comes back when the source has it again', async () => {
    await save({ policy: 'delete' })
    fixture.system.rows = [kept(1, 1), kept(2, 2)]
    await fixture.run(engine)
    fixture.system.rows = [gone(1)]
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', counts: { read: 1, fresh: 1, written: 1 } })
    expect([...fixture.system.table.keys()]).toEqual(['2'])
    expect(await fixture.readStates()).toEqual({ 2: 1, 10: 1 })
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 1, duplicate: 1, written: 0 })
    fixture.system.rows = [kept(1, 1)]
    expect((await fixture.run(engine)).counts).toMatchObject({ written: 1 })
    expect(await fixture.readStates()).toEqual({ 2: 2 })
    expect(fixture.system.table.get('1')).toEqual({ id: 1, amount: 1 })
  })

  it('is left alone, or only marked, as the strategy says; each is counted', async () => {
    await save({ policy: 'ignore' })
    fixture.system.rows = [kept(1, 1), kept(2, 2)]
    await fixture.run(engine)
    fixture.system.rows = [gone(1)]
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 1, filtered: 1, rejected: 0 })
    await save({ policy: 'mark' }, {}, 2)
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 1, fresh: 1, skipped: 1 })
    expect(fixture.system.table.size).toBe(2)
    expect(await fixture.readStates()).toEqual({ 2: 1, 10: 1 })
  })

  it('that was never stored is nothing to remove', async () => {
    await save({ policy: 'delete' })
    fixture.system.rows = [kept(1, 1), gone(1), gone(7)]
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 3, duplicate: 3, written: 0 })
    expect(fixture.system.batches).toEqual([])
  })

  it('is found by a field of its own, and loses against the row that follows it', async () => {
    await save({ policy: 'delete', when: [[{ field: 'amount', logic: 'lt', value: '0' }]] })
    fixture.system.rows = [kept(1, 1), kept(2, 2)]
    await fixture.run(engine)
    fixture.system.rows = [kept(1, -1), kept(2, -1), kept(2, 3)]
    expect((await fixture.run(engine)).counts).toMatchObject({ written: 2, duplicate: 1 })
    expect([...fixture.system.table]).toEqual([['2', { id: 2, amount: 3 }]])
  })

  it('is error data at a target that cannot delete, until a person confirms it', async () => {
    fixture.system.canDelete = false
    await save({ policy: 'delete' })
    fixture.system.rows = [kept(1, 1)]
    await fixture.run(engine)
    fixture.system.rows = [gone(1)]
    expect((await fixture.run(engine)).counts).toMatchObject({ dead: 1 })
    const [row] = await fixture.query<{ id: string; error_code: string }>('select id, error_code from stored_record')
    expect(row?.error_code).toBe('target.cannotDelete')
    const { tenantId, strategyId } = fixture
    await place.database.withTenant(tenantId, tx =>
      engine.records.confirm(tx, { tenantId, strategyId, ids: [row!.id] }),
    )
    expect(await fixture.readStates()).toEqual({ 10: 1 })
  })

  it('finds its row by what it was before, where the key at the target is mapped from another field', async () => {
    const mapping = {
      copyAll: false,
      fields: [{ target: 'id', value: { kind: 'template', template: '{{code}}' }, required: true }],
    }
    await fixture.saveConfig({ source: { deletes: { policy: 'delete' }, pageSize: 1 }, mapping })
    fixture.system.rows = [1, 2].map(id => ({ data: { id, code: `C${id}` } }))
    await fixture.run(engine)
    expect([...fixture.system.table.keys()]).toEqual(['C1', 'C2'])
    // The second one changes on the page just before the one that deletes it.
    fixture.system.rows = [gone(1), { data: { id: 2, code: 'C2', note: 'last' } }, gone(2)]
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', counts: { written: 3 } })
    expect([...fixture.system.table.keys()]).toEqual([])
  })

  it('is removed after a crash and by a retry, as a delete', async () => {
    await save({ policy: 'delete' })
    fixture.system.rows = makeOrders(20).map(data => ({ data }))
    await fixture.run(engine)
    await fixture.stop()
    let crashes = 0
    const crashing = fixture.createEngine({
      faultpoint: name => {
        if (name === 'page.landed' && crashes++ === 0) throw new SimulatedCrash()
      },
    })
    await crashing.start()
    fixture.system.rows = Array.from({ length: 20 }, (_, index) => gone(index + 1))
    let refusals = 3
    fixture.system.judge = () =>
      refusals-- > 0 ? { kind: 'failed', failure: { code: 'busy', message: 'Busy.', retry: 'later' } } : null
    const { runId } = await fixture.request(crashing)
    expect(await fixture.waitFor(runId)).toMatchObject({
      state: 'partial',
      imbalance: null,
      counts: { written: 17, failed: 3 },
    })
    fixture.clock.nowMs += 3_600_000
    expect((await fixture.run(crashing, { trigger: 'retry' })).counts).toMatchObject({ carried: 3, written: 3 })
    expect(fixture.system.table.size).toBe(0)
    expect(await fixture.readStates()).toEqual({ 10: 20 })
  })
})

describe('a key scan', () => {
  beforeEach(async () => {
    await save({ policy: 'delete', maxPercent: 10 })
    fixture.system.setRows(makeOrders(40))
    await fixture.run(engine)
  })

  it('removes what is gone, reads no record and moves no cursor', async () => {
    fixture.system.setRows(makeOrders(40).filter(({ id }) => id % 20 !== 0))
    const run = await scan()
    expect(run).toMatchObject({ state: 'succeeded', counts: { read: 2, written: 2, duplicate: 0 } })
    expect(fixture.system.table.size).toBe(38)
    expect(await fixture.readStates()).toEqual({ 2: 38, 10: 2 })
    expect(await fixture.query('select * from scan_key')).toEqual([])
    expect((await scan()).counts.read).toBe(0)
  })

  it('deletes nothing when more is gone than allowed, until a person confirms so many', async () => {
    fixture.system.setRows(makeOrders(30))
    expect(await scan()).toMatchObject({ state: 'failed', failure: { code: 'scan.tooMany' } })
    expect(fixture.system.table.size).toBe(40)
    const [found] = await fixture.query('select state, known::int, vanished::int from key_scan')
    expect(found).toEqual({ state: 'blocked', known: 40, vanished: 10 })
    expect(await scan(9)).toMatchObject({ state: 'failed' })
    expect(fixture.system.table.size).toBe(40)
    expect(await scan(10)).toMatchObject({ state: 'succeeded', counts: { written: 10 } })
    expect(fixture.system.table.size).toBe(30)
  })

  it.each([
    [
      'breaks off',
      () => {
        fixture.system.beforePage = start => {
          if (start > 0) fail()
        }
      },
    ],
    [
      'meets a row without a readable key',
      () => {
        fixture.system.rows = [...fixture.system.rows, { data: { id: null } }]
      },
    ],
  ])('that %s deletes nothing', async (_name, meddle) => {
    fixture.system.setRows(makeOrders(39))
    meddle()
    expect((await scan()).state).toBe('failed')
    expect(fixture.system.table.size).toBe(40)
    expect(await fixture.readStates()).toEqual({ 2: 40 })
  })

  it('does not take a row that moved between two pages for gone', async () => {
    // Paging by place: a row of a page not yet read moves into the page that was.
    let reads = 0
    fixture.system.beforePage = start => {
      if (start === 0) reads += 1
      if (start === 10 && reads === 1)
        fixture.system.rows = [fixture.system.rows[15]!, ...fixture.system.rows.filter((_, at) => at !== 15)]
    }
    expect((await scan()).counts.read).toBe(0)
    expect(fixture.system.table.size).toBe(40)
  })

  it('goes on after a crash, wherever it was', async () => {
    fixture.system.setRows(makeOrders(38))
    await fixture.stop()
    let landed = 0
    const crashing = fixture.createEngine({
      faultpoint: name => {
        if (name !== 'page.landed') return
        landed += 1
        if (landed === 2 || landed === 7) throw new SimulatedCrash()
      },
    })
    await crashing.start()
    const { runId } = await fixture.request(crashing, { plan: { kind: 'scan', field: '', from: null, to: null } })
    expect(await fixture.waitFor(runId)).toMatchObject({ state: 'succeeded', imbalance: null, counts: { written: 2 } })
    expect(landed).toBeGreaterThan(7)
    expect(fixture.system.table.size).toBe(38)
  })
})

function fail(): never {
  throw new Error('the source broke')
}
