import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 8 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  fixture.system.highWater = () =>
    fixture.system.rows
      .map(row => String(row.data?.['at']))
      .toSorted()
      .at(-1) ?? null
  engine = fixture.createEngine()
  await engine.start()
})
afterEach(() => fixture.stop())

const at = (id: number, time: string) => ({ id, at: `2026-01-10T${time}` })
const readWatermark = async (): Promise<string | undefined> =>
  (await fixture.query<{ watermark: string }>('select watermark from strategy_cursor'))[0]?.watermark

describe('an increment', () => {
  it('tells how many records have no change time, and is not green where they are too many to be read', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00')])
    fixture.system.untimed = 20_000
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect((await fixture.run(engine)).state).toBe('partial')
    fixture.system.untimed = 7
    expect((await fixture.run(engine)).state).toBe('succeeded')
    const lines = await fixture.query<{ text: string }>(
      `select text from run_log where detail ->> 'code' = 'run.untimed' order by id`,
    )
    expect(lines.map(({ text }) => text.slice(0, 44))).toEqual([
      'Records without a value in at: > 10000. They',
      'Records without a value in at: > 10000. Thes',
      'Records without a value in at: 7. They belon',
    ])
  })

  it('names to the source the files that earlier runs have read, once those ended well', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    const { system } = fixture
    system.versions = ['a', 'b']
    system.setRows([at(1, '10:00:00')])
    await fixture.run(engine)
    system.versions = ['b', 'c']
    system.beforePage = () => {
      throw new Failure({ code: 'broken', message: 'broken' })
    }
    expect((await fixture.run(engine)).state).toBe('failed')
    system.beforePage = () => undefined
    await fixture.run(engine)
    await fixture.run(engine)
    // The first run reads all there is; one that broke off has read nothing.
    expect(system.seen).toEqual([[], ['a', 'b'], ['a', 'b'], ['b', 'c']].map((each, at) => (at === 0 ? null : each)))
  })

  it('tells once in its log what the source tells beside its pages', async () => {
    await fixture.saveConfig({ source: { pageSize: 1 } })
    fixture.system.notices = [{ code: 'files.kind', text: 'Files left out: 2.' }]
    fixture.system.setRows([at(1, '10:00:00'), at(2, '11:00:00')])
    await fixture.run(engine)
    const lines = await fixture.query(`select level, text from run_log where detail ->> 'code' = 'files.kind'`)
    expect(lines).toEqual([{ level: 'notice', text: 'Files left out: 2.' }])
  })

  it('says where it begins to know files that some of them may have been missed before', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00')])
    await fixture.run(engine)
    fixture.system.versions = ['a']
    await fixture.run(engine)
    await fixture.run(engine)
    expect(fixture.system.seen).toEqual([null, null, ['a']])
    expect(await fixture.query(`select 1 from run_log where detail ->> 'code' = 'files.noted'`)).toHaveLength(1)
  })

  it('takes records equal to the last watermark again, and knows them', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00'), at(2, '11:00:00')])
    await fixture.run(engine)
    expect(await readWatermark()).toBe('2026-01-10T11:00:00')
    // A tie with the watermark that came after it was read.
    fixture.system.setRows([at(1, '10:00:00'), at(2, '11:00:00'), at(3, '11:00:00'), at(4, '12:00:00')])
    const run = await fixture.run(engine)
    expect(run.window).toMatchObject({ from: '2026-01-10T11:00:00', to: '2026-01-10T12:00:00' })
    expect(run.counts).toMatchObject({ read: 3, duplicate: 1, written: 2 })
  })

  it('finds a record committed late within its look-back', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at', lookBackSeconds: 1800 } } })
    fixture.system.setRows([at(1, '11:00:00')])
    await fixture.run(engine)
    fixture.system.setRows([at(1, '11:00:00'), at(2, '10:45:00'), at(3, '10:15:00')])
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 2, written: 1 })
  })

  it('does not move the watermark when the read breaks off, nor past what the source showed', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' }, pageSize: 2 } })
    fixture.system.setRows([at(1, '10:00:00'), at(2, '10:30:00'), at(3, '11:00:00')])
    fixture.system.beforePage = start => {
      if (start > 0) throw new Failure({ code: 'broken', message: 'broken' })
    }
    expect((await fixture.run(engine)).state).toBe('failed')
    expect(await readWatermark()).toBeUndefined()
    fixture.system.beforePage = start => {
      // Appears while the window is being read: later than the bound.
      if (start === 0) fixture.system.rows = [...fixture.system.rows, { data: at(4, '23:00:00') }]
    }
    const run = await fixture.run(engine)
    expect(run.state).toBe('succeeded')
    expect(await readWatermark()).toBe('2026-01-10T11:00:00')
    fixture.system.beforePage = () => undefined
    await fixture.run(engine)
    expect(fixture.system.table.size).toBe(4)
  })

  it('does not follow rows of the future, and is not green where its cursor was put there', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00'), { id: 2, at: '9999-12-31T00:00:00' }])
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(Date.parse(`${await readWatermark()}Z`)).toBeLessThan(Date.now() + 86_400_000)
    // Comes later than the row of the year 9999, with a time before it.
    fixture.system.rows = [...fixture.system.rows, { data: { id: 3, at: '9000-01-01T00:00:00' } }]
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 2, duplicate: 1, written: 1 })

    await fixture.query(`update strategy_cursor set watermark = '9999-12-31T00:00:00'`)
    expect((await fixture.run(engine)).state).toBe('partial')
    const lines = await fixture.query<{ text: string }>(
      `select text from run_log where detail ->> 'code' in ('run.rowsAhead', 'run.cursorAhead', 'run.incomplete') order by id`,
    )
    expect(lines.map(({ text }) => text.replace(/ (?:goes to \S+|\(read .*)/, ''))).toEqual([
      ...Array(3).fill(expect.stringContaining('The newest at is 9999-12-31T00:00:00, which lies in the future.')),
      expect.stringContaining('The cursor of at stands at 9999-12-31T00:00:00'),
      expect.stringMatching(/^Incomplete: The cursor lies in the future/),
    ])
  })

  it('never moves backwards', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00'), at(2, '11:00:00')])
    await fixture.run(engine)
    fixture.system.setRows([at(1, '10:00:00')])
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(await readWatermark()).toBe('2026-01-10T11:00:00')
  })

  it('is not green over a source that was filled anew behind its cursor, until a full run has read it', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    const fill = (life: string, ...times: string[]) =>
      fixture.system.setRows(times.map((time, index) => ({ ...at(index + 1, time), life })))
    fill('first', '10:00:00', '11:00:00', '12:00:00')
    await fixture.run(engine)
    // None of its rows is one that is known.
    fill('second', '08:00:00', '09:00:00')
    expect(await fixture.run(engine)).toMatchObject({ state: 'partial', counts: { read: 1, written: 1 } })
    expect(await fixture.query(`select cause from notice where kind = 'run.partial'`)).toEqual([
      { cause: 'run.cursorBehind' },
    ])
    expect((await fixture.run(engine, { full: true })).state).toBe('succeeded')
    expect(await readWatermark()).toBe('2026-01-10T09:00:00')
    expect(fixture.system.table.get('1')).toMatchObject({ life: 'second' })
    fill('second', '08:00:00', '09:00:00', '09:30:00')
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', counts: { read: 2, written: 1 } })
  })

  it('takes no record that is tried again for one of another life, where the newest rows are gone', async () => {
    const source = { increment: { field: 'at' } }
    const take = (from: string) => ({
      fields: [{ target: 'id', value: { kind: 'template', template: `{{${from}}}` }, type: 'int' }],
    })
    await fixture.saveConfig({ source, mapping: take('code') })
    fixture.system.setRows([
      { ...at(1, '10:00:00'), code: 'none' },
      { ...at(2, '11:00:00'), code: '2' },
    ])
    expect((await fixture.run(engine)).counts).toMatchObject({ dead: 1, written: 1 })
    fixture.system.setRows([{ ...at(1, '10:00:00'), code: 'none' }])
    await fixture.saveConfig({ source, mapping: take('id') }, 2)
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', counts: { fresh: 1, written: 1 } })
  })

  it('is left aside by a full run, which still moves the watermark', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00')])
    await fixture.run(engine)
    fixture.system.setRows([at(1, '10:00:00'), at(2, '09:00:00'), at(3, '12:00:00')])
    const run = await fixture.run(engine, { full: true })
    expect(run.counts).toMatchObject({ read: 3, written: 2 })
    expect(fixture.system.reads.at(-1)?.window).toBeNull()
    expect(await readWatermark()).toBe('2026-01-10T12:00:00')
  })

  const readRejected = async (): Promise<unknown> =>
    (await fixture.query<{ rejected: unknown }>('select rejected from strategy_cursor'))[0]?.rejected ?? null
  const broken = (time: string) => ({ at: `2026-01-10T${time}` })

  it('reads rejected rows again behind the watermark until they heal, and nothing else there', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00'), broken('10:30:00'), at(3, '11:00:00')])
    expect(await fixture.run(engine)).toMatchObject({ state: 'partial', counts: { written: 2, rejected: 1 } })
    expect(await readWatermark()).toBe('2026-01-10T11:00:00')
    fixture.system.setRows([at(1, '10:00:00'), broken('10:30:00'), at(3, '11:00:00'), at(4, '12:00:00')])
    const again = await fixture.run(engine)
    expect(again).toMatchObject({ state: 'partial', counts: { read: 3, written: 1, duplicate: 1, rejected: 1 } })
    expect(await readWatermark()).toBe('2026-01-10T12:00:00')
    // Mended in place: the time of its last change stays.
    fixture.system.setRows([at(1, '10:00:00'), at(2, '10:30:00'), at(3, '11:00:00'), at(4, '12:00:00')])
    expect(await fixture.run(engine)).toMatchObject({
      state: 'succeeded',
      counts: { read: 2, written: 1, duplicate: 1 },
    })
    expect([...fixture.system.table.keys()].toSorted()).toEqual(['1', '2', '3', '4'])
    expect(await readRejected()).toBeNull()
    expect((await fixture.run(engine)).counts).toMatchObject({ read: 1, duplicate: 1 })
  })

  it('forgets a rejected row that is gone', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([broken('10:00:00'), at(2, '11:00:00')])
    await fixture.run(engine)
    expect(await readRejected()).toEqual({
      field: 'at',
      windows: [{ from: '2026-01-10T10:00:00', to: '2026-01-10T10:00:00' }],
    })
    fixture.system.setRows([at(2, '11:00:00')])
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(await readRejected()).toBeNull()
  })

  it('keeps the watermark where a rejected row does not say where it lies, and still takes what is new', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([at(1, '10:00:00')])
    await fixture.run(engine)
    // It fits every window, as a damaged line of a file does.
    const read = fixture.system.read.bind(fixture.system)
    const damaged = { data: null, failure: { code: 'bad', message: 'Bad.', retry: 'never' } } as const
    fixture.system.read = async function* (...args) {
      for await (const page of read(...args)) yield { ...page, records: [...page.records, damaged] }
    }
    fixture.system.setRows([at(1, '10:00:00'), at(2, '12:00:00')])
    expect(await fixture.run(engine)).toMatchObject({ state: 'partial', counts: { written: 1, rejected: 1 } })
    expect(await readWatermark()).toBe('2026-01-10T10:00:00')
  })

  it('takes a run up again in the stretch it had reached', async () => {
    await fixture.saveConfig({ source: { increment: { field: 'at' } } })
    fixture.system.setRows([broken('09:00:00'), broken('09:30:00'), at(3, '11:00:00')])
    await fixture.run(engine)
    await fixture.stop()
    let killed = false
    const dying = fixture.createEngine({
      faultpoint: name => {
        if (name !== 'page.landed' || killed) return
        killed = true
        throw new SimulatedCrash()
      },
    })
    await dying.start()
    fixture.system.setRows([at(1, '09:00:00'), at(2, '09:30:00'), at(3, '11:00:00')])
    const { runId } = await fixture.request(dying)
    expect(await fixture.waitFor(runId)).toMatchObject({ state: 'succeeded', counts: { written: 2, rejected: 0 } })
    expect(killed).toBe(true)
    expect([...fixture.system.table.keys()].toSorted()).toEqual(['1', '2', '3'])
  })
})
