import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readMoment } from '../map/read-moment.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
  await engine.start()
})
afterEach(() => fixture.stop())

const read = async (): Promise<string | null> => {
  const [row] = await place.database.withTenant(fixture.tenantId, tx =>
    tx.query<{ at: string | null }>('select record_at as at from strategy_pulse where strategy_id = $1', [
      fixture.strategyId,
    ]),
  )
  return row?.at ?? null
}

it.each([
  ['2026-03-01', 'Asia/Shanghai', '2026-02-28T16:00:00.000Z'],
  ['2026-03-01 08:30', 'Asia/Shanghai', '2026-03-01T00:30:00.000Z'],
  ['2026-03-01 08:30:05.123', 'America/Sao_Paulo', '2026-03-01T11:30:05.123Z'],
  ['2026-03-01T08:30:05Z', 'Asia/Shanghai', '2026-03-01T08:30:05.000Z'],
  ['2026-03-01T08:30:05.5+08:00', 'UTC', '2026-03-01T00:30:05.500Z'],
  ['1767225600', 'UTC', '2026-01-01T00:00:00.000Z'],
  ['1767225600000', 'UTC', '2026-01-01T00:00:00.000Z'],
  ['2026-02-30', 'UTC', null],
  ['2026-03-01T08:30:05 soon', 'UTC', null],
  ['4711', 'UTC', null],
  ['n/a', 'UTC', null],
  ['', 'UTC', null],
])('%s of %s is %s', (text, zone, at) => {
  const ms = readMoment(text, zone)
  expect(ms === null ? null : new Date(ms).toISOString()).toBe(at)
})

it('keeps the newest date that rows have, whenever they are read, and believes none that is far ahead', async () => {
  const rows = makeOrders(6).map((row, index) => ({ ...row, at: `2025-03-0${index + 1} 10:00:00` }))
  await fixture.saveConfig({ source: { increment: { field: 'at' } } })
  fixture.system.setRows([rows[4]!, rows[1]!, { ...rows[2]!, at: '2999-01-01 00:00:00' }, { ...rows[0]!, at: 'n/a' }])
  await fixture.run(engine, { full: true })
  expect(await read()).toBe('2025-03-05T02:00:00Z')
  fixture.system.setRows([rows[3]!])
  await fixture.run(engine, { full: true })
  expect(await read()).toBe('2025-03-05T02:00:00Z')
})

it('is the newest moment, not the last text: offsets and days before months do not sort', async () => {
  await fixture.saveConfig({ source: { increment: { field: 'at' } } })
  const [first, second, third] = makeOrders(3)
  fixture.system.setRows([
    { ...first!, at: '2025-03-05T10:00:00+08:00' },
    { ...second!, at: '2025-03-05T09:00:00-05:00' },
    { ...third!, at: '2025-03-05T05:00:00+00:00' },
  ])
  await fixture.run(engine, { full: true })
  expect(await read()).toBe('2025-03-05T14:00:00Z')
  fixture.system.setRows([
    { ...first!, at: '2025/03/31 08:00' },
    { ...second!, at: '2025/04/01 08:00' },
  ])
  await fixture.run(engine, { full: true })
  expect(await read()).toBe('2025-04-01T00:00:00Z')
})

it('tells nothing of a strategy that reads everything each time', async () => {
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(3))
  await fixture.run(engine, { full: true })
  expect(await read()).toBeNull()
})
