import { type CanaryCounts, CanaryPlan, type Data, Failure, type StrategyConfig, sumSide } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { SimulatedCrash } from '../run/fault-points.ts'
import { createFixture, type Fixture, WITH_JOBS } from '../testing/fixture.ts'
import { findCanaryObstacle } from './canaries.ts'
import { sideOfKey } from './side-of-key.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine({ roles: WITH_JOBS })
  await engine.start()
})
afterEach(() => fixture.stop())

const constant = (target: string, value: string) => ({ target, value: { kind: 'constant', value } })
const expression = (target: string, text: string, rest: object = {}) => ({
  target,
  value: { kind: 'expression', expression: text },
  ...rest,
})
const mappingOf = (...fields: object[]) => ({ copyAll: true, fields })
const OLD = mappingOf(constant('by', 'old'))
const NEW = mappingOf(constant('by', 'new'))
/** Refuses each of its records. */
const BROKEN = mappingOf(expression('by', 'null', { required: true }))

const orders = (from: number, count: number): Data[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index), amount: from + index }))

/** Version 2 on a share of the keys, beside version 1; behind it an accepted draft. */
async function begin(mapping: object, plan: object = {}): Promise<string> {
  const { tenantId, strategyId } = fixture
  const [live] = await fixture.query<{ config: StrategyConfig }>(
    'select config from strategy_version where strategy_id = $1 and version = 1',
    [strategyId],
  )
  return place.database.withTenant(tenantId, async tx => {
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 2, $2)', [
      strategyId,
      JSON.stringify({ ...live?.config, mapping }),
    ])
    await tx.execute('insert into strategy_gate (strategy_id, required, revision, parts) values ($1, true, 1, $2)', [
      strategyId,
      JSON.stringify({ mapping }),
    ])
    return engine.canaries.start(tx, {
      tenantId,
      strategyId,
      rehearsalId: tenantId,
      revision: 1,
      baseVersion: 1,
      version: 2,
      plan: CanaryPlan.parse({ share: 50, records: 1_000_000, max_failed_share: 5, ...plan }),
      userId: tenantId,
    })
  })
}

interface Row {
  readonly state: string
  readonly reason: string | null
  readonly counts: CanaryCounts
}
const read = async (id: string): Promise<Row> =>
  (await fixture.query<Row>('select state, reason, counts from canary where id = $1', [id]))[0]!

const versions = () =>
  fixture.query<{ key: string; version: number; in_block: boolean }>(
    `select r.key, r.version, exists (select from record_block b where b.page_id = r.page_id) as in_block
       from stored_record r where r.strategy_id = $1 order by r.key::int`,
    [fixture.strategyId],
  )
const noted = () =>
  fixture.query<{ kind: string; text: string; settled: boolean }>(
    `select kind, text, settled_at is not null as settled from notice where kind like 'canary.%'`,
  )
const published = async () =>
  (await fixture.query<{ version: number }>('select version from strategy where id = $1', [fixture.strategyId]))[0]!
    .version
const draft = async () =>
  (
    await fixture.query<{ parts: unknown }>('select parts from strategy_gate where strategy_id = $1', [
      fixture.strategyId,
    ])
  )[0]!.parts

async function load(rows: readonly Data[]) {
  fixture.system.setRows(rows)
  const run = await fixture.run(engine)
  expect(run.imbalance).toBeNull()
  return run
}

/** Of the run, both sides together are its books. */
function expectBalance(counts: CanaryCounts, books: object): void {
  const both = Object.fromEntries(
    (['written', 'skipped', 'failed', 'dead', 'unknown'] as const).map(book => [
      book,
      counts[`old_${book}`] + counts[`new_${book}`],
    ]),
  )
  expect(books).toMatchObject(both)
}

describe('a canary', () => {
  for (const isText of [false, true])
    it(`maps its share and no more, and each record says by which version${isText ? ', rows that are text too' : ''}`, async () => {
      fixture.system.isText = isText
      await fixture.saveConfig({ mapping: isText ? mappingOf() : OLD })
      const id = await begin(NEW)
      const run = await load(orders(100, 200))
      expect(run).toMatchObject({ state: 'succeeded', counts: { written: 200 } })
      const takes = sideOfKey(fixture.strategyId, id, 50)
      const stored = await versions()
      for (const { key, version } of stored) {
        expect(version).toBe(takes(key) ? 2 : 1)
        expect(fixture.system.table.get(String(Number(key)))?.['by']).toBe(
          takes(key) ? 'new' : isText ? undefined : 'old',
        )
      }
      expect(stored).toHaveLength(200)
      // As text this target answers without keys, else with them: such a page cannot lie together.
      expect(stored.every(({ in_block }) => in_block)).toBe(!isText)
      const asText = fixture.system.textBatches.flat().map(({ id }) => String(id))
      expect(asText).toEqual(isText ? stored.flatMap(({ key, version }) => (version === 1 ? [key] : [])) : [])
      const { counts, state } = await read(id)
      expect(state).toBe('running')
      expect(sumSide(counts, 'new').records).toBe(stored.filter(({ version }) => version === 2).length)
      expectBalance(counts, run.counts)
      await fixture.readStates()
    })

  it('is told of a record of its own that ends the process', async () => {
    await fixture.saveConfig({ mapping: OLD })
    const id = await begin(NEW, { max_failed_share: 100 })
    const takes = sideOfKey(fixture.strategyId, id, 50)
    const rows = orders(100, 40)
    const deadly = rows.find(row => takes(String(row['id'])))!['id'] // a share of half has one of forty
    const near = { now: false }
    fixture.system.beforeWrite = batch => {
      near.now = batch.some(({ data }) => data['id'] === deadly)
    }
    await engine.stop({ timeoutMs: 1000 })
    await fixture
      .createEngine({
        roles: WITH_JOBS,
        faultpoint(name) {
          if (name === 'batch.written' && near.now) throw new SimulatedCrash()
        },
      })
      .start()
    const run = await load(rows)
    expect(run.counts).toMatchObject({ written: 39, dead: 1 })
    for (const { key, version } of await versions()) expect([key, version]).toEqual([key, takes(key) ? 2 : 1])
    const { counts } = await read(id)
    expect([counts.new_dead, counts.old_dead]).toEqual([1, 0])
    expectBalance(counts, run.counts)
  })

  it('runs the script of its mapping over its own keys alone', async () => {
    await fixture.saveConfig({ mapping: OLD })
    const scripted = { ...OLD, script: { code: 'export const afterMapping = target => ({ ...target, by: "script" })' } }
    const id = await begin(scripted)
    expect(await load(orders(100, 60))).toMatchObject({ state: 'succeeded', counts: { written: 60 } })
    const takes = sideOfKey(fixture.strategyId, id, 50)
    for (const { key } of await versions())
      expect(fixture.system.table.get(String(Number(key)))?.['by']).toBe(takes(key) ? 'script' : 'old')
  })

  it('keeps a key on its side from run to run, and unfolds blocks of both with their versions', async () => {
    await fixture.saveConfig({ mapping: OLD })
    await begin(NEW)
    await load(orders(100, 60))
    const before = await versions()
    // Every record is another now: its block is unfolded, and it is written by its side again.
    await load(orders(100, 60).map(row => ({ ...row, amount: 7 })))
    const after = await versions()
    expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version))
    expect(after.every(({ in_block }) => !in_block)).toBe(true)
    expect(new Set(after.map(({ version }) => version))).toEqual(new Set([1, 2]))
    await fixture.readStates()
  })

  it('is rolled back by its failures, in the middle of the run: the rest goes by the old version', async () => {
    await fixture.saveConfig({ mapping: OLD })
    const id = await begin(BROKEN, { max_failed: 9, max_failed_share: null })
    const run = await load(orders(100, 400))
    expect(run.state).toBe('partial')
    const { state, reason, counts } = await read(id)
    expect([state, reason]).toEqual(['rolledBack', 'failed'])
    const { dead, written } = run.counts
    // The pages in hand when the tenth failed, and nothing of what came after.
    expect([dead >= 10, dead < 40, dead + written]).toEqual([true, true, 400])
    expect(counts.new_dead).toBe(dead)
    expect(counts.old_dead).toBe(0)
    expect(await published()).toBe(1)
    expect(await draft()).toEqual({ mapping: BROKEN })
    expect(await noted()).toMatchObject([
      {
        kind: 'canary.rolledBack',
        text: expect.stringMatching(
          /^The canary is rolled back, because too many records failed: \d+ of \d+ records failed by version 2, 0 of \d+ by version 1\.$/,
        ),
      },
    ])
    const lines = await fixture.query<{ code: string; level: string }>(
      `select detail ->> 'code' as code, level from run_log where detail ->> 'code' like 'canary.%' order by id`,
    )
    expect(lines).toEqual([
      { code: 'canary.started', level: 'notice' },
      { code: 'canary.rolledBack', level: 'error' },
    ])
    // What the new version refused is written by the old one, by the replay there is.
    const broken = await fixture.query<{ id: string; version: number }>(
      'select id, version from record_state where status = 3',
    )
    expect(new Set(broken.map(({ version }) => version))).toEqual(new Set([2]))
    const { tenantId, strategyId } = fixture
    await place.database.withTenant(tenantId, tx =>
      engine.replays.request(tx, {
        tenantId,
        strategyId,
        groupId: null,
        kind: 'remap',
        changes: null,
        selection: { ids: broken.map(row => row.id) },
        userId: tenantId,
      }),
    )
    await expect.poll(() => fixture.readStates(), { timeout: 30_000 }).toEqual({ 2: 400 })
    expect(new Set((await versions()).map(({ version }) => version))).toEqual(new Set([1]))
  })

  it('of which the old version fails as much is not rolled back', async () => {
    const broken = expression('by', 'row.amount % 2 == 0 ? "" : "x"', { required: true })
    await fixture.saveConfig({ mapping: mappingOf(broken) })
    const id = await begin(mappingOf(broken, constant('more', 'y')), { max_failed_share: 40 })
    const run = await load(orders(100, 400))
    expect(run.counts).toMatchObject({ written: 200, dead: 200 })
    const { state, counts } = await read(id)
    expect(state).toBe('running')
    expect(sumSide(counts, 'new').failed).toBeGreaterThan(50)
    expectBalance(counts, run.counts)
  })

  it('whose mapping cannot be run is rolled back, and the run goes on without it', async () => {
    await fixture.saveConfig({ mapping: OLD })
    const id = await begin(mappingOf(expression('by', 'row.id % 2 == 0 ? null : "x"')))
    expect((await load(orders(100, 20))).counts).toMatchObject({ written: 20 })
    expect(await read(id)).toMatchObject({ state: 'rolledBack', reason: 'broken' })
    expect(await noted()).toMatchObject([{ kind: 'canary.rolledBack' }])
  })

  it('is promoted by itself when its limits are reached, and the next run goes by it', async () => {
    await fixture.saveConfig({ mapping: OLD })
    const id = await begin(NEW, { records: 20, minutes: 5 })
    await load(orders(100, 100))
    expect((await read(id)).state).toBe('running')
    await fixture.query(`update canary set started_at = now() - interval '5 minutes' where id = $1`, [id])
    await expect.poll(async () => (await read(id)).state, { timeout: 30_000 }).toBe('promoted')
    expect([(await read(id)).reason, await published(), await draft()]).toEqual(['limits', 2, null])
    await load(orders(300, 30))
    const stored = await versions()
    expect(stored.filter(({ key }) => Number(key) >= 300).every(({ version }) => version === 2)).toBe(true)
  })

  it('that is to wait for somebody is ready, goes on, and does what they say', async () => {
    const { tenantId } = fixture
    await fixture.saveConfig({ mapping: OLD })
    const id = await begin(NEW, { records: 20, promotes: false })
    await load(orders(100, 100))
    await expect.poll(async () => (await read(id)).state, { timeout: 30_000 }).toBe('ready')
    expect(await noted()).toMatchObject([{ kind: 'canary.ready', settled: false }])
    await load(orders(300, 30))
    expect(new Set((await versions()).filter(({ key }) => Number(key) >= 300).map(each => each.version)).size).toBe(2)
    const order = { tenantId, id, userId: tenantId }
    const promote = () => place.database.withTenant(tenantId, tx => engine.canaries.promote(tx, order))
    expect(await promote()).toBe('promoted')
    expect([await promote(), await published()]).toEqual([null, 2])
    expect(await noted()).toMatchObject([{ kind: 'canary.ready', settled: true }])
  })

  it('is rolled back by hand, and its keys come back', async () => {
    const { tenantId } = fixture
    await fixture.saveConfig({ mapping: OLD })
    const id = await begin(NEW)
    await load(orders(100, 40))
    const order = { tenantId, id, userId: tenantId }
    expect(await place.database.withTenant(tenantId, tx => engine.canaries.rollBack(tx, order))).toBe('rolledBack')
    await load(orders(300, 40))
    expect((await versions()).filter(({ key }) => Number(key) >= 300).every(({ version }) => version === 1)).toBe(true)
    expect(await noted()).toEqual([])
  })

  it('whose run does not balance is rolled back', async () => {
    await fixture.saveConfig({ mapping: OLD })
    const id = await begin(NEW)
    let isMeddled = false
    fixture.system.afterWrite = async () => {
      if (isMeddled) return
      isMeddled = true
      await fixture.query(`update run set counts = counts || '{"written": 3}'`)
    }
    fixture.system.setRows(orders(100, 40))
    expect((await fixture.run(engine)).imbalance).not.toBeNull()
    expect(await read(id)).toMatchObject({ state: 'rolledBack', reason: 'unbalanced' })
  })

  it('settles by the version that had mapped, where the answer was lost with the process', async () => {
    fixture.system.guarantee = 'none'
    await fixture.saveConfig({ mapping: OLD, retry: { maxAttempts: 1 } })
    const id = await begin(NEW)
    fixture.system.afterWrite = () => {
      throw new Failure({ code: 'far.gone', message: 'The answer is lost.', retry: 'unknown' as 'never' })
    }
    fixture.system.setRows(orders(100, 20))
    await fixture.run(engine)
    const takes = sideOfKey(fixture.strategyId, id, 50)
    for (const { key, version } of await versions()) expect(version).toBe(takes(key) ? 2 : 1)
  })
})

describe('what can be tried on a share', () => {
  it('is a mapping alone, with the same key at the target', async () => {
    const live = await fixture.saveConfig({ mapping: OLD })
    const draft = { ...live, mapping: { copyAll: true, fields: [] } }
    expect(findCanaryObstacle(live, draft, ['mapping'])).toBeNull()
    expect(findCanaryObstacle(live, draft, ['source', 'mapping'])).toBe('source')
    expect(findCanaryObstacle(live, draft, ['target', 'mapping'])).toBe('target')
    expect(findCanaryObstacle(live, draft, ['mapping', 'schedule'])).toBe('schedule')
    expect(findCanaryObstacle(live, live, [])).toBe('same')
    const { mapping } = await fixture.saveConfig({ mapping: mappingOf(constant('id', 'x')) }, 3)
    expect(findCanaryObstacle(live, { ...live, mapping }, ['mapping'])).toBe('key')
    expect(findCanaryObstacle(live, { ...live, mapping: { copyAll: false, fields: [] } }, ['mapping'])).toBe('key')
  })
})
