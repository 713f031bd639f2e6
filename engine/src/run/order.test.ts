import { ROWS_UNTOLD, type TargetRecord, type WriteOutcome } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import { SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 16 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
})
afterEach(() => fixture.stop())

const isLong = process.env['npm_lifecycle_event'] === 'histories'
const makeRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
const busy = { code: 'busy', message: 'Busy.', retry: 'later' } as const
const versionOf = ({ data }: TargetRecord) => Number(data['version'])

describe('a newer version of a record', () => {
  /**
   * Every key has a history of its own: it changes, is refused, loses its answer, is crashed over, is sent again by a
   * retry or by a person. 16 workers in two processes want the runs.
   */
  it('is never followed by an older one at the target, whatever happens in between', { timeout: 300_000 }, async () => {
    const KEYS = 250
    const ROUNDS = isLong ? 40 : 10
    const random = makeRandom(11)
    const { system } = fixture
    await fixture.saveConfig({
      source: { pageSize: 40 },
      target: { batchSize: 40 },
      retry: { maxAttempts: 8, firstDelaySeconds: 1 },
    })
    const versions = Array.from({ length: KEYS }, () => 1)
    const inversions: string[] = []
    let interleavings = 0
    let crashes = 0
    system.beforeWrite = batch => {
      for (const record of batch) {
        const held = system.table.get(String(record.data['id']))
        if (held && Number(held['version']) > versionOf(record))
          inversions.push(`${record.data['id']}: ${held['version']} -> ${versionOf(record)}`)
      }
      if (random() < 0.05) throw new Failure(busy)
    }
    system.judge = (): WriteOutcome | null => (random() < 0.2 ? { kind: 'failed', failure: busy } : null)
    system.afterWrite = () => {
      if (random() < 0.05) throw new Error('the answer was lost')
    }
    const faultpoint = (name: string) => {
      if (!/^(page|batch|carried|records)\./.test(name) || random() > 0.01) return
      crashes += 1
      throw new SimulatedCrash()
    }
    const engines = [0, 1].map(() =>
      fixture.createEngine({ faultpoint }, { runsAtOnce: 8, runsPerTenant: 8, leaseMs: 400, beatMs: 50 }),
    )
    for (const engine of engines) await engine.start()
    const [engine] = engines
    for (let round = 0; round < ROUNDS; round += 1) {
      // A key may come several times in one answer, the newest last.
      system.setRows(
        versions.flatMap((version, id) => {
          const steps = random() < 0.5 ? 1 + Math.floor(random() * 2) : 0
          versions[id] = version + steps
          interleavings += 1
          return Array.from({ length: steps + 1 }, (_, step) => ({ id, version: version + step }))
        }),
      )
      await fixture.run(engine!, round % 3 === 2 ? { trigger: 'retry' } : {})
      if (random() < 0.5) {
        const ids = await fixture.query<{ id: string }>(
          'select id from stored_record where status in (2, 3, 5, 11) order by id limit 40',
        )
        const { tenantId, strategyId } = fixture
        await place.database.withTenant(tenantId, tx =>
          engine!.records.reprocess(tx, { tenantId, strategyId, ids: ids.map(({ id }) => id) }),
        )
      }
      fixture.clock.nowMs += 3_600_000
    }
    expect(inversions).toEqual([])
    expect(interleavings).toBe(KEYS * ROUNDS)
    expect(crashes).toBeGreaterThan(2)
    // Undisturbed, everything ends at its newest version.
    system.beforeWrite = () => undefined
    system.judge = () => null
    system.afterWrite = () => undefined
    system.setRows(versions.map((version, id) => ({ id, version })))
    await fixture.stop()
    const calm = fixture.createEngine()
    await calm.start()
    await fixture.run(calm)
    expect([...system.table.values()].filter(data => Number(data['version']) !== versions[Number(data['id'])])).toEqual(
      [],
    )
    expect(system.table.size).toBe(KEYS)
    await fixture.readStates()
  })
})

describe('a content that comes back', () => {
  /** The far system does each key once, and answers a second time as it did the first. */
  const doOnce = (): string[] => {
    const keys: string[] = []
    fixture.system.guarantee = 'idempotencyKey'
    fixture.system.judge = ({ idempotencyKey }): WriteOutcome | null => {
      keys.push(idempotencyKey)
      return keys.indexOf(idempotencyKey) === keys.length - 1 ? null : { kind: 'written', response: 'done before' }
    }
    return keys
  }

  it('is another write, under a key that its retries keep', async () => {
    await fixture.saveConfig({ retry: { maxAttempts: 8, firstDelaySeconds: 1 } })
    const keys = doOnce()
    const engine = fixture.createEngine()
    await engine.start()
    for (const stock of [5, 4, 5]) {
      fixture.system.setRows([{ id: 1, stock }])
      let isLost = stock === 4
      fixture.system.afterWrite = () => {
        if (!isLost) return
        isLost = false
        throw new Error('the answer was lost')
      }
      await fixture.run(engine)
      fixture.clock.nowMs += 3_600_000
      await fixture.run(engine, { trigger: 'retry' })
      expect(fixture.system.table.get('1')).toEqual({ id: 1, stock })
    }
    expect(new Set(keys).size).toBe(3)
    expect(keys).toHaveLength(4)
    expect(await fixture.readStates()).toEqual({ 2: 1 })
  })

  it('is one too while what it changed from is still under way', async () => {
    await fixture.saveConfig({ source: { pageSize: 1 }, target: { batchSize: 1 } })
    const keys = doOnce()
    fixture.system.setRows([5, 4, 5].map(stock => ({ id: 1, stock })))
    const engine = fixture.createEngine()
    await engine.start()
    await fixture.run(engine)
    expect(fixture.system.table.get('1')).toEqual({ id: 1, stock: 5 })
    expect(new Set(keys).size).toBe(3)
  })
})

describe('two open pages of a dead process', () => {
  it('are written again without putting the older version in the place of the newer', async () => {
    await fixture.saveConfig({ source: { pageSize: 1, versions: true }, target: { batchSize: 1 } })
    fixture.system.setRows([
      { id: 1, version: 1 },
      { id: 1, version: 2 },
    ])
    let isDead = false
    const engine = fixture.createEngine({
      // The first page is written and not settled; the second is written too.
      faultpoint: async name => {
        if (name !== 'page.judged' || isDead) return
        while (fixture.system.batches.length < 2) await new Promise(resolve => setImmediate(resolve))
        isDead = true
        throw new SimulatedCrash()
      },
    })
    await engine.start()
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', imbalance: null })
    expect(fixture.system.batches.map(([record]) => record && versionOf(record))).toEqual([1, 2, 2])
    const [, sent, again] = fixture.system.batches.map(([record]) => record?.idempotencyKey)
    expect(again).toBe(sent)
    expect(await fixture.readStates()).toEqual({ 2: 1 })
  })
})

describe('a batch with mixed results', () => {
  it('gives each of its rows its own, in 500 random patterns', async () => {
    const PATTERNS = isLong ? 500 : 100
    const ROWS = 100
    const random = makeRandom(3)
    const kinds = ['written', 'skipped', 'failed', 'later', 'unknown'] as const
    const wanted = Array.from({ length: PATTERNS * ROWS }, () => kinds[Math.floor(random() * kinds.length)]!)
    await fixture.saveConfig({ source: { pageSize: ROWS }, target: { batchSize: ROWS } })
    fixture.system.setRows(wanted.map((_, id) => ({ id })))
    fixture.system.judge = ({ data }): WriteOutcome | null => {
      const id = Number(data['id'])
      const kind = wanted[id]
      if (kind === 'skipped') return { kind, reason: `s${id}` }
      if (kind === 'failed') return { kind, failure: { code: 'no', message: `f${id}`, retry: 'never' } }
      if (kind === 'later') return { kind: 'failed', failure: { ...busy, message: `l${id}` } }
      return kind === 'unknown' ? { kind, failure: { code: 'lost', message: `u${id}`, retry: 'never' } } : null
    }
    const engine = fixture.createEngine()
    await engine.start()
    const { runId } = await fixture.request(engine)
    const run = await fixture.waitFor(runId, undefined, 100_000)
    expect(run.imbalance).toBeNull()
    const rows = await fixture.query<{
      key: string
      status: number
      error_message: string | null
      target_key: string | null
    }>('select key, status, error_message, target_key from stored_record')
    const ends = { written: 2, skipped: 2, failed: 3, later: 11, unknown: 9 }
    const wrong = rows.filter(({ key, status, error_message, target_key }) => {
      const kind = wanted[Number(key)]! // a wish per key
      const message = kind === 'written' || kind === 'skipped' ? null : `${kind.charAt(0)}${key}`
      return (
        status !== ends[kind] || error_message !== message || target_key !== (kind === 'written' ? `T-${key}` : null)
      )
    })
    expect(wrong).toEqual([])
    expect(rows).toHaveLength(PATTERNS * ROWS)
  })

  it.each([
    ['fewer answers than rows', (outcomes: WriteOutcome[]) => outcomes.slice(1)],
    ['more answers than rows', (outcomes: WriteOutcome[]) => [...outcomes, { kind: 'written' } as const]],
    ['no answers at all', () => []],
  ])('answered with %s, leaves all of it unknown and sends none of it again', async (_name, bend) => {
    await fixture.saveConfig()
    fixture.system.setRows(Array.from({ length: 10 }, (_, id) => ({ id })))
    const write = fixture.system.write.bind(fixture.system)
    fixture.system.write = async (...args) => bend(await write(...args))
    const engine = fixture.createEngine()
    await engine.start()
    expect((await fixture.run(engine)).counts).toMatchObject({ unknown: 10, written: 0 })
    expect(await fixture.readStates()).toEqual({ 9: 10 })
    fixture.clock.nowMs += 86_400_000
    await fixture.run(engine)
    await fixture.run(engine, { trigger: 'retry' })
    expect(fixture.system.batches).toHaveLength(1)
  })

  it('that does not tell rows apart ends run and strategy at its first batch; started again, it goes on', async () => {
    await fixture.saveConfig({ target: { batchSize: 2 } })
    await fixture.query(`update strategy set status = 'running', next_run_at = now() where id = $1`, [
      fixture.strategyId,
    ])
    fixture.system.setRows(Array.from({ length: 10 }, (_, id) => ({ id })))
    const failure = { code: ROWS_UNTOLD, message: 'Two results are about place 0.', retry: 'never' } as const
    fixture.system.judge = () => ({ kind: 'unknown', failure })
    const engine = fixture.createEngine()
    await engine.start()
    expect(await fixture.run(engine)).toMatchObject({ state: 'failed', failure, counts: { unknown: 2, written: 0 } })
    expect(fixture.system.batches).toHaveLength(1)
    const read = () => fixture.query('select status, next_run_at from strategy where id = $1', [fixture.strategyId])
    expect(await read()).toEqual([{ status: 'stopped', next_run_at: null }])
    expect(await fixture.query('select username, action, object_name, after, code from operation_log')).toMatchObject([
      { username: 'automatic', action: 'strategy.stop', code: ROWS_UNTOLD, after: { reason: failure.message } },
    ])
    fixture.system.judge = () => null
    fixture.clock.nowMs += 86_400_000
    await fixture.run(engine)
    await fixture.run(engine, { trigger: 'retry' })
    expect(await fixture.readStates()).toEqual({ 2: 8, 9: 2 })
  })
})
