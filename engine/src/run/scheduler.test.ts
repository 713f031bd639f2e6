import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 10 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
})
afterEach(() => fixture.stop())

const roles = { worker: true, scheduler: true }
const HOUR_MS = 3_600_000
const setNext = (ms: number) => fixture.query('update strategy set next_run_at = $1', [new Date(ms).toISOString()])
const readSlots = () =>
  fixture.query<{ slot_at: string; state: string }>(
    `select slot_at, state from run where trigger = 'schedule' order by slot_at`,
  )

async function waitForSlots(count: number): Promise<{ slot_at: string; state: string }[]> {
  for (let tries = 0; tries < 300; tries += 1) {
    const slots = await readSlots()
    if (slots.length >= count && slots.every(slot => slot.state === 'succeeded')) return slots
    await wait(20)
  }
  throw new Error(`waiting for ${count} slots: ${JSON.stringify(await readSlots())}`)
}

describe('the scheduler', () => {
  it('fires each slot exactly once with two schedulers', async () => {
    await fixture.saveConfig({ schedule: { cron: '0 * * * *' } })
    fixture.system.setRows(makeOrders(3))
    const start = fixture.clock.nowMs
    await setNext(start)
    await Promise.all([fixture.createEngine({ roles }).start(), fixture.createEngine({ roles }).start()])
    for (let hour = 1; hour <= 5; hour += 1) {
      await waitForSlots(hour)
      fixture.clock.nowMs = start + hour * HOUR_MS
    }
    const slots = await waitForSlots(6)
    await wait(100)
    expect((await readSlots()).length).toBe(6)
    expect(slots.map(slot => Date.parse(slot.slot_at) - start)).toEqual([0, 1, 2, 3, 4, 5].map(hour => hour * HOUR_MS))
  })

  it('fires slots missed while nothing ran once, together', async () => {
    await fixture.saveConfig({ schedule: { cron: '0 * * * *' } })
    const start = fixture.clock.nowMs
    await setNext(start)
    fixture.clock.nowMs = start + 30 * HOUR_MS + 60_000
    await fixture.createEngine({ roles }).start()
    await waitForSlots(1)
    await wait(100)
    expect(await readSlots()).toHaveLength(1)
    const [strategy] = await fixture.query<{ next_run_at: string }>('select next_run_at from strategy')
    expect(Date.parse(strategy!.next_run_at)).toBe(start + 31 * HOUR_MS)
  })

  it('skips a slot while the strategy still runs, and says so', async () => {
    await fixture.saveConfig({ schedule: { cron: '0 * * * *' } })
    const idle = fixture.createEngine({ roles: { worker: false, scheduler: true } })
    await fixture.request(idle)
    await setNext(fixture.clock.nowMs)
    await idle.start()
    for (let tries = 0; tries < 100; tries += 1) {
      const [line] = await fixture.query<{ detail: { code: string } }>('select detail from run_log')
      if (line) return expect(line.detail.code).toBe('slot.skipped')
      await wait(20)
    }
    throw new Error('the skipped slot was not told')
  })

  it('loses no slot when it crashes before its transaction ends', async () => {
    await fixture.saveConfig({ schedule: { cron: '0 * * * *' } })
    await setNext(fixture.clock.nowMs)
    let crashes = 2
    const engine = fixture.createEngine({
      roles,
      faultpoint: name => {
        if (name === 'slot.requested' && crashes-- > 0) throw new Error('crash')
      },
    })
    await engine.start()
    await waitForSlots(1)
  })

  it('starts retries that are due while the strategy runs', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(4))
    fixture.system.judge = () => ({ kind: 'failed', failure: { code: 'busy', message: 'busy', retry: 'later' } })
    const engine = fixture.createEngine({ roles })
    await engine.start()
    await fixture.run(engine)
    fixture.system.judge = () => null
    fixture.clock.nowMs += 60_000
    for (let tries = 0; tries < 200; tries += 1) {
      const states = await fixture.readStates().catch(() => ({}) as Record<number, number>)
      if (states[2] === 4) return
      await wait(20)
    }
    throw new Error('the due retries were not taken')
  })
})
