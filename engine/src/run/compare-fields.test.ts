import type { Data, FieldSpec } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
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
  await engine.start()
})
afterEach(() => fixture.stop())

const column = (name: string, type: FieldSpec['type'] = 'string', nativeType: string = type): FieldSpec => ({
  name,
  type,
  nativeType,
})
const setColumns = (...fields: FieldSpec[]): void => {
  fixture.system.resource = { ...fixture.system.resource, fields }
}
const rows = (count: number, more: Data): Data[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `n${at + 1}`, ...more }))
const mapped = {
  copyAll: false,
  fields: [
    { target: 'id', value: { kind: 'template', template: '{{id}}' } },
    { target: 'total', value: { kind: 'template', template: '{{amount}}' } },
  ],
}
const copied = { copyAll: true, fields: [] }
const readText = async (code: string): Promise<string[]> =>
  (
    await fixture.query<{ text: string }>(`select text from run_log where detail ->> 'code' = $1 order by id`, [code])
  ).map(({ text }) => text)

describe('a source with a catalogue', () => {
  beforeEach(() => {
    fixture.system.hasCatalogue = true
    setColumns(column('id', 'int'), column('name'), column('amount', 'decimal', 'numeric(10,2)'))
    fixture.system.setRows(rows(3, { amount: '1.50' }))
  })

  it.each([
    ['mapped one by one', mapped, 'total'],
    ['copied with the rest', copied, 'amount (*)'],
  ])('stops the run before it reads when a column is gone that is %s', async (_, mapping, use) => {
    await fixture.saveConfig({ mapping })
    expect((await fixture.run(engine)).state).toBe('succeeded')
    setColumns(column('id', 'int'), column('name'), column('sum', 'decimal', 'numeric(10,2)'))
    fixture.system.setRows(rows(3, { sum: '1.50' }))
    const [reads, writes] = [fixture.system.reads.length, fixture.system.batches.length]
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'source.drift', value: 'amount' } })
    expect(run.failure?.message).toContain(`Gone: amount; of another type: —. Used by: ${use}`)
    expect([fixture.system.reads.length, fixture.system.batches.length]).toEqual([reads, writes])
    // The column is back: nothing is to be decided any more.
    setColumns(column('id', 'int'), column('name'), column('amount', 'decimal', 'numeric(10,2)'))
    fixture.system.setRows(rows(4, { amount: '1.50' }))
    expect((await fixture.run(engine)).state).toBe('succeeded')
  })

  it('stops for another type, and not for one that only became wider, nor for a column that nothing reads', async () => {
    await fixture.saveConfig({ mapping: mapped })
    await fixture.run(engine)
    setColumns(column('id', 'int'), column('amount', 'decimal', 'numeric(20,2)'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    setColumns(column('id', 'int'), column('amount', 'string', 'text'))
    const run = await fixture.run(engine)
    expect(run.failure?.message).toContain('of another type: amount (numeric(10,2) → text)')
  })

  it('goes on by policy, and says in each run what is missing', async () => {
    await fixture.saveConfig({ mapping: mapped, source: { drift: 'accept' } })
    await fixture.run(engine)
    setColumns(column('id', 'int'), column('name'))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(await readText('source.drift')).toHaveLength(1)
  })

  it('is asked once a run, and new columns under copy the rest are told once', async () => {
    await fixture.saveConfig({ mapping: copied, source: { pageSize: 1 } })
    await fixture.run(engine)
    expect(fixture.system.describes).toBe(1)
    setColumns(...fixture.system.resource.fields, column('remark'))
    await fixture.run(engine)
    await fixture.run(engine)
    expect(fixture.system.describes).toBe(3)
    expect(await readText('source.newFields')).toEqual(['New fields of the source are copied from now on: remark.'])
  })
})

describe('a source that shows its fields by its records', () => {
  it('stops before the first of them is taken when a field has another name', async () => {
    await fixture.saveConfig({ mapping: mapped })
    fixture.system.setRows(rows(3, { amount: '1.50' }))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows(rows(2, { sum: '1.50' }))
    const run = await fixture.run(engine)
    expect(run).toMatchObject({
      state: 'failed',
      counts: { read: 0 },
      failure: { code: 'source.drift', value: 'amount' },
    })
    expect(fixture.system.describes).toBe(0)
  })

  it('misses no field that was optional, nor one that a few records lack', async () => {
    await fixture.saveConfig({ mapping: copied })
    fixture.system.setRows(
      [...rows(5, { amount: 1, coupon: 'x' }), ...rows(2, { amount: 1 })].map((row, id) => ({ ...row, id })),
    )
    await fixture.run(engine)
    fixture.system.setRows(rows(3, { amount: 2 }))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows(rows(1, {}))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows(rows(12, {}))
    expect((await fixture.run(engine)).failure?.code).toBe('source.drift')
  })
})
