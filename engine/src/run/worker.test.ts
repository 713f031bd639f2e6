import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 10 })
})
afterAll(() => place.drop())

/** Three more strategies of the same tenant, queued. */
async function queueMore(fixture: Fixture): Promise<void> {
  await place.database.withTenant(fixture.tenantId, async tx => {
    for (let index = 0; index < 3; index += 1) {
      const id = newId()
      await tx.execute(
        `insert into strategy (id, code, name, status, source_connector_id, target_connector_id) values ($1, $3, 'more', 'running', $2, $2)`,
        [id, fixture.connectorId, id],
      )
      await tx.execute(
        'insert into strategy_version (strategy_id, version, config) select $1, 1, config from strategy_version where strategy_id = $2',
        [id, fixture.strategyId],
      )
      const engine = fixture.engines[0]!
      await engine.runs.request(tx, { tenantId: fixture.tenantId, strategyId: id, trigger: 'manual' })
    }
  })
}

describe('the worker', () => {
  it("gives a tenant's many runs only its share, so that another tenant's run does not wait behind them", async () => {
    const greedy = await createFixture(place.database)
    const modest = await createFixture(place.database)
    for (const fixture of [greedy, modest]) await fixture.saveConfig()
    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    greedy.system.setRows(makeOrders(5))
    greedy.system.beforeWrite = async () => gate
    const engine = greedy.createEngine({}, { runsAtOnce: 4, runsPerTenant: 2 })
    await greedy.request(engine)
    await queueMore(greedy)
    const { runId } = await modest.request(engine)
    await engine.start()
    await modest.waitFor(runId, run => run.state !== 'queued')
    const count = async () =>
      (
        await greedy.query(
          `select count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'queued')::int as queued from run`,
        )
      )[0]
    await expect.poll(count, { timeout: 15_000 }).toEqual({ running: 2, queued: 2 })
    await wait(100)
    expect(await count()).toEqual({ running: 2, queued: 2 })
    release()
    await greedy.stop()
    // No engine of a later test shall take up what still waits.
    await greedy.query(`update run set state = 'failed', finished_at = now() where finished_at is null`)
  })

  it('takes nothing more once it is told to stop, however long the queue', async () => {
    const fixture = await createFixture(place.database)
    await fixture.saveConfig()
    let claim: () => void = () => undefined
    const claiming = new Promise<void>(resolve => {
      claim = resolve
    })
    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const faultpoint = async (name: string): Promise<void> => {
      if (name !== 'run.claiming') return
      claim()
      await gate
    }
    const engine = fixture.createEngine({ faultpoint }, { runsAtOnce: 10, runsPerTenant: 10 })
    await fixture.request(engine)
    await queueMore(fixture)
    await engine.start()
    await claiming
    const stopped = engine.stop({ timeoutMs: 5000 })
    release()
    await stopped
    // The one it had may be handed back, where the machine was too slow for it; whoever takes a run grows its fence.
    expect(await fixture.query('select count(*)::int as untouched from run where fence = 0')).toEqual([
      { untouched: 3 },
    ])
  })

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
  ])('takes one "%s" of its own database for no failure of the run', async message => {
    const fixture = await createFixture(place.database)
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(5))
    let refuses = false
    const withTenant: Database['withTenant'] = async (...given) => {
      if (!refuses) return place.database.withTenant(...given)
      refuses = false
      throw new Error(message)
    }
    let isFirst = true
    fixture.system.beforeWrite = async () => {
      refuses = isFirst
      isFirst = false
    }
    const engine = fixture.createEngine({ database: { ...place.database, withTenant } }, { leaseMs: 3_600_000 })
    await engine.start()
    const { runId } = await fixture.request(engine)
    expect(await fixture.waitFor(runId)).toMatchObject({ state: 'succeeded', counts: { read: 5, written: 5 } })
    await fixture.stop()
  })

  it('hands back what a database that was away cut off, as soon as it answers, and goes on', async () => {
    const fixture = await createFixture(place.database)
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(5))
    let refusals = 0
    // Beats and claims ask as well: with some luck each is among those that find nobody.
    const passing = <Rest extends unknown[], Answer>(ask: (...rest: Rest) => Promise<Answer>) => {
      return async (...rest: Rest): Promise<Answer> => {
        if (refusals === 0) return ask(...rest)
        refusals -= 1
        throw new Error('Connection terminated unexpectedly')
      }
    }
    const database: Database = {
      ...place.database,
      withTenant: passing(place.database.withTenant) as Database['withTenant'],
      withSystem: passing(place.database.withSystem) as Database['withSystem'],
    }
    let isFirst = true
    fixture.system.beforeWrite = async () => {
      if (isFirst) refusals = 30
      isFirst = false
    }
    // Nobody takes the run for its lease: only the word of who held it brings it on.
    const engine = fixture.createEngine({ database }, { leaseMs: 3_600_000 })
    await engine.start()
    const { runId } = await fixture.request(engine)
    const run = await fixture.waitFor(runId)
    expect(run).toMatchObject({ state: 'succeeded', counts: { read: 5, written: 5 } })
    expect(await fixture.query('select fence from run where id = $1', [runId])).not.toEqual([{ fence: 1 }])
    await fixture.stop()
  })
})
