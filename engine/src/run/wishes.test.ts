import { newId } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimRun } from '../sql/claim-run.ts'
import { endRun } from '../sql/run-rows.ts'
import { claimDue, insertWishes, takeWishes } from '../sql/slot-rows.ts'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let idle: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 10 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  await place.database.withSystem(async tx => {
    await endAll(tx)
    await tx.execute('delete from run_wish')
  })
  fixture = await createFixture(place.database)
  await fixture.saveConfig({ schedule: { cron: '0 * * * *', missed: 'all' } })
  idle = fixture.createEngine({ roles: { worker: false, scheduler: false } })
})
afterEach(() => fixture.stop())

const HOUR_MS = 3_600_000
const asks = { leaseMs: 60_000, busy: [], holderId: newId(), labels: ['default'], follow: false }

/** The queued run is taken and ends, as a worker does it. */
async function endLive(): Promise<void> {
  const claim = await place.database.withSystem(tx => claimRun(tx, asks))
  if (claim === null || claim === 'held') throw new Error('ending the live run: none is queued')
  await place.database.withTenant(fixture.tenantId, tx =>
    endRun(tx, claim, { state: 'succeeded', failure: null, imbalance: null }),
  )
}

const endAll = (tx: Tx): Promise<number> =>
  tx.execute(`update run set state = 'succeeded' where state in ('queued', 'running')`)
const endByHand = (): Promise<number> => place.database.withTenant(fixture.tenantId, endAll)

interface Between {
  readonly before?: (() => Promise<unknown>) | undefined
  readonly after: () => Promise<unknown>
}

/** The first time that runs are inserted for what is due, other sessions commit right before and right after it. */
function meddle(database: Database, between: Between): Database {
  let isDone = false
  const query =
    (tx: Tx): Tx['query'] =>
    async (text, values, options) => {
      if (isDone || options?.name !== 'insert_runs') return tx.query(text, values, options)
      isDone = true
      await between.before?.()
      const rows = await tx.query(text, values, options)
      await between.after()
      return rows as never
    }
  return {
    ...database,
    withSystem: (work, settings) => database.withSystem(tx => work({ ...tx, query: query(tx) } as Tx), settings), // the same transaction, with pauses
  }
}

/** A scheduler starts; resolves when the other sessions have committed. */
async function schedule({ before, after }: Between): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const database = meddle(place.database, { before, after: () => after().then(() => resolve(), reject) })
    fixture
      .createEngine({ database, roles: { worker: false, scheduler: true } })
      .start()
      .catch(reject)
  })
}

const countSlots = async (slot: string): Promise<number> => {
  await endByHand()
  return (await fixture.query('select from run where slot_at = $1', [slot])).length
}
const SOON = { timeout: 15_000, interval: 20 }

describe('a slot that meets a live run', () => {
  it('is fired after that run, though it ended before the scheduler looked again', async () => {
    const slot = new Date(fixture.clock.nowMs).toISOString()
    fixture.clock.nowMs += HOUR_MS
    await fixture.request(idle)
    await fixture.query('update strategy set next_run_at = $1', [slot])
    await schedule({ after: endByHand })
    await expect.poll(() => countSlots(slot), SOON).toBe(1)
  })

  it('is still wished for when a run came in between and ended at once', async () => {
    const { tenantId: tenant_id, strategyId: strategy_id } = fixture
    const slot = new Date(fixture.clock.nowMs).toISOString()
    await place.database.withTenant(tenant_id, tx =>
      insertWishes(tx, [{ tenant_id, strategy_id, trigger: 'schedule', slot_at: slot }]),
    )
    let ended: Promise<void> = Promise.resolve()
    // Its end waits for the scheduler, which has the strategy in hand.
    const endMeanwhile = async (): Promise<void> => {
      ended = endLive()
      ended.catch(() => undefined)
    }
    await schedule({ before: () => fixture.request(idle), after: endMeanwhile })
    await ended
    await expect.poll(() => countSlots(slot), SOON).toBe(1)
  })
})

describe('a wish that is asked for again', () => {
  it('is not served before who asked has committed', async () => {
    const take = async () => (await place.database.withSystem(tx => takeWishes(tx, 10))).map(wish => wish.trigger)
    const push = { trigger: 'push', ifLive: 'wait' } as const
    await fixture.request(idle)
    await fixture.request(idle, push)
    await place.database.withTenant(fixture.tenantId, async tx => {
      const { tenantId, strategyId } = fixture
      await idle.runs.request(tx, { tenantId, strategyId, ...push })
      await endLive()
      // A run made now would not see what this transaction wrote.
      expect(await take()).toEqual([])
    })
    expect(await take()).toEqual(['push'])
  })

  it('never makes a slot that has been fired a second run', async () => {
    const { tenantId: tenant_id, strategyId: strategy_id } = fixture
    const slot = new Date(fixture.clock.nowMs).toISOString()
    await fixture.request(idle, { trigger: 'schedule', slotAt: slot })
    await endLive()
    await place.database.withTenant(tenant_id, tx =>
      insertWishes(tx, [{ tenant_id, strategy_id, trigger: 'schedule', slot_at: slot }]),
    )
    await schedule({ after: async () => undefined })
    await expect.poll(() => fixture.query('select from run_wish'), SOON).toEqual([])
    expect(await countSlots(slot)).toBe(1)
  })
})

it('a person’s start goes through while a scheduler has the strategy in hand: neither waits for the other', async () => {
  await fixture.query('update strategy set next_run_at = $1', [new Date(fixture.clock.nowMs - 1000).toISOString()])
  await place.database.withSystem(async tx => {
    expect(await claimDue(tx, 'next_run_at', new Date(fixture.clock.nowMs).toISOString(), 10)).toHaveLength(1)
    expect((await fixture.request(idle)).runId).toMatch(/-/)
  })
})
