import { setTimeout as wait } from 'node:timers/promises'
import type { Data } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeStream } from '../testing/fake-connector.ts'
import { createFixture, type Fixture, WITH_SCHEDULE } from '../testing/fixture.ts'
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

const rows = (count: number, more: Data, from = 1): Data[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, ...more }))
const field = (target: string, template: string) => ({ target, value: { kind: 'template' as const, template } })
const mapped = (template: string) => ({ copyAll: false, fields: [field('id', '{{id}}'), field('who', template)] })
const copied = { copyAll: true, fields: [] }
const readTold = async (): Promise<string[]> =>
  (
    await fixture.query<{ text: string }>(
      `select text from run_log where detail ->> 'code' = 'source.drift' order by id`,
    )
  ).map(({ text }) => text)

const text: Data = { customer: 'Acme' }
const object: Data = { customer: { name: 'Acme' } }
const list: Data = { customer: [{ name: 'Acme' }, { name: 'Bolt' }] }

describe('what a version reads is of another kind than when it first ran', () => {
  it.each<[string, Parameters<Fixture['saveConfig']>[0], Data, Data, string]>([
    [
      'a text that becomes an object',
      { mapping: mapped('{{customer}}') },
      text,
      object,
      'customer (string → object). Used by: who',
    ],
    [
      'an object that becomes a text',
      { mapping: mapped('{{customer.name}}') },
      object,
      text,
      'customer (object → string). Used by: who',
    ],
    [
      'an object that becomes a list',
      { mapping: mapped('{{customer.name}}') },
      object,
      list,
      'customer (object → array). Used by: who',
    ],
    [
      'a number that becomes an object',
      { mapping: mapped('{{sum}}') },
      { sum: 5 },
      { sum: { value: 5, unit: 'kg' } },
      'sum (number → object). Used by: who',
    ],
    [
      'a field of an object',
      { mapping: mapped('{{a.b}}') },
      { a: { b: 'x' } },
      { a: { b: { c: 1 } } },
      'a.b (string → object). Used by: who',
    ],
    ['a field that is copied', { mapping: copied }, text, object, 'customer (string → object). Used by: customer (*)'],
    [
      'a field of an expression',
      {
        mapping: {
          copyAll: false,
          fields: [field('id', '{{id}}'), { target: 'who', value: { kind: 'expression', expression: 'row.customer' } }],
        },
      },
      text,
      object,
      'customer (string → object). Used by: who',
    ],
    [
      'a field of lines',
      {
        mapping: {
          copyAll: false,
          fields: [
            field('id', '{{id}}'),
            { target: 'items', value: { kind: 'lines', source: 'lines', fields: [field('sku', '{{sku}}')] } },
          ],
        },
      },
      { lines: [{ sku: 'A' }, { sku: 'B' }] },
      { lines: [{ sku: 'A' }, { sku: { code: 'B' } }] },
      'lines[].sku (string → object). Used by: items[].sku',
    ],
    [
      'elements that are flattened',
      { mapping: mapped('{{lines_sku}}'), source: { flatten: ['lines'], key: ['id'], versions: true } },
      { lines: [{ sku: 'A' }] },
      { lines: ['A'] },
      'lines (object → string). Used by: source.flatten',
    ],
    [
      'a condition',
      { mapping: mapped('{{id}}'), source: { filter: [[{ field: 'state', logic: 'notnull' }]] } },
      { state: 'paid' },
      { state: { code: 'paid' } },
      'state (string → object). Used by: source.filter',
    ],
  ])('stops the run for %s', async (_, config, before, after, told) => {
    await fixture.saveConfig(config)
    fixture.system.setRows(rows(3, before))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    const written = fixture.system.table.size
    fixture.system.setRows(rows(3, after, 4))
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'failed', counts: { read: 0, written: 0 }, failure: { code: 'source.drift' } })
    expect(run.failure?.message).toContain(`of another type: ${told}`)
    expect(fixture.system.table.size).toBe(written)
  })

  it('stops at the page that is different, and in the middle of the very first', async () => {
    await fixture.saveConfig({ mapping: mapped('{{customer}}') })
    fixture.system.setRows([...rows(10, text), ...rows(10, object, 11)])
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'failed', counts: { read: 10, written: 10 }, failure: { code: 'source.drift' } })
    await fixture.saveConfig({ mapping: mapped('{{customer}} ') }, 2)
    fixture.system.setRows([...rows(4, text), ...rows(1, object, 5)])
    expect((await fixture.run(engine)).failure?.code).toBe('source.drift')
  })

  it('goes on by policy, and says so once in each run', async () => {
    await fixture.saveConfig({ mapping: mapped('{{customer}}'), source: { drift: 'accept' } })
    fixture.system.setRows([...rows(10, text), ...rows(20, object, 11)])
    for (let run = 0; run < 2; run++) expect((await fixture.run(engine)).state).toBe('succeeded')
    expect(await readTold()).toHaveLength(2)
  })

  it('takes an object and a list for the same where a column holds any JSON by its type', async () => {
    fixture.system.hasCatalogue = true
    const fields = [
      { name: 'id', type: 'int' as const, nativeType: 'bigint' },
      { name: 'customer', type: 'json' as const, nativeType: 'jsonb' },
    ]
    fixture.system.resource = { ...fixture.system.resource, fields }
    await fixture.saveConfig({ mapping: mapped('{{customer}}') })
    fixture.system.setRows([...rows(10, object), ...rows(10, list, 11)])
    expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', counts: { written: 20 } })
    fixture.system.setRows(rows(2, text, 30))
    expect((await fixture.run(engine)).failure?.message).toContain(
      'gives values of another type: customer (object → string)',
    )
  })

  it('takes nothing for nothing in every form, and 12 for "12"', async () => {
    await fixture.saveConfig({ mapping: copied })
    fixture.system.setRows(rows(2, object))
    await fixture.run(engine)
    fixture.system.setRows([null, '', false, [], {}].map((customer, at) => ({ id: 10 + at, customer })))
    expect((await fixture.run(engine)).state).toBe('succeeded')
    fixture.system.setRows([12, '12', true].map((sum, at) => ({ id: 20 + at, customer: null, sum })))
    expect((await fixture.run(engine)).state).toBe('succeeded')
  })

  it('looks at nothing that is not read, nor at rows that the strategy leaves out', async () => {
    await fixture.saveConfig({
      mapping: mapped('{{customer}}'),
      source: { filter: [[{ field: 'kind', logic: 'eq', value: 'a' }]] },
    })
    fixture.system.setRows(rows(2, { ...text, kind: 'a', other: 'x' }))
    await fixture.run(engine)
    fixture.system.setRows([
      ...rows(2, { ...text, kind: 'a', other: { x: 1 } }, 3),
      ...rows(2, { ...object, kind: 'b' }, 5),
    ])
    expect((await fixture.run(engine)).state).toBe('succeeded')
  })

  it('takes one object for a list of one where that is flattened', async () => {
    await fixture.saveConfig({ mapping: mapped('{{lines_sku}}'), source: { flatten: ['lines'], versions: true } })
    fixture.system.setRows([
      { id: 1, lines: [{ sku: 'A' }] },
      { id: 2, lines: { sku: 'B' } },
    ])
    expect((await fixture.run(engine)).state).toBe('succeeded')
  })

  it('lets a version that ran before this was looked at go on over what its fields mix', async () => {
    await fixture.saveConfig({ mapping: mapped('{{customer}}') })
    fixture.system.setRows(rows(2, text))
    await fixture.run(engine)
    await fixture.query('update strategy_fields set shapes = null')
    fixture.system.setRows([...rows(2, text, 3), ...rows(2, object, 5)])
    for (let run = 0; run < 2; run++) expect((await fixture.run(engine)).state).toBe('succeeded')
  })

  it('stops a strategy that follows before the message lands', async () => {
    const stream = new FakeStream()
    fixture.system.stream = stream
    await fixture.saveConfig({ mapping: mapped('{{customer}}'), source: { follow: true } })
    await fixture
      .createEngine({ roles: WITH_SCHEDULE }, { followTickMs: 20, followLagMs: 20, followPauseMs: 50 })
      .start()
    stream.push(...rows(2, text).map(data => ({ data })))
    for (const deadline = performance.now() + 45_000; fixture.system.table.size < 2; await wait(10))
      expect(performance.now()).toBeLessThan(deadline)
    stream.push({ data: { id: 3, ...object } })
    const failed = async () =>
      (await fixture.query(`select 1 from run where failure ->> 'code' = 'source.drift'`)).length
    for (const deadline = performance.now() + 45_000; (await failed()) === 0; await wait(10))
      expect(performance.now()).toBeLessThan(deadline)
    expect([fixture.system.table.size, stream.acknowledged.includes('3')]).toEqual([2, false])
  })
})
