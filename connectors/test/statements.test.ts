import { type AdapterStore, type Connection, type ConnectorContext, parseParams } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { Adapter, type Data, type ParamValues, TargetConfig, toJson, toStatementResource } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { places, type SqlPlace } from './sql-places.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const ID = '01900000-0000-7000-8000-000000000003'
const RESOURCE = toStatementResource(ID)
const signal = AbortSignal.timeout(120_000)

describe.each(places)('statements that a tenant wrote down: %s', (_name, connector, create) => {
  let context: TestContext
  let place: SqlPlace
  let connection: Connection
  let doc: Adapter
  const noted: unknown[] = []
  let isThere = false

  beforeAll(async () => {
    context = createTestContext()
    const made = await create(context)
    if (made === null) return
    place = made
    isThere = true
    const adapters: AdapterStore = {
      platform: '',
      find: async id => (id === ID ? { name: doc.name, version: 4, doc } : null),
      listStatements: async () => [{ id: ID, name: doc.name, doc }],
    }
    const lent: ConnectorContext = {
      ...context,
      adapters,
      notes: { adapter: each => void noted.push(each), log: () => undefined, tried: () => undefined },
    }
    connection = await connector.open(parseParams(connector.manifest.params, made.params), lent)
    await place.run(
      'create table orders (id integer not null primary key, day date not null, amount numeric(20,4), note varchar(40))',
    )
    await place.run('create table notes (id integer not null primary key, note varchar(40) not null)')
  })
  afterAll(async () => {
    await connection?.close()
    await place?.dispose()
    await context.dispose()
  })
  beforeEach(async each => {
    if (!isThere) return each.skip()
    await place.run('delete from orders')
    await place.run('delete from notes')
    const rows = Array.from(
      { length: 25 },
      (_, at) => `(${at + 1}, '2024-01-${String((at % 5) + 1).padStart(2, '0')}', ${at}.5, 'n${at % 3}')`,
    )
    await place.run(`insert into orders (id, day, amount, note) values ${rows.join(', ')}`)
  })

  const write = (text: string, rest: object = {}) => {
    doc = Adapter.parse({ name: 'Written', kind: 'sql', sql: { text, ...rest } })
  }
  const read = async (
    options: ParamValues = {},
    key = ['id'],
    window: null | { field: string; from: string; to: string } = null,
  ) => {
    const config = { connector_id: connectorId, resource: RESOURCE, options, key, idCheck: true, pageSize: 4 }
    const source = await connection.openSource!(config) // SQL sources
    const rows: Data[] = []
    try {
      for await (const page of source.read({ cursor: null, window, pageSize: 4, signal }))
        for (const each of page.records) rows.push(each.data ?? {})
      return { rows, high: await source.readHighWater?.(key[0] ?? 'id') }
    } finally {
      await source.close()
    }
  }

  test('a query is read page by page, joined and counted, as a table would be', async () => {
    write('select id, day, amount, upper(note) as loud from orders where id > 3', { key: ['id'] })
    const { rows, high } = await read()
    const inOrder = rows.toSorted((a, b) => Number(a['id']) - Number(b['id']))
    expect(inOrder.map(row => row['id'])).toEqual(Array.from({ length: 22 }, (_, at) => at + 4))
    expect(inOrder[0]).toMatchObject({ day: '2024-01-04', loud: 'N0' })
    expect(toJson(inOrder[0]?.['amount'] ?? null)).toMatch(/^3\.5(000)?$/)
    expect(high).toBe('25')
    expect(noted.at(-1)).toEqual({ id: ID, name: 'Written', version: 4, level: 'strategy', kind: 'sql' })
  })

  test('rows that share a key lose none', async () => {
    write('select note, id from orders', { key: ['note'] })
    expect((await read({}, ['note'])).rows).toHaveLength(25)
  })

  test('a window holds both bounds', async () => {
    write('select id, day from orders')
    const { rows } = await read({}, ['id'], { field: 'day', from: '2024-01-02', to: '2024-01-03' })
    expect(rows).toHaveLength(10)
  })

  test('values are bound, never pasted: a hostile one finds nothing and changes nothing', async () => {
    write('select id from orders where note = {{note}} and id >= {{least}} and day >= {{day}} and amount < {{most}}', {
      values: [
        { name: 'note', default: 'n0' },
        { name: 'least', type: 'int', default: '10' },
        { name: 'day', type: 'date', default: '2024-01-01' },
        { name: 'most', type: 'decimal', default: '22.25' },
      ],
    })
    expect((await read()).rows.map(row => row['id'])).toEqual([10, 13, 16, 19, 22])
    const given = (name: string, value: string): ParamValues => ({ statement_values: [{ name, value }] })
    expect((await read(given('least', '19'))).rows).toHaveLength(2)
    for (const value of ["' or '1'='1", "n0'; drop table orders; --", "n0' --", '\\', '$1', '{{least}}', '?'])
      expect((await read(given('note', value))).rows, value).toEqual([])
    await expect(read(given('least', '1 or 1=1'))).rejects.toMatchObject({ code: 'params.invalid' })
    expect(await place.rows('select count(*) from orders')).toEqual([[expect.anything()]])
  })

  test('a query cannot write, whatever it calls itself', async () => {
    // What the contract refuses is not even tried here; this is what would get past it.
    const tries = [
      'with gone as (delete from orders returning id) select id from gone',
      'select id from orders for update',
      'select id, id as id from orders',
      'select 1',
      'select id from orders where note = no_such_function(1)',
    ]
    for (const text of tries) {
      write(text)
      await read().catch(() => undefined)
    }
    expect(Number((await place.rows('select count(*) from orders'))[0]?.[0])).toBe(25)
  })

  test('two columns of one name, or of none, are refused by a sentence', async () => {
    write('select id, day as id from orders')
    await expect(read()).rejects.toMatchObject({ code: expect.stringMatching(/source\.query|connector\.failed/) })
  })

  test('discovery offers it with its direction; its fields are those of its rows', async () => {
    write('select id, amount from orders', { key: ['id'], increment: ['id'] })
    const [found] = await connection.discover()
    expect(found).toMatchObject({ id: RESOURCE, label: 'Written', direction: 'source' })
    const described = await connection.describe(RESOURCE, {})
    expect(described).toMatchObject({ key: ['id'], increment: ['id'], direction: 'both' })
    expect(described.fields.map(each => each.name)).toEqual(['id', 'amount'])
  })

  const target = (rest: object = {}) =>
    connection.openTarget!(
      TargetConfig.parse({ connector_id: connectorId, resource: RESOURCE, mode: 'insert', ...rest }),
    )
  const put = async (records: readonly Data[]) => {
    const opened = await target()
    try {
      return await opened.write(
        records.map((data, at) => ({ data, idempotencyKey: `k${at}` })),
        signal,
      )
    } finally {
      await opened.close()
    }
  }

  test('a statement runs for each record; refused ones leave their neighbours be', async () => {
    write('insert into notes (id, note) values ({{id}}, {{note}})', {
      direction: 'target',
      values: [{ name: 'id', type: 'int' }],
    })
    const outcomes = await put([
      { id: 1, note: "it's" },
      { id: 1, note: 'twice' },
      { id: 2, note: null },
      { id: 3 },
      { id: 4, note: 'four' },
    ])
    expect(outcomes.map(each => each.kind)).toEqual(['written', 'failed', 'failed', 'failed', 'written'])
    expect(outcomes[3]).toMatchObject({ failure: { code: 'target.value', field: 'note' } })
    expect((await place.rows('select note from notes order by id')).map(row => row[0])).toEqual(["it's", 'four'])
  })

  test('one that changes no row is not called written', async () => {
    write('update orders set note = {{note}} where id = {{id}}', {
      direction: 'target',
      values: [{ name: 'id', type: 'int' }],
    })
    expect(
      (
        await put([
          { id: 5, note: 'new' },
          { id: 999, note: 'new' },
        ])
      ).map(each => each.kind),
    ).toEqual(['written', 'failed'])
    expect(await place.rows("select count(*) from orders where note = 'new'")).toHaveLength(1)
  })

  test('what may be repeated says so', async () => {
    const text = 'update orders set note = {{note}} where id = {{id}}'
    for (const [isRepeatable, guarantee] of [
      [true, 'upsert'],
      [false, 'none'],
    ] as const) {
      write(text, { direction: 'target', isRepeatable })
      const opened = await target()
      expect(opened.guarantee).toBe(guarantee)
      await opened.close()
    }
  })

  test('the wrong side, and one that is not published, are refused', async () => {
    write('select id from orders')
    await expect(target()).rejects.toMatchObject({ code: 'resource.missing' })
    const other = toStatementResource('01900000-0000-7000-8000-000000000009')
    await expect(connection.describe(other, {})).rejects.toMatchObject({ code: 'adapter.missing' })
  })

  test('a trial shows rows, or what would change and takes it back', async () => {
    write('select id, note from orders where id < {{most}}', { values: [{ name: 'most', type: 'int', default: '3' }] })
    const input = { options: {}, record: {}, limit: 5 }
    const seen = await connection.tryStatement!(doc.sql, input, signal)
    expect(seen).toMatchObject({ problem: null, changed: null, rows: ['{"id":1,"note":"n0"}', '{"id":2,"note":"n1"}'] })
    expect(seen.fields.map(each => each.name)).toEqual(['id', 'note'])
    write('update orders set note = {{note}} where id < 4', { direction: 'target' })
    const tried = await connection.tryStatement!(doc.sql, { ...input, record: { note: 'tried' } }, signal)
    expect(tried).toMatchObject({ problem: null, changed: 3 })
    expect(Number((await place.rows("select count(*) from orders where note = 'tried'"))[0]?.[0])).toBe(0)
    write('select nothing from nowhere')
    expect((await connection.tryStatement!(doc.sql, input, signal)).problem).not.toBeNull()
  })
})
