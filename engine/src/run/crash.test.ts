import { setTimeout as wait } from 'node:timers/promises'
import { takeTurn } from '@sluice/contract/testing'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders, type RunRow } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { type FaultPoint, faultPoints, SimulatedCrash } from './fault-points.ts'
import type { RunRequest } from './runs.ts'

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
})
afterEach(() => fixture.stop())

interface Crash {
  hook(name: FaultPoint): void
  isMet(): boolean
  readonly met: Promise<void>
}

/** Crashes at the nth meeting of a fault point, once. */
function crashAt(point: FaultPoint, nth: number): Crash {
  let count = 0
  let tell: () => void
  const met = new Promise<void>(resolve => {
    tell = resolve
  })
  return {
    hook: name => {
      if (name !== point) return
      count += 1
      if (count !== nth) return
      tell()
      throw new SimulatedCrash()
    },
    isMet: () => count >= nth,
    met,
  }
}

/** Runs it to its end. Once it has crashed its lease is over, as it would be by waiting. */
async function runOver(crash: Crash, engine: Engine, change: Partial<RunRequest> = {}): Promise<RunRow> {
  const { runId } = await fixture.request(engine, change)
  void crash.met.then(() =>
    fixture.query(`update run set updated_at = updated_at - interval '1 hour' where id = $1 and finished_at is null`, [
      runId,
    ]),
  )
  return fixture.waitFor(runId)
}

// Points outside of a run's own course, where a throw is not its end: the torture kills processes there.
const BESIDE = /^run\.(requested|stopAsked|claiming|beating|beaten|failing|givingUp|releasing|released)$/
const runPoints = faultPoints.filter(
  point => /^(run|session|target|window|source|page|batch|records|read)\./.test(point) && !BESIDE.test(point),
)
const carriedPoints = faultPoints.filter(point => /^carried/.test(point))

describe('after a crash', () => {
  const moments = runPoints.flatMap(point =>
    (/^(page|batch|records)/.test(point) ? [1, 3] : [1]).map(nth => [point, nth] as const),
  )
  for (const [point, nth] of takeTurn(moments))
    it(`at ${point} (${nth}) an idempotent target has every record, and the books balance`, async () => {
      await fixture.saveConfig({ source: { increment: { field: 'updated_at' } } })
      fixture.system.setRows(makeOrders(45))
      const crash = crashAt(point, nth)
      const engine = fixture.createEngine({ faultpoint: crash.hook })
      await engine.start()
      const run = await runOver(crash, engine)
      expect(run).toMatchObject({ state: 'succeeded', imbalance: null })
      expect(run.counts).toMatchObject({ written: 45, pending: 0 })
      expect(fixture.system.table.size).toBe(45)
      expect(await fixture.readStates()).toEqual({ 2: 45 })
      expect(await fixture.query('select 1 from page where status = 0')).toEqual([])
    })

  it('no later page lands over one that was in hand: its cursor would leave that page behind', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(45))
    const crash = crashAt('page.landed', 1)
    const engine = fixture.createEngine({ faultpoint: crash.hook }, { leaseMs: 60_000 })
    await engine.start()
    await fixture.request(engine)
    while (!crash.isMet()) await wait(10)
    await wait(300)
    expect(await fixture.query('select 1 from page')).toHaveLength(1)
    // No engine of a later test shall take it up.
    await fixture.query(`update run set state = 'failed', finished_at = now()`)
  })

  for (const point of takeTurn(
    runPoints.filter(name => /^(page|batch|records|run)/.test(name)),
    1,
  ))
    it(`at ${point} a target without repeat protection gets no record twice; what is not known is said`, async () => {
      fixture.system.guarantee = 'none'
      await fixture.saveConfig()
      fixture.system.setRows(makeOrders(45))
      const crash = crashAt(point, 2)
      const engine = fixture.createEngine({ faultpoint: crash.hook })
      await engine.start()
      const run = await runOver(crash, engine)
      expect(run.imbalance).toBeNull()
      expect(run.counts.written + run.counts.unknown).toBe(45)
      const states = await fixture.readStates()
      expect((states[2] ?? 0) + (states[9] ?? 0)).toBe(45)
      for (const [key, times] of fixture.system.countWrites()) expect(`${key}: ${times}`).toBe(`${key}: 1`)
      // Nothing is both unwritten and called finished.
      expect(fixture.system.table.size).toBeGreaterThanOrEqual(states[2] ?? 0)
      const again = await fixture.run(engine)
      expect(again.counts).toMatchObject({ duplicate: 45, written: 0 })
    })

  for (const guarantee of ['upsert', 'none'] as const)
    for (const point of takeTurn(carriedPoints, guarantee === 'none' ? 1 : 0))
      it(`at ${point} records taken up again come to an end (${guarantee})`, async () => {
        fixture.system.guarantee = guarantee
        await fixture.saveConfig()
        fixture.system.setRows(makeOrders(20))
        fixture.system.judge = () => ({ kind: 'failed', failure: { code: 'busy', message: 'busy', retry: 'later' } })
        const crash = crashAt(point, 1)
        const engine = fixture.createEngine({ faultpoint: crash.hook })
        await engine.start()
        await fixture.run(engine)
        expect(await fixture.readStates()).toEqual({ 11: 20 })
        fixture.system.judge = () => null
        fixture.clock.nowMs += 3_600_000
        fixture.system.batches.length = 0
        const run = await runOver(crash, engine, { trigger: 'retry' })
        expect(run.imbalance).toBeNull()
        expect(run.counts).toMatchObject({ carried: 20, pending: 0 })
        expect(run.counts.written + run.counts.unknown).toBe(20)
        const states = await fixture.readStates()
        expect((states[2] ?? 0) + (states[9] ?? 0)).toBe(20)
        if (guarantee === 'none') for (const times of fixture.system.countWrites().values()) expect(times).toBe(1)
        else expect(states).toEqual({ 2: 20 })
        expect(crash.isMet()).toBe(guarantee === 'none' || !point.startsWith('carried.mark'))
      })
})

describe('two processes', () => {
  it('share the runs of a tenant without ever holding one together', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(200))
    let writing = 0
    let most = 0
    fixture.system.beforeWrite = async () => {
      writing += 1
      most = Math.max(most, writing)
      await wait(2)
      writing -= 1
    }
    const engines = [fixture.createEngine(), fixture.createEngine()]
    await Promise.all(engines.map(engine => engine.start()))
    const run = await fixture.run(engines[0]!)
    expect(run.counts.written).toBe(200)
    expect(most).toBe(1)
    for (const times of fixture.system.countWrites().values()) expect(times).toBe(1)
  })

  it('fence a holder that was away longer than its lease: it writes nothing more', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(40))
    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    let isFirst = true
    // The first holder hangs in its page, deaf and without heartbeat.
    const paused = fixture.createEngine(
      {
        faultpoint: async name => {
          if (name !== 'page.mapped' || !isFirst) return
          isFirst = false
          await gate
        },
      },
      { beatMs: 60_000 },
    )
    await paused.start()
    const { runId } = await fixture.request(paused)
    await fixture.waitFor(runId, run => run.counts.pending > 0)
    await wait(500)
    const other = fixture.createEngine()
    await other.start()
    const run = await fixture.waitFor(runId)
    expect(run.counts).toMatchObject({ written: 40, pending: 0 })
    release()
    await wait(200)
    expect(await fixture.readRun(runId)).toEqual(run)
    expect(await fixture.readStates()).toEqual({ 2: 40 })
  })
})

describe('stopping', () => {
  it('reads no further page, settles what has landed, and sends nothing afterwards', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(5000))
    fixture.system.beforeWrite = () => wait(10)
    const engine = fixture.createEngine()
    await engine.start()
    const { runId } = await fixture.request(engine)
    await fixture.waitFor(runId, run => run.counts.written > 20)
    const { tenantId } = fixture
    await place.database.withTenant(tenantId, tx => engine.runs.requestStop(tx, { tenantId, runId }))
    const run = await fixture.waitFor(runId)
    expect(run.state).toBe('stopped')
    expect(run.counts.pending).toBe(0)
    expect(run.counts.written).toBeLessThan(1000)
    const sent = fixture.system.batches.length
    await wait(100)
    expect(fixture.system.batches.length).toBe(sent)
    expect(await fixture.readStates()).toEqual({ 2: run.counts.written })
  })

  it('ends a queued run at once', async () => {
    await fixture.saveConfig()
    const engine = fixture.createEngine()
    const { runId } = await fixture.request(engine)
    const { tenantId, strategyId } = fixture
    const stopped = await place.database.withTenant(tenantId, tx =>
      engine.runs.requestStopOf(tx, { tenantId, strategyId }),
    )
    expect(stopped).toEqual({ runId, state: 'stopped' })
  })

  it('cuts a write that never answers, and takes its records up again later', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(300))
    fixture.system.beforeWrite = (_batch, signal) =>
      new Promise((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const engine = fixture.createEngine({}, { drainMs: 100 })
    await engine.start()
    const { runId } = await fixture.request(engine)
    await fixture.waitFor(runId, run => run.counts.pending > 0)
    const { tenantId } = fixture
    await place.database.withTenant(tenantId, tx => engine.runs.requestStop(tx, { tenantId, runId }))
    const run = await fixture.waitFor(runId)
    expect(run).toMatchObject({ state: 'stopped', imbalance: null })
    expect(run.counts.pending).toBe(0)
    expect(await fixture.readStates()).toEqual({ 11: run.counts.fresh })
  })

  it('of the process hands the run back, and the next process finishes it without a wait', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(300))
    fixture.system.beforeWrite = () => wait(5)
    const engine = fixture.createEngine({}, { leaseMs: 60_000 })
    await engine.start()
    const { runId } = await fixture.request(engine)
    await fixture.waitFor(runId, run => run.counts.written > 20)
    await engine.stop({ timeoutMs: 2000 })
    const between = await fixture.readRun(runId)
    expect(between).toMatchObject({ state: 'running', counts: { pending: 0 } })
    await fixture.createEngine({}, { leaseMs: 60_000 }).start()
    const run = await fixture.waitFor(runId)
    expect(run.state).toBe('succeeded')
    for (const times of fixture.system.countWrites().values()) expect(times).toBe(1)
  })
})
