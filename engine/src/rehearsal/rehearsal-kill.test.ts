import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StrategyConfig } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture } from '../testing/fixture.ts'
import { type RehearsalSummary, rehearsalKinds } from './rehearsals.ts'

const RECORDS = 20_000
const KILLS = 3
const CHILD = fileURLToPath(new URL('../testing/kill-child.ts', import.meta.url))

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
  await place.database.withSystem(async tx => {
    await tx.execute('reset role')
    await tx.execute('create table ledger (id int primary key, writes int not null)')
    await tx.execute('create table door as select false as is_closed')
    await tx.execute('grant all on ledger, door to sluice_app')
  })
})
afterAll(() => place.drop())

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

it(`is killed ${KILLS} times under way, and its sums are those of one that was not`, { timeout: 120_000 }, async () => {
  const fixture = await createFixture(place.database)
  const { tenantId, strategyId, connectorId } = fixture
  await fixture.query(`update connector set platform_id = 'ledger', params = '{}'`)
  await fixture.saveConfig({ source: { pageSize: 1000 }, target: { batchSize: 1000 } })
  // Only asks; what is asked for is done by the children.
  const engine = fixture.createEngine()
  let child = await startChild()
  const { runId } = await fixture.request(engine)
  expect(await fixture.waitFor(runId)).toMatchObject({ state: 'succeeded', counts: { written: RECORDS } })
  await kill(child)
  const config = StrategyConfig.parse({
    source: { connector_id: connectorId, resource: 'orders', key: ['id'] },
    target: { connector_id: connectorId, resource: 'orders' },
    // Every second record changes.
    mapping: {
      copyAll: true,
      fields: [{ target: 'note', value: { kind: 'expression', expression: 'row.id % 2 == 0 ? "even" : row.note' } }],
    },
  })
  const id = await place.database.withTenant(tenantId, tx =>
    engine.rehearsals.request(tx, {
      tenantId,
      strategyId,
      baseVersion: 1,
      revision: 1,
      config,
      days: 7,
      maxRecords: RECORDS,
      userId: tenantId,
    }),
  )
  const read = async () => {
    const text = 'select state, examined::int as examined, summary from rehearsal where id = $1'
    const rows = await fixture.query<{ state: string; examined: number; summary: string }>(text, [id])
    return rows[0]!
  }
  const places: number[] = []
  for (let killed = 0; killed < KILLS; killed += 1) {
    child = await startChild()
    const from = places.at(-1) ?? 0
    await expect.poll(async () => (await read()).examined, { interval: 1, timeout: 20_000 }).toBeGreaterThan(from)
    await wait(killed * 7)
    await kill(child)
    const now = await read()
    expect(now.state).toBe('running')
    places.push(now.examined)
    // As a minute would do.
    await fixture.query(`update rehearsal set lease_until = '-infinity' where id = $1`, [id])
  }
  child = await startChild()
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('done')
  await kill(child)
  const end = await read()
  const { kinds, kept } = JSON.parse(end.summary) as RehearsalSummary
  expect(rehearsalKinds.reduce((sum, kind) => sum + kinds[kind], 0)).toBe(RECORDS)
  expect([end.examined, kinds.changed, kinds.same, kept]).toEqual([RECORDS, RECORDS / 2, RECORDS / 2, RECORDS / 2])
  const [rows] = await fixture.query<{ all: number; keys: number }>(
    'select count(*)::int as all, count(distinct key)::int as keys from rehearsal_difference where rehearsal_id = $1',
    [id],
  )
  expect(rows).toEqual({ all: RECORDS / 2, keys: RECORDS / 2 })
  expect(places[0]).toBeLessThan(RECORDS)
})
