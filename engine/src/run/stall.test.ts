import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, type RunRow } from '../testing/fixture.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

const CHILD = fileURLToPath(new URL('../testing/kill-child.ts', import.meta.url))

async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD, place.url, '', 'shown'], { stdio: ['ignore', 'pipe', 'inherit'] })
  // stdio says that stdout is a pipe.
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  return child
}

interface Hold {
  readonly state: string
  readonly fence: string
  readonly pid: number | null
}

async function readHold(fixture: Fixture): Promise<Hold> {
  const [hold] = await fixture.query<Hold>(
    'select r.state, r.fence, p.pid from run r left join process p on p.id = r.holder_id',
  )
  return hold!
}

async function until(fixture: Fixture, isMet: (hold: Hold) => boolean): Promise<Hold> {
  for (;;) {
    const hold = await readHold(fixture)
    if (isMet(hold) || hold.state === 'succeeded') return hold
    await wait(5)
  }
}

const STALLS = 4

/** Two processes share a run. Whenever one holds it, its thread stands still for three leases, and the other takes it over. */
async function runUnderStalls(fixture: Fixture, mode: 'upsert' | 'insert'): Promise<RunRow> {
  // As the owner of the tables, for whom the role can be left.
  await place.database.withSystem(async tx => {
    await tx.execute('reset role')
    await tx.execute('drop table if exists ledger; create table ledger (id int primary key, writes int not null)')
    await tx.execute('grant all on ledger to sluice_app')
  })
  await fixture.query(`update connector set platform_id = 'ledger', params = '{}'`)
  await fixture.saveConfig({ source: { pageSize: 20 }, target: { batchSize: 20, mode } })
  const children = [await startChild(), await startChild()]
  try {
    const { runId } = await fixture.request(fixture.createEngine())
    for (let stall = 0; stall < STALLS; stall += 1) {
      const { pid, fence } = await until(fixture, hold => hold.pid !== null)
      // At different places of a page.
      await wait((stall * 7) % 20)
      if (pid !== null) process.kill(pid, 'SIGUSR2')
      await until(fixture, hold => hold.fence !== fence)
    }
    return await fixture.waitFor(runId, undefined, 60_000)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(child => child.exitCode ?? once(child, 'exit')))
  }
}

describe('a process whose thread stands still for longer than its lease', () => {
  it('loses its run to another, and nothing is lost or counted twice', async () => {
    const fixture = await createFixture(place.database)
    const run = await runUnderStalls(fixture, 'upsert')
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { written: 2000, dead: 0, pending: 0 } })
    const { fence } = await readHold(fixture)
    expect(Number(fence)).toBe(STALLS + 1)
    const [row] = await fixture.query<{ rows: string }>('select count(*) as rows from ledger')
    expect(row?.rows).toBe('2000')
    expect(await fixture.readStates()).toEqual({ 2: 2000 })
  })

  it('sends nothing a second time to a target that would take it twice', async () => {
    const fixture = await createFixture(place.database)
    const run = await runUnderStalls(fixture, 'insert')
    expect(run.imbalance).toBeNull()
    expect(run.counts.written + run.counts.unknown).toBe(2000)
    const [row] = await fixture.query<{ most: number; rows: string }>(
      'select max(writes) as most, count(*) as rows from ledger',
    )
    expect(row?.most).toBe(1)
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(run.counts.written)
    expect(Number((await readHold(fixture)).fence)).toBe(STALLS + 1)
  })
})
