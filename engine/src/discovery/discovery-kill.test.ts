import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture } from '../testing/fixture.ts'

const OBJECTS = 20_000
const KILLS = 3
const CHILD = fileURLToPath(new URL('../testing/kill-child.ts', import.meta.url))

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD, place.url, String(OBJECTS)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]) // stdio says that stdout is a pipe
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it(`is killed ${KILLS} times under way, goes on where it was, and keeps every object once`, {
  timeout: 120_000,
}, async () => {
  const fixture = await createFixture(place.database)
  const { tenantId, connectorId } = fixture
  await fixture.query(`update connector set platform_id = 'ledger', params = '{}'`)
  // Only asks; the children do what is asked for.
  const { discoveries } = fixture.createEngine()
  const request = () =>
    place.database.withTenant(tenantId, tx =>
      discoveries.request(tx, { tenantId, connectorId, userId: null, ifStale: false }),
    )
  const read = async () =>
    (await fixture.query<{ state: string; found: number }>('select state, found from discovery'))[0]!
  await request()
  const places: number[] = []
  for (let killed = 0; killed < KILLS; killed += 1) {
    const child = await startChild()
    const from = places.at(-1) ?? 0
    await expect.poll(async () => (await read()).found, { interval: 1, timeout: 20_000 }).toBeGreaterThan(from)
    await kill(child)
    const now = await read()
    expect(now.state).toBe('running')
    places.push(now.found)
    // As the end of its lease would do.
    await fixture.query(`update discovery set lease_until = '-infinity'`)
  }
  expect(places.at(-1)).toBeLessThan(OBJECTS)
  let child = await startChild()
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('done')
  // Had one of them begun again, more would have been found than there are.
  expect(await read()).toEqual({ state: 'done', found: OBJECTS })
  const count =
    'select count(*)::int as kept, count(*) filter (where gone_at is not null)::int as gone from catalogue_object'
  expect(await fixture.query(count)).toEqual([{ kept: OBJECTS, gone: 0 }])
  await kill(child)

  // The same of a second look: what did not change is no change, though it is seen by two processes.
  await request()
  child = await startChild()
  await expect.poll(async () => (await read()).found, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0)
  await kill(child)
  await fixture.query(`update discovery set lease_until = '-infinity'`)
  child = await startChild()
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('done')
  await kill(child)
  expect(await fixture.query(count)).toEqual([{ kept: OBJECTS, gone: 0 }])
  expect(await fixture.query('select * from catalogue_change')).toEqual([])
})
