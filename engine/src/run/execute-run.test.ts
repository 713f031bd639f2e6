import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
})
afterEach(() => fixture.stop())

describe('a run', () => {
  it('brings every record from source to target, stores its state, and balances', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(35))
    await engine.start()
    const run = await fixture.run(engine)
    expect(run.state).toBe('succeeded')
    expect(run.counts).toMatchObject({ read: 35, fresh: 35, staged: 35, written: 35, pending: 0 })
    expect(fixture.system.table.size).toBe(35)
    expect(await fixture.readStates()).toEqual({ 2: 35 })
    const pages = await fixture.query<{ status: number }>('select status from page')
    expect(pages.map(page => page.status)).toEqual([1, 1, 1, 1])
  })

  it('writes an unchanged record once, a changed one again', async () => {
    await fixture.saveConfig()
    const orders = makeOrders(25)
    fixture.system.setRows(orders)
    await engine.start()
    await fixture.run(engine)
    fixture.system.setRows(orders.map(order => (order.id === 7 ? { ...order, amount: 1 } : order)))
    const run = await fixture.run(engine)
    expect(run.counts).toMatchObject({ read: 25, fresh: 1, duplicate: 24, written: 1 })
    expect(fixture.system.countWrites().get('7')).toBe(2)
    expect(fixture.system.countWrites().get('8')).toBe(1)
    expect(fixture.system.table.get('7')).toMatchObject({ amount: 1 })
    expect(await fixture.readStates()).toEqual({ 2: 25 })
  })

  it('never takes a known key again with idCheck', async () => {
    await fixture.saveConfig({ source: { idCheck: true } })
    const orders = makeOrders(5)
    fixture.system.setRows(orders)
    await engine.start()
    await fixture.run(engine)
    fixture.system.setRows(orders.map(order => ({ ...order, amount: 0 })))
    expect((await fixture.run(engine)).counts).toMatchObject({ duplicate: 5, written: 0 })
  })

  it('lets the later of two versions of one key win, on one page and across pages that are under way together', async () => {
    await fixture.saveConfig({ source: { versions: true } })
    const twice = [...makeOrders(12), ...makeOrders(12).map(order => ({ ...order, amount: -order.id }))]
    fixture.system.setRows([{ id: 1, amount: 0 }, ...twice])
    await engine.start()
    const run = await fixture.run(engine)
    expect(run.state).toBe('succeeded')
    expect(run.counts.read).toBe(25)
    expect(await fixture.readStates()).toEqual({ 2: 12 })
    for (const [id, row] of fixture.system.table) expect(row['amount']).toBe(-Number(id))
  })

  it('refuses bad rows and bad records each with its reason, and goes on', async () => {
    await fixture.saveConfig({
      mapping: {
        copyAll: true,
        fields: [{ target: 'amount', value: { kind: 'template', template: '{{amount}}' }, required: true }],
      },
    })
    fixture.system.setRows(makeOrders(30))
    fixture.system.rows[3] = { data: { amount: 1 } }
    fixture.system.rows[4] = {
      data: null,
      failure: { code: 'csv.broken', message: 'Line 5 is broken.', retry: 'never' },
    }
    fixture.system.rows[5] = { data: { id: 6 }, failure: { code: 'csv.broken', message: 'Broken.', retry: 'never' } }
    fixture.system.rows[11] = { data: { id: 12, amount: null } }
    await engine.start()
    const run = await fixture.run(engine)
    expect(run.state).toBe('partial')
    expect(run.counts).toMatchObject({ read: 30, fresh: 27, rejected: 3, written: 26, dead: 1 })
    expect(await fixture.readStates()).toEqual({ 2: 26, 3: 1 })
    const rejected = await fixture.query<{ ordinal: number; key: string | null; failure: { code: string } }>(
      'select ordinal, key, failure from rejected_row order by ordinal',
    )
    expect(rejected.map(row => [row.ordinal, row.key, row.failure.code])).toEqual([
      [3, null, 'record.noKey'],
      [4, null, 'csv.broken'],
      [5, '6', 'csv.broken'],
    ])
    const [bad] = await fixture.query<{ id: string }>('select id from stored_record where status = 3')
    const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, bad!.id)
    expect(detail).toMatchObject({ key: '12', original: '{"id":12,"amount":null}', mapped: null, status: 3 })
    expect(detail?.attemptList[0]?.failure).toMatchObject({ field: 'amount' })
  })

  it('counts rows that the filter leaves out, and keeps their place', async () => {
    await fixture.saveConfig({ source: { filter: [[{ field: 'amount', logic: 'elt', value: '100' }]] } })
    fixture.system.setRows(makeOrders(30))
    await engine.start()
    const run = await fixture.run(engine)
    expect(run.counts).toMatchObject({ read: 30, written: 10, filtered: 20, rejected: 0 })
    expect(run.state).toBe('succeeded')
  })

  it('keeps every digit, and shows what was sent and answered', async () => {
    await fixture.saveConfig()
    const text = '{"id":9007199254740993,"amount":12.50,"note":"\\u0000x","none":null,"empty":""}'
    const { parseJson } = await import('@sluice/contract')
    fixture.system.rows = [{ data: parseJson(text) as { id: number } }]
    fixture.system.judge = () => ({ kind: 'written', response: '{"no":"\u0000A1"}', targetKey: 'A1' })
    await engine.start()
    expect((await fixture.run(engine)).state).toBe('succeeded')
    const [row] = await fixture.query<{ id: string; key: string }>('select id, key from stored_record')
    expect(row?.key).toBe('9007199254740993')
    const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, row!.id)
    expect(detail).toMatchObject({ original: text, mapped: text, targetKey: 'A1', response: '{"no":"␀A1"}' })
    expect(detail?.attemptList).toHaveLength(1)
  })

  it('fails when its books do not balance, says by how much, and is never green', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(60))
    await fixture.stop()
    let isPlanted = false
    engine = fixture.createEngine({
      faultpoint: async name => {
        if (name !== 'page.landed' || isPlanted) return
        isPlanted = true
        await fixture.query(`update run set counts = counts || '{"read": 5}' where state = 'running'`)
      },
    })
    await engine.start()
    const run = await fixture.run(engine)
    expect(run.state).toBe('failed')
    expect(run.imbalance).toMatch(/^read \d+ ≠ new/)
    const [line] = await fixture.query<{ text: string }>(`select text from run_log where level = 'fatal'`)
    expect(line?.text).toContain('do not balance')
  })

  it('is one per strategy, whoever asks', async () => {
    await fixture.saveConfig()
    const asked = await Promise.all(Array.from({ length: 8 }, () => fixture.request(engine)))
    expect(new Set(asked.map(answer => answer.runId)).size).toBe(1)
    expect(asked.filter(answer => !answer.alreadyRunning)).toHaveLength(1)
  })

  it('fails with the reason when the source breaks for good, and leaves the cursor where the last page landed', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(50))
    fixture.system.beforePage = start => {
      if (start === 20) throw new Failure({ code: 'http.html', message: 'The answer is a web page.', retry: 'never' })
    }
    await engine.start()
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'failed', cursor: '20', failure: { code: 'http.html' } })
    expect(run.counts).toMatchObject({ read: 20, written: 20, pending: 0 })
    fixture.system.beforePage = () => undefined
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 50, duplicate: 20, written: 30 })
  })

  it('fails when the target cannot finish its work, although every record was taken', async () => {
    await fixture.saveConfig()
    await engine.start()
    fixture.system.setRows(makeOrders(3))
    fixture.system.closeTarget = () => {
      throw new Failure({ code: 'file.full', message: 'The disk is full.', retry: 'later' })
    }
    const run = await fixture.run(engine)
    expect(run).toMatchObject({
      state: 'failed',
      failure: { code: 'file.full' },
      counts: { written: 3 },
      imbalance: null,
    })
  })

  it('reads on after a failure that heals', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(50))
    let failures = 2
    fixture.system.beforePage = start => {
      if (start === 20 && failures-- > 0) throw new Failure({ code: 'net', message: 'gone', retry: 'later' })
    }
    await engine.start()
    const run = await fixture.run(engine)
    expect(run.state).toBe('succeeded')
    expect(run.counts).toMatchObject({ read: 50, written: 50 })
  })

  it('refuses a source that goes round in circles', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(30))
    fixture.system.read = async function* () {
      for (;;) yield { records: this.rows.slice(0, 10), cursor: '10' }
    }
    await engine.start()
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'source.cyclicCursor' } })
  })

  it('keeps tenants apart', async () => {
    await fixture.saveConfig()
    fixture.system.setRows(makeOrders(5))
    await engine.start()
    await fixture.run(engine)
    const other = await createFixture(place.database)
    expect(await other.query('select 1 from stored_record')).toEqual([])
    const [row] = await fixture.query<{ id: string }>('select id from stored_record limit 1')
    expect(await engine.records.readDetail(other.tenantId, fixture.strategyId, row!.id)).toBeNull()
    const changed = await place.database.withTenant(other.tenantId, tx =>
      engine.records.ignore(tx, { tenantId: fixture.tenantId, strategyId: fixture.strategyId, ids: [row!.id] }),
    )
    expect(changed.changed).toBe(0)
  })
})
