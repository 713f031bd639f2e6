import { RecordState, STORED_RECORDS } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { createFixture, Fixture, makeOrders } from '../testing/fixture.ts'
import { previewCleanUp } from './clean-up.ts'
import { Maintenance } from './maintenance.ts'
import type { Tidied } from './tidy.ts'

const DAY_MS = 86_400_000
let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  // An earlier test may have dropped it.
  await place.database.withSystem(tx => tx.query(`select add_page_day((now() at time zone 'UTC')::date)`))
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
  await engine.start()
})
afterEach(async () => {
  await fixture.stop()
  await place.database.withSystem(async tx => {
    for (const table of ['page', 'record_state', 'record_block', 'record_count', 'run', 'storage_job'])
      await tx.execute(`delete from ${table}`)
    await tx.execute('update strategy set status = $1', ['stopped'])
  })
})

const maintenance = (daysAhead: number): Maintenance =>
  new Maintenance({
    database: place.database,
    files: null,
    now: () => Date.now() + daysAhead * DAY_MS,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })

/** One clean-up as it would be done that many days from now. */
async function tidyIn(daysAhead: number): Promise<Tidied> {
  await place.database.withSystem(tx => tx.execute('update maintenance set next_at = now()'))
  await maintenance(daysAhead).turn()
  const [row] = await place.database.withSystem(tx =>
    tx.query<{ result: Tidied; failure: unknown }>('select result, failure from maintenance'),
  )
  expect(row?.failure).toBeNull()
  return row!.result // a turn leaves one
}

const keep = (days: object): Promise<unknown> =>
  fixture.query(
    `insert into retention (scope_id, finished_days, error_days, log_days, run_days, replaced_days)
     select $1, r.* from json_to_record($2::json) as r(finished int, error int, log int, run int, replaced int)`,
    [fixture.strategyId, JSON.stringify({ finished: 30, error: 90, log: 30, run: 30, replaced: 0, ...days })],
  )

const countPages = async (): Promise<number> =>
  (await fixture.query<{ count: number }>('select count(*)::int as count from page'))[0]!.count // one row
const idOf = async (key: string): Promise<string> =>
  (await fixture.query<{ id: string }>('select id from stored_record where key = $1', [key]))[0]!.id // it was written
const detailOf = async (key: string) => engine.records.readDetail(fixture.tenantId, fixture.strategyId, await idOf(key))

describe('what has expired', () => {
  it('goes with its whole day, and the record says so when it is to be written again', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(40))
    await fixture.run(engine)
    await keep({})
    expect(await tidyIn(29)).toMatchObject({ pages: 0 })
    expect(await countPages()).toBe(4)
    const done = await tidyIn(40)
    expect(done).toMatchObject({ pages: 4, busy: 0 })
    expect(done.days).toBeGreaterThanOrEqual(1)
    expect(await countPages()).toBe(0)
    expect(await fixture.readStates()).toEqual({ 2: 40 })
    expect(await detailOf('7')).toMatchObject({ status: 2, original: null, key: '7' })
    await place.database.withTenant(fixture.tenantId, async tx =>
      engine.records.reprocess(tx, {
        tenantId: fixture.tenantId,
        strategyId: fixture.strategyId,
        ids: [await idOf('7')],
      }),
    )
    await fixture.run(engine, { trigger: 'retry' })
    expect(await detailOf('7')).toMatchObject({ status: 3, errorCode: 'record.expired' })
  })

  it('keeps the page of a record that failed, waits or is unknown, and its evidence is whole', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(40))
    const failure = { code: 'target.refused', message: 'No.', retry: 'never' } as const
    fixture.system.judge = record => {
      if (record.data['id'] === 5) return { kind: 'failed', failure }
      return record.data['id'] === 25 ? { kind: 'unknown', failure } : null
    }
    await fixture.run(engine)
    await keep({})
    expect(await tidyIn(40)).toMatchObject({ pages: 2, rewrittenDays: 1 })
    expect((await detailOf('5'))?.original).toContain('"id":5')
    expect((await detailOf('25'))?.original).toContain('"id":25')
    expect((await detailOf('15'))?.original).toBeNull()
    // An error goes when errors do; what is unknown stays until a person has decided.
    expect(await tidyIn(95)).toMatchObject({ pages: 1 })
    expect((await detailOf('5'))?.original).toBeNull()
    expect((await detailOf('25'))?.original).toContain('"id":25')
  })

  it('stays where another strategy groups the rows that are not deleted, whoever wants it gone, until that one is', async () => {
    const when = [[{ field: 'gone', logic: 'eq', value: '1' }]]
    await fixture.saveConfig({ source: { deletes: { policy: 'mark', when } } })
    fixture.system.setRows(makeOrders(40))
    await fixture.run(engine)
    // The records of the last page are deleted at the source; the page that says so is the fifth.
    fixture.system.setRows(makeOrders(10, 31).map(row => ({ ...row, gone: 1 })))
    await fixture.run(engine)
    const groups = new Fixture(place.database, fixture.tenantId, fixture.clock)
    await fixture.query(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
       values ($1, 'documents', 'documents', 'stopped', $2, $2)`,
      [groups.strategyId, fixture.connectorId],
    )
    const resource = `${STORED_RECORDS}${fixture.strategyId}`
    const connector_id = fixture.connectorId
    await groups.saveConfig({ source: { connector_id, resource, group: { by: ['id'] } }, target: { connector_id } })
    await keep({})
    expect(await tidyIn(40)).toMatchObject({ pages: 2 })
    expect((await detailOf('7'))?.original).toContain('"id":7')
    const now = new Date(Date.now() + DAY_MS).toISOString()
    const owner = { tenantId: fixture.tenantId, strategyId: fixture.strategyId }
    const preview = (): Promise<{ count: number }> =>
      place.database.withTenant(fixture.tenantId, tx => previewCleanUp(tx, owner, { kind: 'page', before: now }))
    expect((await preview()).count).toBe(0)
    await groups.saveConfig({ source: { connector_id, resource }, target: { connector_id } }, 2)
    expect((await preview()).count).toBe(3)
    expect(await tidyIn(40)).toMatchObject({ pages: 3 })
    expect(await countPages()).toBe(0)
  })

  it('a page that newer pages replaced goes earlier, one with a single current record does not', async () => {
    await fixture.saveConfig({ source: { idCheck: false } })
    fixture.system.setRows(makeOrders(20))
    await fixture.run(engine)
    // All of the first page change, and one record of the second stays as it was.
    fixture.system.setRows(makeOrders(20).map(row => (row.id === 20 ? row : { ...row, amount: row.amount + 1 })))
    await fixture.run(engine)
    await keep({ replaced: 3 })
    expect(await tidyIn(5)).toMatchObject({ pages: 1 })
    expect((await detailOf('20'))?.original).toContain('"amount":200')
    expect((await detailOf('3'))?.original).toContain('"amount":31')
  })

  it('each strategy has its own rule, else its tenant’s, and 0 is for ever', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(10))
    await fixture.run(engine)
    await fixture.query('insert into retention (scope_id, finished_days) values ($1, 10)', [fixture.tenantId])
    await keep({ finished: 0, replaced: 0 })
    await tidyIn(400)
    expect(await countPages()).toBe(1)
    await fixture.query('delete from retention where scope_id = $1', [fixture.strategyId])
    await tidyIn(11)
    expect(await countPages()).toBe(0)
  })

  it('logs, tries and runs go by their own days; the last run of a strategy stays', async () => {
    await fixture.saveConfig({ retry: { maxAttempts: 1 } })
    fixture.system.setRows(makeOrders(10))
    fixture.system.judge = () => ({ kind: 'failed', failure: { code: 'x', message: 'No.', retry: 'never' } })
    await fixture.run(engine)
    await fixture.run(engine, { full: true })
    await keep({ log: 7, error: 30, run: 7 })
    expect(await tidyIn(8)).toMatchObject({ runs: 1, attempts: 0 })
    const left = async (table: string) => (await fixture.query(`select from ${table}`)).length
    expect([await left('run'), await left('run_log')]).toEqual([1, 0])
    expect(await left('record_attempt')).toBeGreaterThan(0)
    await tidyIn(31)
    expect(await left('record_attempt')).toBe(0)
  })
})

describe('the clean-up', () => {
  it('is done by one process at a time; another goes on when its holder has died', async () => {
    await place.database.withSystem(tx =>
      tx.execute(`update maintenance set next_at = now(), holder = gen_random_uuid(), lease_until = now() + interval '1 minute',
        finished_at = null`),
    )
    await maintenance(0).turn()
    const finished = async () =>
      (
        await place.database.withSystem(tx =>
          tx.query<{ at: string | null }>('select finished_at as at from maintenance'),
        )
      )[0]?.at
    expect(await finished()).toBeNull()
    await place.database.withSystem(tx =>
      tx.execute(`update maintenance set lease_until = now() - interval '1 second'`),
    )
    await maintenance(0).turn()
    expect(await finished()).not.toBeNull()
  })

  it('never keeps a writer waiting: a day in use is left for the next turn', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(10))
    await fixture.run(engine)
    await keep({})
    await place.database.withSystem(async writer => {
      await writer.execute('lock table page in row exclusive mode')
      expect((await tidyIn(40)).busy).toBe(1)
    })
    expect(await countPages()).toBe(1)
    expect((await tidyIn(40)).busy).toBe(0)
    expect(await countPages()).toBe(0)
  })

  it('measures what each strategy takes', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(25))
    await fixture.run(engine)
    await tidyIn(0)
    const [use] = await fixture.query<Record<string, string>>('select * from storage_use')
    expect(use).toMatchObject({ strategy_id: fixture.strategyId, records: '25', pages: '3' })
    for (const column of ['page_bytes', 'record_bytes', 'trace_bytes']) expect(Number(use?.[column])).toBeGreaterThan(0)
  })
})

describe('a clean-up by hand', () => {
  const before = (): string => new Date(Date.now() + 60_000).toISOString()
  const request = (condition: Parameters<Engine['storage']['preview']>[2]) =>
    place.database.withTenant(fixture.tenantId, async tx => {
      const owner = { tenantId: fixture.tenantId, strategyId: fixture.strategyId }
      const { count } = await engine.storage.preview(tx, owner, condition)
      const by = { userId: fixture.tenantId, nowMs: Date.now(), total: count }
      return { count, id: await engine.storage.request(tx, owner, { kind: 'clean', condition }, by) }
    })
  const readJob = async (id: string) =>
    (await fixture.query<Record<string, unknown>>('select * from storage_job where id = $1', [id]))[0]

  it('deletes what its preview counted, and says the bytes', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(30))
    await fixture.run(engine)
    const { count, id } = await request({ kind: 'page', before: before() })
    expect(count).toBe(3)
    await maintenance(0).turn()
    expect(await readJob(id)).toMatchObject({ state: 'done', total: '3', done: '3', failure: null })
    expect(Number((await readJob(id))?.['freed_bytes'])).toBeGreaterThan(100)
    expect(await countPages()).toBe(0)
  })

  it('forgets records only in states that are closed, and the counters agree', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(30))
    fixture.system.judge = record =>
      record.data['id'] === 5 ? { kind: 'unknown', failure: { code: 'x', message: 'No.', retry: 'never' } } : null
    await fixture.run(engine)
    const { count } = await request({ kind: 'record', before: before(), statuses: [RecordState.finished] })
    expect(count).toBe(29)
    await maintenance(0).turn()
    expect(await fixture.readStates()).toEqual({ 9: 1 })
    await expect(request({ kind: 'record', before: before(), statuses: [RecordState.unknown] })).rejects.toMatchObject({
      code: 'invalid.states',
    })
  })

  it('ends where it is when it is cancelled', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(10))
    await fixture.run(engine)
    const { id } = await request({ kind: 'page', before: before() })
    await fixture.query('update storage_job set cancel = true where id = $1', [id])
    await maintenance(0).turn()
    expect(await readJob(id)).toMatchObject({ state: 'cancelled', done: '0' })
    expect(await countPages()).toBe(1)
  })
})
