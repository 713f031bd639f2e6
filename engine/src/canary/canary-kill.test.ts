import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CanaryCounts, CanaryPlan } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture } from '../testing/fixture.ts'
import { sideOfKey } from './side-of-key.ts'

const RECORDS = 20_000
const KILLS = 6
const CHILD = fileURLToPath(new URL('../testing/kill-child.ts', import.meta.url))

let place: TestDatabase
const children: ChildProcess[] = []
beforeAll(async () => {
  place = await createTestDatabase()
  await place.database.withSystem(async tx => {
    await tx.execute('reset role')
    await tx.execute('create table ledger (id int primary key, writes int not null)')
    await tx.execute('create table door as select false as is_closed')
    await tx.execute('grant all on ledger, door to sluice_app')
  })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await place.drop()
})

async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD, place.url, String(RECORDS)], { stdio: ['ignore', 'pipe', 'inherit'] })
  // stdio says that stdout is a pipe.
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it(`two processes, ${KILLS} kills: every key has kept its side, and both sides are the books of the run`, {
  timeout: 180_000,
}, async () => {
  const fixture = await createFixture(place.database)
  const { tenantId, strategyId } = fixture
  await fixture.query(`update connector set platform_id = 'ledger', params = '{}'`)
  const mapping = { copyAll: true, fields: [] as object[] }
  const config = await fixture.saveConfig({ source: { pageSize: 500 }, target: { batchSize: 500 }, mapping })
  // Refuses each tenth of its records; the thresholds let it.
  const expression = 'row.id % 10 == 0 ? "" : "new"'
  const field = { target: 'by', value: { kind: 'expression', expression }, required: true }
  // Only asks; what is asked for is done by the children.
  const engine = fixture.createEngine()
  const id = await place.database.withTenant(tenantId, async tx => {
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 2, $2)', [
      strategyId,
      JSON.stringify({ ...config, mapping: { copyAll: true, fields: [field] } }),
    ])
    await tx.execute(`insert into strategy_gate (strategy_id, required, revision, parts) values ($1, true, 1, '{}')`, [
      strategyId,
    ])
    return engine.canaries.start(tx, {
      tenantId,
      strategyId,
      rehearsalId: tenantId,
      revision: 1,
      baseVersion: 1,
      version: 2,
      plan: CanaryPlan.parse({ share: 30, records: 4000, max_failed_share: 50 }),
      userId: tenantId,
    })
  })
  const { runId } = await fixture.request(engine)
  children.push(await startChild(), await startChild())
  for (let killed = 0; killed < KILLS; killed += 1) {
    const before = (await fixture.readRun(runId)).counts.written
    const isOn = (written: number) => written > before || written >= RECORDS / 2
    await expect
      .poll(async () => isOn((await fixture.readRun(runId)).counts.written), { interval: 5, timeout: 30_000 })
      .toBe(true)
    await wait(killed * 13)
    const [victim] = children.splice(0, 1)
    if (victim) await kill(victim)
    children.push(await startChild())
  }
  const run = await fixture.waitFor(runId, undefined, 120_000)
  const state = async () =>
    (await fixture.query<{ state: string }>('select state from canary where id = $1', [id]))[0]!.state
  await expect.poll(state, { timeout: 20_000 }).toBe('promoted')
  for (const child of children.splice(0)) await kill(child)
  expect([run.imbalance, run.counts.read]).toEqual([null, RECORDS])
  const takes = sideOfKey(strategyId, id, 30)
  const rows = await fixture.query<{ key: string; version: number; status: number; error_code: string | null }>(
    'select key, version, status, error_code from stored_record where strategy_id = $1',
    [strategyId],
  )
  expect(rows).toHaveLength(RECORDS)
  // What was alone in hand when a page was lost to a third kill, or a later one.
  const isSetAside = (row: (typeof rows)[number]): boolean => row.error_code === 'record.poison'
  expect(rows.filter(isSetAside).length).toBeLessThanOrEqual(KILLS - 2)
  const wrong = rows.filter(row => {
    const isNew = takes(row.key)
    const isDead = isSetAside(row) || (isNew && Number(row.key) % 10 === 0)
    return row.version !== (isNew ? 2 : 1) || row.status !== (isDead ? 3 : 2)
  })
  expect(wrong).toEqual([])
  const [stored] = await fixture.query<{ counts: unknown }>('select counts from canary where id = $1', [id])
  const counts = CanaryCounts.parse(stored?.counts)
  expect(counts.new_written + counts.new_dead).toBe(rows.filter(({ key }) => takes(key)).length)
  expect(counts.old_written + counts.old_dead).toBe(rows.filter(({ key }) => !takes(key)).length)
  for (const book of ['written', 'skipped', 'failed', 'dead', 'unknown'] as const)
    expect([book, counts[`old_${book}`] + counts[`new_${book}`]]).toEqual([book, run.counts[book]])
  expect((await fixture.query('select 1 from strategy where version = 2')).length).toBe(1)
})
