import { newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { EngineDeps } from './deps.ts'
import { SimulatedCrash } from './fault-points.ts'

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

/** An engine that ends whenever it is about to write record 7. `deaths` counts how often. */
async function startFragile(deaths: { count: number }): Promise<void> {
  const isPoisonNear = { now: false }
  fixture.system.beforeWrite = batch => {
    isPoisonNear.now = batch.some(({ data }) => data['id'] === 7)
  }
  const faultpoint = (name: string): void => {
    if (name !== 'batch.written' || !isPoisonNear.now) return
    deaths.count += 1
    throw new SimulatedCrash()
  }
  await fixture.createEngine({ faultpoint }).start()
}

/** One that the table of processes shows for as long as it lives. */
const showProcess = (): NonNullable<EngineDeps['process']> => ({
  id: newId(),
  host: 'here',
  pid: 1,
  version: '1',
  roles: ['worker'],
  labels: ['default'],
  mode: 'work',
  keyId: 'key',
  filesId: 'files',
  concurrency: 4,
})

/** Whoever is about to write record 7 loses its lease, `times` times at most; its process lives on. */
function loseLeaseAt7(times: number): { readonly losses: number } {
  const count = { losses: 0 }
  fixture.system.beforeWrite = async (batch, signal) => {
    if (count.losses >= times || !batch.some(({ data }) => data['id'] === 7)) return
    count.losses += 1
    await fixture.query(
      `update run set updated_at = now() - interval '1 hour', fence = fence + 1 where state = 'running'`,
    )
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  return count
}

describe('a record at which a living process loses its lease', () => {
  it.each([1, 2])('is not taken for one that ends it, with %i processes', async processes => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(20))
    const count = loseLeaseAt7(6)
    for (let each = 0; each < processes; each += 1) await fixture.createEngine({ process: showProcess() }).start()
    const { runId } = await fixture.request(fixture.engines[0]!) // one at least
    const run = await fixture.waitFor(runId, undefined, 60_000)
    expect(count.losses).toBe(6)
    expect(run).toMatchObject({ state: 'succeeded', counts: { written: 20, dead: 0 } })
  })

  it('is set aside in the end, so that the others go on', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(20))
    const count = loseLeaseAt7(100)
    await fixture.createEngine({ process: showProcess() }).start()
    const { runId } = await fixture.request(fixture.engines[0]!) // just made
    const run = await fixture.waitFor(runId, undefined, 60_000)
    expect(count.losses).toBe(10)
    expect(run).toMatchObject({ state: 'partial', counts: { written: 19, dead: 1 } })
  })
})

describe('a record that ends the process', () => {
  it('is set aside at its third death; its page and its strategy go on', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(45))
    const deaths = { count: 0 }
    await startFragile(deaths)
    const run = await fixture.run(fixture.engines[0]!)
    expect(deaths.count).toBe(3)
    expect(run).toMatchObject({ state: 'partial', imbalance: null, counts: { written: 44, dead: 1, pending: 0 } })
    expect(await fixture.readStates()).toEqual({ 2: 44, 3: 1 })
    expect(await fixture.query('select key, error_code from record_state where status = 3')).toEqual([
      { key: '7', error_code: 'record.poison' },
    ])
  })

  it('is not seen in a process that was only told to stop, however often', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(20))
    fixture.system.beforeWrite = (_batch, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const engine = fixture.createEngine()
    const { runId } = await fixture.request(engine)
    for (let times = 0; times < 5; times += 1) {
      const next = fixture.createEngine()
      await next.start()
      await fixture.waitFor(runId, run => run.counts.pending > 0)
      await expect.poll(() => fixture.query('select 1 from run where fence > $1', [2 * times])).toHaveLength(1)
      await next.stop({ timeoutMs: 30 })
    }
    fixture.system.beforeWrite = () => undefined
    await fixture.createEngine().start()
    const run = await fixture.waitFor(runId)
    expect(run.counts).toMatchObject({ written: 20, dead: 0 })
  })
})
