import {
  type Connection,
  type Connector,
  parseParams,
  type Replacement,
  type Target,
  type TargetRecord,
  type WriteOutcome,
} from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { type Data, TargetConfig } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sqlite from '../src/sqlite/index.ts'
import { places, type SqlPlace } from './sql-places.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const signal = new AbortController().signal
// A session of SQLite is a process of its own. `npm run histories` runs 100 (SQLite 30).
const isLong = process.env['npm_lifecycle_event'] === 'histories'
const roundsOf = (connector: Connector): number => (connector === sqlite ? (isLong ? 30 : 5) : isLong ? 100 : 40)

describe.each(places)('%s', (_name, connector, create) => {
  let context: TestContext
  let place: SqlPlace
  let connection: Connection
  let isThere = false
  beforeAll(async () => {
    context = createTestContext()
    const made = await create(context)
    if (made === null) return
    place = made
    isThere = true
    connection = await connector.open(parseParams(connector.manifest.params, made.params), context)
  })
  afterAll(async () => {
    await connection?.close()
    await place?.dispose()
    await context.dispose()
  })
  beforeEach(async test => {
    if (!isThere) return test.skip()
    await place.run(
      'create table orders (id integer not null primary key, name varchar(40) not null, amount numeric(20,4), note varchar(40))',
    )
  })
  afterEach(async () => {
    if (isThere) await place.run('drop table orders')
  })

  const config = (change: object = {}): TargetConfig =>
    TargetConfig.parse({ connector_id: connectorId, resource: place.resource('orders'), ...change })
  const openTarget = (change: object = {}): Promise<Target> => connection.openTarget!(config(change)) // SQL targets
  const openReplacement = (id: string): Promise<Replacement> =>
    connection.openReplacement!(config({ mode: 'replace' }), id)
  const row = (id: number, change: Data = {}): TargetRecord => ({
    data: { id, name: `order ${id}`, amount: '12345678901234.5600', ...change },
    idempotencyKey: `s:${id}:1`,
  })
  const gone = (id: number): TargetRecord => ({ data: { id }, change: 'delete', idempotencyKey: `s:${id}:d` })
  const kinds = (outcomes: readonly WriteOutcome[]) => outcomes.map(outcome => outcome.kind)
  const count = async (sql = 'select count(*) from orders'): Promise<number> => Number((await place.rows(sql))[0]?.[0])

  test('a delete removes its row alone; one that is gone already is skipped, one that others point to is refused by itself', async () => {
    await place.run('create table line (order_id integer not null, foreign key (order_id) references orders (id))')
    const target = await openTarget()
    try {
      expect(kinds(await target.write([row(1), row(2), row(3)], signal))).toEqual(['written', 'written', 'written'])
      await place.run('insert into line values (2)')
      expect(target.canDelete).toBe(true)
      const outcomes = await target.write([gone(1), row(4), gone(9), gone(2), gone(3)], signal)
      expect(kinds(outcomes)).toEqual(['written', 'written', 'skipped', 'failed', 'written'])
      expect((await place.rows('select id from orders order by id')).map(([id]) => Number(id))).toEqual([2, 4])
    } finally {
      await target.close()
      await place.run('drop table line')
    }
  })

  test('asked which records are there, it compares whole rows by the values it keeps', async () => {
    const target = await openTarget()
    try {
      await target.write([row(1), row(2, { note: null }), row(3)], signal)
      const found = await target.find!(
        [
          row(1, { amount: '12345678901234.56' }),
          row(2, { note: null }),
          row(3, { amount: '5.5', name: 'ORDER 3' }),
          row(9),
          gone(9),
          gone(1),
          { data: { id: 1, nothing: 1 }, idempotencyKey: '' },
        ],
        signal,
      ) // SQL targets have it
      expect(found).toMatchObject([
        { kind: 'equal' },
        { kind: 'equal' },
        { kind: 'different', fields: expect.arrayContaining(['amount', 'name']) },
        { kind: 'missing' },
        { kind: 'equal' },
        { kind: 'different' },
        { kind: 'unclear' },
      ])
    } finally {
      await target.close()
    }
  })

  test('appends exactly once with a checkpoint, in whatever batches the records come again', async () => {
    await place.run('create table ledger (id integer, name varchar(40))')
    const options = { mode: 'insert', options: { checkpoint: true }, resource: place.resource('ledger') }
    const entry = (id: number): TargetRecord => ({ data: { id, name: `e${id}` }, idempotencyKey: `s:${id}:1` })
    const first = await openTarget(options)
    expect(first.guarantee).toBe('transaction')
    await first.write([1, 2, 3, 4].map(entry), signal)
    await first.close()
    const second = await openTarget(options)
    const all = Array.from({ length: 10 }, (_, index) => entry(index + 1))
    // A bad row does not take the good ones with it, and is not noted.
    const bad = { data: { id: 11, name: 'e11', no: 1 }, idempotencyKey: 's:11:1' }
    expect(kinds(await second.write([...all.slice(2), bad], signal))).toEqual([...Array(8).fill('written'), 'failed'])
    expect(kinds(await second.write(all, signal))).toEqual(Array(10).fill('written'))
    await second.close()
    expect(await count('select count(*) from ledger')).toBe(10)
    expect(await count('select count(*) from sluice_checkpoint')).toBe(10)
    await place.run('drop table ledger')
  })

  test('a target without a checkpoint promises nothing for appending', async () => {
    const target = await openTarget({ mode: 'insert' })
    expect(target.guarantee).toBe('none')
    await target.close()
  })

  test('a new set takes the place of the old one as a whole; indexes and what is not written stay', async () => {
    await place.run('create unique index orders_name on orders (name)')
    await place.run("insert into orders values (1, 'old 1', 1, 'kept'), (2, 'old 2', 2, 'goes')")
    const replacement = await openReplacement('run-1')
    await replacement.write([row(1), row(3)], signal)
    await replacement.write([row(4, { amount: null }), row(3, { amount: '7' })], signal)
    expect(await count("select count(*) from orders where name like 'old%'")).toBe(2)
    await replacement.swap(3)
    await replacement.close()
    const rows = await place.rows('select id, name, note from orders order by id')
    expect(rows.map(cells => cells.map(cell => (cell === null ? null : String(cell))))).toEqual([
      ['1', 'order 1', 'kept'],
      ['3', 'order 3', null],
      ['4', 'order 4', null],
    ])
    const again = await openTarget({ mode: 'insert' })
    expect(kinds(await again.write([row(8, { name: 'order 1' })], signal))).toEqual(['failed'])
    await again.close()
  })

  test('a set that is not whole is not exchanged, and leaves nothing behind', async () => {
    await place.run("insert into orders values (1, 'old', 1, null)")
    const replacement = await openReplacement('run-1')
    await replacement.write([row(5), row(6)], signal)
    await expect(replacement.swap(3)).rejects.toMatchObject({ code: 'target.count' })
    expect(await count("select count(*) from orders where name = 'old'")).toBe(1)
    await replacement.close()
    // A second one takes away what the first left.
    const next = await openReplacement('run-2')
    await next.discard()
    await next.close()
    const tables = (await connection.discover()).map(({ id }) => id).filter(id => id.includes('sluice_new'))
    expect(tables).toEqual([])
  })

  test('a view is refused with its reason', async () => {
    await place.run('create view seen as select * from orders')
    await expect(
      connection.openReplacement!(config({ mode: 'replace', resource: place.resource('seen'), key: ['id'] }), 'x'),
    ).rejects.toMatchObject({ code: 'target.replace', message: expect.stringContaining('view') })
    await place.run('drop view seen')
  })

  test('whoever reads meanwhile sees the old set or the new one, whenever a refresh is cut off', {
    timeout: 300_000,
  }, async () => {
    const rounds = roundsOf(connector)
    const ROWS = 60
    await place.run(`insert into orders values (0, 'g0', 0, null)`)
    const reading = { isOn: true, torn: [] as string[], reads: 0 }
    const reader = (async () => {
      while (reading.isOn) {
        const names = (await place.rows('select name, count(*) from orders group by name')).map(
          ([name, n]) => [String(name), Number(n)] as const,
        )
        const [only] = names
        // One generation, and all of it: g0 is one row, each later one ROWS.
        const isWhole = names.length === 1 && only !== undefined && only[1] === (only[0] === 'g0' ? 1 : ROWS)
        if (!isWhole) reading.torn.push(JSON.stringify(names))
        reading.reads += 1
        await new Promise(resolve => setImmediate(resolve))
      }
    })()
    const random = makeRandom(7)
    let exchanged = 0
    let cutOff = 0
    for (let round = 1; round <= rounds; round += 1) {
      const control = new AbortController()
      const replacement = await openReplacement(`run-${round}`)
      const records = Array.from({ length: ROWS }, (_, id) =>
        row(id + (round % 3) * 10, { name: `g${round}`, amount: String(round) }),
      )
      const cutAt = Math.floor(random() * 8)
      try {
        for (let part = 0; part < 4; part += 1) {
          const write = replacement.write(records.slice(part * 15, part * 15 + 15), control.signal)
          if (part === cutAt) control.abort()
          await write
        }
        await replacement.swap(cutAt === 5 ? ROWS + 1 : ROWS)
        exchanged += 1
      } catch {
        cutOff += 1
        if (cutAt % 2 === 0) await replacement.discard().catch(() => undefined)
      }
      await replacement.close()
    }
    reading.isOn = false
    await reader
    expect(reading.torn).toEqual([])
    expect(reading.reads).toBeGreaterThan(rounds)
    expect(exchanged + cutOff).toBe(rounds)
    expect(Math.min(exchanged, cutOff)).toBeGreaterThan(rounds / 5)
  })
})

function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
