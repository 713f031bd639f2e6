import { newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import { type WallRule, walkSlots } from '../testing/walk-slots.ts'
import { nextSlots } from './slots.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

interface Span {
  readonly name: string
  readonly from: number
  readonly to: number
}

// `npm run histories` goes through two whole years; every day, the weeks in which these zones change their clocks.
const isLong = process.env['npm_lifecycle_event'] === 'histories'
const spans: readonly Span[] = isLong
  ? [{ name: 'two years', from: Date.UTC(2025, 0, 1), to: Date.UTC(2027, 0, 1) }]
  : [
      { name: 'a spring', from: Date.UTC(2025, 1, 26), to: Date.UTC(2025, 3, 9) },
      { name: 'an autumn', from: Date.UTC(2026, 8, 4), to: Date.UTC(2026, 10, 4) },
    ]

const zones = [
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Africa/Casablanca',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
] as const

const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const rules: readonly { readonly cron: string; readonly wall: WallRule }[] = [
  { cron: '30 2 * * *', wall: { hours: [2], minutes: [30] } },
  { cron: '0 0 * * *', wall: { hours: [0], minutes: [0] } },
  { cron: '15 1,3 * * 0', wall: { hours: [1, 3], minutes: [15], weekdays: [0] } },
  { cron: '*/30 1-2 * * *', wall: { hours: [1, 2], minutes: [0, 30] } },
  { cron: '45 */4 * * *', wall: { hours: all(6).map(step => step * 4), minutes: [45] } },
  { cron: '0 * * * *', wall: { hours: [], minutes: [0] } },
]

describe('slots agree with the clock on the wall', () => {
  const compare = (timeZone: string, { cron, wall }: (typeof rules)[number], from: number, to: number): void => {
    const expected = walkSlots(wall, timeZone, from, to)
    const slots = nextSlots({ cron, timeZone }, from - 1, expected.length + 1)
    expect(slots.slice(0, -1).map(toIso), cron).toEqual(expected.map(toIso))
    expect(slots.at(-1)).toBeGreaterThanOrEqual(to)
  }
  for (const timeZone of zones) {
    it(`once a day and once a week in ${timeZone}`, () => {
      for (const rule of [rules[0]!, rules[2]!]) for (const { from, to } of spans) compare(timeZone, rule, from, to) // of six
    })
    // Where the clocks of most of these zones change, one way and the other.
    it(`many times a day in ${timeZone}`, () => {
      for (const rule of rules.slice(3))
        for (const from of [Date.UTC(2025, 2, 7), Date.UTC(2026, 9, 22)])
          compare(timeZone, rule, from, from + 25 * DAY_MS)
    })
  }
})

const toIso = (ms: number): string => new Date(ms).toISOString()

describe('two schedulers on one database', () => {
  let place: TestDatabase
  let fixture: Fixture
  beforeAll(async () => {
    place = await createTestDatabase({ poolSize: 8 })
    fixture = await createFixture(place.database)
  })
  afterAll(() => place.drop())

  /** One strategy per zone; those of an earlier span rest. */
  async function createStrategies(from: number): Promise<Map<string, string>> {
    const ids = new Map<string, string>()
    await place.database.withTenant(fixture.tenantId, async tx => {
      await tx.execute(`update strategy set status = 'stopped', next_run_at = null`)
      for (const [index, timeZone] of zones.entries()) {
        const id = newId()
        const schedule = { cron: dbRules[index % dbRules.length]!.cron, timeZone, missed: 'all' } // not empty
        const [next] = nextSlots(schedule, from - 1, 1)
        await tx.execute(
          `insert into strategy (id, code, name, status, next_run_at) values ($1, $2, $2, 'running', $3)`,
          [id, `${timeZone.replace('/', '-')}-${from}`, toIso(next!)], // every rule has a slot
        )
        await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
          id,
          JSON.stringify({ schedule }),
        ])
        ids.set(timeZone, id)
      }
    })
    return ids
  }
  const dbRules = rules.slice(0, 3)

  const isQuiet = async (): Promise<boolean> => {
    await fixture.query(`update run set state = 'succeeded' where state = 'queued'`)
    const [row] = await fixture.query<{ due: number; wishes: number }>(
      `select (select count(*)::int from strategy where next_run_at <= $1) as due, (select count(*)::int from run_wish) as wishes`,
      [toIso(fixture.clock.nowMs)],
    )
    return row!.due + row!.wishes === 0 // a count has its row
  }

  it.each(spans)(
    'fire every slot of $name in ten zones exactly once, while the clock jumps an hour or a day either way',
    async ({ from, to }) => {
      const ids = await createStrategies(from)
      fixture.clock.nowMs = from
      // Its runs are over as soon as they are seen.
      const roles = { worker: false, scheduler: true }
      await Promise.all([1, 2].map(() => fixture.createEngine({ roles }, { pollMs: 1 }).start()))
      const jumps = [HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS]
      for (let step = 0; fixture.clock.nowMs < to + 2 * DAY_MS; step += 1) {
        await expect.poll(isQuiet, { timeout: 30_000, interval: 2 }).toBe(true)
        // Weeks that are not a whole number of days, and now and then a jump on top.
        fixture.clock.nowMs += 13 * DAY_MS + (step % 7) * HOUR_MS + (step % 3 === 0 ? jumps[(step / 3) % 4]! : 0) // of four
      }
      await expect.poll(isQuiet, { timeout: 30_000, interval: 2 }).toBe(true)
      await fixture.stop()
      for (const [index, timeZone] of zones.entries()) {
        const fired = await fixture.query<{ slot_at: string }>(
          'select slot_at from run where strategy_id = $1 and slot_at < $2 order by slot_at',
          [ids.get(timeZone), toIso(to)],
        )
        const expected = walkSlots(dbRules[index % dbRules.length]!.wall, timeZone, from, to)
        expect(
          fired.map(run => toIso(Date.parse(run.slot_at))),
          timeZone,
        ).toEqual(expected.map(toIso))
      }
    },
    300_000,
  )
})
