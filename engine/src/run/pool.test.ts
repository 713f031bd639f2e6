import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProcessInfo } from '../sql/process-rows.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(5))
})
afterEach(() => fixture.stop())

const info = (change: Partial<ProcessInfo> = {}): ProcessInfo => ({
  id: newId(),
  host: 'm1',
  pid: 1,
  version: '1',
  roles: ['worker'],
  labels: ['default'],
  mode: 'work',
  keyId: 'k1',
  filesId: 'f1',
  concurrency: 4,
  ...change,
})
const setPool = (change: string): Promise<unknown> => fixture.query(`update process_pool set ${change} returning id`)

/** More strategies like the fixture's, each with a queued run. */
async function queueMore(count: number): Promise<void> {
  const { tenantId } = fixture
  const engine = fixture.createEngine()
  for (let index = 0; index < count; index += 1) {
    const id = newId()
    await fixture.query(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
       values ($1, $3, 'more', 'running', $2, $2) returning id`,
      [id, fixture.connectorId, id],
    )
    await fixture.query(
      `insert into strategy_version (strategy_id, version, config)
       select $1, 1, config from strategy_version where strategy_id = $2 returning version`,
      [id, fixture.strategyId],
    )
    await place.database.withTenant(tenantId, tx =>
      engine.runs.request(tx, { tenantId, strategyId: id, trigger: 'manual' }),
    )
  }
}

const countRuns = async (state: string): Promise<number> => {
  const [row] = await fixture.query<{ count: number }>('select count(*)::int as count from run where state = $1', [
    state,
  ])
  return row!.count
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 15_000; !(await isReached()); await wait(10))
    if (performance.now() > deadline) throw new Error('waiting: it did not come to this')
}

describe('a process pool', () => {
  it('never runs more at once than its concurrency, over all processes together', async () => {
    await setPool('concurrency = 3')
    await queueMore(12)
    let most = 0
    let now = 0
    let release: () => void = () => undefined
    const full = new Promise<void>(resolve => {
      release = resolve
    })
    fixture.system.beforeWrite = async () => {
      now += 1
      most = Math.max(most, now)
      if (now === 3) release()
      // All places are taken before the first one is given back; a fourth then has its chance to show.
      await full
      await new Promise(resolve => setTimeout(resolve, 60))
      now -= 1
    }
    const engines = [0, 1, 2, 3].map(() => fixture.createEngine({}, { runsAtOnce: 4, runsPerTenant: 4, leaseMs: 5000 }))
    await Promise.all(engines.map(engine => engine.start()))
    await until(async () => (await countRuns('succeeded')) === 12)
    expect(most).toBe(3)
  })

  it('is served only by processes that carry its label', async () => {
    await setPool(`label = 'erp'`)
    const other = fixture.createEngine({ process: info({ labels: ['default', 'crm'] }) })
    await other.start()
    const { runId } = await fixture.request(other)
    await expect(fixture.waitFor(runId, run => run.state !== 'queued', 300)).rejects.toThrow()
    const fitting = fixture.createEngine({ process: info({ labels: ['erp'] }) })
    await fitting.start()
    expect((await fixture.waitFor(runId)).state).toBe('succeeded')
  })

  it('that drains takes nothing more and lets live runs end', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    fixture.system.beforeWrite = async () => gate
    const engine = fixture.createEngine()
    await engine.start()
    const { runId } = await fixture.request(engine)
    await fixture.waitFor(runId, run => run.state === 'running')
    await setPool(`state = 'draining'`)
    await queueMore(1)
    release()
    expect((await fixture.waitFor(runId)).state).toBe('succeeded')
    expect(await countRuns('queued')).toBe(1)
    await setPool(`state = 'running'`)
    await until(async () => (await countRuns('succeeded')) === 2)
  })

  it('that is stopped pauses a live run after its page; resumed, the run goes on where it was', async () => {
    fixture.system.setRows(makeOrders(40))
    let pages = 0
    fixture.system.beforeWrite = async () => {
      pages += 1
      if (pages === 1) await setPool(`state = 'stopped'`)
      if (pages === 1) await new Promise(resolve => setTimeout(resolve, 200))
    }
    const engine = fixture.createEngine()
    await engine.start()
    const { runId } = await fixture.request(engine)
    const readFence = async () => (await fixture.query<{ fence: string }>('select fence from run'))[0]!.fence
    await until(async () => (await readFence()) === '2')
    const paused = await fixture.readRun(runId)
    expect(paused.state).toBe('running')
    expect(paused.counts.written).toBeLessThan(40)
    await setPool(`state = 'running'`)
    const run = await fixture.waitFor(runId)
    expect(run).toMatchObject({ state: 'succeeded', counts: { written: 40, pending: 0 } })
    expect(await fixture.readStates()).toEqual({ 2: 40 })
  })
})

describe('the check-list', () => {
  it('warns of a pool that takes nothing or that nobody serves', async () => {
    const config = await fixture.saveConfig({}, 2)
    const engine = fixture.createEngine({ process: info({ labels: ['erp'] }) })
    await engine.start()
    const items = async () =>
      (await engine.strategies.check(fixture.tenantId, config, 'all', fixture.strategyId)).map(({ item }) => item)
    expect(await items()).toContain('process.offline')
    await setPool(`label = 'erp'`)
    expect((await items()).filter(item => item.startsWith('process.'))).toEqual([])
    await setPool(`state = 'stopped'`)
    expect(await items()).toContain('process.closed')
  })
})

describe('a holder', () => {
  it('that stood still past its lease sends nothing more when another has the run', async () => {
    fixture.system.setRows(makeOrders(40))
    const writes: string[] = []
    let waken: () => void = () => undefined
    const asleep = new Promise<void>(resolve => {
      waken = resolve
    })
    // Its heart stops: heartbeats never get through, and the batch in preparation waits until another took over.
    const sleeper = fixture.createEngine(
      {
        faultpoint: async name => {
          if (name === 'run.beating') throw new Error('no heartbeat')
          if (name === 'page.mapped') await asleep
        },
      },
      // One place, which the sleeping run keeps: it must not take up its own run again.
      { leaseMs: 1000, runsAtOnce: 1 },
    )
    await sleeper.start()
    const { runId } = await fixture.request(sleeper)
    await until(async () => (await fixture.readRun(runId)).counts.staged > 0)
    fixture.system.beforeWrite = async () => void writes.push('write')
    const successor = fixture.createEngine({}, { leaseMs: 1000 })
    await successor.start()
    expect((await fixture.waitFor(runId)).state).toBe('succeeded')
    const sent = writes.length
    waken()
    await fixture.stop()
    expect(writes.length).toBe(sent)
  })
})

describe('a process', () => {
  it('is shown while it lives, with what it holds, and is gone when it ends', async () => {
    const engine = fixture.createEngine({ process: info({ host: 'seen' }) })
    await engine.start()
    const read = () =>
      place.database.withSystem(tx =>
        tx.query<{ running: number; draining: boolean }>(`select running, draining from process where host = 'seen'`),
      )
    await until(async () => (await read()).length === 1)
    await fixture.stop()
    expect(await read()).toEqual([])
  })

  it('with another master key than the older ones is refused', async () => {
    const first = fixture.createEngine({ process: info() })
    await first.start()
    const second = fixture.createEngine({ process: info({ keyId: 'k2' }) })
    await expect(second.start()).rejects.toMatchObject({ code: 'process.key' })
  })
})
