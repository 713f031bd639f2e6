import { ExactNumber } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readMoment } from '../map/read-moment.ts'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import { createHealth } from './health.ts'
import { judgeKept, tellFire } from './objective.ts'

const none = { good: '0', bad: '0' }
const same = (good: number, bad: number) => Array.from({ length: 5 }, () => ({ good: String(good), bad: String(bad) }))

describe('an error budget', () => {
  it('is not judged before anything was counted', () => {
    const kept = judgeKept(99, 28, [none, none, none, none, none], true)
    expect(kept).toMatchObject({ total: 0, kept: null, left: null, hour: null, hours: null, fire: null })
  })

  it('is what may be bad, less what was', () => {
    expect(judgeKept(99, 28, [none, none, none, none, { good: '995', bad: '5' }], true)).toMatchObject({
      ...{ total: 1000, bad: 5, kept: 99.5, left: 50, fire: null },
    })
    expect(judgeKept(99, 28, [none, none, none, none, { good: '980', bad: '20' }], true).left).toBe(-100)
  })

  it('says a hundred of a hundred only', () => {
    const all = { good: '99999999', bad: '1' }
    expect(judgeKept(99, 28, [none, none, none, none, all], true)).toMatchObject({ kept: 99.999, left: 99.9 })
  })

  it('burns fast where 2 % of it go in an hour and it still does so', () => {
    const at = (short: number, long: number) =>
      judgeKept(
        99,
        28,
        [
          { good: String(100 - short), bad: String(short) },
          { good: String(100 - long), bad: String(long) },
          none,
          none,
          none,
        ],
        true,
      ).fire
    expect([at(14, 14), at(13, 14), at(14, 13), at(0, 90)]).toEqual(['fast', null, null, null])
  })

  it('burns slowly where 5 % of it go in six hours', () => {
    const slow = { good: '94', bad: '6' }
    expect(judgeKept(99, 28, [none, none, slow, slow, slow], true).fire).toBe('slow')
    expect(judgeKept(99, 28, [none, none, none, slow, slow], true).fire).toBeNull()
  })

  it('burns where all is bad, however little is asked for; and never of what nobody runs', () => {
    expect(judgeKept(50, 28, same(0, 3), true).fire).toBe('fast')
    expect(judgeKept(50, 28, same(0, 3), false).fire).toBeNull()
  })

  it('is told as used up where more was bad than may be, in no number below nothing', () => {
    const tell = (success: ReturnType<typeof judgeKept>) =>
      tellFire({ success, fresh: null, fresh_minutes: null, days: 28 })
    expect(tell(judgeKept(50, 28, same(0, 3), true))).toMatch(
      /^Its budget for errors is used up, that of 28 days at 50 %/,
    )
    expect(tell(judgeKept(99, 28, same(90, 10), true))).not.toMatch(/-\d/)
    expect(tell(judgeKept(50, 28, same(0, 3), false))).toBeNull()
  })
})

describe('a business date', () => {
  const zone = 'Asia/Shanghai'
  it.each([
    ['2026-03-09T16:30:00Z', '2026-03-09T16:30:00.000Z'],
    ['2026-03-10 00:30:00', '2026-03-09T16:30:00.000Z'],
    ['2026/3/10 0:30', '2026-03-09T16:30:00.000Z'],
    ['2026年3月10日', '2026-03-09T16:00:00.000Z'],
    [' 2026-03-10T00:30:00.125+08:00 ', '2026-03-09T16:30:00.125Z'],
    ['/Date(1773073800000)/', '2026-03-09T16:30:00.000Z'],
    [1773073800, '2026-03-09T16:30:00.000Z'],
    ['1773073800000', '2026-03-09T16:30:00.000Z'],
    [new ExactNumber('1773073800.5'), '2026-03-09T16:30:00.500Z'],
  ])('is read of %s', (value, moment) => {
    expect(new Date(readMoment(value, zone) ?? 0).toISOString()).toBe(moment)
  })

  it.each([null, undefined, '', 'n/a', '2026-02-30', '0000-00-00', 20260310, '20260310', 12, true, {}, ['2026-03-10']])(
    'is none of %s',
    value => expect(readMoment(value as never, zone)).toBeNull(),
  )

  it('that the clocks skipped is none, and neither is a long text', () => {
    expect(readMoment('1'.repeat(100_000), zone)).toBeNull()
    expect(readMoment('2026-03-08 02:30:00', 'America/New_York')).toBeNull()
  })
})

describe('freshness is looked at in what was written', () => {
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
    await fixture.query(
      `insert into strategy_objective (strategy_id, days, fresh_field, fresh_minutes, fresh_percent) values ($1, 7, 'day', 60, 99)`,
      [fixture.strategyId],
    )
  })
  afterEach(() => fixture.stop())

  const inTenant = <T>(work: Parameters<typeof place.database.withTenant<T>>[1]) =>
    place.database.withTenant(fixture.tenantId, work)
  const look = async (nowMs: number) => {
    await inTenant(tx => health.watchObjectives(tx, nowMs))
    const [row] = await inTenant(tx => health.objectives(tx, nowMs))
    return row!
  }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  it('by its newest date; a future one, a broken one and a missing one are counted and prove nothing', async () => {
    const engine = fixture.createEngine()
    const days = [minutesAgo(500), minutesAgo(90), '2099-01-01T00:00:00Z', 'soon', null, undefined]
    fixture.system.setRows(days.map((day, at) => ({ id: String(at), ...(day !== undefined && { day }) })))
    await engine.start()
    await fixture.run(engine)
    const now = Date.now()
    const first = await look(now)
    expect(first).toMatchObject({ age_minutes: 90, unread: 3, ahead: 1, is_stale: true })
    expect(first.fresh).toMatchObject({ total: 1, bad: 1, kept: 0 })

    fixture.system.setRows([{ id: '9', day: minutesAgo(5) }])
    await fixture.run(engine)
    expect(await look(Date.now())).toMatchObject({ is_stale: false, age_minutes: 5 })
    // Nothing came since: it ages by the clock.
    const later = await look(Date.now() + 3 * 3_600_000)
    expect(later).toMatchObject({ is_stale: true, age_minutes: 185 })
    expect(later.fresh).toMatchObject({ total: 3, bad: 2 })
  })

  it('fields that hold dates are found', async () => {
    const engine = fixture.createEngine()
    const day = minutesAgo(7)
    fixture.system.setRows([
      { id: '1', day, note: '2026-01-01', head: { at: '2026-01-01' }, due: '2099-01-01' },
      { id: '2', day: null, note: 'none', head: { at: '' }, due: '2099-01-02' },
    ])
    await engine.start()
    await fixture.run(engine)
    const found = await inTenant(tx =>
      health.findDateFields(tx, { strategy_id: fixture.strategyId, time_zone: 'UTC' }, Date.now()),
    )
    expect(found.map(({ field, ahead }) => [field, ahead])).toEqual([
      ['day', 0],
      ['head.at', 0],
      ['due', 2],
    ])
  })

  it('days that were summed up say what their quarters say, whatever day it is', async () => {
    await fixture.query(`update strategy_objective set success_percent = 95, days = 28`)
    const start = Date.parse('2026-03-09T00:00:00Z')
    const at = (ms: number) => new Date(ms).toISOString()
    for (let quarter = -40 * 96; quarter < 96; quarter += 7)
      await fixture.query(
        `with t as (insert into strategy_tally (strategy_id, at, written, errors, unknown) values ($1, $2, $3, $4, $5))
         insert into objective_look (strategy_id, at, good, bad) values ($1, $2, $4, $3)`,
        [
          fixture.strategyId,
          at(start + quarter * 900_000),
          Math.abs(quarter) % 11,
          Math.abs(quarter) % 5,
          -(Math.abs(quarter) % 3),
        ],
      )
    await fixture.query(`update strategy set status = 'stopped'`)
    for (const hours of [0.1, 0.9, 1.1, 7, 23.9]) {
      const now = start + hours * 3_600_000
      await fixture.query('update strategy_objective set rolled_to = null')
      await fixture.query('delete from objective_day')
      const [plain] = await inTenant(tx => health.objectives(tx, now))
      const { success, fresh } = await look(now)
      expect([success, fresh]).toEqual([plain!.success, plain!.fresh])
      const days = await fixture.query('select 1 from objective_day')
      expect(days.length).toBeGreaterThan(26)
      // The next day needs no more than the one that has ended.
      const { success: next } = await look(now + 86_400_000)
      await fixture.query('update strategy_objective set rolled_to = null')
      expect(next).toEqual((await inTenant(tx => health.objectives(tx, now + 86_400_000)))[0]!.success)
    }
  })

  it('a strategy that is stopped counts no looks', async () => {
    await fixture.query(`update strategy set status = 'stopped'`)
    expect((await look(Date.now())).fresh).toMatchObject({ total: 0 })
  })
})
