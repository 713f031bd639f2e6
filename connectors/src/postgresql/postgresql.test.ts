// waiver: size, one suite on one server whose database all its tests share
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseParams, type SourcePage, type WriteOutcome } from '@sluice/connector-kit'
import { testConnector } from '@sluice/connector-kit/conformance'
import { Bytes, type Data, ExactNumber, type ParamValues, SourceConfig, TargetConfig, toJson } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgresql from './index.ts'
import { createTestDatabase, isReachable, type TestDatabase } from './testing.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const isUp = await isReachable()
let database: TestDatabase

beforeAll(async () => {
  if (isUp || process.env['CI'] !== undefined) database = await createTestDatabase()
})
afterAll(async () => {
  await database?.dispose()
})

/** PostgreSQL writes fractions of a second without trailing zeros. */
const trimStamp = (record: Data): Data =>
  record['updated_at'] ? { ...record, updated_at: String(record['updated_at']).replace(/\.?0+$/, '') } : record

testConnector({
  connector: postgresql,
  isReachable,
  prepare: async () => ({ params: database.params }),
  wrong: [
    { title: 'host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'port', change: { port: 1 }, step: 'network' },
    { title: 'user name', change: { username: 'nobody_of_that_name' }, step: 'auth' },
    { title: 'database', change: { database: 'no_such_database' }, step: 'auth' },
    { title: 'SSL mode', change: { ssl: 'verify' } },
  ],
  source: {
    put: async (records, fields) => {
      const resource = await database.makeTable(fields)
      await database.fill(resource, records)
      return { resource }
    },
    windowField: 'updated_at',
    expected: trimStamp,
    slow: async () => {
      const resource = await database.makeTable([{ name: 'id', type: 'int', nativeType: 'bigint' }])
      await database.session.run(`insert into ${resource} values (1)`)
      return { resource, options: { where: 'pg_sleep(20) is not null' } }
    },
  },
  target: {
    prepare: async fields => ({ resource: await database.makeTable(fields) }),
    readBack: place => readRows(place.resource),
    expected: trimStamp,
    spoil: record => ({ ...record, day: '2024-02-30' }),
  },
})

async function open(change: ParamValues = {}) {
  return postgresql.open(parseParams(postgresql.manifest.params, { ...database.params, ...change }), database.context)
}

interface ReadOptions {
  readonly key?: string[]
  readonly options?: ParamValues
  readonly pageSize?: number
  readonly window?: { field: string; from: string | null; to: string | null }
}

async function readPagesOf(
  resource: string,
  { key = ['id'], options = {}, pageSize = 100, window }: ReadOptions = {},
): Promise<SourcePage[]> {
  const connection = await open()
  try {
    const config = SourceConfig.parse({ connector_id: connectorId, resource, key, options })
    const source = await connection.openSource!(config) // the connector is a source
    const pages: SourcePage[] = []
    const signal = new AbortController().signal
    for await (const page of source.read({ cursor: null, window: window ?? null, pageSize, signal })) pages.push(page)
    return pages
  } finally {
    await connection.close()
  }
}

async function readRows(resource: string, options: ReadOptions = {}): Promise<Data[]> {
  const pages = await readPagesOf(resource, options)
  return pages.flatMap(page => page.records.map(record => record.data ?? {}))
}

async function write(
  resource: string,
  records: readonly Data[],
  config: Partial<TargetConfig> = {},
): Promise<readonly WriteOutcome[]> {
  const connection = await open()
  try {
    const target = await connection.openTarget!(TargetConfig.parse({ connector_id: connectorId, resource, ...config })) // the connector is a target
    const batch = records.map((data, index) => ({ data, idempotencyKey: `k${index}` }))
    return await target.write(batch, new AbortController().signal)
  } finally {
    await connection.close()
  }
}

const kinds = (outcomes: readonly WriteOutcome[]) => outcomes.map(outcome => outcome.kind)
const failureOf = (outcome: WriteOutcome | undefined) => (outcome?.kind === 'failed' ? outcome.failure : undefined)

describe.runIf(isUp || process.env['CI'])('postgresql', () => {
  const run = (sql: string) => database.session.run(sql)

  test('names that need quoting are read and written as they are', async () => {
    const name = `订单 "x".Select ${'é'.repeat(12)}`
    const quoted = `"${name.replaceAll('"', '""')}"`
    await run(`create table ${quoted} ("order" bigint primary key, "Sp ace" text, "值""" text, "__proto__" text)`)
    const connection = await open()
    const resource = (await connection.discover()).find(each => each.label === name)
    await connection.close()
    const record = JSON.parse('{"order":1,"Sp ace":"a","值\\"":"b","__proto__":"c"}') as Data
    expect(kinds(await write(resource!.id, [record]))).toEqual(['written'])
    const [row] = await readRows(resource!.id, { key: ['order'] })
    expect(toJson(row!)).toBe(toJson(record))
  })

  test('every type comes back as it was written', async () => {
    await run(`create type mood as enum ('sad', 'ok')`)
    await run(`create domain price as numeric(10,2)`)
    await run(`create table types (id int8 primary key, n numeric, p price, f4 real, f8 float8, b bool, j json, jb jsonb, u uuid, ip inet,
      iv interval, bits bit(4), t time, tz timestamptz, ts timestamp(3), d date, ia int[], ta text[], m mood, mo money, ch char(5), by bytea)`)
    const record: Data = {
      id: 1,
      n: new ExactNumber('1884518522.16842672410'),
      p: new ExactNumber('12.50'),
      f4: 0.1,
      f8: 1e-7,
      b: true,
      j: { a: new ExactNumber('1.00'), list: [null, 'x'] },
      jb: [1, { k: new ExactNumber('9007199254740993') }],
      u: '6b3f8f9e-3c43-4e6b-9b0e-111111111111',
      ip: '10.0.0.1',
      iv: '1 day 02:00:00',
      bits: '0101',
      t: '10:00:00.5',
      tz: '2024-01-05 10:00:00.123456+00',
      ts: '2024-01-05 10:00:00.123',
      d: '2024-02-29',
      ia: [1, null, -3],
      ta: ['a,b', 'NULL', 'q"\\', null, ''],
      m: 'ok',
      mo: '$1,234.50',
      ch: 'ab   ',
      by: Bytes.from(Buffer.from([0, 9, 10, 92, 255])),
    }
    expect(kinds(await write('public.types', [record]))).toEqual(['written'])
    const [row] = await readRows('public.types')
    expect(toJson(row!)).toBe(toJson({ ...record, f8: new ExactNumber('1e-07') }))
  })

  test('special numbers and far dates stay text', async () => {
    await run(`create table special (id int primary key, n numeric, f float8, d date, t timestamptz)`)
    await run(`insert into special values (1, 'NaN', '-Infinity', 'infinity', '0044-03-15 10:00:00+00 BC')`)
    const [row] = await readRows('special')
    expect(row).toEqual({ id: 1, n: 'NaN', f: '-Infinity', d: 'infinity', t: '0044-03-15 10:00:00+00 BC' })
    await run(`create table special2 (like special including all)`)
    expect(kinds(await write('special2', [row!]))).toEqual(['written'])
  })

  test.each([
    ['n', '12.345', /digits after the point/],
    ['n', new ExactNumber('123456789.1'), /before the point/],
    ['n', '', /not a number/],
    ['i', new ExactNumber('2147483648'), /outside/],
    ['i', '007', /not a whole number/],
    ['i', 1.5, /after the point/],
    ['v', 'abcdef', /6 characters long, the column takes 5/],
    ['v', 'abcd    ', /8 characters long/],
    ['v', 'a\0b', /U\+0000/],
    ['v', '\ud800', /surrogate/],
    ['f', new ExactNumber('1884518522.1684267241'), /64-bit float/],
    ['d', '2023-02-29', /not a date/],
    ['d', '2024-01-01 10:00:00', /time of day/],
    ['ts', '2024-01-01 10:00:00.123456', /finer/],
    ['ts', '0000-00-00 00:00:00', /not a date and time/],
    ['b', 'maybe', /true or false/],
    ['by', 'text', /binary/],
    ['jb', { a: 'x\0' }, /U\+0000/],
  ] as const)('a value that would be changed is refused: %s = %j', async (field, value, reason) => {
    await run(
      `create table if not exists fits (id int primary key, n numeric(10,2), i int, v varchar(5), f float8, d date, ts timestamp(3), b bool, by bytea, jb jsonb)`,
    )
    const outcomes = await write('fits', [
      { id: 1, [field]: null },
      { id: 2, [field]: value },
      { id: 3, [field]: null },
    ])
    expect(kinds(outcomes)).toEqual(['written', 'failed', 'written'])
    expect(failureOf(outcomes[1])).toMatchObject({ code: 'target.value', field })
    expect(failureOf(outcomes[1])?.message).toMatch(reason)
  })

  test('an offset is kept in timestamptz and converted to the session zone in timestamp', async () => {
    await run(`create table zones (id int primary key, tz timestamptz, ts timestamp)`)
    await write('zones', [{ id: 1, tz: '2024-01-01T08:00:00.5+08:00', ts: '2024-01-01T08:00:00.5+08:00' }])
    expect(await readRows('zones')).toEqual([{ id: 1, tz: '2024-01-01 00:00:00.5+00', ts: '2024-01-01 00:00:00.5' }])
  })

  test('a row the database refuses fails alone among a thousand', async () => {
    await run(`create table parents (id int primary key); insert into parents values (1)`)
    await run(
      `create table children (id int primary key, parent int references parents deferrable initially deferred, n int check (n > 0), e uuid, s text not null default 'd')`,
    )
    const records = Array.from({ length: 1000 }, (_, id): Data => ({ id, parent: 1, n: 1, e: null }))
    const bad: [number, Data, string][] = [
      [3, { parent: 2 }, 'target.reference'],
      [500, { n: 0 }, 'target.check'],
      [999, { e: 'no uuid' }, 'target.refused'],
    ]
    for (const [id, change] of bad) records[id] = { ...records[id], ...change }
    const outcomes = await write('children', records)
    for (const [id, , code] of bad) expect(failureOf(outcomes[id])?.code).toBe(code)
    expect(failureOf(outcomes[999])).toMatchObject({ field: 'e', value: 'no uuid' })
    expect(outcomes.filter(outcome => outcome.kind === 'written')).toHaveLength(997)
    expect(await readRows('children', { pageSize: 5000 })).toHaveLength(997)
  })

  test('a missing field leaves the column alone, null clears it, a new row takes the default', async () => {
    await run(`create table partial (id int primary key, a text default 'def', b text not null)`)
    await write('partial', [{ id: 1, a: 'x', b: 'y' }])
    const outcomes = await write('partial', [
      { id: 1, a: null },
      { id: 2, b: 'z' },
      { id: 3, a: 'no b' },
      { id: 1, b: 'w' },
    ])
    expect(kinds(outcomes)).toEqual(['written', 'written', 'failed', 'written'])
    expect(failureOf(outcomes[2])).toMatchObject({ code: 'target.required', field: 'b' })
    expect(await readRows('partial')).toEqual([
      { id: 1, a: null, b: 'w' },
      { id: 2, a: 'def', b: 'z' },
    ])
  })

  test('the last of several records of one key wins, and an earlier one counts when the last is refused', async () => {
    await run(`create table repeats (id int primary key, v varchar(3))`)
    const outcomes = await write('repeats', [
      { id: 1, v: 'a' },
      { id: 1, v: 'b' },
      { id: 2, v: 'c' },
      { id: 2, v: 'long' },
    ])
    expect(kinds(outcomes)).toEqual(['written', 'written', 'written', 'failed'])
    expect(await readRows('repeats')).toEqual([
      { id: 1, v: 'b' },
      { id: 2, v: 'c' },
    ])
  })

  test('upsert changes existing rows, insert refuses them one by one', async () => {
    await run(`create table modes (id int primary key, v text); insert into modes values (2, 'old')`)
    const records: Data[] = [
      { id: 1, v: 'n' },
      { id: 2, v: 'n' },
      { id: 3, v: 'n' },
    ]
    const inserted = await write('modes', records, { mode: 'insert' })
    expect(kinds(inserted)).toEqual(['written', 'failed', 'written'])
    expect(failureOf(inserted[1])?.code).toBe('target.exists')
    expect(kinds(await write('modes', records))).toEqual(['written', 'written', 'written'])
    expect((await readRows('modes')).map(row => row['v'])).toEqual(['n', 'n', 'n'])
  })

  test('a table under row-level security or a view is written by INSERT', async () => {
    await run(`create table base (id int primary key, v text); create view over_base as select * from base`)
    expect(kinds(await write('over_base', [{ id: 1, v: 'a' }], { mode: 'insert', key: ['id'] }))).toEqual(['written'])
    expect(await readRows('base')).toEqual([{ id: 1, v: 'a' }])
  })

  test('a key without a unique index and columns that are not there are refused by name before writing', async () => {
    await run(`create table keyless (a int, b int)`)
    await expect(write('keyless', [], { key: ['a'] })).rejects.toMatchObject({
      code: 'target.key',
      message: expect.stringContaining('on a'),
    })
    await expect(write('keyless', [{ zz: 1 }], { mode: 'insert' })).rejects.toMatchObject({
      code: 'target.column',
      field: 'zz',
    })
  })

  test('rows with equal or missing keys are all read, over every page border', async () => {
    await run(
      `create table ties (k text, v int); insert into ties select case when i % 7 = 0 then null else 'k' || (i % 3) end, i from generate_series(1, 100) i`,
    )
    const pages = await readPagesOf('ties', { key: ['k'], pageSize: 7 })
    const records = pages.flatMap(page => page.records)
    expect(records).toHaveLength(100)
    expect(new Set(records.map(record => record.data?.['v'])).size).toBe(100)
    expect(records.filter(record => record.failure?.code === 'record.keyMissing')).toHaveLength(14)
  })

  test('a window is read in the order of the increment field and both bounds are inside', async () => {
    await run(
      `create table changes (id int primary key, at timestamptz); insert into changes select i, timestamptz '2024-01-01 00:00+00' + (101 - i) / 2 * interval '1 microsecond' from generate_series(1, 100) i`,
    )
    const window = { field: 'at', from: '2024-01-01 00:00:00.00001+00', to: '2024-01-01T00:00:00.00002Z' }
    const rows = await readRows('changes', { window, pageSize: 3 })
    expect(rows).toHaveLength(22)
    expect(rows.map(row => row['at'])).toEqual(rows.map(row => row['at']).toSorted())
  })

  test('a row over 64 MiB is refused by its key and the others are read', async () => {
    await run(`create table huge (id int primary key, t text, j jsonb, a text[])`)
    await run(
      `insert into huge values (1, 'a', '{}', '{}'), (2, repeat('x', 200000000), '{}', '{}'), (3, 'c', jsonb_build_object('k', repeat('y', 100000000)), '{}'), (4, 'd', '{}', '{z}')`,
    )
    const records = (await readPagesOf('huge')).flatMap(page => page.records)
    expect(records.map(record => record.failure?.code)).toEqual([
      undefined,
      'record.tooLarge',
      'record.tooLarge',
      undefined,
    ])
    expect(records[1]?.failure?.message).toContain('id=2')
  })

  test('big rows cut a page early instead of filling the memory', async () => {
    await run(
      `create table fat (id int primary key, t text); insert into fat select i, repeat('x', 6000000) from generate_series(1, 8) i`,
    )
    const pages = await readPagesOf('fat')
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flatMap(page => page.records)).toHaveLength(8)
  })

  test('a table that vanishes between pages is named', async () => {
    await run(`create table gone (id int primary key); insert into gone select generate_series(1, 10)`)
    const connection = await open()
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource: 'gone', key: ['id'] }),
    )
    const pages = source
      .read({ cursor: null, window: null, pageSize: 5, signal: new AbortController().signal })
      [Symbol.asyncIterator]()
    await pages.next()
    await run(`drop table gone`)
    await expect(pages.next()).rejects.toMatchObject({
      code: 'resource.missing',
      message: expect.stringContaining('gone'),
    })
    await connection.close()
  })

  test('a condition narrows the read and cannot do more than that', async () => {
    await run(
      `create table narrow (id int primary key, s text); insert into narrow select i, 'a;' || i from generate_series(1, 9) i`,
    )
    expect(await readRows('narrow', { options: { where: `s = 'a;3' or id > 8`, columns: ['s'] } })).toHaveLength(2)
    const refused = ['1=1; drop table narrow', '1=1) or (1=1', '1=1 -- x', "s = 'open", '1=1 /* */', 'id in (select 1']
    // What another lexer than the server's takes for one text.
    refused.push(
      'exists (select 1 as é$a$)) to stdout; drop table narrow; copy (select 1 where exists (select 1 as é$a$)',
    )
    refused.push(`s = E'x'\n'y\\'') to stdout; drop table narrow; select ('1'`)
    for (const where of refused)
      await expect(readRows('narrow', { options: { where } })).rejects.toMatchObject({ code: 'source.condition' })
    await expect(readRows('narrow', { options: { where: `nosuch = 1` } })).rejects.toMatchObject({
      code: 'source.condition',
    })
    await run(
      `create function leave() returns bool language sql as $$ insert into narrow values (99) returning true $$`,
    )
    await expect(readRows('narrow', { options: { where: `leave()` } })).rejects.toMatchObject({
      code: 'target.readonly',
    })
  })

  test('a web server on the port is told apart from a database', async () => {
    const server = createServer((_, res) => res.end('<html>'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const connection = await open({ port: (server.address() as AddressInfo).port })
    const steps = []
    for await (const step of connection.test()) steps.push(step)
    await connection.close()
    server.close()
    expect(steps.at(-1)).toMatchObject({ name: 'protocol', ok: false, error: { code: 'connector.protocol' } })
    expect(steps.at(-1)?.error?.message).toMatch(/web server|another kind|no answer/)
  })

  test('a user without rights is told so', async () => {
    await run(`create table secret_rows (id int primary key); revoke create on schema public from public`)
    const user = `u_${database.params.database}`
    await run(`create role ${user} login`)
    try {
      const connection = await open({ username: user })
      const steps = []
      for await (const step of connection.test()) steps.push(step)
      await connection.close()
      expect(steps.at(-1)).toMatchObject({ name: 'permission', ok: false, error: { code: 'connector.permission' } })
    } finally {
      await run(`drop role ${user}`)
    }
  })

  test('a table is made from fields read elsewhere and not made twice', async () => {
    const connection = await open()
    const fields = [
      { name: 'Order ID', type: 'int' as const, nativeType: 'INTEGER' },
      { name: 'price', type: 'decimal' as const, nativeType: 'decimal(10,2)' },
      { name: 'at', type: 'datetime' as const },
    ]
    const id = await connection.createResource!('New Orders', fields, ['Order ID'])
    expect((await connection.describe(id, {})).key).toEqual(['Order ID'])
    await expect(connection.createResource!('New Orders', fields, [])).rejects.toMatchObject({
      code: 'resource.exists',
    })
    await connection.close()
  })

  test.each(['date-time', 'timestamp with time zone', 'datetimeoffset(7)'])(
    'a field of the type %s becomes a column that keeps the instant',
    async nativeType => {
      const connection = await open()
      const at = { name: 'at', type: 'datetime', nativeType } as const
      const fields = [{ name: 'id', type: 'int' } as const, at]
      const resource = await connection.createResource!(`at as ${nativeType}`, fields, ['id'])
      await connection.close()
      await write(resource, [{ id: 1, at: '2024-01-01T08:00:00.5+08:00' }])
      expect(await readRows(resource)).toEqual([{ id: 1, at: '2024-01-01 00:00:00.5+00' }])
    },
  )
})
