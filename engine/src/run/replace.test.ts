import { Failure, newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { type FaultPoint, SimulatedCrash } from './fault-points.ts'

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
  await fixture.saveConfig({ target: { mode: 'replace' } })
  fixture.system.setRows(makeOrders(30))
  await fixture.run(engine)
})
afterEach(() => fixture.stop())

const ids = () => [...fixture.system.table.keys()].map(Number)
const old = makeOrders(30).map(({ id }) => id)

describe('a refresh', () => {
  it('makes the target the set the source holds: what is new, what changed, what is the same, and nothing else', async () => {
    expect(ids()).toEqual(old)
    await fixture.saveConfig({ source: { versions: true }, target: { mode: 'replace' } }, 2)
    fixture.system.setRows([...makeOrders(25, 2), { id: 2, amount: -1 }])
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: 26, written: 26 } })
    expect(ids().toSorted((a, b) => a - b)).toEqual(makeOrders(25, 2).map(({ id }) => id))
    expect(fixture.system.table.get('2')).toEqual({ id: 2, amount: -1 })
    expect(fixture.system.sets.size).toBe(0)
  })

  it('remembers the adapter of its target in the version it wrote by', async () => {
    fixture.system.adapter = { id: newId(), name: 'Stamped', version: 3, level: 'strategy', kind: 'script' }
    await fixture.run(engine)
    const [run] = await fixture.query<{ adapters: unknown }>(
      'select adapters from run order by created_at desc limit 1',
    )
    expect(run?.adapters).toEqual([{ role: 'target', ...fixture.system.adapter }])
  })

  const breaks: readonly (readonly [string, string, () => void])[] = [
    [
      'the read breaks off',
      'broken',
      () => {
        fixture.system.beforePage = start => (start > 0 ? fail('broken') : undefined)
      },
    ],
    ['the source answers with nothing', 'replace.empty', () => fixture.system.setRows([])],
    [
      'a record is refused',
      'replace.errors',
      () =>
        (fixture.system.judge = ({ data }) =>
          data['id'] === 7 ? { kind: 'failed', failure: { code: 'no', message: 'No.', retry: 'later' } } : null),
    ],
    [
      'rows are rejected before they are stored',
      'replace.errors',
      () =>
        (fixture.system.rows = makeOrders(100).map((order, index) => ({
          data: index % 10 < 6 ? { amount: 1 } : order,
        }))),
    ],
    ['the target goes away', 'away', () => (fixture.system.beforeWrite = () => fail('away'))],
    ['the exchange fails', 'locked', () => (fixture.system.beforeSwap = () => fail('locked'))],
    [
      'rows are missing in the new set',
      'target.count',
      () => (fixture.system.beforeSwap = () => void fixture.system.sets.forEach(set => void set.delete('7'))),
    ],
  ]
  it.each(breaks)('leaves the old set when %s, says why, and the next one heals it', async (_name, code, meddle) => {
    fixture.system.setRows(makeOrders(20, 5))
    meddle()
    expect(await fixture.run(engine)).toMatchObject({ state: 'failed', imbalance: null, failure: { code } })
    expect(ids()).toEqual(old)
    expect(fixture.system.sets.size).toBe(0)
    // Nothing that this run wrote is said to be at the target.
    const [row] = await fixture.query<{ lying: string }>(
      `select count(*) as lying from stored_record s where status = 2 and run_id = (select id from run order by created_at desc limit 1)`,
    )
    expect(row?.lying).toBe('0')
    await fixture.readStates()
    fixture.system.beforePage = () => undefined
    fixture.system.judge = () => null
    fixture.system.beforeWrite = () => undefined
    fixture.system.beforeSwap = () => undefined
    fixture.system.setRows(makeOrders(20, 5))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(ids()).toEqual(makeOrders(20, 5).map(({ id }) => id))
  })

  it('may lack records in error, or be empty, where the strategy says so', async () => {
    await fixture.saveConfig({ target: { mode: 'replace', replace: { maxErrors: 1, allowEmpty: true } } }, 2)
    fixture.system.judge = ({ data }) =>
      data['id'] === 7 ? { kind: 'failed', failure: { code: 'no', message: 'No.', retry: 'never' } } : null
    expect((await fixture.run(engine)).state).toBe('partial')
    expect(ids()).toEqual(old.filter(id => id !== 7))
    fixture.system.setRows([])
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(ids()).toEqual([])
  })

  it('writes everything when a person asks for a retry, and takes up no single record', async () => {
    const run = await fixture.run(engine, { trigger: 'retry' })
    expect(run.counts).toMatchObject({ read: 30, written: 30, carried: 0 })
  })

  it('is refused, with its reason, for a range', async () => {
    const plan = { kind: 'range', field: 'id', from: '1', to: '2' } as const
    expect(await fixture.run(engine, { plan })).toMatchObject({ state: 'failed', failure: { code: 'run.planReplace' } })
    expect(ids()).toEqual(old)
  })

  const points: readonly FaultPoint[] = [
    'page.landed',
    'batch.written',
    'page.settled',
    'read.completed',
    'refresh.swapping',
    'refresh.swapped',
    'run.judged',
  ]
  it.each(points)('killed at %s leaves one whole set, old or new, and never a mixed one', async point => {
    await fixture.stop()
    fixture.system.setRows(makeOrders(22, 4).map(order => ({ ...order, amount: 9 })))
    let killed = 0
    const dying = fixture.createEngine({
      faultpoint: name => {
        if (name === point && killed++ === 0) throw new SimulatedCrash()
      },
    })
    await dying.start()
    const { runId } = await fixture.request(dying)
    const run = await fixture.waitFor(runId)
    expect(killed).toBeGreaterThan(0)
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'run.replaceInterrupted' }, imbalance: null })
    const isNew = point === 'refresh.swapped' || point === 'run.judged'
    expect(ids()).toEqual(isNew ? makeOrders(22, 4).map(({ id }) => id) : old)
    expect((await fixture.run(dying)).state).toBe('succeeded')
    expect(ids()).toEqual(makeOrders(22, 4).map(({ id }) => id))
    await fixture.readStates()
  })
})

function fail(code: string): never {
  throw new Failure({ code, message: `${code}.`, retry: 'never' })
}
