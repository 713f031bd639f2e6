import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { unpackLines } from '../stage/page-codec.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import { type FaultPoint, SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  fixture.system.isAnswers = true
})
afterEach(() => fixture.stop())

const ORDERS = 95
const points: readonly (FaultPoint | null)[] = [null, 'page.read', 'page.landed', 'batch.written', 'page.settled']

it.each(points)('answers that waited land together, each with its evidence; a crash at %s loses none', async point => {
  await fixture.saveConfig()
  const orders = makeOrders(ORDERS)
  fixture.system.setRows(orders)
  let met = 0
  const faultpoint = (name: FaultPoint): void => {
    if (name === point && ++met === 2) throw new SimulatedCrash()
  }
  const engine = fixture.createEngine({ faultpoint })
  await engine.start()
  const run = await fixture.run(engine)
  expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { written: ORDERS, pending: 0 } })
  expect([...fixture.system.table.values()]).toEqual(orders)
  expect(await fixture.readStates()).toEqual({ 2: ORDERS })
  const pages = await fixture.query<{ request: string; body: Buffer; raw: Buffer }>(
    'select request, body, raw from page order by id',
  )
  expect(pages.length).toBeLessThan(ORDERS / 10)
  expect(pages.some(({ request }) => /^1–10: rows \d+ to \d+\n11–20: rows \d+ to \d+/.test(request))).toBe(true)
  for (const { body, raw } of pages) {
    const answers = (await unpackLines(raw)).flatMap(answer => JSON.parse(answer))
    expect((await unpackLines(body)).map(line => JSON.parse(line))).toEqual(answers)
  }
})

it('a row that is known by its key alone counts where it came first, so answers stay apart', async () => {
  await fixture.saveConfig({ source: { idCheck: true } })
  fixture.system.setRows(makeOrders(ORDERS))
  const engine = fixture.createEngine()
  await engine.start()
  await fixture.run(engine)
  expect(await fixture.query('select 1 from page')).toHaveLength(Math.ceil(ORDERS / 10))
})
