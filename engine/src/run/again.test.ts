import { newId, type RunTrigger } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeStream } from '../testing/fake-connector.ts'
import { createFixture, type Fixture, makeOrders, WITH_JOBS } from '../testing/fixture.ts'
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
  engine = fixture.createEngine({ roles: WITH_JOBS })
  await engine.start()
})
afterEach(() => fixture.stop())

const named = (template: string) => ({
  copyAll: true,
  fields: [{ target: 'name', value: { kind: 'template', template }, required: true }],
})
const WRONG = named('{{nmae}}')
const MENDED = named('order {{id}}')
const INCREMENT = { increment: { field: 'updated_at' } }
const no = { kind: 'failed', failure: { code: 'no', message: 'No.', retry: 'never' } } as const
const selection = (ids: readonly string[]) => ({ tenantId: fixture.tenantId, strategyId: fixture.strategyId, ids })
const listRecords = () =>
  fixture.query<{ id: string; key: string; status: number; attempts: number }>(
    'select id, key, status, attempts from stored_record order by id',
  )

/** All of them refused by the mapping, which is mended then. */
async function failAll(count: number, source: object = {}): Promise<void> {
  await fixture.saveConfig({ source, mapping: WRONG })
  fixture.system.setRows(makeOrders(count))
  expect((await fixture.run(engine)).counts).toMatchObject({ read: count, dead: count, written: 0 })
  await fixture.saveConfig({ source, mapping: MENDED }, 2)
}

describe('records in error are tried again', () => {
  it('as they are read again, for what was never written is no duplicate', async () => {
    await failAll(1200)
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null })
    expect(run.counts).toMatchObject({ read: 1200, fresh: 1200, duplicate: 0, carried: 0, written: 1200 })
    expect(fixture.system.table.size).toBe(1200)
    expect(await fixture.readStates()).toEqual({ 2: 1200 })
    expect((await fixture.run(engine)).counts).toMatchObject({ duplicate: 1200, written: 0 })
  })

  it('by a start by hand where the source does not bring them again', async () => {
    await failAll(1200, { ...INCREMENT, pageSize: 100 })
    fixture.system.setRows([])
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null })
    expect(run.counts).toMatchObject({ read: 0, carried: 1200, staged: 1200, written: 1200 })
    expect(fixture.system.table.size).toBe(1200)
    expect(await fixture.readStates()).toEqual({ 2: 1200 })
  })

  it.each<RunTrigger>(['schedule', 'retry'])('but not all of them by a start of %s', async trigger => {
    await failAll(3, INCREMENT)
    fixture.system.setRows([])
    expect((await fixture.run(engine, { trigger })).counts).toMatchObject({ carried: 0, written: 0 })
    expect(await fixture.readStates()).toEqual({ 3: 3 })
  })

  it('once a run, whatever state they stand in, and the run tells those that fail again', async () => {
    await fixture.saveConfig({ retry: { maxAttempts: 8, firstDelaySeconds: 600 } })
    fixture.system.setRows(makeOrders(4))
    const codes = ['no', 'busy', 'target.negativeStock', 'target.masterData']
    fixture.system.judge = ({ data }) => {
      const code = codes[Number(data['id']) - 1]!
      return { kind: 'failed', failure: { code, message: code, retry: code === 'no' ? 'never' : 'later' } }
    }
    await fixture.run(engine)
    expect(await fixture.readStates()).toEqual({ 3: 1, 4: 1, 6: 1, 11: 1 })
    for (const [rows, counts] of [
      [makeOrders(4), { fresh: 4, carried: 0 }],
      [[], { fresh: 0, carried: 4 }],
    ] as const) {
      fixture.system.setRows(rows)
      const run = await fixture.run(engine)
      expect(run).toMatchObject({
        imbalance: null,
        counts: { ...counts, dead: 1, failed: 3, duplicate: 0, written: 0 },
      })
      expect(run.state).not.toBe('succeeded')
    }
    expect((await listRecords()).map(({ attempts }) => attempts)).toEqual([3, 3, 3, 3])
    fixture.system.judge = () => null
    expect((await fixture.run(engine)).counts).toMatchObject({ carried: 4, written: 4 })
    expect(await fixture.readStates()).toEqual({ 2: 4 })
  })

  it('but not what is ignored, nor a write that was never answered', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(3))
    fixture.system.judge = ({ data }) =>
      data['id'] === 3 ? { kind: 'unknown', failure: { ...no.failure, retry: 'later' } } : no
    await fixture.run(engine)
    const [first] = await listRecords()
    await place.database.withTenant(fixture.tenantId, tx => engine.records.ignore(tx, selection([first!.id])))
    fixture.system.judge = () => null
    expect((await fixture.run(engine)).counts).toMatchObject({ fresh: 1, duplicate: 2, carried: 0, written: 1 })
    expect(await fixture.readStates()).toEqual({ 2: 1, 7: 1, 9: 1 })
    expect([...fixture.system.table.keys()]).toEqual(['2'])
  })

  it('with what a person corrected, when they fail again with it', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(2))
    fixture.system.judge = () => no
    await fixture.run(engine)
    const [first] = await listRecords()
    await fixture.query(
      `insert into record_correction (strategy_id, record_id, hash, changes)
       select strategy_id, id, hash, '[{"field":"amount","value":7}]' from record_state where id = $1`,
      [first!.id],
    )
    fixture.system.judge = () => null
    const run = await fixture.run(engine, { trigger: 'schedule' })
    expect(run).toMatchObject({ state: 'succeeded', counts: { fresh: 1, duplicate: 1, carried: 1, written: 2 } })
    expect(fixture.system.table.get('1')).toMatchObject({ amount: 7 })
    expect(fixture.system.table.get('2')).toMatchObject({ amount: 20 })
    expect(await fixture.readStates()).toEqual({ 2: 2 })
  })

  it('by nobody but the replay that has them', async () => {
    await failAll(3)
    // Whether its step comes before the run or after it: the record is its own. Both at once, or it would be over.
    await fixture.query(
      `with job as (insert into replay_job (id, strategy_id, kind, selection, state) values ($1, $2, 'ignore', '{}', 'running')
         returning id)
       insert into replay_item (job_id, record_id) select job.id, r.id from job, record_state r where r.key = '1'`,
      [newId(), fixture.strategyId],
    )
    const run = await fixture.run(engine)
    expect(run.counts).toMatchObject({ fresh: 2, duplicate: 1, carried: 0, written: 2 })
    expect([...fixture.system.table.keys()].sort()).toEqual(['2', '3'])
  })

  it('even if a content that failed comes again under an id check', async () => {
    await failAll(3, { idCheck: true })
    expect((await fixture.run(engine)).counts).toMatchObject({ fresh: 3, written: 3 })
    expect((await fixture.run(engine)).counts).toMatchObject({ duplicate: 3 })
  })

  it.each<FaultPoint>(['carried.taken', 'carried.mapped', 'carried.settled', 'page.landed', 'page.settled'])(
    'and a process that ends at %s loses and doubles none of them',
    async point => {
      const source = point.startsWith('page') ? {} : INCREMENT
      await failAll(30, source)
      if (source === INCREMENT) fixture.system.setRows([])
      await fixture.stop()
      let isMet = false
      const failing = fixture.createEngine({
        faultpoint: name => {
          if (name !== point || isMet) return
          isMet = true
          throw new SimulatedCrash()
        },
      })
      await failing.start()
      const run = await fixture.run(failing)
      expect(isMet).toBe(true)
      expect(run).toMatchObject({
        state: 'succeeded',
        imbalance: null,
        counts: { staged: 30, written: 30, duplicate: 0 },
      })
      expect(await fixture.readStates()).toEqual({ 2: 30 })
      expect(fixture.system.table.size).toBe(30)
    },
  )

  it('by a start by hand beside a run that follows, and as what failed comes again', async () => {
    const stream = new FakeStream()
    fixture.system.stream = stream
    await fixture.stop()
    const both = fixture.createEngine(
      { roles: { ...WITH_JOBS, scheduler: true } },
      { followTickMs: 20, followPauseMs: 50 },
    )
    fixture.system.judge = () => no
    await fixture.saveConfig({ source: { follow: true } })
    await both.start()
    stream.push(...makeOrders(3).map(data => ({ data })))
    await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 3: 3 })
    fixture.system.judge = () => null
    stream.push({ data: makeOrders(1)[0]! })
    await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 2: 1, 3: 2 })
    expect(await fixture.request(both)).toMatchObject({ alreadyRunning: true })
    await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 2: 3 })
    expect(fixture.system.table.size).toBe(3)
  })

  it('by a replay of all that a filter finds', async () => {
    await failAll(30)
    await fixture.query(`update record_state set error_code = 'other' where key = '5'`)
    const { tenantId, strategyId } = fixture
    const request = (choice: object) =>
      place.database.withTenant(tenantId, tx =>
        engine.replays.request(tx, {
          tenantId,
          strategyId,
          groupId: null,
          kind: 'remap',
          changes: null,
          selection: { statuses: [3], ...choice },
          userId: tenantId,
        }),
      )
    await request({ keys: ['1', '2', '5'], errorCode: 'other' })
    await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 2: 1, 3: 29 })
    expect([...fixture.system.table.keys()]).toEqual(['5'])
    await request({})
    await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 2: 30 })
  })
})
