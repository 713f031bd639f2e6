import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'

let place: TestDatabase
let fixture: Fixture
/** When each batch of a strategy was taken. */
const writes = new Map<string, number[]>()
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
  fixture = await createFixture(place.database)
})
afterAll(async () => {
  await fixture.stop()
  await place.drop()
})

// All 200 by STOPS=200.
const STOPS = Number(process.env['STOPS'] ?? 12)
const AT_ONCE = 4

async function addStrategy(): Promise<string> {
  const id = newId()
  await fixture.query(
    `insert into strategy (id, code, name, status, source_connector_id, target_connector_id) values ($1, $2, $2, 'running', $3, $3)`,
    [id, id, fixture.connectorId],
  )
  await fixture.query(
    'insert into strategy_version (strategy_id, version, config) select $1, 1, config from strategy_version where strategy_id = $2',
    [id, fixture.strategyId],
  )
  return id
}

interface Stopped {
  readonly drainedMs: number
  /** Pages that landed more than a second after the stop was answered. */
  readonly latePages: number
  /** Batches the target saw after the run was called stopped. */
  readonly lateWrites: number
}

/** A run in full swing is stopped at some moment; then everything that still happens is watched. */
async function stopOnce(strategyId: string, seed: number): Promise<Stopped> {
  const { tenantId, database } = fixture
  const [engine] = fixture.engines
  const { runId } = await fixture.request(engine!, { strategyId }) // made before
  await fixture.waitFor(runId, run => run.counts.read > (seed % 7) * 40, 30_000)
  await database.withTenant(tenantId, tx => engine!.runs.requestStop(tx, { tenantId, runId })) // as above
  const stoppedMs = performance.now()
  const [stop] = await fixture.query<{ at: string }>('select clock_timestamp() as at')
  const { state } = await fixture.waitFor(runId, undefined, 40_000)
  const endedMs = performance.now()
  expect(state).toBe('stopped')
  await wait(50)
  const [late] = await fixture.query<{ pages: number }>(
    `select count(*)::int as pages from page where run_id = $1 and created_at > $2::timestamptz + interval '1 second'`,
    [runId, stop!.at], // a clock always answers
  )
  const lateWrites = (writes.get(strategyId) ?? []).filter(at => at > endedMs).length
  return { drainedMs: endedMs - stoppedMs, latePages: late!.pages, lateWrites } // a count has its row
}

describe('a stop under load', () => {
  it(`ends ${STOPS} of ${STOPS} runs soon, with no further page and nothing written after "stopped"`, async () => {
    const { system } = fixture
    await fixture.saveConfig({ source: { pageSize: 20 }, target: { batchSize: 10 } })
    system.setRows(makeOrders(20_000))
    system.beforePage = () => wait(1)
    system.beforeWrite = async batch => {
      await wait(2)
      const strategyId = batch[0]!.idempotencyKey.split(':')[0]! // no batch is empty, no key without a strategy
      writes.set(strategyId, [...(writes.get(strategyId) ?? []), performance.now()])
    }
    // Heartbeats as they are in the product: a stop must not wait for one.
    const limits = { runsAtOnce: AT_ONCE, runsPerTenant: AT_ONCE, beatMs: 1000, pollMs: 500, leaseMs: 60_000 }
    await fixture.createEngine({}, limits).start()
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      const stops: Stopped[] = []
      for (let seed = 0; seed < STOPS / AT_ONCE; seed += 1) stops.push(await stopOnce(await addStrategy(), seed))
      return stops
    })
    const stops = (await Promise.all(lanes)).flat()
    expect(stops).toHaveLength(STOPS)
    expect(stops.filter(stop => stop.lateWrites > 0 || stop.latePages > 0)).toEqual([])
    const drained = stops.map(stop => stop.drainedMs).toSorted((a, b) => a - b)
    expect(drained.at(-1)).toBeLessThan(10_000)
  }, 900_000)
})
