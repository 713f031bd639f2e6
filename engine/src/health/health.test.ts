import { Failure, newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import { tidyTallies } from './figures.ts'
import { createHealth, type StrategyHealth } from './health.ts'

let place: TestDatabase
let fixture: Fixture
const health = createHealth()
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  await fixture.saveConfig()
  await fixture.query(`update strategy set status = 'running'`)
  await fixture.query(`update connector set status = 'ok'`)
})
afterEach(() => fixture.stop())

const read = async (minutes = 60): Promise<StrategyHealth> => {
  const rows = await place.database.withTenant(fixture.tenantId, tx => health.read(tx, minutes, Date.now()))
  return rows.find(row => row.id === fixture.strategyId)!
}
const tally = (age: string, counts: { readonly fresh?: number; readonly written?: number; readonly errors?: number }) =>
  fixture.query(
    `insert into strategy_tally (strategy_id, at, fresh, written, errors)
     values ($1, date_bin('15 minutes', now() - $2::interval, 'epoch'), $3, $4, $5)`,
    [fixture.strategyId, age, counts.fresh ?? 0, counts.written ?? 0, counts.errors ?? 0],
  )
const rules = ({ reasons }: StrategyHealth): string[] => reasons.map(({ rule }) => rule)

describe('what runs did is counted', () => {
  it('page by page as they move their books, and once more at their end', async () => {
    const engine = fixture.createEngine()
    fixture.system.setRows(makeOrders(35))
    await engine.start()
    await fixture.run(engine)
    expect(await read()).toMatchObject({
      fresh: '35',
      written: '35',
      errors: '0',
      runs: 1,
      failures: 0,
      level: 'healthy',
    })
    expect((await read()).pulled_at).not.toBeNull()
    expect((await read()).mean_ms).toBeGreaterThanOrEqual(0)
    fixture.system.setRows(makeOrders(36))
    await fixture.run(engine)
    expect(await read()).toMatchObject({ fresh: '36', written: '36', runs: 2 })
  })

  it('failures in a row, until a run succeeds; a run that was stopped says nothing', async () => {
    const engine = fixture.createEngine()
    fixture.system.setRows(makeOrders(1))
    await engine.start()
    for (let times = 0; times < 3; times += 1) {
      fixture.system.openFailures = [new Failure({ code: 'fake.down', message: 'The far system is down.' })]
      await fixture.run(engine)
    }
    const failing = await read()
    expect(failing).toMatchObject({ level: 'abnormal', failures: 3, pulled_at: null })
    expect(failing.reasons[0]?.text).toBe('The last 3 runs failed, from 3 on that is too many.')
    await fixture.query(
      `with r as (insert into run (id, strategy_id, version, trigger) values ($1, $2, 1, 'manual') returning id)
       select id from r`,
      [newId(), fixture.strategyId],
    )
    await fixture.query(`update run set state = 'stopped', finished_at = now() where state = 'queued'`)
    expect((await read()).failures).toBe(3)
    await fixture.run(engine)
    expect(await read()).toMatchObject({ level: 'healthy', failures: 0 })
  })

  it('runs that end well and never bring a record are told, until one does', async () => {
    const engine = fixture.createEngine()
    await engine.start()
    for (let times = 0; times < 2; times += 1) await fixture.run(engine)
    expect((await read()).level).toBe('healthy')
    await fixture.run(engine)
    expect(await read()).toMatchObject({
      level: 'watch',
      reasons: [{ text: 'Its last 3 runs ended well without a record, and none before them brought one.' }],
    })
    fixture.system.setRows(makeOrders(1))
    await fixture.run(engine)
    fixture.system.setRows([])
    for (let times = 0; times < 3; times += 1) await fixture.run(engine)
    expect((await read()).level).toBe('healthy')
    // Nor once nothing of it is kept.
    await fixture.query('update record_count set count = 0')
    expect((await read()).level).toBe('healthy')
  })

  it('for thirty days and the thirty before them', async () => {
    await tally('63 days', { fresh: 1 })
    await tally('61 days', { fresh: 1 })
    expect(await place.database.withSystem(tidyTallies)).toBe(1)
  })
})

describe('a strategy is', () => {
  it('abnormal while a connector fails or failed its test, naming it and the reason', async () => {
    await fixture.query(`update connector set status = 'failed', name = 'ERP'`)
    expect((await read()).reasons.map(({ text }) => text)).toEqual(['The connector ERP did not pass its last test.'])
    await fixture.query(
      `insert into connector_account (connector_id, open_until, failing_since, tries, reason)
       values ($1, '2100-01-01T15:09Z', '2026-01-01T15:02Z', 6, '{"code": "egress.refused", "message": "Refused."}')`,
      [fixture.connectorId],
    )
    expect((await read()).reasons[0]?.text).toBe(
      'The far system of the connector ERP: Refused. Failing since 2026-01-01T15:02:00Z, tried 6 times, next try at 2100-01-01T15:09:00Z.',
    )
    await fixture.query(`update connector_account set open_until = now() - interval '1 second'`)
    expect((await read()).level).toBe('abnormal')
  })

  it('abnormal while no living process serves its pool', async () => {
    const beat = (label: string, age: string) =>
      place.database.withSystem(tx =>
        tx.execute(
          `insert into process (id, host, pid, version, roles, labels, mode, key_id, files_id, concurrency, heartbeat_at)
           values ($1, 'h', 1, '1', '{worker}', array[$2], 'work', 'k', 'f', 4, clock_timestamp() - $3::interval)`,
          [newId(), label, age],
        ),
      )
    await beat('default', '5 minutes')
    expect(await read()).toMatchObject({ level: 'abnormal', reasons: [{ rule: 'process' }] })
    await beat('other', '0 s')
    expect(rules(await read())).toEqual(['process'])
    await beat('default', '0 s')
    expect(rules(await read())).toEqual([])
    await place.database.withSystem(tx => tx.execute('delete from process'))
  })

  it('to watch from 5 % errors on, abnormal from 20 % on, in the window alone', async () => {
    await tally('10 minutes', { written: 96, errors: 4 })
    expect((await read()).level).toBe('healthy')
    await fixture.query('update strategy_tally set written = 95, errors = 5')
    expect(await read()).toMatchObject({ level: 'watch', error_percent: 5 })
    await fixture.query('update strategy_tally set written = 80, errors = 20')
    expect((await read()).reasons[0]?.text).toBe(
      '20 records failed and 80 were written in the window: 20 % errors, from 20 % on that is too many.',
    )
    await fixture.query(`update strategy_tally set at = at - interval '3 hours'`)
    expect((await read()).level).toBe('healthy')
    expect((await read(1440)).level).toBe('abnormal')
  })

  it('stalled when nothing came where it usually does, with last week beside it', async () => {
    await tally('7 days', { fresh: 30 })
    await tally('14 days', { fresh: 10 })
    const quiet = await read()
    expect(quiet).toMatchObject({ level: 'stalled', fresh: '0', fresh_before: '30' })
    expect(quiet.reasons[0]?.text).toBe(
      'Nothing new came in the window; in the same hours of the last four weeks it was 10 on average.',
    )
    await tally('1 minute', { fresh: 1 })
    expect((await read()).level).toBe('healthy')
  })

  it('judged by its last run where it is not started and runs by hand alone', async () => {
    await fixture.query(`update strategy set status = 'stopped'`)
    expect((await read()).level).toBeNull()
    const engine = fixture.createEngine()
    await engine.start()
    fixture.system.openFailures = [new Failure({ code: 'fake.down', message: 'The far system is down.' })]
    await fixture.run(engine)
    expect(await read()).toMatchObject({ level: 'watch', reasons: [{ rule: 'failures' }] })
    await fixture.run(engine)
    expect(await read()).toMatchObject({ level: 'healthy', reasons: [] })
    await fixture.saveConfig({ schedule: { cron: '*/10 * * * *', timeZone: 'UTC' } }, 2)
    expect((await read()).level).toBeNull()
  })

  it('stalled when three slots went by without a dispatch, unless it was paused or a run is live', async () => {
    await fixture.saveConfig({ schedule: { cron: '*/10 * * * *', timeZone: 'UTC' } }, 2)
    const dispatched = (age: string) =>
      fixture.query(
        `insert into run (id, strategy_id, version, trigger, state, created_at, finished_at)
         values ($1, $2, 2, 'schedule', 'succeeded', now() - $3::interval, now() - $3::interval)`,
        [newId(), fixture.strategyId, age],
      )
    await dispatched('31 minutes')
    expect((await read()).reasons).toMatchObject([{ rule: 'silent', level: 'stalled' }])
    await fixture.query('update strategy set paused_at = now()')
    expect(rules(await read())).toEqual([])
    await fixture.query('update strategy set paused_at = null')
    await dispatched('12 minutes')
    expect(rules(await read())).toEqual([])
  })

  it('to watch over 1000 waiting records, or when one has waited for over two hours', async () => {
    const wait = (count: number) =>
      fixture.query(
        `insert into record_count (strategy_id, status, count) values ($1, 0, $2)
         on conflict (tenant_id, strategy_id, status) do update set count = excluded.count`,
        [fixture.strategyId, count],
      )
    await wait(1000)
    expect((await read()).level).toBe('healthy')
    await wait(1001)
    expect((await read()).reasons[0]?.text).toBe('1001 records wait to be written, more than 1000.')
    await wait(1)
    await fixture.query(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, updated_at)
       values ($1, 'k', 1, 1, now(), 0, 5, 1, '', $2, now() - interval '121 minutes')`,
      [fixture.strategyId, newId()],
    )
    expect((await read()).reasons[0]?.text).toBe('What has waited longest has done so for 121 minutes, more than 120.')
  })

  it('nothing at all while it is not started', async () => {
    await fixture.query(`update strategy set status = 'stopped'`)
    await fixture.query(`update connector set status = 'failed'`)
    expect(await read()).toMatchObject({ level: null, reasons: [] })
  })
})

it('worst first: an abnormal reason stands before one to watch', async () => {
  await tally('10 minutes', { written: 90, errors: 10 })
  await fixture.query(`update connector set status = 'failed'`)
  expect((await read()).reasons.map(({ level }) => level)).toEqual(['abnormal', 'watch'])
})

it('growth between two times is counted, and those without any can be asked for alone', async () => {
  await tally('2 days', { fresh: 7 })
  const ask = (onlyNone: boolean, strategyId: string | null = null) =>
    place.database.withTenant(fixture.tenantId, tx =>
      health.growth(tx, {
        strategyId,
        from: new Date(Date.now() - 3 * 86_400_000).toISOString(),
        to: new Date().toISOString(),
        onlyNone,
      }),
    )
  expect(await ask(false)).toMatchObject([{ strategy_id: fixture.strategyId, fresh: '7' }])
  expect(await ask(true)).toEqual([])
  expect(await ask(false, newId())).toEqual([])
})
