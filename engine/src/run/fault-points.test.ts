import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders, WITH_SCHEDULE } from '../testing/fixture.ts'
import type { EngineLimits } from './deps.ts'
import type { Engine } from './engine.ts'
import { type FaultPoint, faultPoints, SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())

const met = new Set<FaultPoint>()
const busy = { kind: 'failed', failure: { code: 'busy', message: 'busy', retry: 'later' } } as const

/** One situation that leads past points of its own. */
async function live(
  work: (
    fixture: Fixture,
    start: (crashAt?: FaultPoint, limits?: Partial<EngineLimits>, crashes?: number) => Promise<Engine>,
  ) => Promise<void>,
): Promise<void> {
  const fixture = await createFixture(place.database)
  const start = async (crashAt?: FaultPoint, limits: Partial<EngineLimits> = {}, crashes = 1): Promise<Engine> => {
    let left = crashes
    const faultpoint = (name: FaultPoint): void => {
      met.add(name)
      if (name !== crashAt || left === 0) return
      left -= 1
      throw new SimulatedCrash()
    }
    const engine = fixture.createEngine({ faultpoint, roles: WITH_SCHEDULE }, limits)
    await engine.start()
    return engine
  }
  try {
    await work(fixture, start)
  } finally {
    await fixture.query(`update strategy set status = 'stopped'`)
    await fixture.stop()
    await fixture.query(`update run set state = 'failed', finished_at = now() where finished_at is null`)
  }
}

describe('fault points', () => {
  it('are listed exactly as the code names them', () => {
    const root = join(import.meta.dirname, '..')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      name => name.endsWith('.ts') && !/(^|\/)testing\/|\.test\.ts$/.test(name),
    )
    const named = files.flatMap(name =>
      [...readFileSync(join(root, name), 'utf8').matchAll(/\bfault(?:point\?\.)?\(\s*'([^']+)'/g)].map(
        match => match[1],
      ),
    )
    expect([...new Set(named)].sort()).toEqual([...faultPoints].sort())
    expect(faultPoints.length).toBeGreaterThanOrEqual(60)
  })

  it('are met, each, in a situation of these', async () => {
    await live(async (fixture, start) => {
      await fixture.saveConfig({ source: { increment: { field: 'updated_at' } }, schedule: { cron: '0 * * * *' } })
      fixture.system.setRows(makeOrders(130))
      fixture.system.guarantee = 'none'
      fixture.system.beforeWrite = () => wait(10)
      await fixture.query('update strategy set next_run_at = $1', [new Date(fixture.clock.nowMs - 1000).toISOString()])
      // Bytes so few that each page lands in parts.
      const engine = await start(undefined, { pageBytes: 200 })
      await fixture.run(engine)
      const { tenantId, strategyId } = fixture
      await fixture.request(engine)
      await fixture.database.withTenant(tenantId, tx => engine.runs.requestStopOf(tx, { tenantId, strategyId }))
    })
    // Whole pages, and a process that died with one in hand.
    await live(async (fixture, start) => {
      await fixture.saveConfig()
      fixture.system.setRows(makeOrders(105))
      await fixture.run(await start('page.landed'))
    })
    // Twice with the same page in hand.
    await live(async (fixture, start) => {
      await fixture.saveConfig()
      fixture.system.setRows(makeOrders(5))
      await fixture.run(await start('page.mapped', {}, 2))
    })
    for (const crashAt of [undefined, 'carried.taken', 'carried.marked'] as const)
      await live(async (fixture, start) => {
        fixture.system.guarantee = 'none'
        await fixture.saveConfig()
        fixture.system.setRows(makeOrders(10))
        fixture.system.judge = () => busy
        const engine = await start(crashAt)
        await fixture.run(engine)
        fixture.system.judge = () => null
        fixture.clock.nowMs += 3_600_000
        const countOpen = async () =>
          (await fixture.query('select 1 from run where finished_at is null')).length +
          (await fixture.query('select 1 from record_state where status in (5, 11)')).length
        await expect.poll(countOpen, { timeout: 30_000 }).toBe(0)
      })
    await live(async (fixture, start) => {
      await fixture.saveConfig()
      fixture.system.setRows(makeOrders(10))
      let broken = 1
      fixture.system.beforePage = () => {
        if (broken-- > 0) throw new Failure({ code: 'away', message: 'away', retry: 'later' })
      }
      const engine = await start()
      await fixture.run(engine)
      fixture.system.openFailures.push(new Failure({ code: 'gone', message: 'gone' }))
      await fixture.run(engine)
    })
    await live(async (fixture, start) => {
      await fixture.saveConfig({ target: { mode: 'replace' } })
      fixture.system.setRows(makeOrders(10))
      await fixture.run(await start())
    })
    // The version of the configuration is gone: the run cannot even begin.
    await live(async (fixture, start) => {
      await fixture.saveConfig()
      await place.database.withSystem(async tx => {
        await tx.execute('reset role')
        await tx.execute('update strategy_version set config = $1 where strategy_id = $2', ['{}', fixture.strategyId])
      })
      await fixture.run(await start())
    })
    // The process ends while a write hangs.
    await live(async (fixture, start) => {
      await fixture.saveConfig()
      fixture.system.setRows(makeOrders(30))
      fixture.system.beforeWrite = (_batch, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const engine = await start()
      const { runId } = await fixture.request(engine)
      await fixture.waitFor(runId, run => run.counts.pending > 0)
      await engine.stop({ timeoutMs: 50 })
    })
    expect(faultPoints.filter(point => !met.has(point))).toEqual([])
  })
})
