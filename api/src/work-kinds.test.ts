import { newId } from '@sluice/contract'
import { createTestDatabase, createTestTenant, openOwner, type TestDatabase } from '@sluice/db/testing'
import { cancel, claim, type Job, type JobRow, JobWorker, LostError, queueOf } from '@sluice/work'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cases } from './testing/work-cases.ts'

let place: TestDatabase
let owner: Awaited<ReturnType<typeof openOwner>>
let tenantId: string
beforeAll(async () => {
  place = await createTestDatabase()
  owner = await openOwner(place.url)
  // What jobs belong to is not there.
  await owner.query('set session_replication_role = replica')
})
afterAll(async () => {
  await owner.end()
  await place.drop()
})
beforeEach(async () => {
  ;({ tenantId } = await createTestTenant(place.database))
})
afterEach(async () => {
  for (const { kind } of cases) await owner.query(`delete from ${kind.table}`)
})

test('every kind of the database is tried here', async () => {
  const { rows } = await owner.query<{ name: string }>('select name from work_kind')
  expect(rows.map(row => row.name).sort()).toEqual([...cases.map(({ kind }) => kind.name), 'run'].sort())
})

describe.each(cases)('a job: $kind.name', ({ kind, insert, most = 10_000, ends = 'done', isFirm = false }) => {
  const queue = queueOf(kind)
  const told: string[] = []
  const logged: string[] = []
  type Run = (job: Job<JobRow>) => Promise<void>
  const worker = (run: Run = () => Promise.resolve()) =>
    new JobWorker<JobRow>({
      database: place.database,
      log: { error: (_detail, message) => void logged.push(message) },
      kind,
      doing: 'trying',
      pollMs: 1000,
      async run(job) {
        await run(job)
        if (!job.isEnded && ends !== 'done') await job.settle({ state: ends })
      },
      tell: (_tx, row, failure) => Promise.resolve(void told.push(`${row.tenant_id} ${failure.code}`)),
    })
  const add = (count = 1, of = tenantId) => owner.query(insert, [of, count])
  const read = async () =>
    (await owner.query<Record<string, unknown>>(`select * from ${kind.table} where tenant_id = $1`, [tenantId]))
      .rows[0]!
  /** The clock of leases moves on. */
  const pass = (ms: number) =>
    owner.query(
      `update ${kind.table} set lease_until = lease_until - make_interval(secs => $1) where holder is not null`,
      [ms / 1000],
    )
  /** A process takes a job and is gone: nothing of it is heard again. */
  const die = () => place.database.withSystem(tx => claim<JobRow>(tx, queue, { params: { holder: newId() } }))
  const ask = () => place.database.withTenant(tenantId, tx => cancel(tx, kind, 'w.tenant_id = $1', [tenantId]))
  beforeEach(() => {
    told.length = 0
    logged.length = 0
  })

  test('of a process that was killed is taken up when its lease is over, not before', async () => {
    await add()
    await die()
    await pass(kind.leaseMs - 5000)
    expect(await worker().turn()).toBe(false)
    await pass(5000)
    expect(await worker().turn()).toBe(true)
    expect(await read()).toMatchObject({ state: ends, holder: null, failure: null })
  })

  test('that ended three processes is set aside: by its state, in the log, to its owner', async () => {
    await add()
    for (let deaths = 0; deaths < 3; deaths += 1) {
      expect(await die()).not.toBeNull()
      await pass(kind.leaseMs)
    }
    let runs = 0
    const next = worker(async () => void runs++)
    expect(await next.turn()).toBe(true)
    expect(await next.turn()).toBe(false)
    expect([runs, told.length, logged.length]).toEqual([0, 1, 1])
    const { state, failure } = await read()
    expect([state, JSON.stringify(failure)]).toEqual(['failed', expect.stringContaining('Three processes in a row')])
  })

  test('is not set aside for processes that brought it further, or handed it back', async () => {
    await add()
    const far = worker(async job => {
      await job.note({}, { isFurther: true })
      throw new LostError()
    })
    for (let turns = 0; turns < 4; turns += 1) await far.turn()
    expect(await read()).toMatchObject({ attempts: 0, holder: null })
    for (let deaths = 0; deaths < 4; deaths += 1) {
      await die()
      await owner.query(`update ${kind.table} set attempts = 1`) // as `isFurther` does
      await pass(kind.leaseMs)
    }
    expect(await worker().turn()).toBe(true)
    expect(await read()).toMatchObject({ state: ends })
  })

  test.skipIf(isFirm)('is cancelled while it waits', async () => {
    await add()
    expect(await ask()).toBe(1)
    // One that has sent out what it must settle ends by itself, at its next turn.
    expect(await worker().turn()).toBe(kind.begins === null)
    expect(await read()).toMatchObject({ state: 'cancelled' })
    expect(await ask()).toBe(0)
  })

  test.skipIf(isFirm)('is cancelled while it goes on, and what it made then is not kept as done', async () => {
    await add()
    await worker(async () => void (await ask())).turn()
    expect(await read()).toMatchObject({ state: 'cancelled', holder: null })
    await owner.query(`delete from ${kind.table}`)
    await add()
    let isPast = false
    await worker(async job => {
      await ask()
      await job.note()
      isPast = true
    }).turn()
    expect([isPast, (await read())['state']]).toEqual([false, 'cancelled'])
  })

  test(`of one tenant waits for no more than the job in hand, beside ${most} of another`, async () => {
    const other = await createTestTenant(place.database)
    await add(most, other.tenantId)
    await owner.query(`analyze ${kind.table}`)
    await add()
    const done: string[] = []
    const fair = worker(job => Promise.resolve(void done.push(job.row.tenant_id)))
    await fair.turn()
    await fair.turn()
    expect(done).toContain(tenantId)
  })

  test('shows no number that goes back', async () => {
    const [count] = kind.counts ?? []
    if (count === undefined) return
    await add()
    const isAt = async () => Number((await read())[count])
    const seen: number[] = []
    const noting =
      (values: readonly number[]): Run =>
      async job => {
        for (const value of values) {
          await job.note({ [count]: value })
          seen.push(await isAt())
        }
        throw new LostError()
      }
    await worker(noting([3, 7])).turn()
    await worker(noting([2, 9])).turn()
    expect(seen).toEqual([3, 7, 7, 9])
  })

  test('of a process that stood still is no longer its own when it wakes', async () => {
    await add()
    const wake = Promise.withResolvers<void>()
    const asleep = Promise.withResolvers<void>()
    const errors: unknown[] = []
    const frozen = worker(async job => {
      asleep.resolve()
      await wake.promise
      for (const write of [
        () => job.note({}, { and: tx => tx.query('select 1 / 0') }),
        () => job.settle({ state: ends }),
      ])
        await write().catch((error: unknown) => errors.push(error))
      throw new LostError()
    }).turn()
    await asleep.promise
    await pass(kind.leaseMs)
    await worker(async () => {
      wake.resolve()
      await frozen
    }).turn()
    expect(errors.map(error => error instanceof LostError)).toEqual([true, true])
    expect(await read()).toMatchObject({ state: ends })
  })
})
