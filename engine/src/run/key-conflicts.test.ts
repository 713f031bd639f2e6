import type { Data } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
})
afterEach(() => fixture.stop())

/** Lines of orders whose key names the order alone. */
const lines = (orders: number): Data[] =>
  Array.from({ length: orders }, (_, at) => [
    { id: at + 1, line: 1, amount: 10 },
    { id: at + 1, line: 2, amount: 20 },
  ]).flat()

const readReasons = () =>
  fixture.query<{ code: string; message: string }>(
    `select failure ->> 'code' as code, failure ->> 'message' as message from rejected_row order by id`,
  )
const readLine = async () =>
  (await fixture.query<{ text: string }>(`select text from run_log where detail ->> 'code' = 'record.keyConflicts'`))[0]

describe('different rows under one key in one read', () => {
  it('are no duplicates: each lost one is counted and refused with an example, and the run is not green', async () => {
    await fixture.saveConfig()
    fixture.system.setRows([
      { id: 1, line: 1, amount: 10 },
      { id: 1, line: 2, amount: 20 },
      { id: 2, line: 1, amount: 40 },
    ])
    const run = await fixture.run(engine)
    expect(run.state).toBe('partial')
    expect(run.counts).toMatchObject({ read: 3, written: 2, duplicate: 0, rejected: 1, conflicts: 0 })
    expect(await readReasons()).toEqual([
      {
        code: 'record.keyConflict',
        message: 'Another row of this read has the same key (id = 1) and other values: line 1 ≠ 2, amount 10 ≠ 20.',
      },
    ])
    expect((await readLine())?.text).toContain('has their key: 1. Another row of this read has the same key (id = 1)')
  })

  it.each([false, true])('are found across pages, rows as text: %s', async isText => {
    fixture.system.isText = isText
    await fixture.saveConfig({ source: { pageSize: 10 } })
    // The second line of each order comes pages later.
    fixture.system.setRows([...lines(30)].sort((a, b) => Number(a['line']) - Number(b['line'])))
    const run = await fixture.run(engine)
    expect(run.state).toBe('partial')
    expect(run.counts).toMatchObject({ read: 60, duplicate: 0, conflicts: 30 })
    expect((await readLine())?.text).toContain('line 2 ≠ 1, amount 20 ≠ 10')
  })

  it('are found in every run, not in the first alone', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(lines(3))
    expect((await fixture.run(engine)).counts).toMatchObject({ rejected: 3, conflicts: 0 })
    const again = await fixture.run(engine)
    expect(again.state).toBe('partial')
    expect(again.counts).toMatchObject({ duplicate: 3, rejected: 3 })
  })

  it('are refused too where a known key is never taken again', async () => {
    await fixture.saveConfig({ source: { idCheck: true, pageSize: 2 } })
    fixture.system.setRows([...lines(4)].sort((a, b) => Number(a['line']) - Number(b['line'])))
    const run = await fixture.run(engine)
    expect(run.state).toBe('partial')
    expect(run.counts).toMatchObject({ read: 8, written: 4, rejected: 4, conflicts: 0 })
  })

  it('keep the old set where it is replaced', async () => {
    await fixture.saveConfig({ target: { mode: 'replace' } })
    fixture.system.setRows(makeOrders(5))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows(lines(5))
    const run = await fixture.run(engine)
    expect(run.state).toBe('failed')
    expect(fixture.system.table.get('1')).toMatchObject(makeOrders(1)[0]!)
  })

  it('are versions where the strategy says so', async () => {
    await fixture.saveConfig({ source: { versions: true } })
    fixture.system.setRows(lines(3))
    expect((await fixture.run(engine)).state).toBe('succeeded')
  })

  it('are versions in files that follow each other, and a conflict within one', async () => {
    await fixture.saveConfig()
    const rows = lines(3)
    fixture.system.rows = [1, 2].flatMap(line =>
      rows.filter(row => row['line'] === line).map(data => ({ data, part: `day-${line}.csv` })),
    )
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.rows = rows.map(data => ({ data, part: 'one.csv' }))
    expect(await fixture.run(engine)).toMatchObject({ state: 'partial', counts: { rejected: 3 } })
  })

  it('are found on later pages of one file, and not across two', async () => {
    await fixture.saveConfig({ source: { pageSize: 4 } })
    const first = makeOrders(10).map(data => ({ data, part: 'a.csv' }))
    const second = makeOrders(10).map(data => ({ data: { ...data, amount: 1 }, part: 'b.csv' }))
    const again = makeOrders(2).map(data => ({ data: { ...data, amount: 2 }, part: 'b.csv' }))
    fixture.system.rows = [...first, ...second, ...again]
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'partial', counts: { read: 22, conflicts: 2 } })
  })
})

describe('what is no conflict', () => {
  it('a record of an earlier run that changed, also one that this run tries again first', async () => {
    await fixture.saveConfig({ retry: { maxAttempts: 8, firstDelaySeconds: 1 } })
    fixture.system.setRows(makeOrders(20))
    fixture.system.judge = record =>
      record.data['id'] === 7
        ? { kind: 'failed', failure: { code: 'x', message: 'busy', retry: 'later', advice: '' } }
        : null
    expect((await fixture.run(engine)).counts).toMatchObject({ written: 19, failed: 1 })
    await fixture.query(`update record_state set retry_at = 'epoch' where retry_at is not null`)
    fixture.system.judge = () => null
    fixture.system.setRows(makeOrders(20).map(row => ({ ...row, amount: -1 })))
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'succeeded', counts: { carried: 1, conflicts: 0 } })
  })

  it('a record that changed while a list was read by time, and came once more with a later one', async () => {
    fixture.system.seeks = false
    await fixture.saveConfig({ source: { pageSize: 2, increment: { field: 'at' } } })
    fixture.system.setRows([
      { id: 1, at: '2026-01-01T00:00:00Z', amount: 1 },
      { id: 2, at: '2026-01-02T00:00:00Z', amount: 2 },
      { id: 1, at: '2026-01-03T00:00:00Z', amount: 3 },
    ])
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'succeeded', counts: { conflicts: 0, written: 3 } })
  })

  it('an equal row, unless the source gives none of its rows twice', async () => {
    await fixture.saveConfig()
    fixture.system.setRows([...makeOrders(2), ...makeOrders(2)])
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', counts: { duplicate: 2, conflicts: 0 } })
    fixture.system.listsOnce = true
    expect(await fixture.run(engine)).toMatchObject({ state: 'partial', counts: { duplicate: 2, rejected: 2 } })
    expect((await readReasons()).map(({ code }) => code)).toEqual(['record.repeated', 'record.repeated'])
  })
})
