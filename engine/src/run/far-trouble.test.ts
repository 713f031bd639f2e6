import { Failure, newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ClaimedRun } from '../sql/run-rows.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { createRunTries } from './run-tries.ts'

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 10 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  fixture.system.setRows(makeOrders(3))
})
afterEach(() => fixture.stop())

const REFUSED = 'The connection was refused by shop:80: nothing listens there.'
const away = (): Failure => new Failure({ code: 'egress.refused', message: REFUSED, retry: 'later' })
const SINCE = 'Failing since \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ'

const readLines = async (code: string): Promise<string[]> =>
  (
    await fixture.query<{ text: string }>(`select text from run_log where detail ->> 'code' = $1 order by id`, [code])
  ).map(({ text }) => text)

const explain = (engine: Engine, runId: string, isEndedToo = false) =>
  place.database.withTenant(fixture.tenantId, async tx => {
    const rows = await tx.query<{ id: string; state: 'running'; created_at: string; updated_at: string }>(
      'select id, state, created_at, updated_at from run where id = $1',
      [runId],
    )
    return (await engine.runs.explainWaiting(tx, rows, isEndedToo)).get(runId)
  })

it('a far system that is away is told by its reason, tries and times: in the log, the run and its notice alike', async () => {
  await fixture.saveConfig()
  const engine = fixture.createEngine()
  await engine.start()
  fixture.system.openFailures = [away(), away(), away(), away()]
  const run = await fixture.run(engine)
  expect(run.state).toBe('failed')
  const tries = await readLines('run.tried')
  expect(tries).toHaveLength(3)
  expect(tries[0]).toMatch(new RegExp(`^${REFUSED} ${SINCE}, tried once, next try at \\S+Z\\.$`))
  expect(tries[2]).toMatch(new RegExp(`^${REFUSED} ${SINCE}, tried 3 times, next try at \\S+Z\\.$`))
  const [{ failure, trying } = { failure: null, trying: null }] = await fixture.query<{
    failure: { message: string } | null
    trying: unknown
  }>('select failure, trying from run')
  expect(trying).toBeNull()
  const whole = new RegExp(`^${REFUSED} ${SINCE}, tried 4 times\\.$`)
  expect(failure?.message).toMatch(whole)
  const notices = await fixture.query<{ text: string }>('select text from notice')
  expect(notices.map(({ text }) => text)).toEqual([failure?.message])
  expect((await readLines('run.failed'))[0]).toContain(failure?.message)

  expect(await explain(engine, run.id)).toBeUndefined()
  expect((await explain(engine, run.id, true))?.message).toBe(
    `The far system of the connector fake: ${failure?.message}`,
  )

  // One more and it is cut off; the next run waits in the queue by the same reason.
  fixture.system.openFailures = [away(), away(), away(), away()]
  expect((await fixture.run(engine)).state).toBe('failed')
  const { runId } = await fixture.request(engine)
  await expect
    .poll(() => explain(engine, runId), { timeout: 30_000 })
    .toMatchObject({
      code: 'wait.account.open',
      message: expect.stringMatching(
        new RegExp(`^The far system of the connector fake: ${REFUSED} ${SINCE}, tried 8 times, next try at`),
      ),
    })
})

it('what was away before a run is told from then on in its log too, and never of the other side that is away as well', async () => {
  await fixture.saveConfig()
  const engine = fixture.createEngine()
  await engine.start()
  fixture.system.openFailures = [away(), away(), away()]
  expect((await fixture.run(engine)).state).toBe('succeeded')
  // Ten tries ago by itself, and the other side by the same kind of reason.
  const other = newId()
  await fixture.query(
    `insert into connector select (jsonb_populate_record(c, jsonb_build_object('id', $1::uuid, 'name', 'other'))).* from connector c`,
    [other],
  )
  await fixture.query('update strategy set target_connector_id = $1', [other])
  const note = (id: string, message: string, tries: number) =>
    fixture.query(
      `insert into connector_account (tenant_id, connector_id, reason, failing_since, tries) values ($1, $2, $3, '2026-01-01T00:00:00Z', $4)
       on conflict (tenant_id, connector_id) do update set reason = excluded.reason, failing_since = excluded.failing_since, tries = excluded.tries`,
      [fixture.tenantId, id, JSON.stringify({ code: 'egress.refused', message }), tries],
    )
  await note(other, 'The connection was refused by bank:80: nothing listens there.', 70)
  fixture.system.openFailures = [away(), away(), away(), away()]
  expect((await fixture.run(engine)).failure?.message).toMatch(new RegExp(`^${REFUSED} ${SINCE}, tried 4 times\\.$`))
  await note(fixture.connectorId, REFUSED, 10)
  fixture.system.openFailures = [away()]
  expect((await fixture.run(engine)).state).toBe('succeeded')
  expect((await readLines('run.tried')).at(-1)).toContain(
    `${REFUSED} Failing since 2026-01-01T00:00:00Z, tried 11 times, next try at `,
  )
  expect((await readLines('run.restored')).at(-1)).toContain('since 2026-01-01T00:00:00Z; failed tries: 11.')
})

it('a far system that is dialled only when a side is opened counts as well, and is well again though nothing was to be written', async () => {
  await fixture.saveConfig()
  fixture.system.setRows([])
  const engine = fixture.createEngine()
  await engine.start()
  fixture.system.sideFailures = [away(), away(), away(), away()]
  await fixture.run(engine)
  const [failed] = await fixture.query<{ message: string }>(`select failure ->> 'message' as message from run`)
  expect(failed?.message).toMatch(new RegExp(`^${REFUSED} ${SINCE}, tried 4 times\\.$`))
  expect((await fixture.run(engine)).state).toBe('succeeded')
  expect(await fixture.query('select failing_since, tries from connector_account')).toEqual([
    { failing_since: null, tries: 0 },
  ])
})

it('a run that waits to try again says so, and that it went well again', async () => {
  await fixture.saveConfig()
  const patient = fixture.createEngine({}, { pauseMs: 600_000 })
  await patient.start()
  fixture.system.openFailures = [away()]
  const { runId } = await fixture.request(patient)
  await expect
    .poll(() => explain(patient, runId), { timeout: 30_000 })
    .toMatchObject({
      code: 'wait.account.trying',
      message: expect.stringMatching(new RegExp(`${REFUSED} ${SINCE}, tried once, next try at`)),
    })
  await patient.stop({ timeoutMs: 100 })
  const engine = fixture.createEngine()
  await engine.start()
  fixture.system.openFailures = [away(), away()]
  expect((await fixture.waitFor(runId)).state).toBe('succeeded')
  expect(await readLines('run.restored')).toEqual([
    expect.stringMatching(/^Available again since \S+Z\. It had been failing since \S+Z; failed tries: 2\.$/),
  ])
  expect(await fixture.query('select trying, reason, failing_since from run, connector_account')).toMatchObject([
    { trying: null, reason: null, failing_since: null },
  ])
})

it('a day of tries fills no log: the first twenty, then where their number has doubled', () => {
  const told: number[] = []
  const lines = createRunTries(
    work => {
      const tx = {
        query: async () => [],
        execute: async (sql: string, values: readonly unknown[]) =>
          void (sql.includes('run_log') && told.push(JSON.parse(String(values.at(-1))).params.tries)),
      }
      void work(tx as never) // what it writes is all that is looked at
    },
    { tenantId: 't', strategyId: 's', runId: 'r', fence: '1' } as ClaimedRun,
    () => 0,
  )
  for (let tries = 0; tries < 100; tries += 1) lines.failed('source', away().toDetail(), 1000)
  return expect.poll(() => told).toEqual([...Array.from({ length: 20 }, (_, index) => index + 1), 40, 80])
})
