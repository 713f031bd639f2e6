import { newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 10 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  fixture.system.setRows(makeOrders(3))
})
afterEach(() => fixture.stop())

const roles = { worker: true, scheduler: true }
const HOUR_MS = 3_600_000
const SOON = { timeout: 15_000, interval: 20 }

/** Another strategy of the same tenant between the same ends. */
async function addStrategy(name: string, schedule: object = {}): Promise<string> {
  const id = newId()
  await place.database.withTenant(fixture.tenantId, async tx => {
    await tx.execute(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id) values ($1, $2, $2, 'running', $3, $3)`,
      [id, name, fixture.connectorId],
    )
    await tx.execute(
      `insert into strategy_version (strategy_id, version, config)
       select $1, 1, jsonb_set(config, '{schedule}', $3) from strategy_version where strategy_id = $2`,
      [id, fixture.strategyId, JSON.stringify(schedule)],
    )
  })
  return id
}

const link = (strategyId: string, upstreamId: string, kind: string): Promise<unknown> =>
  fixture.query('insert into strategy_link (strategy_id, upstream_id, kind) values ($1, $2, $3)', [
    strategyId,
    upstreamId,
    kind,
  ])

const listRuns = (strategyId: string) =>
  fixture.query<{ id: string; state: string; trigger: string }>(
    'select id, state, trigger from run where strategy_id = $1 order by created_at, id',
    [strategyId],
  )
const runStates = async (strategyId: string): Promise<string[]> =>
  (await listRuns(strategyId)).map(run => `${run.trigger} ${run.state}`)

/** The reason why the strategy's newest run waits. */
async function explain(engine: Engine, runId: string): Promise<string | undefined> {
  return place.database.withTenant(fixture.tenantId, async tx => {
    const rows = await tx.query<{ id: string; state: 'queued'; created_at: string; updated_at: string }>(
      'select id, state, created_at, updated_at from run where id = $1',
      [runId],
    )
    return (await engine.runs.explainWaiting(tx, rows)).get(runId)?.code
  })
}

describe('a strategy with a precondition', () => {
  it('waits while its upstream runs, says so, and starts when that run has ended', async () => {
    await fixture.saveConfig()
    const downstream = await addStrategy('downstream')
    await link(downstream, fixture.strategyId, 'succeeded')
    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    fixture.system.beforeWrite = () => gate
    const engine = fixture.createEngine({ roles })
    await engine.start()
    const { runId: upstream } = await fixture.request(engine)
    await fixture.waitFor(upstream, run => run.state === 'running')
    const { runId } = await fixture.request(engine, { strategyId: downstream })
    await expect.poll(() => explain(engine, runId), SOON).toBe('wait.upstream.live')
    release()
    await fixture.waitFor(upstream)
    expect((await fixture.waitFor(runId)).state).toBe('succeeded')
  })
})

describe('a strategy that runs after another', () => {
  it('runs once for each success, none for a failure, and not while its schedule is paused', async () => {
    await fixture.saveConfig()
    const downstream = await addStrategy('downstream')
    await link(downstream, fixture.strategyId, 'after')
    const engine = fixture.createEngine({ roles })
    await engine.start()
    await fixture.run(engine)
    await expect.poll(() => runStates(downstream), SOON).toEqual(['chain succeeded'])
    fixture.system.beforePage = () => {
      throw new Error('broken')
    }
    expect((await fixture.run(engine)).state).toBe('failed')
    fixture.system.beforePage = () => undefined
    await fixture.query('update strategy set paused_at = now() where id = $1', [downstream])
    expect((await fixture.run(engine)).state).toBe('succeeded')
    await fixture.query('update strategy set paused_at = null where id = $1', [downstream])
    expect((await fixture.run(engine)).state).toBe('succeeded')
    await expect.poll(() => runStates(downstream), SOON).toEqual(['chain succeeded', 'chain succeeded'])
  })
})

describe('a slot while a run is live', () => {
  it('is followed by one run when the schedule says so, however many slots came', async () => {
    await fixture.saveConfig({ schedule: { cron: '0 * * * *', overlap: 'queue' } })
    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    fixture.system.beforeWrite = () => gate
    const engine = fixture.createEngine({ roles })
    await engine.start()
    await fixture.request(engine)
    const start = fixture.clock.nowMs
    await fixture.query('update strategy set next_run_at = $1', [new Date(start).toISOString()])
    for (let hour = 0; hour < 3; hour += 1) {
      fixture.clock.nowMs = start + hour * HOUR_MS
      const next = new Date(start + (hour + 1) * HOUR_MS).toISOString().slice(0, 16)
      const readNext = async () =>
        (await fixture.query<{ at: string }>('select next_run_at as at from strategy'))[0]?.at
      await expect.poll(readNext, SOON).toContain(next)
    }
    release()
    await expect.poll(() => runStates(fixture.strategyId), SOON).toEqual(['manual succeeded', 'schedule succeeded'])
    const lines = await fixture.query<{ text: string }>(
      `select text from run_log where text like 'The slot%' order by id`,
    )
    const hour = (at: number) => new Date(at + 8 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
    expect(lines[0]?.text).toBe(
      `The slot ${hour(start)} (Asia/Shanghai) waits because the strategy is still running; one run follows.`,
    )
  })
})

describe('an active window', () => {
  it('holds a run that came by itself until it opens; a person goes first', async () => {
    const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '13:00', to: '14:00' }]
    await fixture.saveConfig({ schedule: { timeZone: 'UTC', windows } })
    const engine = fixture.createEngine({ roles })
    await engine.start()
    const { runId } = await fixture.request(engine, { trigger: 'push' })
    await expect.poll(() => explain(engine, runId), SOON).toBe('wait.window')
    fixture.clock.nowMs += HOUR_MS
    expect((await fixture.waitFor(runId)).state).toBe('succeeded')
    fixture.clock.nowMs += HOUR_MS
    const held = await fixture.request(engine, { trigger: 'push' })
    await expect.poll(() => explain(engine, held.runId), SOON).toBe('wait.window')
    expect(await fixture.request(engine)).toEqual({ runId: held.runId, alreadyRunning: true })
    expect((await fixture.waitFor(held.runId)).state).toBe('succeeded')
  })
})

describe('a quota', () => {
  it('of records lets a run wait and lose nothing; raised, it goes on', async () => {
    await fixture.saveConfig()
    await place.database.withSystem(tx =>
      tx.execute('update tenant_quota set records_per_month = 3 where tenant_id = $1', [fixture.tenantId]),
    )
    const engine = fixture.createEngine({ roles })
    await engine.start()
    expect((await fixture.run(engine)).counts.fresh).toBe(3)
    fixture.system.setRows(makeOrders(5))
    const { runId } = await fixture.request(engine)
    await expect.poll(() => explain(engine, runId), SOON).toBe('wait.quota.records')
    await place.database.withSystem(async tx => {
      await tx.execute('update tenant_quota set records_per_month = null where tenant_id = $1', [fixture.tenantId])
      await tx.execute(`update run set look_at = 'epoch' where id = $1`, [runId])
    })
    expect((await fixture.waitFor(runId)).counts.fresh).toBe(2)
  })
})

describe('a queued run', () => {
  it('says that no process serves its pool, that its tenant is at its limit, or how many are ahead', async () => {
    await fixture.saveConfig()
    const others = [await addStrategy('one'), await addStrategy('two')]
    const idle = fixture.createEngine({ roles: { worker: false, scheduler: false } })
    const { runId: first } = await fixture.request(idle)
    const ids = []
    for (const strategyId of others) ids.push((await fixture.request(idle, { strategyId })).runId)
    expect(await explain(idle, ids[1]!)).toBe('wait.worker') // two were asked for
    await place.database.withSystem(tx =>
      tx.execute(
        `insert into process (id, host, pid, version, roles, labels, mode, key_id, files_id, concurrency)
         values ($1, 'h', 1, 'v', '{worker}', '{default}', 'work', 'k', 'f', 4)`,
        [newId()],
      ),
    )
    expect(await explain(idle, first)).toBe('wait.next')
    expect(await explain(idle, ids[1]!)).toBe('wait.place') // as above
    await place.database.withSystem(tx =>
      tx.execute('update tenant_quota set runs = 1 where tenant_id = $1', [fixture.tenantId]),
    )
    await fixture.query(`update run set state = 'running' where id = $1`, [first])
    expect(await explain(idle, ids[1]!)).toBe('wait.tenant') // as above
    await fixture.query(`update process_pool set state = 'draining'`)
    expect(await explain(idle, ids[1]!)).toBe('wait.pool.closed') // as above
  })
})

describe('a connector that may send a request every 50 seconds', () => {
  it('is said to hold back the run that asks it', async () => {
    fixture.system.setRows(makeOrders(30))
    await fixture.saveConfig({ source: { pageSize: 10 } })
    await fixture.query('update connector set rate_per_second = 0.02 where id = $1', [fixture.connectorId])
    const engine = fixture.createEngine({ roles })
    await engine.start()
    const { runId } = await fixture.request(engine)
    await fixture.waitFor(runId, run => run.state === 'running')
    await expect.poll(() => explain(engine, runId), SOON).toBe('wait.account.rate')
  })
})

describe('an account that a far system cut off', () => {
  it('lets runs wait in the queue, and they start when it is closed again', async () => {
    await fixture.saveConfig({ retry: { maxAttempts: 8 } })
    const engine = fixture.createEngine({ roles })
    await engine.start()
    await fixture.query(
      `insert into connector_account (connector_id, open_until, open_count) values ($1, clock_timestamp() + interval '1 hour', 3)`,
      [fixture.connectorId],
    )
    const { runId } = await fixture.request(engine)
    await expect.poll(() => explain(engine, runId), SOON).toBe('wait.account.open')
    await fixture.query('delete from connector_account')
    await fixture.query(`update run set look_at = 'epoch' where id = $1`, [runId])
    expect((await fixture.waitFor(runId)).state).toBe('succeeded')
  })
})
