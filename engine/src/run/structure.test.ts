import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeStream } from '../testing/fake-connector.ts'
import { createFixture, type Fixture, makeOrders, WITH_SCHEDULE } from '../testing/fixture.ts'
import { SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
let fixture: Fixture
let stream: FakeStream
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  stream = new FakeStream()
  fixture.system.stream = stream
})
afterEach(async () => {
  await fixture.query(`update strategy set status = 'stopped'`)
  await fixture.stop()
  await fixture.query(`update run set state = 'failed', finished_at = now() where finished_at is null`)
})

const FAST = { followTickMs: 20, followLagMs: 20, followPauseMs: 3_600_000 }
const start = () => fixture.createEngine({ roles: WITH_SCHEDULE }, FAST).start()
const push = (count: number, from = 1): void => stream.push(...makeOrders(count, from).map(data => ({ data })))
const follow = (change: object) => fixture.saveConfig({ source: { follow: true, ...change } })
const hasTarget = (size: number) => expect.poll(() => fixture.system.table.size, { timeout: 20_000 }).toBe(size)
const newest = async () =>
  (
    await fixture.query<{ state: string; failure: { code: string; message: string } | null }>(
      'select state, failure from run order by created_at desc limit 1',
    )
  )[0]
const lines = (code: string) =>
  fixture.query<{ text: string }>(`select text from run_log where detail ->> 'code' = $1`, [code])

describe('a followed table that is emptied at once', () => {
  it('is emptied at the target too, between the rows before it and after', async () => {
    await follow({ deletes: { policy: 'delete' } })
    await start()
    push(25)
    stream.tell({ isEmptied: true })
    push(3, 24)
    await expect
      .poll(() => [...fixture.system.table.keys()].toSorted(), { timeout: 20_000 })
      .toEqual(['24', '25', '26'])
    expect(await lines('follow.truncated')).toHaveLength(1)
    await expect.poll(() => fixture.readStates()).toEqual({ 2: 3, 10: 23 })
  })

  it('keeps its records where the strategy leaves deleted ones alone, and says so', async () => {
    await follow({ deletes: { policy: 'ignore' } })
    await start()
    push(5)
    stream.tell({ isEmptied: true })
    push(1, 6)
    await hasTarget(6)
    expect((await lines('follow.truncated'))[0]?.text).toContain('leaves deleted records alone')
  })

  it('is gone through again, whole, when the process dies within it', async () => {
    await follow({ deletes: { policy: 'delete' }, pageSize: 10 })
    let landed = 0
    const crashing = fixture.createEngine(
      {
        roles: WITH_SCHEDULE,
        faultpoint: name => {
          if (name === 'page.inserted' && stream.structures.size > 0 && ++landed === 2) throw new SimulatedCrash()
        },
      },
      FAST,
    )
    await crashing.start()
    push(1200)
    await hasTarget(1200)
    stream.tell({ isEmptied: true })
    push(1, 5000)
    await expect.poll(() => landed, { timeout: 20_000 }).toBeGreaterThan(1)
    await expect.poll(() => [...fixture.system.table.keys()], { timeout: 30_000 }).toEqual(['5000'])
  })
})

describe('rows of a followed table that nobody told of', () => {
  const untold = { rows: 'other', text: 'The table was dropped.' } as const

  it('stop the run with the reason, before what follows is taken', async () => {
    await follow({})
    await start()
    push(3)
    await hasTarget(3)
    stream.tell({ untold })
    push(3, 4)
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({
      state: 'failed',
      failure: { code: 'source.replaced', message: 'The table was dropped.' },
    })
    expect(fixture.system.table.size).toBe(3)
    expect(await fixture.query(`select cause from notice where kind = 'run.failed'`)).toEqual([
      { cause: 'source.replaced' },
    ])
  })

  it('are passed over by policy, and told as an error of the run', async () => {
    await follow({ drift: 'accept' })
    await start()
    push(3)
    stream.tell({ untold })
    push(3, 4)
    await hasTarget(6)
    expect(await lines('source.replaced')).toHaveLength(1)
  })

  it('and that are gone are nothing to a strategy that leaves deleted records alone', async () => {
    await follow({})
    await start()
    push(3)
    stream.tell({ untold: { ...untold, rows: 'gone' } })
    push(3, 4)
    await hasTarget(6)
    expect((await newest())?.state).toBe('running')
  })
})

describe('fields of a followed table', () => {
  const fields = (...names: string[]) => names.map(name => ({ name, type: 'string' as const, nativeType: 'text' }))
  const mapping = {
    copyAll: false,
    fields: [
      { target: 'id', value: { kind: 'template', template: '{{id}}' } },
      { target: 'amount', value: { kind: 'template', template: '{{amount}}' } },
    ],
  }
  beforeEach(() => {
    fixture.system.hasCatalogue = true
    fixture.system.resource = { ...fixture.system.resource, fields: fields('id', 'amount', 'note') }
  })

  it('stop the run where one that the mapping reads is gone, before the rows without it', async () => {
    await fixture.saveConfig({ source: { follow: true }, mapping })
    await start()
    push(3)
    stream.tell({ fields: fields('id', 'amount', 'extra') })
    push(3, 4)
    await hasTarget(6)
    stream.tell({ fields: fields('id', 'sum') })
    push(3, 7)
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ state: 'failed', failure: { code: 'source.drift' } })
    expect(fixture.system.table.size).toBe(6)
  })

  it('are looked at while nothing comes: one may go without a row that changes', async () => {
    await fixture.saveConfig({ source: { follow: true }, mapping })
    await start()
    push(3)
    await hasTarget(3)
    fixture.system.resource = { ...fixture.system.resource, fields: fields('id', 'sum') }
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ state: 'failed', failure: { code: 'source.drift' } })
  })

  it('are told once a run where the strategy accepts it', async () => {
    await fixture.saveConfig({ source: { follow: true, drift: 'accept' }, mapping })
    await start()
    push(3)
    await hasTarget(3)
    const looks = fixture.system.describes
    fixture.system.resource = { ...fixture.system.resource, fields: fields('id', 'sum') }
    await expect.poll(() => fixture.system.describes, { timeout: 20_000 }).toBeGreaterThan(looks + 5)
    expect(await lines('source.drift')).toHaveLength(1)
  })
})
