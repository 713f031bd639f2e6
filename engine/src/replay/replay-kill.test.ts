import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { takeTurn } from '@sluice/contract/testing'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'

/** How many records fail for one cause. By hand: `REPLAY_RECORDS=100000`. */
const RECORDS = Number(process.env['REPLAY_RECORDS'] ?? 3000)
const KILLS = Number(process.env['REPLAY_KILLS'] ?? 6)
const CHILD = fileURLToPath(new URL('../testing/kill-child.ts', import.meta.url))
const TEST_MS = 60_000 + RECORDS * 6 + KILLS * 5_000

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
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

/** All records refused for one cause; then the far system has changed its mind. */
async function failAll(fixture: Fixture, mode: 'upsert' | 'insert'): Promise<string> {
  await place.database.withSystem(async tx => {
    await tx.execute('reset role')
    await tx.execute('drop table if exists ledger; create table ledger (id int primary key, writes int not null)')
    await tx.execute('drop table if exists door; create table door as select true as is_closed')
    await tx.execute('grant all on ledger, door to sluice_app')
  })
  await fixture.query(`update connector set platform_id = 'ledger', params = '{}'`)
  await fixture.saveConfig({ source: { pageSize: 1000 }, target: { batchSize: 100, mode }, retry: { maxAttempts: 1 } })
  const child = await startChild()
  const { runId } = await fixture.request(fixture.createEngine())
  const run = await fixture.waitFor(runId, undefined, TEST_MS)
  await kill(child)
  expect(run).toMatchObject({ state: 'failed', counts: { dead: RECORDS, written: 0 } })
  await place.database.withSystem(tx => tx.execute('update door set is_closed = false'))
  // As the server does by itself within a minute.
  await place.database.withSystem(async tx => {
    await tx.execute('reset role')
    await tx.execute('analyze record_state, record_attempt, error_group')
  })
  const groups = await fixture.query<{ id: string }>('select id from error_group')
  expect(groups).toHaveLength(1)
  return groups[0]!.id
}

/** While it is chosen, put back, written, settled; all of them where a number was asked for. */
const MOMENTS = Array.from({ length: KILLS }, (_, at) => 30 + ((at * 137) % 500))
const takeMoments = (offset: number): number[] => (process.env['REPLAY_KILLS'] ? MOMENTS : takeTurn(MOMENTS, offset))

/** Replays the group while its process is killed again and again; what became of the records. */
async function replayUnderKills(
  fixture: Fixture,
  groupId: string,
  moments: readonly number[],
): Promise<Record<string, number>> {
  const engine = fixture.createEngine()
  const { tenantId, strategyId } = fixture
  const jobId = await place.database.withTenant(tenantId, tx =>
    engine.replays.request(tx, {
      tenantId,
      strategyId,
      groupId,
      kind: 'remap',
      changes: null,
      selection: {},
      userId: tenantId,
    }),
  )
  const read = async () =>
    (await fixture.query<{ state: string }>('select state from replay_job where id = $1', [jobId]))[0]?.state
  // As its end would do.
  const endLease = () =>
    fixture.query(`update replay_job set lease_until = '-infinity' where id = $1 and holder is not null`, [jobId])
  let killed = 0
  for (const afterMs of moments) {
    if ((await read()) === 'done') break
    const child = await startChild()
    await wait(afterMs)
    await kill(child)
    // Three deaths in a row would set it aside: the others between die beside a lease that still runs.
    if (killed === 0) await endLease()
    killed += 1
  }
  await endLease()
  const child = await startChild()
  await expect.poll(read, { timeout: TEST_MS, interval: 100 }).toBe('done')
  await kill(child)
  expect(killed).toBeGreaterThan(0)
  const rows = await fixture.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from replay_item where job_id = $1 group by state',
    [jobId],
  )
  return Object.fromEntries(rows.map(row => [row.state, row.count]))
}

const readLedger = async (fixture: Fixture) =>
  (
    await fixture.query<{ rows: number; most: number }>('select count(*)::int as rows, max(writes) as most from ledger')
  )[0]!

describe(`a replay of ${RECORDS} records whose process is killed in between`, () => {
  it('loses and doubles nothing where a repeat changes nothing', { timeout: TEST_MS * 2 }, async () => {
    const fixture = await createFixture(place.database)
    const groupId = await failAll(fixture, 'upsert')
    expect(await replayUnderKills(fixture, groupId, takeMoments(0))).toEqual({ written: RECORDS })
    expect(await fixture.readStates()).toEqual({ 2: RECORDS })
    expect(await readLedger(fixture)).toMatchObject({ rows: RECORDS })
  })

  it('sends nothing twice where a repeat would double, and tells which are not known', {
    timeout: TEST_MS * 2,
  }, async () => {
    const fixture = await createFixture(place.database)
    const groupId = await failAll(fixture, 'insert')
    const { written = 0, unknown = 0, ...rest } = await replayUnderKills(fixture, groupId, takeMoments(1))
    expect({ sum: written + unknown, rest }).toEqual({ sum: RECORDS, rest: {} })
    const ledger = await readLedger(fixture)
    expect(ledger.most).toBe(1)
    expect(ledger.rows).toBeGreaterThanOrEqual(written)
    expect(await fixture.readStates()).toEqual(unknown === 0 ? { 2: written } : { 2: written, 9: unknown })
  })
})
