import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { type FaultPoint, SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  fixture.system.isText = true
  engine = fixture.createEngine()
  await engine.start()
})
afterEach(() => fixture.stop())

const plain = ['id', 'amount', 'updated_at'].map(target => ({
  target,
  value: { kind: 'template', template: `{{${target}}}` },
}))

describe('rows that are text from source to target', () => {
  it.each([
    ['a copy of all fields', { copyAll: true, fields: [] }],
    ['fields by name', { copyAll: false, fields: plain }],
  ])(
    'go unread with %s; each has its state, the books balance, and a second run takes none again',
    async (_, mapping) => {
      await fixture.saveConfig({ mapping })
      const orders = makeOrders(35)
      fixture.system.setRows(orders)
      const run = await fixture.run(engine)
      expect(run).toMatchObject({
        state: 'succeeded',
        imbalance: null,
        counts: { read: 35, fresh: 35, written: 35, pending: 0 },
      })
      expect(fixture.system.batches).toEqual([])
      expect(fixture.system.decodedPages).toBe(0)
      expect([...fixture.system.table.values()]).toEqual(orders)
      expect(await fixture.readStates()).toEqual({ 2: 35 })
      expect((await fixture.run(engine)).counts).toMatchObject({ read: 35, duplicate: 35, fresh: 0 })
    },
  )

  it('go alone when only some have changed', async () => {
    await fixture.saveConfig()
    const orders = makeOrders(10)
    fixture.system.setRows(orders)
    await fixture.run(engine)
    fixture.system.setRows(orders.map(order => (order.id % 4 === 0 ? { ...order, amount: 1 } : order)))
    expect((await fixture.run(engine)).counts).toMatchObject({ duplicate: 8, written: 2 })
    expect(fixture.system.textBatches.at(-1)?.map(({ id }) => id)).toEqual([4, 8])
    expect(await fixture.readStates()).toEqual({ 2: 10 })
  })

  it('are looked at one by one when the target refuses some: the others are written, and each refusal is told', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(30))
    fixture.system.judge = ({ data }) =>
      data['id'] === 7 ? { kind: 'failed', failure: { code: 'target.value', message: 'No.', retry: 'skip' } } : null
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'partial', imbalance: null, counts: { written: 29, dead: 1 } })
    expect(fixture.system.table.size).toBe(29)
    const [failed] = await fixture.query('select key, error_code from record_state where error_code is not null')
    expect(failed).toEqual({ key: '7', error_code: 'target.value' })
    expect(await fixture.query('select request from record_attempt')).toEqual([
      { request: JSON.stringify(makeOrders(1, 7)[0]) },
    ])
  })

  it('are mapped as ever where the mapping asks for more than a copy', async () => {
    const fields = [...plain.slice(1), { target: 'id', value: { kind: 'template', template: '{{id}}' }, fallback: 0 }]
    await fixture.saveConfig({ mapping: { copyAll: false, fields } })
    fixture.system.setRows(makeOrders(10))
    expect((await fixture.run(engine)).counts).toMatchObject({ written: 10 })
    expect(fixture.system.textBatches).toEqual([])
  })

  it('are tried again after an outage, with what was sent as evidence', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(10))
    let failures = 2
    fixture.system.beforeWrite = () => {
      if (failures-- > 0) throw new Failure({ code: 'net', message: 'Away.', retry: 'later' })
    }
    expect((await fixture.run(engine)).counts).toMatchObject({ written: 10 })
    const attempts = await fixture.query<{ request: string }>('select request from record_attempt order by id')
    expect(attempts.map(({ request }) => JSON.parse(request))).toEqual(makeOrders(10))
  })

  describe('page beside page', () => {
    const orders = makeOrders(40)
    const save = (mapping: object = { copyAll: true, fields: [] }, target: object = {}) =>
      fixture.saveConfig({ source: { pageSize: 5 }, target: { batchSize: 5, ...target }, mapping })
    beforeEach(async () => {
      fixture.system.setRows(orders)
      fixture.system.beforeWrite = () => delay(20)
      await engine.stop({ timeoutMs: 2000 })
      engine = fixture.createEngine({}, { gatherRows: 5 })
      await engine.start()
    })

    it('are sent two at a time', async () => {
      await save()
      expect((await fixture.run(engine)).counts).toMatchObject({ written: 40 })
      expect(fixture.system.textsAtOnce).toBe(2)
      expect([...fixture.system.table.values()]).toEqual(orders)
    })

    it('are sent one after the other where two rows may be one of the target, so that the later one stays', async () => {
      const first = orders.map(order => ({ ...order, code: order.id % 20 }))
      fixture.system.setRows(first)
      const fields = [{ target: 'id', value: { kind: 'template', template: '{{code}}' } }]
      await save({ copyAll: false, fields }, { shared: true })
      expect((await fixture.run(engine)).counts).toMatchObject({ written: 40 })
      expect(fixture.system.textsAtOnce).toBe(1)
      expect(fixture.system.textBatches).toHaveLength(8)
    })

    it('are sent one after the other where a page holds a key of the page before it, so that its later content stays', async () => {
      // Each page begins with the last row of the page before it, changed.
      const rows = orders.map((order, place) => {
        const isAgain = place % 5 === 0 && place > 0
        return isAgain ? { ...orders[place - 1]!, amount: -place } : order
      })
      fixture.system.setRows(rows)
      // A page that overtook the one before it would be overwritten by it.
      let pages = 0
      fixture.system.beforeWrite = () => delay(pages++ % 2 === 0 ? 30 : 1)
      await save()
      expect(await fixture.run(engine)).toMatchObject({ imbalance: null, counts: { written: 40 } })
      expect(fixture.system.textsAtOnce).toBe(1)
      const last = new Map(rows.map(row => [row.id, row.amount]))
      expect(new Map([...fixture.system.table.values()].map(row => [row['id'], row['amount']]))).toEqual(last)
    })

    it('are written one by one after a row was refused for want of one that was on its way beside it, and none is lost', async () => {
      await save()
      // A row refers to the one five before it, which comes later.
      fixture.system.beforeWrite = ([first]) => delay(Number(first?.data['id']) % 10 === 1 ? 60 : 1)
      fixture.system.judge = ({ data }) => {
        const before = Number(data['id']) - 5
        if (before < 1 || fixture.system.table.has(String(before))) return null
        return { kind: 'failed', failure: { code: 'target.value', message: 'No such row.', retry: 'skip' } }
      }
      const run = await fixture.run(engine)
      expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { written: 40, dead: 0 } })
      expect(fixture.system.table.size).toBe(40)
      expect(fixture.system.batches.length).toBeGreaterThan(0)
    })

    it('leave nothing on its way when one of them breaks off', async () => {
      await save()
      let open = 0
      fixture.system.beforeWrite = async () => {
        open += 1
        await delay(open === 1 ? 1 : 50)
        open -= 1
        throw new Failure({ code: 'net', message: 'Away.', retry: 'later' })
      }
      fixture.system.closeTarget = () => expect(open).toBe(0)
      const { imbalance, counts } = await fixture.run(engine)
      expect({ imbalance, written: counts.written, rest: counts.read - counts.failed }).toEqual({
        imbalance: null,
        written: 0,
        rest: 0,
      })
    })
  })

  it('are what landed together where the strategy does not say, and smaller once one was refused', async () => {
    fixture.system.setRows(makeOrders(7500))
    fixture.system.judge = ({ data }) =>
      data['id'] === 3000 ? { kind: 'failed', failure: { code: 'target.value', message: 'No.', retry: 'skip' } } : null
    await fixture.saveConfig({ source: { pageSize: 2500 }, target: { batchSize: undefined } })
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ imbalance: null, counts: { written: 7499, dead: 1 } })
    expect(fixture.system.textBatches.map(batch => batch.length)).toEqual([2500, 2500, 1000, 1000, 500])
  })

  it.each(['page.landed', 'batch.sending', 'batch.written', 'page.settled'] as const)(
    'come to one end after a crash at %s, and are known by the next run',
    async point => {
      await engine.stop({ timeoutMs: 2000 })
      const crash = { isMet: false }
      const faultpoint = (name: FaultPoint) => {
        if (name !== point || crash.isMet) return
        crash.isMet = true
        throw new SimulatedCrash()
      }
      const fragile = fixture.createEngine({ faultpoint })
      await fragile.start()
      await fixture.saveConfig()
      fixture.system.setRows(makeOrders(25))
      const run = await fixture.run(fragile)
      expect(crash.isMet).toBe(true)
      expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { written: 25, pending: 0 } })
      expect([...fixture.system.table.values()].length).toBe(25)
      expect(await fixture.readStates()).toEqual({ 2: 25 })
      expect((await fixture.run(fragile)).counts).toMatchObject({ duplicate: 25, fresh: 0 })
    },
  )
})
