import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
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
  fixture.system.highWater = () =>
    fixture.system.rows
      .map(row => String(row.data?.['at']))
      .toSorted()
      .at(-1) ?? null
  // A row each, because states are set by hand below.
  engine = fixture.createEngine({}, { smallestBlock: 1000 })
  await engine.start()
})
afterEach(() => fixture.stop())

const day = (id: number, date: number, note = '') => ({
  id,
  at: `2026-01-${String(date).padStart(2, '0')}T10:00:00`,
  note,
})
const watermark = async () =>
  (await fixture.query<{ watermark: string }>('select watermark from strategy_cursor'))[0]?.watermark
const range = (from: number, to: number, overwrite = false) =>
  ({ kind: 'range', field: 'at', from: day(0, from).at, to: day(0, to).at, overwrite }) as const

describe('a range a person chose', () => {
  beforeEach(async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([day(1, 3), day(2, 5), day(3, 8)])
    await fixture.run(engine)
    fixture.system.rows = [...fixture.system.rows, { data: day(4, 4, 'late') }, { data: day(5, 7, 'late') }]
  })

  it('is read day by day, finds what was missed, and leaves the cursor where it is', async () => {
    const run = await fixture.run(engine, { plan: range(3, 6) })
    expect(run).toMatchObject({ state: 'succeeded', counts: { written: 1 } })
    expect(fixture.system.table.get('4')).toMatchObject({ note: 'late' })
    expect(fixture.system.table.has('5')).toBe(false)
    expect(await watermark()).toBe(day(3, 8).at)
    expect(fixture.system.reads.slice(-3).map(read => read.window)).toEqual([
      { field: 'at', from: day(0, 3).at, to: day(0, 4).at },
      { field: 'at', from: day(0, 4).at, to: day(0, 5).at },
      { field: 'at', from: day(0, 5).at, to: day(0, 6).at },
    ])
  })

  it('writes again what did not change only when asked to', async () => {
    expect((await fixture.run(engine, { plan: range(3, 5) })).counts).toMatchObject({ written: 1 })
    fixture.system.table.clear()
    const run = await fixture.run(engine, { plan: range(3, 5, true) })
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null })
    expect([...fixture.system.table.keys()].toSorted()).toEqual(['1', '2', '4'])
  })

  it('never writes again what is unknown or ignored, even then', async () => {
    await fixture.query('update record_state set status = 9 where key = $1', ['1'])
    await fixture.query('update record_state set status = 7 where key = $1', ['2'])
    fixture.system.table.clear()
    await fixture.run(engine, { plan: range(3, 5, true) })
    expect([...fixture.system.table.keys()]).toEqual(['4'])
  })

  it('goes on in its slice after a crash', async () => {
    await fixture.stop()
    let landed = 0
    const crashing = fixture.createEngine({
      faultpoint: name => {
        if (name === 'page.landed' && ++landed === 3) throw new SimulatedCrash()
      },
    })
    await crashing.start()
    const { runId } = await fixture.request(crashing, { plan: range(3, 8) })
    expect(await fixture.waitFor(runId)).toMatchObject({ state: 'succeeded', imbalance: null, counts: { written: 2 } })
    expect(fixture.system.table.size).toBe(5)
  })

  it('needs an increment field', async () => {
    await fixture.saveConfig({}, 2)
    expect(await fixture.run(engine, { plan: range(3, 5) })).toMatchObject({ failure: { code: 'run.noIncrement' } })
  })
})

describe('a remedy for omissions', () => {
  it('reads its days again by the time of its own slot and leaves the cursor where it is', async () => {
    const remedy = { schedule: { cron: '0 3 * * *', timeZone: 'UTC' }, fromDaysAgo: 5, toDaysAgo: 1 }
    await fixture.saveConfig({ source: { increment: { field: 'at' } }, remedy })
    fixture.system.setRows([day(1, 12), day(2, 15)])
    await fixture.run(engine)
    fixture.system.rows = [...fixture.system.rows, { data: day(3, 11) }, { data: day(4, 9) }]
    const run = await fixture.run(engine, { trigger: 'remedy' })
    // Noon of the 15th.
    expect(run.window).toMatchObject({ from: '2026-01-10T12:00:00', to: '2026-01-14T12:00:00' })
    expect(run).toMatchObject({ state: 'succeeded', counts: { fresh: 1 } })
    expect(fixture.system.table.has('3')).toBe(true)
    expect(await watermark()).toBe(day(2, 15).at)
  })

  it('writes its bounds as the source writes its times, also before anything was read', async () => {
    const remedy = { schedule: { cron: '0 3 * * *', timeZone: 'UTC' }, fromDaysAgo: 5, toDaysAgo: 1 }
    await fixture.saveConfig({ source: { increment: { field: 'at' } }, remedy })
    fixture.system.highWater = () => '1768471200'
    const run = await fixture.run(engine, { trigger: 'remedy' })
    expect(run.window).toMatchObject({ from: '1768046400', to: '1768392000' })
  })
})
