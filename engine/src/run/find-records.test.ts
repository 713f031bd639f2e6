// waiver: size: all of it shares one world of two strategies
import { type Data, type MappingField, newId, RecordState, StrategyConfig, toText } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compileMapping, type FindWant } from '../map/index.ts'
import { createFinder } from '../record/find-records.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
/** The strategy that looks up; the fixture's own holds the customers. */
const ordersId = newId()

beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
  await engine.start()
  await fixture.saveConfig({ source: { number: 'code', pageSize: 100 } })
})
afterEach(() => fixture.stop())

const customer = (id: number, more: Data = {}): Data => ({
  id: 1000 + id,
  code: `C${1000 + id}`,
  city: `city ${id % 3}`,
  ...more,
})
const customers = (count: number): Data[] => Array.from({ length: count }, (_, index) => customer(index))

async function loadCustomers(rows: readonly Data[]): Promise<void> {
  fixture.system.setRows(rows)
  expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', imbalance: null })
}

const find = (field: string, where: Record<string, string>, more: object = {}): MappingField['value'] => ({
  kind: 'find',
  strategy_id: fixture.strategyId,
  field,
  where: Object.entries(where).map(([name, equals]) => ({ field: name, equals })),
  ...more,
})

async function saveOrders(fields: readonly MappingField[], version = 1): Promise<void> {
  const { connectorId } = fixture
  const side = { connector_id: connectorId, resource: 'orders', key: ['id'] }
  const config = StrategyConfig.parse({
    source: side,
    target: side,
    mapping: { copyAll: true, fields },
  })
  await fixture.database.withTenant(fixture.tenantId, async tx => {
    await tx.execute(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
       values ($1, 'buyers', 'buyers', 'running', $2, $2) on conflict do nothing`,
      [ordersId, connectorId],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, $2, $3)', [
      ordersId,
      version,
      JSON.stringify(config),
    ])
    await tx.execute('update strategy set version = $2 where id = $1', [ordersId, version])
  })
}

const runOrders = async (rows: readonly Data[]) => {
  fixture.system.setRows(rows)
  return fixture.run(engine, { strategyId: ordersId })
}
const written = (id: number | string) => fixture.system.table.get(String(id))
const orderStates = async () =>
  Object.fromEntries(
    (
      await fixture.query<{ key: string; status: number }>(
        'select key, status from stored_record where strategy_id = $1',
        [ordersId],
      )
    ).map(({ key, status }) => [key, status]),
  )

describe('a look-up into the records of another strategy', () => {
  it('finds the same from inside an expression, and its record waits where it may not be missing', async () => {
    await loadCustomers(customers(20))
    const strategy = fixture.strategyId
    await saveOrders([
      {
        target: 'customerId',
        value: {
          kind: 'expression',
          expression: `"C-" + find("${strategy}", "$target", row.buyer, {"onMiss": "error"})`,
        },
      },
      {
        target: 'city',
        value: {
          kind: 'expression',
          expression: `upper(coalesce(find("${strategy}", "city", {"code": "C" + toText(row.buyer)}), "?"))`,
        },
      },
    ])
    const run = await runOrders([
      { id: 1, buyer: 1000 },
      { id: 2, buyer: 4000 },
    ])
    expect(run).toMatchObject({ counts: { read: 2, written: 1 }, imbalance: null })
    expect(written(1)).toEqual({ id: 1, buyer: 1000, customerId: 'C-T-1000', city: 'CITY 0' })
    expect(await orderStates()).toEqual({ 1: RecordState.finished, 2: RecordState.masterDataError })
  })

  it('finds by key and by number, in blocks and in rows, what was read and what the target answered', async () => {
    await fixture.saveConfig({ source: { number: 'code', pageSize: 5 } }, 2)
    await loadCustomers(customers(20))
    // One block of two becomes rows.
    await loadCustomers([...customers(19), customer(19, { city: 'moved' })])
    expect(await fixture.query('select 1 from record_state where key = $1', ['1019'])).toHaveLength(1)
    expect(await fixture.query('select 1 from record_block')).not.toHaveLength(0)
    await saveOrders([
      { target: 'customerId', value: find('$target', { id: '{{buyer}}' }) },
      { target: 'city', value: find('city', { code: 'C{{buyer}}' }) },
      {
        target: 'number',
        value: {
          kind: 'template',
          template: `_findCollection find $number from ${fixture.strategyId} where id={{buyer}}`,
        },
      },
    ])
    const run = await runOrders([
      { id: 1, buyer: 1000 },
      { id: 2, buyer: 1019 },
      { id: 3, buyer: 4000 },
      { id: 4, buyer: null },
    ])
    expect(run).toMatchObject({ state: 'succeeded', counts: { read: 4, written: 4 }, imbalance: null })
    expect(written(1)).toEqual({ id: 1, buyer: 1000, customerId: 'T-1000', city: 'city 0', number: 'C1000' })
    expect(written(2)).toEqual({ id: 2, buyer: 1019, customerId: 'T-1019', city: 'moved', number: 'C1019' })
    expect(written(3)).toEqual({ id: 3, buyer: 4000 })
    expect(written(4)).toEqual({ id: 4, buyer: null })
  })

  it('asks for each line, also beside expressions in workers', async () => {
    await loadCustomers(customers(6))
    await saveOrders([
      {
        target: 'lines',
        value: {
          kind: 'lines',
          source: 'items',
          fields: [
            { target: 'ref', value: find('$target', { id: '{{who}}' }) },
            // Not plain: it goes to a worker.
            { target: 'n', value: { kind: 'expression', expression: 'row.items.map(x, x.who).size()' } },
            {
              target: 'deep',
              value: { kind: 'object', fields: [{ target: 'city', value: find('city', { $key: '{{items.who}}' }) }] },
            },
          ],
        },
      },
    ])
    const run = await runOrders([{ id: 1, items: [{ who: 1001 }, { who: 1005 }, { who: 77 }] }])
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null })
    expect(written(1)?.['lines']).toEqual([
      { ref: 'T-1001', n: 3, deep: { city: 'city 1' } },
      { ref: 'T-1005', n: 3, deep: { city: 'city 2' } },
      { n: 3, deep: {} },
    ])
  })

  it('holds a record that waits for its master data, and writes it when that has come', async () => {
    await loadCustomers(customers(2))
    await saveOrders([
      { target: 'ref', value: find('$target', { id: '{{buyer}}' }, { onMiss: 'error' }) },
      { target: 'city', value: find('city', { id: '{{buyer}}' }, { onMiss: 'default', default: '?' }) },
    ])
    const rows = [
      { id: 1, buyer: 1000 },
      { id: 2, buyer: 1002 },
    ]
    const run = await runOrders(rows)
    expect(run).toMatchObject({ counts: { written: 1, failed: 1, dead: 0 }, imbalance: null })
    expect(await orderStates()).toEqual({ 1: RecordState.finished, 2: RecordState.masterDataError })
    const [held] = await fixture.query<{ error_message: string }>(
      'select error_message from record_state where strategy_id = $1 and status = 6',
      [ordersId],
    )
    expect(held?.error_message).toBe('Field "ref": "1002" is found in no record of the strategy "orders".')
    await loadCustomers(customers(3))
    fixture.clock.nowMs += 2 * 3_600_000
    fixture.system.setRows(rows)
    expect(await fixture.run(engine, { strategyId: ordersId })).toMatchObject({ imbalance: null })
    expect(await orderStates()).toEqual({ 1: RecordState.finished, 2: RecordState.finished })
    expect(written(2)).toMatchObject({ ref: 'T-1002', city: 'city 2' })
  })

  it('takes the one that came last of several, or refuses, as the field says', async () => {
    await loadCustomers([customer(1), { ...customer(2), code: 'C1001' }, { ...customer(3), code: 'C1001' }])
    await saveOrders([
      { target: 'newest', value: find('id', { code: '{{code}}' }) },
      { target: 'narrow', value: find('id', { code: '{{code}}', city: 'city 2' }) },
    ])
    await runOrders([{ id: 1, code: 'C1001' }])
    expect(written(1)).toEqual({ id: 1, code: 'C1001', newest: 1003, narrow: 1002 })
    await saveOrders([{ target: 'one', value: find('id', { code: '{{code}}' }, { onMany: 'error' }) }], 2)
    const run = await runOrders([{ id: 2, code: 'C1001' }])
    expect(run).toMatchObject({ counts: { dead: 1 } })
  })

  it('sees nothing of a strategy of another tenant, nor a deleted record', async () => {
    await fixture.saveConfig(
      {
        source: { number: 'code', deletes: { policy: 'mark', when: [[{ field: 'gone', logic: 'eq', value: 'yes' }]] } },
      },
      2,
    )
    await loadCustomers([customer(1), customer(2)])
    await loadCustomers([customer(1, { gone: 'yes' })])
    await saveOrders([{ target: 'ref', value: find('$target', { id: '{{buyer}}' }) }])
    await runOrders([
      { id: 1, buyer: 1001 },
      { id: 2, buyer: 1002 },
    ])
    expect(written(1)).not.toHaveProperty('ref')
    expect(written(2)).toHaveProperty('ref', 'T-1002')

    const stranger = await createFixture(place.database)
    try {
      const mapping = { copyAll: false, fields: [{ target: 'ref', value: find('$target', { id: '{{buyer}}' }) }] }
      const bound = await stranger.database.withTenant(stranger.tenantId, tx =>
        bindMaps(tx, stranger.tenantId, mapping),
      )
      expect(() => compileMapping(bound)).toThrow('The strategy it looks into does not exist any more.')
      // Even if it were bound, the rows are not the stranger's.
      const forged = { ...mapping, strategies: [{ id: fixture.strategyId, name: 'x', key: ['id'], number: 'code' }] }
      const finder = createFinder(
        work => stranger.database.withTenant(stranger.tenantId, work),
        stranger.tenantId,
        forged,
      )
      const mapper = compileMapping(forged, { find: finder })
      expect(await mapper.mapPage([{ buyer: 1002 }])).toEqual([{ kind: 'mapped', data: {} }])
      mapper.close()
    } finally {
      await stranger.stop()
    }
  })

  it('ends the run with a sentence when the strategy is gone, or no index leads to its records', async () => {
    await saveOrders([
      { target: 'ref', value: { ...find('$target', { id: '{{a}}' }), strategy_id: newId() } as MappingField['value'] },
    ])
    expect((await runOrders([{ id: 1 }])).failure?.message).toContain('does not exist any more')
    await saveOrders([{ target: 'ref', value: find('$target', { city: '{{a}}' }) }], 2)
    expect((await runOrders([{ id: 1 }])).failure?.message).toBe(
      'Field "ref": The look-up into "orders" names neither its key (id) nor its number (code).',
    )
  })

  it('is told by the check-list: a strategy that is gone or empty, conditions that no index serves', async () => {
    const check = async (value: MappingField['value']) => {
      const config = await fixture.saveConfig(
        { mapping: { copyAll: true, fields: [{ target: 'ref', value }] } },
        ++version,
      )
      const lines = await engine.strategies.check(fixture.tenantId, config, 'mapping')
      return lines.filter(({ item }) => item.startsWith('mapping.find')).map(({ level, item }) => [level, item])
    }
    let version = 1
    const good = find('$target', { id: '{{buyer}}' })
    expect(await check({ ...good, strategy_id: newId() } as MappingField['value'])).toEqual([
      ['error', 'mapping.findMissing'],
    ])
    expect(await check(find('$target', { city: '{{buyer}}' }))).toEqual([
      ['error', 'mapping.findWay'],
      ['warning', 'mapping.findEmpty'],
    ])
    expect(await check(good)).toEqual([['warning', 'mapping.findEmpty']])
    await loadCustomers(customers(1))
    expect(await check(good)).toEqual([])
  })

  it('explains what it found', async () => {
    await loadCustomers(customers(2))
    const { finds, explanation } = await engine.strategies.preview(fixture.tenantId, {
      record: '{"buyer":1001}',
      explain: true,
      mapping: { copyAll: false, fields: [{ target: 'ref', value: find('$target', { id: '{{buyer}}' }) }] },
    })
    expect(finds).toEqual([
      {
        field: 'ref',
        strategyId: fixture.strategyId,
        strategyName: 'orders',
        where: [{ field: 'id', value: '1001' }],
        take: '$target',
        hits: 1,
        record: { id: expect.any(String), key: '1001', number: 'C1001' },
        policy: null,
        value: '"T-1001"',
      },
    ])
    expect(explanation[0]?.steps).toEqual([{ kind: 'find', rule: '$target', after: '"T-1001"', find: 0 }])
  })
})

/** Counts the statements of what runs in it. */
function counting(): { tenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>; count: number } {
  const counter = {
    count: 0,
    tenant: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      fixture.database.withTenant(fixture.tenantId, tx =>
        work(
          new Proxy(tx, {
            get: (of, name, self) => {
              if (name === 'query' || name === 'execute') counter.count += 1
              return Reflect.get(of, name, self)
            },
          }),
        ),
      ),
  }
  return counter
}

describe('a whole page of look-ups', () => {
  it('of 10,000 records asks a bounded number of questions', async () => {
    await fixture.saveConfig({ source: { number: 'code', pageSize: 1000 } }, 2)
    await loadCustomers(customers(3000))
    const counter = counting()
    const mapping = {
      copyAll: false,
      fields: [
        { target: 'ref', value: find('$target', { id: '{{buyer}}' }) },
        { target: 'city', value: find('city', { id: '{{buyer}}' }) },
        { target: 'byCode', value: find('id', { code: 'C{{buyer}}' }) },
      ],
    }
    const bound = await counter.tenant(tx => bindMaps(tx, fixture.tenantId, mapping))
    const mapper = compileMapping(bound, { find: createFinder(counter.tenant, fixture.tenantId, bound) })
    counter.count = 0
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ buyer: 1000 + ((index * 7919) % 3500) }))
    const outcomes = await mapper.mapPage(rows)
    mapper.close()
    expect(counter.count).toBeLessThan(8)
    for (const [index, outcome] of outcomes.entries()) {
      const { buyer } = rows[index]!
      expect(outcome).toEqual({
        kind: 'mapped',
        data: buyer < 4000 ? { ref: `T-${buyer}`, city: `city ${(buyer - 1000) % 3}`, byCode: buyer } : {},
      })
    }
  })

  it('answers as a search through everything would', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: index < 60 ? 100 + index : `k ${index % 7} "${index}"`,
      code: index % 3 === 0 ? null : `N${index % 11}`,
      city: ['a', 'b', null, 'ä'][index % 4] ?? null,
    })) as Data[]
    await loadCustomers(rows)
    const strategy = { id: fixture.strategyId, name: 'orders', key: ['id'], number: 'code' }
    const finder = createFinder(work => fixture.database.withTenant(fixture.tenantId, work), fixture.tenantId, {
      copyAll: false,
      fields: [],
      strategies: [strategy],
    })
    const ids = await fixture.query<{ id: string; key: string }>('select id, key from stored_record')
    const idOf = new Map(ids.map(({ id, key }) => [key, BigInt(id)]))
    const anyRow = fc.constantFrom(...rows, { id: 'none', code: 'N99', city: 'c' })
    const anyWant = fc
      .record({ of: anyRow, other: anyRow, shape: fc.integer({ min: 0, max: 3 }) })
      .map(({ of, other, shape }) => {
        const [id, code, city] = [toText(of['id']), toText(of['code']), toText(other['city'])]
        const shapes: [string, string][][] = [
          [['id', id]],
          [['code', code]],
          [
            ['code', code],
            ['city', city],
          ],
          [
            ['city', city],
            ['id', id],
          ],
        ]
        return shapes[shape]!.filter(([, text]) => text !== '')
      })
    const usable = anyWant.filter(where => where.some(([name]) => name !== 'city'))
    await fc.assert(
      fc.asyncProperty(fc.array(usable, { minLength: 1, maxLength: 40 }), async wheres => {
        const wants = new Map<string, FindWant>(
          wheres.map(where => [
            JSON.stringify(where),
            { strategyId: fixture.strategyId, where, take: new Set(['id', 'city', '$target']) },
          ]),
        )
        const found = await finder(wants)
        for (const [id, { where }] of wants) {
          const fits = rows
            .filter(row => where.every(([name, text]) => toText(row[name]) === text))
            .sort((a, b) => (idOf.get(toText(a['id']))! > idOf.get(toText(b['id']))! ? -1 : 1))
          const [newest] = fits
          const answer = found.get(id)
          expect(answer?.hits, id).toBe(fits.length)
          expect(answer?.values ?? {}, id).toEqual(
            newest ? { id: newest['id'], city: newest['city'], $target: `T-${toText(newest['id'])}` } : {},
          )
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a record that waits for another strategy', () => {
  const customerId = () => find('$target', { id: '{{buyer}}' }, { onMiss: 'error' })

  it('is tried as soon as that strategy has written it, and no run in between is green over it', async () => {
    await loadCustomers(customers(2))
    await saveOrders([{ target: 'customerId', value: customerId() }])
    expect(await runOrders([{ id: 1, buyer: 1002 }])).toMatchObject({ counts: { read: 1, failed: 1, written: 0 } })
    // Nothing new comes by: what is held is looked for again, and told.
    const between = await runOrders([])
    expect(between).toMatchObject({ imbalance: null, counts: { read: 0, carried: 1, failed: 1 } })
    expect(between.state).not.toBe('succeeded')
    await loadCustomers(customers(3))
    await expect.poll(orderStates, { timeout: 20_000 }).toEqual({ 1: RecordState.finished })
    expect(written(1)).toEqual({ id: 1, buyer: 1002, customerId: 'T-1002' })
  })

  it('leaves records that are held for another reason to their time', async () => {
    await loadCustomers(customers(2))
    await saveOrders([{ target: 'customerId', value: customerId() }])
    fixture.system.judge = ({ data }) =>
      data['buyer'] === undefined
        ? null
        : { kind: 'failed', failure: { code: 'target.masterData', message: 'Not yet.', retry: 'later' } }
    await runOrders([{ id: 1, buyer: 1001 }])
    expect(await orderStates()).toEqual({ 1: RecordState.masterDataError })
    fixture.system.judge = () => null
    await loadCustomers(customers(3))
    expect(await fixture.query(`select 1 from run where strategy_id = $1 and trigger = 'retry'`, [ordersId])).toEqual(
      [],
    )
    expect(await orderStates()).toEqual({ 1: RecordState.masterDataError })
  })
})
