import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimRun, type Gate } from './claim-run.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 10 })
})
afterAll(() => place.drop())
beforeEach(() => system(tx => tx.execute(`update run set state = 'stopped' where state in ('queued', 'running')`)))

const system = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => place.database.withSystem(work)
const asks = { leaseMs: 60_000, busy: [], holderId: newId(), labels: ['default'], follow: false }
const take = async (gate?: Gate, busy: readonly string[] = []) => {
  const claim = await system(tx => claimRun(tx, { ...asks, busy }, gate))
  return claim === null || claim === 'held' ? claim : claim.tenantId
}
const quota = (tenantId: string, change: string): Promise<number> =>
  system(tx => tx.execute(`update tenant_quota set ${change} where tenant_id = $1`, [tenantId]))

/** A tenant with queued runs, each of a strategy of its own. */
async function createQueue(runs: number, trigger = 'schedule'): Promise<string> {
  const { tenantId } = await createTestTenant(place.database)
  await addRuns(tenantId, runs, trigger)
  return tenantId
}

const addRuns = (tenantId: string, runs: number, trigger: string): Promise<unknown> =>
  place.database.withTenant(tenantId, async tx => {
    await tx.execute(
      `with made as (
         insert into strategy (id, code, name, status) select gen_random_uuid(), gen_random_uuid(), 'many', 'stopped'
           from generate_series(1, $1) returning id)
       insert into run (id, strategy_id, version, trigger, priority, created_at, pool_id)
       select gen_random_uuid(), id, 1, $2, case when $2 = 'manual' then 0 else 1 end, clock_timestamp(), app_tenant() from made`,
      [runs, trigger],
    )
  })

describe('a claim', () => {
  it('gives tenants turns, however many runs each has queued', async () => {
    const [a, b, c] = [await createQueue(50), await createQueue(3), await createQueue(3)]
    const turns: unknown[] = []
    for (let turn = 0; turn < 9; turn += 1) turns.push(await take())
    for (const round of [0, 3, 6]) expect(new Set(turns.slice(round, round + 3))).toEqual(new Set([a, b, c]))
    // The others have none left.
    expect([await take(), await take()]).toEqual([a, a])
  })

  it('lets a tenant that comes later go before one that holds places already', async () => {
    const a = await createQueue(10)
    for (let turn = 0; turn < 4; turn += 1) expect(await take()).toBe(a)
    const b = await createQueue(10)
    expect([await take(), await take(), await take(), await take()]).toEqual([b, b, b, b])
  })

  it('gives a tenant of weight 3 three times the places', async () => {
    const [a, b] = [await createQueue(30), await createQueue(30)]
    await quota(a, 'weight = 3')
    const turns: unknown[] = []
    for (let turn = 0; turn < 8; turn += 1) turns.push(await take())
    expect(turns.filter(tenant => tenant === a)).toHaveLength(6)
    expect(turns.filter(tenant => tenant === b)).toHaveLength(2)
  })

  it('never gives a tenant more runs than its quota, from however many processes at once', async () => {
    const a = await createQueue(40)
    await quota(a, 'runs = 3')
    const claims = await Promise.all(Array.from({ length: 24 }, () => take()))
    const more = await Promise.all(Array.from({ length: 8 }, () => take()))
    expect([...claims, ...more].filter(tenant => tenant === a).length).toBeLessThanOrEqual(3)
    while ((await take()) !== null);
    const [row] = await system(tx =>
      tx.query(`select count(*)::int as count from run where tenant_id = $1 and state = 'running'`, [a]),
    )
    expect(row).toEqual({ count: 3 })
  })

  it('takes what a person asked for before what came by itself', async () => {
    const a = await createQueue(5)
    await addRuns(a, 1, 'manual')
    const claim = await system(tx => claimRun(tx, asks))
    expect(claim).toMatchObject({ tenantId: a, trigger: 'manual' })
  })

  it('puts runs aside that may not start, takes one that may, and does not meet the others again', async () => {
    const a = await createQueue(30)
    const [last] = await system(tx =>
      tx.query<{ id: string }>(
        'select id from run where tenant_id = $1 order by priority desc, created_at desc, id desc limit 1',
        [a],
      ),
    )
    let asked = 0
    const gate: Gate = async (_tx, run) => {
      asked += 1
      return run.id === last!.id ? null : { code: 'wait.window', params: {}, lookAtMs: Date.now() + 60_000 } // there are 30
    }
    expect(await take(gate)).toBe('held')
    expect(await take(gate)).toBe(a)
    expect(asked).toBe(30)
    expect(await take(gate)).toBeNull()
  })

  it('leaves out tenants that have their share of the asking process, and pools that are closed', async () => {
    const [a, b] = [await createQueue(2), await createQueue(2)]
    expect(await take(undefined, [a])).toBe(b)
    await system(tx => tx.execute(`update process_pool set state = 'draining' where tenant_id = $1`, [a]))
    expect([await take(), await take()]).toEqual([b, null])
  })

  it('takes over a run whose holder has not been heard of', async () => {
    const a = await createQueue(1)
    await take()
    expect(await take()).toBeNull()
    await system(tx => tx.execute(`update run set updated_at = 'epoch' where tenant_id = $1`, [a]))
    expect(await system(tx => claimRun(tx, asks))).toMatchObject({ tenantId: a, isResumed: true })
  })

  it('reads a handful of pages of a long queue, by its index, however many runs have ended', async () => {
    const a = await createQueue(6000)
    await createQueue(1)
    await system(tx =>
      tx.execute(
        `update run set state = 'succeeded', finished_at = now() where tenant_id = $1
            and id in (select id from run where tenant_id = $1 limit 3000)`,
        [a],
      ),
    )
    const plans: string[] = []
    await system(async tx => {
      const explained: Tx = {
        ...tx,
        query: async <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
          if (!/queued/.test(text)) return tx.query<Row>(text, values)
          const plan = await tx.query<{ 'QUERY PLAN': string }>(
            `explain (analyze, buffers, costs off, timing off) ${text}`,
            values,
          )
          plans.push(plan.map(line => line['QUERY PLAN']).join('\n'))
          return tx.query<Row>(text, values)
        },
      } as Tx // the same transaction, looked at
      await claimRun(explained, { ...asks, busy: [a] })
    })
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toContain('run_queue')
      expect(plan).not.toMatch(/Seq Scan on run\b/)
      // Of all nodes: the topmost line sums them up.
      expect(Number(/shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(200)
    }
  })
})
