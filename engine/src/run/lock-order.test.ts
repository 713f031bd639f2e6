import type { Database, Tx } from '@sluice/db'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertWishes, takeWishes } from '../sql/slot-rows.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let idle: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(5))
  idle = fixture.createEngine({ roles: { worker: false, scheduler: false } })
})
afterEach(() => fixture.stop())

/** How many sessions wait for the strategy's row now: each holds or awaits the lock of its place in that queue. */
async function countWaiting(): Promise<number> {
  const [row] = await place.database.withSystem(tx =>
    tx.query<{ n: number }>(
      `select count(distinct pid)::int as n from pg_locks
        where locktype = 'tuple' and relation = 'strategy'::regclass
          and database = (select oid from pg_database where datname = current_database())`,
    ),
  )
  return row?.n ?? 0
}

/** What a person's start, stop or edit does first. */
const lockByHand = 'select 1 from strategy where tenant_id = $1 and id = $2 for update'

const byHand = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  place.database.withTenant(fixture.tenantId, async tx => {
    await tx.query(lockByHand, [fixture.tenantId, fixture.strategyId])
    return work(tx)
  })

/** Calls `meddle` once, before the statement that changes the strategy of a run that has ended. */
function betweenRunAndStrategy(database: Database, meddle: () => Promise<void>): Database {
  let isDone = false
  const query =
    (tx: Tx): Tx['query'] =>
    async (text, values, options) => {
      // A run that the test before left behind may end here too.
      if (options?.name === 'run_after' && values?.[0] === fixture.tenantId && !isDone) {
        isDone = true
        await meddle()
      }
      return tx.query(text, values, options)
    }
  return {
    ...database,
    withTenant: (tenantId, work, settings) =>
      database.withTenant(tenantId, tx => work({ ...tx, query: query(tx) } as Tx), settings), // the same, with a pause
  }
}

const ways: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'started again': tx =>
    idle.runs.request(tx, { tenantId: fixture.tenantId, strategyId: fixture.strategyId, trigger: 'manual' }),
  stopped: tx => idle.runs.requestStopOf(tx, { tenantId: fixture.tenantId, strategyId: fixture.strategyId }),
}

describe('strategy before run, whoever locks both', () => {
  it.each(Object.keys(ways))('a strategy is %s while its run ends', async way => {
    let call: Promise<unknown> = Promise.resolve()
    const database = betweenRunAndStrategy(place.database, async () => {
      call = byHand(ways[way]!) // one of its names
      call.catch(() => undefined)
      await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1)
    })
    await fixture.createEngine({ database }, { leaseMs: 60_000 }).start()
    const { runId } = await fixture.request(idle)
    expect((await fixture.waitFor(runId, undefined, 60_000)).state).toBe('succeeded')
    await call
  })

  it('a queued run is stopped by its own id while its strategy is stopped', async () => {
    const { tenantId, strategyId } = fixture
    const { runId } = await fixture.request(idle)
    let stop: Promise<unknown> = Promise.resolve()
    await place.database.withTenant(tenantId, async tx => {
      await tx.query(lockByHand, [tenantId, strategyId])
      stop = place.database.withTenant(tenantId, other => idle.runs.requestStop(other, { tenantId, runId }))
      stop.catch(() => undefined)
      await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1)
      await idle.runs.requestStopOf(tx, { tenantId, strategyId })
    })
    expect(await stop).toBeNull()
    expect((await fixture.readRun(runId)).state).toBe('stopped')
  })

  it('a strategy is stopped while a scheduler is about to grant its wish', async () => {
    const { tenantId, strategyId } = fixture
    await place.database.withTenant(tenantId, tx =>
      insertWishes(tx, [{ tenant_id: tenantId, strategy_id: strategyId, trigger: 'chain', slot_at: null }]),
    )
    let stop: Promise<unknown> = Promise.resolve()
    await place.database.withSystem(async tx => {
      expect(await takeWishes(tx, 10)).toHaveLength(1)
      stop = byHand(other => idle.runs.requestStopOf(other, { tenantId, strategyId }))
      stop.catch(() => undefined)
      await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1)
      // The run that is wished for refers to its strategy.
      await tx.query('select 1 from strategy where tenant_id = $1 and id = $2 for key share', [tenantId, strategyId])
    })
    await expect(stop).resolves.toBeNull()
  })
})
