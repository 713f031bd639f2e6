import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeStream } from '../testing/fake-connector.ts'
import { createFixture, type Fixture, makeOrders, WITH_SCHEDULE } from '../testing/fixture.ts'
import { type FaultPoint, SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
let fixture: Fixture
let stream: FakeStream
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  stream = new FakeStream()
  fixture.system.stream = stream
})
afterEach(() => fixture.stop())

const FAST = { followTickMs: 20, followLagMs: 20, followPauseMs: 50 }

const push = (count: number, from = 1): void => stream.push(...makeOrders(count, from).map(data => ({ data })))

async function until(what: string, isReached: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 45_000; !(await isReached()); await wait(10))
    if (performance.now() > deadline) throw new Error(`waiting until ${what}`)
}

const hasTarget = (size: number) => until(`${size} at the target`, () => fixture.system.table.size === size)

interface RunLine {
  readonly id: string
  readonly state: string
  readonly counts: { readonly read: number; readonly written: number }
}
const listRuns = (): Promise<RunLine[]> =>
  fixture.query<RunLine>('select id, state, counts from run order by created_at')
const readReader = async () =>
  (
    await fixture.query<{ id: string; state: string; position: string | null }>(
      `select id, state, position from follow_reader where state <> 'retired'`,
    )
  )[0]
const stopStrategy = () => fixture.query(`update strategy set status = 'stopped'`)

/** Stops the live run and waits for its end. */
async function stopLive(): Promise<void> {
  await stopStrategy()
  const { tenantId, strategyId } = fixture
  const stopped = await place.database.withTenant(tenantId, tx =>
    fixture.engines[0]!.runs.requestStopOf(tx, { tenantId, strategyId }),
  )
  if (stopped) await fixture.waitFor(stopped.runId, undefined, 45_000)
}

describe('a strategy that follows', () => {
  it('always has one live run, takes changes as they come, and its books close when it is stopped', async () => {
    await fixture.saveConfig({ source: { follow: true } })
    await fixture.createEngine({ roles: WITH_SCHEDULE }, FAST).start()
    push(5)
    await hasTarget(5)
    push(7, 6)
    await hasTarget(12)
    await until('acknowledged', () => stream.acknowledged.includes('12'))
    expect(await readReader()).toMatchObject({ state: 'following', position: '12' })
    await stopLive()
    const [run, ...others] = await listRuns()
    expect(others).toEqual([])
    expect(run).toMatchObject({ state: 'stopped', counts: { read: 12, written: 12 } })
    expect(await fixture.readStates()).toEqual({ 2: 12 })
  })

  it('goes on in its next run where the last page landed, not where the run began', async () => {
    await fixture.saveConfig({ source: { follow: true } })
    await fixture.createEngine({ roles: WITH_SCHEDULE }, { ...FAST, followRotateRecords: 10 }).start()
    for (let round = 0; round < 4; round += 1) {
      push(10, 1 + round * 10)
      await hasTarget(10 + round * 10)
      await until(
        'the books of this run closed',
        async () => (await listRuns()).filter(run => run.state === 'succeeded').length > round,
      )
    }
    await stopLive()
    const runs = await listRuns()
    expect(runs.map(run => run.counts.read).reduce((sum, read) => sum + read)).toBe(40)
    expect(fixture.system.countWrites().size).toBe(40)
    for (const [key, times] of fixture.system.countWrites()) expect(`${key}: ${times}`).toBe(`${key}: 1`)
  })

  for (const point of [
    'page.read',
    'page.landing',
    'page.inserted',
    'page.landed',
    'page.mapped',
    'batch.written',
    'page.settled',
    'page.handedOn',
  ] satisfies FaultPoint[])
    it(`loses and doubles nothing when its process dies at ${point}; nothing is acknowledged before it is durable`, async () => {
      await fixture.saveConfig({ source: { follow: true } })
      let met = 0
      const hook = (name: FaultPoint): void => {
        if (name === point && ++met === 2) throw new SimulatedCrash()
      }
      await fixture.createEngine({ roles: WITH_SCHEDULE, faultpoint: hook }, FAST).start()
      push(35)
      await hasTarget(35)
      await until('acknowledged', () => stream.acknowledged.at(-1) === '35')
      await stopLive()
      expect(await listRuns()).toMatchObject([{ state: 'stopped', counts: { read: 35, written: 35 } }])
      expect(await fixture.readStates()).toEqual({ 2: 35 })
      const marks = stream.acknowledged.map(Number)
      expect(marks).toEqual([...marks].sort((a, b) => a - b))
    })

  it('writes records whose retry is due while it follows', async () => {
    await fixture.saveConfig({ source: { follow: true } })
    let isDown = true
    fixture.system.judge = record =>
      isDown && String(record.data['id']) === '3'
        ? { kind: 'failed', failure: { code: 'target.busy', message: 'Busy.', retry: 'later' } }
        : null
    await fixture.createEngine({ roles: WITH_SCHEDULE }, FAST).start()
    push(5)
    await hasTarget(4)
    isDown = false
    fixture.clock.nowMs += 3_600_000
    await hasTarget(5)
    await stopLive()
    expect(await listRuns()).toMatchObject([{ state: 'stopped', counts: { written: 5 } }])
  })

  it('is begun again after a failure, with a growing pause', async () => {
    await fixture.saveConfig({ source: { follow: true } })
    let failures = 0
    stream.beforePage = () => {
      failures += 1
      if (failures <= 2) throw new Failure({ code: 'connector.auth', message: 'Refused.' })
    }
    await fixture.createEngine({ roles: WITH_SCHEDULE }, FAST).start()
    push(3)
    await hasTarget(3)
    expect((await listRuns()).map(run => run.state)).toEqual(['failed', 'failed', 'running'])
  })

  it('waits for a person when the source has lost its place; a run in full begins anew and the old place is forgotten', async () => {
    await fixture.saveConfig({ source: { follow: true } })
    push(3)
    stream.beforePage = () => {
      throw new Failure({ code: 'follow.lost', message: 'Gone.' })
    }
    const engine = fixture.createEngine({ roles: WITH_SCHEDULE }, FAST)
    await engine.start()
    await until('lost', async () => (await readReader())?.state === 'lost')
    const lost = await readReader()
    await until('failed', async () => (await listRuns())[0]?.state === 'failed')
    stream.beforePage = () => undefined
    await wait(300)
    expect(await listRuns()).toHaveLength(1)
    await fixture.request(engine, { full: true })
    await hasTarget(3)
    expect(await readReader()).toMatchObject({ state: 'following' })
    await until('forgotten', () => stream.forgotten.includes(lost!.id))
    await until(
      'deleted',
      async () => (await fixture.query('select 1 from follow_reader where id = $1', [lost!.id])).length === 0,
    )
  })

  it('brakes before the disk of its source is full: warns, then drops what the source keeps', async () => {
    await fixture.saveConfig({ source: { follow: true, retain: { maxBytes: 2 ** 20 } } })
    await fixture.createEngine({ roles: WITH_SCHEDULE }, FAST).start()
    stream.lagBytes = 0.9 * 2 ** 20
    const lines = async (code: string) =>
      (await fixture.query(`select 1 from run_log where detail ->> 'code' = $1`, [code])).length
    await until('warned', async () => (await lines('follow.nearFull')) > 0)
    stream.lagBytes = 2 ** 20
    await until('braked', async () => (await readReader())?.state === 'lost')
    await until('ended', async () => (await listRuns())[0]?.state === 'failed')
    expect(await lines('follow.nearFull')).toBe(1)
    expect(stream.forgotten).toHaveLength(1)
  })

  it('brakes for a strategy at rest too', async () => {
    await fixture.saveConfig({ source: { follow: true, retain: { maxBytes: 2 ** 20 } } })
    await fixture.createEngine({ roles: WITH_SCHEDULE }, FAST).start()
    push(1)
    await hasTarget(1)
    await stopLive()
    stream.lagBytes = 2 ** 20
    await until('braked', async () => (await readReader())?.state === 'lost')
  })

  it('tells once that its source fills, and settles that when the source has room, is read anew or keeps nothing more', async () => {
    await fixture.saveConfig({ source: { follow: true, retain: { maxBytes: 2 ** 20 } } })
    const engine = fixture.createEngine({ roles: WITH_SCHEDULE }, FAST)
    await engine.start()
    const tells = (...notices: string[]) =>
      until(`told ${notices}`, async () => {
        const rows = await fixture.query<{ text: string }>(
          `select concat_ws(' ', cause, count, case when settled_at is null then 'open' else 'over' end) as text from notice
            where kind = 'follow.lag' and object_id = $1 order by cause`,
          [fixture.strategyId],
        )
        return rows.map(row => row.text).join() === notices.join()
      })
    const countLines = async () =>
      (await fixture.query(`select 1 from run_log where detail ->> 'code' = 'follow.nearFull'`)).length
    stream.lagBytes = 0.9 * 2 ** 20
    await tells('follow.nearFull 1 open')
    stream.lagBytes = 0
    await tells('follow.nearFull 1 over')
    await stopLive()
    stream.lagBytes = 0.9 * 2 ** 20
    await tells('follow.nearFull 1 open')
    const looked = stream.lagsRead
    await until('looked again', () => stream.lagsRead > looked + 3)
    expect(await countLines()).toBe(2)
    stream.lagBytes = 2 ** 20
    await tells('follow.braked 1 open', 'follow.nearFull 1 open')
    stream.lagBytes = 0
    await fixture.query(`update strategy set status = 'running'`)
    await fixture.request(engine, { full: true })
    await tells('follow.braked 1 over', 'follow.nearFull 1 over')
    stream.lagBytes = 0.9 * 2 ** 20
    await tells('follow.braked 1 over', 'follow.nearFull 1 open')
    await stopLive()
    await fixture.query(`update follow_reader set state = 'retired' returning id`)
    await tells('follow.braked 1 over', 'follow.nearFull 1 over')
  })

  it('leaves nothing at the source when it is deleted, even if the source answers only later', async () => {
    await fixture.saveConfig({ source: { follow: true } })
    await fixture.createEngine({ roles: WITH_SCHEDULE }, FAST).start()
    push(1)
    await hasTarget(1)
    await stopLive()
    fixture.system.openFailures = [new Failure({ code: 'connector.broken', message: 'Away.', retry: 'later' })]
    await fixture.query('delete from page; delete from strategy')
    await until('forgotten', () => stream.forgotten.length > 0)
    await until('deleted', async () => (await fixture.query('select 1 from follow_reader')).length === 0)
  })

  it('takes no place of ordinary runs', async () => {
    await fixture.saveConfig({ source: { follow: true } })
    await fixture.createEngine({ roles: WITH_SCHEDULE }, { ...FAST, runsAtOnce: 0 }).start()
    push(1)
    await hasTarget(1)
  })
})
