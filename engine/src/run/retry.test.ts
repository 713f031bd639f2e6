import { Failure, type RecordState } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders, neverCutOff } from '../testing/fixture.ts'
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

const busy = { code: 'busy', message: 'The target is busy.', retry: 'later' } as const
const selection = (ids: readonly string[]) => ({ tenantId: fixture.tenantId, strategyId: fixture.strategyId, ids })
const idsOf = async (status: RecordState): Promise<string[]> =>
  (await fixture.query<{ id: string }>('select id from stored_record where status = $1', [status])).map(row => row.id)
const readRetry = async (): Promise<{ attempts: number; waitMs: number }> => {
  const [row] = await fixture.query<{ attempts: number; retry_at: string }>(
    'select attempts, retry_at from stored_record',
  )
  return { attempts: row!.attempts, waitMs: Date.parse(row!.retry_at) - fixture.clock.nowMs }
}

describe('a record that may heal', () => {
  it('is tried again with doubling pauses, and is error data after the last try', async () => {
    await fixture.saveConfig({ retry: { maxAttempts: 4, firstDelaySeconds: 10 } })
    fixture.system.setRows(makeOrders(1))
    fixture.system.judge = () => ({ kind: 'failed', failure: busy })
    expect((await fixture.run(engine)).counts).toMatchObject({ failed: 1 })
    expect(await readRetry()).toEqual({ attempts: 1, waitMs: 10_000 })
    for (const waitMs of [20_000, 40_000]) {
      fixture.clock.nowMs += 60_000
      const run = await fixture.run(engine, { trigger: 'retry' })
      expect(run).toMatchObject({ state: 'failed', counts: { carried: 1, failed: 1, read: 0 } })
      expect((await readRetry()).waitMs).toBe(waitMs)
    }
    fixture.clock.nowMs += 60_000
    expect((await fixture.run(engine, { trigger: 'retry' })).counts).toMatchObject({ dead: 1, failed: 0 })
    expect(await fixture.readStates()).toEqual({ 3: 1 })
    const [id] = await idsOf(3)
    const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, id!)
    expect(detail?.attemptList.map(attempt => attempt.attempt)).toEqual([1, 2, 3, 4])
    fixture.system.judge = () => null
    fixture.clock.nowMs += 86_400_000
    expect((await fixture.run(engine, { trigger: 'retry' })).counts.carried).toBe(0)
  })

  it('on hold for stock or master data it waits for the slow cycle under its own state, then is written', async () => {
    await fixture.saveConfig({ retry: { maxAttempts: 3, firstDelaySeconds: 1 } })
    fixture.system.setRows(makeOrders(2))
    const codes = ['target.negativeStock', 'target.masterData']
    let at = 0
    fixture.system.judge = () => ({
      kind: 'failed',
      failure: { code: codes[at++ % 2]!, message: 'Not yet.', retry: 'later' },
    })
    expect(await fixture.run(engine)).toMatchObject({ state: 'failed', counts: { failed: 2 }, imbalance: null })
    expect(await fixture.readStates()).toEqual({ 4: 1, 6: 1 })
    fixture.clock.nowMs += 50 * 60_000
    expect((await fixture.run(engine, { trigger: 'retry' })).counts.carried).toBe(0)
    fixture.clock.nowMs += 20 * 60_000
    fixture.system.judge = () => null
    expect((await fixture.run(engine, { trigger: 'retry' })).counts).toMatchObject({ carried: 2, written: 2 })
    expect(await fixture.readStates()).toEqual({ 2: 2 })
  })

  it('waits as long as the target asks', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(1))
    fixture.system.judge = () => ({ kind: 'failed', failure: { ...busy, retryAfterMs: 900_000 } })
    await fixture.run(engine)
    expect((await readRetry()).waitMs).toBe(900_000)
  })

  it('is not taken before its time, then heals', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(3))
    fixture.system.judge = () => ({ kind: 'failed', failure: busy })
    await fixture.run(engine)
    fixture.system.judge = () => null
    expect((await fixture.run(engine, { trigger: 'retry' })).counts).toMatchObject({ carried: 0, written: 0 })
    fixture.clock.nowMs += 60_000
    expect((await fixture.run(engine)).counts).toMatchObject({ carried: 3, written: 3, duplicate: 3 })
    expect(await fixture.readStates()).toEqual({ 2: 3 })
  })

  it('gives way to a newer version of itself', async () => {
    await fixture.saveConfig()
    fixture.system.setRows([{ id: 1, amount: 1 }])
    fixture.system.judge = () => ({ kind: 'failed', failure: busy })
    await fixture.run(engine)
    fixture.system.judge = () => null
    fixture.system.setRows([{ id: 1, amount: 2 }])
    await fixture.run(engine)
    fixture.clock.nowMs += 3_600_000
    expect((await fixture.run(engine)).counts.carried).toBe(0)
    expect(fixture.system.table.get('1')).toEqual({ id: 1, amount: 2 })
  })

  it('is tried at once a few times when the whole batch met an outage, and the run goes on', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(30))
    let failures = 2
    fixture.system.beforeWrite = () => {
      if (failures-- > 0) throw new Failure(busy)
    }
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'succeeded', counts: { written: 30 } })
  })
})

describe('a target that is away', () => {
  it('ends the run early; nothing is lost and all of it is written when the target is back', async () => {
    const patient = fixture.createEngine({ accounts: neverCutOff })
    await engine.stop({ timeoutMs: 2000 })
    await patient.start()
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(500))
    let asked = 0
    fixture.system.beforeWrite = () => {
      asked += 1
      throw new Failure({ code: 'net', message: 'The target does not answer.', retry: 'later' })
    }
    const run = await fixture.run(patient)
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'net' }, imbalance: null })
    expect(run.counts.pending).toBe(0)
    expect(asked).toBeLessThanOrEqual(9)
    fixture.system.beforeWrite = () => undefined
    fixture.clock.nowMs += 60_000
    expect((await fixture.run(patient)).state).toBe('succeeded')
    expect(fixture.system.table.size).toBe(500)
    expect(await fixture.readStates()).toEqual({ 2: 500 })
  }, 150_000)

  it('and refuses for good ends the run at the first batch, and its records wait', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(100))
    fixture.system.beforeWrite = () => {
      throw new Failure({ code: 'target.auth', message: 'The password is wrong.', retry: 'never' })
    }
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'target.auth' } })
    expect(fixture.system.batches).toEqual([])
    expect(await fixture.readStates()).toEqual({ 11: run.counts.fresh })
  })

  it('cannot even be opened: the run fails with the reason', async () => {
    await fixture.saveConfig()
    fixture.system.openFailures = [new Failure({ code: 'connect.refused', message: 'No one listens there.' })]
    expect(await fixture.run(engine)).toMatchObject({ state: 'failed', failure: { code: 'connect.refused' } })
  })
})

describe('a write whose answer is lost', () => {
  beforeEach(async () => {
    fixture.system.guarantee = 'none'
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(20))
    fixture.system.afterWrite = () => {
      throw new Error('socket hang up')
    }
  })

  it('leaves its records unknown, and no run ever repeats them', async () => {
    const run = await fixture.run(engine)
    expect(run.state).not.toBe('succeeded')
    fixture.system.afterWrite = () => undefined
    const unknown = (await fixture.readStates())[9] ?? 0
    expect(unknown).toBeGreaterThan(0)
    fixture.clock.nowMs += 86_400_000
    await fixture.run(engine)
    await fixture.run(engine, { trigger: 'retry' })
    for (const times of fixture.system.countWrites().values()) expect(times).toBe(1)
  })

  it('is settled by a person: confirmed, ignored, or sent again', async () => {
    await fixture.run(engine)
    fixture.system.afterWrite = () => undefined
    const [first, second, third] = await idsOf(9)
    const { tenantId } = fixture
    const decide = async (event: 'confirm' | 'ignore' | 'reprocess', id: string) =>
      place.database.withTenant(tenantId, tx => engine.records[event](tx, selection([id])))
    expect(await decide('confirm', first!)).toEqual({ changed: 1, refused: [] })
    expect(await decide('ignore', second!)).toEqual({ changed: 1, refused: [] })
    expect(await decide('reprocess', third!)).toEqual({ changed: 1, refused: [] })
    expect((await decide('confirm', first!)).refused).toHaveLength(1)
    expect((await decide('ignore', '999999999')).refused).toHaveLength(1)
    expect((await fixture.readStates())[0]).toBe(1)
    const run = await fixture.run(engine, { trigger: 'retry' })
    expect(run.counts.carried).toBeGreaterThanOrEqual(1)
    const states = await fixture.readStates()
    expect(states[7]).toBe(1)
    expect(states[0]).toBeUndefined()
  })
})

describe('a record of error data', () => {
  it('is written again with the mapping of now when a person says so', async () => {
    const required = (template: string) => ({
      copyAll: true,
      fields: [{ target: 'name', value: { kind: 'template', template }, required: true }],
    })
    await fixture.saveConfig({ mapping: required('{{missing}}') })
    fixture.system.setRows(makeOrders(3))
    await fixture.run(engine)
    expect(await fixture.readStates()).toEqual({ 3: 3 })
    await fixture.saveConfig({ mapping: required('order {{id}}') }, 2)
    const ids = await idsOf(3)
    await place.database.withTenant(fixture.tenantId, tx => engine.records.reprocess(tx, selection(ids)))
    const run = await fixture.run(engine, { trigger: 'retry' })
    expect(run).toMatchObject({ state: 'succeeded', counts: { carried: 3, written: 3 } })
    expect(fixture.system.table.get('2')).toMatchObject({ name: 'order 2' })
    expect(await fixture.readStates()).toEqual({ 2: 3 })
    const [row] = await fixture.query<{ version: number; error_code: string | null }>(
      'select version, error_code from stored_record limit 1',
    )
    expect(row).toEqual({ version: 2, error_code: null })
  })

  it('stays ignored when it changes at the source, with its new content kept', async () => {
    await fixture.saveConfig()
    fixture.system.setRows([{ id: 1, amount: 1 }])
    fixture.system.judge = () => ({ kind: 'failed', failure: { code: 'no', message: 'No.', retry: 'never' } })
    await fixture.run(engine)
    const ids = await idsOf(3)
    await place.database.withTenant(fixture.tenantId, tx => engine.records.ignore(tx, selection(ids)))
    fixture.system.judge = () => null
    fixture.system.setRows([{ id: 1, amount: 2 }])
    expect((await fixture.run(engine)).counts).toMatchObject({ fresh: 1, skipped: 1 })
    expect(await fixture.readStates()).toEqual({ 7: 1 })
    const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, ids[0]!)
    expect(detail?.original).toBe('{"id":1,"amount":2}')
  })
})
