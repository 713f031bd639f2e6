import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { takeTurn } from '@sluice/contract/testing'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, type RunRow } from '../testing/fixture.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

const CHILD = fileURLToPath(new URL('../testing/kill-child.ts', import.meta.url))

async function startChild(...more: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD, place.url, ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
  // stdio says that stdout is a pipe.
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A run from a source that counts to a table of writes. */
async function requestRun(fixture: Fixture, mode: 'upsert' | 'insert'): Promise<string> {
  // As the owner of the tables, for whom the role can be left.
  await place.database.withSystem(async tx => {
    await tx.execute('reset role')
    await tx.execute('drop table if exists ledger; create table ledger (id int primary key, writes int not null)')
    await tx.execute('grant all on ledger to sluice_app')
  })
  await fixture.query(`update connector set platform_id = 'ledger', params = '{}'`)
  await fixture.saveConfig({ source: { pageSize: 20 }, target: { batchSize: 20, mode } })
  return (await fixture.request(fixture.createEngine())).runId
}

async function waitForPage(fixture: Fixture): Promise<void> {
  while ((await fixture.query(`select from run where (counts ->> 'read')::int > 0`)).length === 0) await wait(10)
}

/** Early in a page, late in a page, while taking over: how long after the run has a page. */
const MOMENTS = Array.from({ length: 9 }, (_, at) => 20 + ((at * 137) % 400))

/** Runs the strategy to its end while its process is killed again and again, once it has a page. */
async function runUnderKills(fixture: Fixture, mode: 'upsert' | 'insert', moments: readonly number[]): Promise<RunRow> {
  const runId = await requestRun(fixture, mode)
  for (const afterMs of moments) {
    const child = await startChild()
    await waitForPage(fixture)
    await wait(afterMs)
    await kill(child)
  }
  const child = await startChild()
  const run = await fixture.waitFor(runId, undefined, 60_000)
  await kill(child)
  return run
}

describe('kill -9 of the process', () => {
  it('loses and doubles nothing on an idempotent target', { timeout: 240_000 }, async () => {
    const fixture = await createFixture(place.database)
    const moments = takeTurn(MOMENTS)
    const run = await runUnderKills(fixture, 'upsert', moments)
    // Alone in hand at a third death, a record is set aside as a killer; where starts are slow, an innocent one may be.
    const { written, dead } = run.counts
    expect(run).toMatchObject({
      state: dead === 0 ? 'succeeded' : 'partial',
      imbalance: null,
      counts: { written: 2000 - dead, pending: 0 },
    })
    expect(dead).toBeLessThan(moments.length)
    const [row] = await fixture.query<{ rows: string }>('select count(*) as rows from ledger')
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(written)
    expect((await fixture.readStates())[2]).toBe(written)
  })

  it('never repeats a write on a plain target, and tells which are not known', { timeout: 240_000 }, async () => {
    const fixture = await createFixture(place.database)
    const run = await runUnderKills(fixture, 'insert', takeTurn(MOMENTS, 1))
    expect(run.imbalance).toBeNull()
    expect(run.counts.written + run.counts.unknown).toBe(2000)
    const [row] = await fixture.query<{ most: number; rows: string }>(
      'select max(writes) as most, count(*) as rows from ledger',
    )
    expect(row?.most).toBe(1)
    const states = await fixture.readStates()
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(states[2] ?? 0)
  })

  it('sets a run aside whose first page has ended three, and tells', { timeout: 240_000 }, async () => {
    const fixture = await createFixture(place.database)
    const runId = await requestRun(fixture, 'upsert')
    for (let deaths = 0; deaths < 3; deaths += 1) {
      const child = await startChild('', 'dies')
      if (child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
    }
    const last = await startChild('', 'dies')
    const run = await fixture.waitFor(runId, undefined, 60_000)
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'job.setAside' }, counts: { read: 0 } })
    const [notice] = await fixture.query<{ text: string }>(`select text from notice where kind = 'run.failed'`)
    expect(notice?.text).toContain('Three processes in a row')
    expect(last.exitCode).toBeNull()
    await kill(last)
  })
})
