// waiver: size, one suite on one server whose database all its tests share
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { parseParams, type SourcePage, type WriteOutcome } from '@sluice/connector-kit'
import { testConnector } from '@sluice/connector-kit/conformance'
import {
  Bytes,
  type Data,
  ExactNumber,
  type ParamValues,
  SourceConfig,
  TargetConfig,
  type TestStep,
  toJson,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import mysql from './index.ts'
import { createRogueServer } from './rogue-server.ts'
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

testConnector({
  connector: mysql,
  isReachable,
  prepare: async () => ({ params: database.params }),
  wrong: [
    { title: 'host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'port', change: { port: 1 }, step: 'network' },
    { title: 'password', change: { password: 'wrong-password' }, step: 'auth' },
    { title: 'database', change: { database: 'no_such_database' }, step: 'auth' },
    { title: 'SSL mode (no TLS offered)', change: { ssl: 'require' }, step: 'auth' },
    { title: 'SSL mode (an address has no name to check)', change: { ssl: 'verify' }, step: 'auth' },
  ],
  source: {
    put: async (records, fields) => {
      const resource = await database.makeTable(fields)
      await database.fill(resource, records)
      return { resource }
    },
    windowField: 'updated_at',
    slow: async () => {
      const resource = await database.makeTable([{ name: 'id', type: 'int', nativeType: 'bigint' }])
      await database.run(`insert into ${resource} values (1)`)
      return { resource, options: { where: 'sleep(20) = 0' } }
    },
  },
  target: {
    prepare: async fields => ({ resource: await database.makeTable(fields) }),
    readBack: place => readRows(place.resource),
    spoil: record => ({ ...record, day: '2024-02-30' }),
  },
})

const open = async (change: ParamValues = {}) =>
  mysql.open(parseParams(mysql.manifest.params, { ...database.params, ...change }), database.context)

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
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource, key, options }),
    ) // the connector is a source
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

async function collectSteps(change: ParamValues): Promise<TestStep[]> {
  const connection = await open(change)
  const steps: TestStep[] = []
  for await (const step of connection.test()) steps.push(step)
  await connection.close()
  return steps
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // a TCP server has an address info
}

const kinds = (outcomes: readonly WriteOutcome[]) => outcomes.map(outcome => outcome.kind)
const failureOf = (outcome: WriteOutcome | undefined) => (outcome?.kind === 'failed' ? outcome.failure : undefined)

describe.runIf(isUp || process.env['CI'])('mysql', () => {
  const run = (...statements: string[]) => database.run(...statements)

  test('names that need quoting are read and written as they are', async () => {
    await run(
      'create table `订单 ``x``.Select ?` (`order` bigint primary key, `Sp ace` text, `值"` text, `__proto__` text)',
    )
    const record = JSON.parse('{"order":1,"Sp ace":"a?","值\\"":"b","__proto__":"c"}') as Data
    expect(kinds(await write('订单 `x`.Select ?', [record]))).toEqual(['written'])
    const [row] = await readRows('订单 `x`.Select ?', { key: ['order'] })
    expect(toJson(row!)).toBe(toJson(record))
  })

  test('every type comes back as it was written', async () => {
    await run(`create table types (id bigint unsigned primary key, big bigint, t1 tinyint(1), u int unsigned, n decimal(30,10), f float, d double, bits bit(10),
      j json, dt datetime(6), ts timestamp(3) null, da date, ti time(2), y year, e enum('a','b'), s set('x','y'), c char(5), v varchar(50), tx mediumtext, bl longblob, vb varbinary(9), bi binary(3))`)
    const record: Data = {
      id: new ExactNumber('18446744073709551615'),
      big: new ExactNumber('-9223372036854775808'),
      t1: 7,
      u: 4294967295,
      n: new ExactNumber('1884518522.1684267241'),
      f: 16777216,
      d: new ExactNumber('-1.7976931348623157e308'),
      bits: '0000000101',
      j: { a: new ExactNumber('1.00'), list: [null, 'x'] },
      dt: '2024-01-05 10:00:00.123456',
      ts: '2024-01-05 10:00:00.120',
      da: '2024-02-29',
      ti: '-100:00:00.50',
      y: 2024,
      e: 'b',
      s: 'x,y',
      c: 'ab',
      v: '👍🏽 \\ \' " \0',
      tx: 'é',
      bl: Bytes.from(Buffer.from([0, 39, 92, 255])),
      vb: Bytes.from(Buffer.from([1, 0])),
      bi: Bytes.from(Buffer.from([1, 0, 0])),
    }
    expect(await write('types', [record])).toEqual([{ kind: 'written' }])
    const [row] = await readRows('types')
    expect(toJson(row!)).toBe(toJson(record))
  })

  test('ZEROFILL of every type is the number, and not what is padded to show it', async () => {
    await run(`create table filled (id bigint(12) unsigned zerofill primary key, t tinyint zerofill, i int zerofill,
      n decimal(10,2) zerofill, f float zerofill, d double zerofill, fd float(9,2) zerofill, y year)`)
    await run(`insert into filled values (1, 7, 8, 1.5, 2.25, 0.5, 3.5, 0), (2, 0, 0, 0, 0, 0, 0, 2024),
      (9007199254740993, 255, 1, 12345678.12, 1e10, 1e-5, 100, 2155)`)
    expect((await readRows('filled')).map(row => toJson(row))).toEqual([
      '{"id":1,"t":7,"i":8,"n":1.50,"f":2.25,"d":0.5,"fd":3.50,"y":0}',
      '{"id":2,"t":0,"i":0,"n":0.00,"f":0,"d":0,"fd":0.00,"y":2024}',
      '{"id":9007199254740993,"t":255,"i":1,"n":12345678.12,"f":10000000000,"d":0.00001,"fd":100.00,"y":2155}',
    ])
  })

  test('zero dates are read as text and refused on the way in', async () => {
    await run(
      'create table zero (id int primary key, d date, t datetime)',
      "set session sql_mode = ''",
      "insert into zero values (1, '0000-00-00', '2024-00-01 00:00:00')",
      "set session sql_mode = 'STRICT_ALL_TABLES'",
    )
    const [row] = await readRows('zero')
    expect(row).toEqual({ id: 1, d: '0000-00-00', t: '2024-00-01 00:00:00' })
    expect(kinds(await write('zero', [row!]))).toEqual(['failed'])
  })

  test.each([
    ['n', '12.345', /digits after the point/],
    ['n', new ExactNumber('123456789.1'), /before the point/],
    ['n', '', /not a number/],
    ['i', new ExactNumber('2147483648'), /outside/],
    ['v', 'abcdef', /6 characters long, the column takes 5/],
    ['c', 'ab ', /ends with a blank/],
    ['v', '\ud800', /surrogate/],
    ['u', 'a👍', /3-byte/],
    ['f', new ExactNumber('0.123456789'), /32-bit float/],
    ['d', '2024-01-01 10:00:00', /time of day/],
    ['ts', '2024-01-01 10:00:00.123456', /finer/],
    ['tx', 'é'.repeat(130), /260 bytes long, the column takes 255/],
    ['bi', Bytes.from(Buffer.from([1])), /pads to 3/],
  ] as const)('a value that would be changed is refused: %s = %j', async (field, value, reason) => {
    await run(
      'create table if not exists fits (id int primary key, n decimal(10,2), i int, v varchar(5), c char(5), u varchar(9) character set utf8mb3, f float, d date, ts datetime(3), tx tinytext, bi binary(3))',
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

  test('an offset is converted to the session zone', async () => {
    await run('create table zones (id int primary key, ts timestamp null, dt datetime(1))')
    await write('zones', [{ id: 1, ts: '2024-01-01T08:00:00+08:00', dt: '2024-01-01T08:00:00.5+08:00' }])
    expect(await readRows('zones')).toEqual([{ id: 1, ts: '2024-01-01 00:00:00', dt: '2024-01-01 00:00:00.5' }])
  })

  test('a row the database refuses fails alone among a thousand', async () => {
    await run(
      'create table parents (id int primary key)',
      'insert into parents values (1)',
      "create table children (id int primary key, parent int, n int check (n > 0), e enum('a'), foreign key (parent) references parents (id))",
    )
    const records = Array.from({ length: 1000 }, (_, id): Data => ({ id, parent: 1, n: 1, e: null }))
    const bad: [number, Data, string][] = [
      [0, { parent: 2 }, 'target.reference'],
      [500, { n: 0 }, 'target.check'],
      [999, { e: 'z' }, 'target.refused'],
    ]
    for (const [id, change] of bad) records[id] = { ...records[id], ...change }
    const outcomes = await write('children', records)
    for (const [id, , code] of bad) expect(failureOf(outcomes[id])?.code).toBe(code)
    expect(failureOf(outcomes[999])).toMatchObject({ field: 'e' })
    expect(await readRows('children', { pageSize: 5000 })).toHaveLength(997)
  })

  test('a missing field leaves the column alone, null clears it, a new row takes the default', async () => {
    await run("create table partial (id int primary key, a varchar(9) default 'def', b text not null)")
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

  test('another unique index never lets a row change a foreign one', async () => {
    await run(
      'create table mails (id int primary key, mail varchar(50) unique, n int)',
      "insert into mails values (1, 'a@x', 1)",
    )
    const outcomes = await write('mails', [
      { id: 2, mail: 'a@x', n: 2 },
      { id: 1, mail: 'a@x', n: 3 },
      { id: 3, mail: 'b@x', n: 4 },
    ])
    expect(kinds(outcomes)).toEqual(['failed', 'written', 'written'])
    expect(failureOf(outcomes[0])?.code).toBe('target.exists')
    expect((await readRows('mails')).map(row => row['n'])).toEqual([3, 4])
  })

  test('keys that are equal only under the collation do not become one row silently', async () => {
    await run(
      'create table cases (k varchar(20) collate utf8mb4_general_ci primary key, n int)',
      "insert into cases values ('b', 0)",
    )
    const outcomes = await write('cases', [
      { k: 'a', n: 1 },
      { k: 'A', n: 2 },
      { k: 'B', n: 3 },
      { k: 'b', n: 4 },
      { k: 'c', n: 5 },
    ])
    expect(kinds(outcomes)).toEqual(['written', 'failed', 'failed', 'written', 'written'])
    expect(failureOf(outcomes[1])?.code).toBe('target.collation')
    expect((await readRows('cases', { key: ['k'] })).map(row => row['n'])).toEqual([1, 4, 5])
  })

  test('zero in an auto-increment key stays zero', async () => {
    await run('create table autos (id int auto_increment primary key, v int)')
    await write('autos', [{ id: 0, v: 1 }])
    expect(await readRows('autos')).toEqual([{ id: 0, v: 1 }])
  })

  test('upsert changes existing rows, insert refuses them one by one', async () => {
    await run('create table modes (id int primary key, v text)', "insert into modes values (2, 'old')")
    const records: Data[] = [
      { id: 1, v: 'n' },
      { id: 2, v: 'n' },
      { id: 3, v: 'n' },
    ]
    const inserted = await write('modes', records, { mode: 'insert' })
    expect(kinds(inserted)).toEqual(['written', 'failed', 'written'])
    expect(failureOf(inserted[1])?.code).toBe('target.exists')
    expect(kinds(await write('modes', records))).toEqual(['written', 'written', 'written'])
  })

  test('a key without a unique index and columns that are not there are refused by name', async () => {
    await run('create table keyless (a int, b int)')
    await expect(write('keyless', [], { key: ['a'] })).rejects.toMatchObject({ code: 'target.key' })
    await expect(write('keyless', [{ zz: 1 }], { mode: 'insert' })).rejects.toMatchObject({
      code: 'target.column',
      field: 'zz',
    })
  })

  test('keys beyond 2^53, composite keys and mixed case are paged without loss', async () => {
    await run(
      'create table wide (a bigint unsigned, b varchar(10), primary key (a, b))',
      "insert into wide select 9007199254740992 + seq div 3, concat('k', seq % 3) from seq_1_to_50",
    )
    expect(await readRows('wide', { key: ['a', 'b'], pageSize: 7 })).toHaveLength(50)
    await run(
      'create table ties (k varchar(5) collate utf8mb4_general_ci, v int)',
      "insert into ties select case when seq % 7 = 0 then null when seq % 2 = 0 then 'a' else 'A' end, seq from seq_1_to_100",
    )
    const records = (await readPagesOf('ties', { key: ['k'], pageSize: 9 })).flatMap(page => page.records)
    expect(records).toHaveLength(100)
    expect(new Set(records.map(record => record.data?.['v'])).size).toBe(100)
    expect(records.filter(record => record.failure?.code === 'record.keyMissing')).toHaveLength(14)
  })

  test('a window includes both bounds, ties over page borders are kept', async () => {
    await run(
      'create table changes (id int primary key, at datetime(6))',
      "insert into changes select seq, '2024-01-01' + interval (101 - seq) div 2 microsecond from seq_1_to_100",
    )
    const window = { field: 'at', from: '2024-01-01 00:00:00.000010', to: '2024-01-01 00:00:00.000020' }
    expect(await readRows('changes', { window, pageSize: 3 })).toHaveLength(22)
  })

  test('a row over the limit of the server is refused by its key and the others are read', async () => {
    await run(
      'create table huge (id int primary key, a longtext, b longtext)',
      "insert into huge values (1, 'a', 'b')",
      "insert into huge values (2, repeat('x', 10000000), null)",
      'update huge set b = a where id = 2',
      "insert into huge values (3, 'c', 'd')",
    )
    const records = (await readPagesOf('huge')).flatMap(page => page.records)
    expect(records.map(record => record.failure?.code)).toEqual([undefined, 'record.tooLarge', undefined])
    expect(records[1]?.failure?.message).toContain('id=2')
  })

  test('a table that vanishes between pages is named', async () => {
    await run('create table gone (id int primary key)', 'insert into gone select seq from seq_1_to_10')
    const connection = await open()
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource: 'gone', key: ['id'] }),
    ) // the connector is a source
    const pages = source
      .read({ cursor: null, window: null, pageSize: 5, signal: new AbortController().signal })
      [Symbol.asyncIterator]()
    await pages.next()
    await run('drop table gone')
    await expect(pages.next()).rejects.toMatchObject({
      code: 'resource.missing',
      message: expect.stringContaining('gone'),
    })
    await connection.close()
  })

  test('a condition narrows the read and cannot do more than that', async () => {
    await run(
      'create table narrow (id int primary key, s text)',
      "insert into narrow select seq, concat('a;?', seq) from seq_1_to_9",
    )
    expect(await readRows('narrow', { options: { where: `s = 'a;?3' or id > 8`, columns: ['s'] } })).toHaveLength(2)
    const refused = [
      '1=1; drop table narrow',
      '1=1) or (1=1',
      '1=1 -- x',
      '1=1 # x',
      "s = 'open",
      "s = 'a\\'",
      '1=1 /*! or 1 */',
    ]
    for (const where of refused)
      await expect(readRows('narrow', { options: { where } })).rejects.toMatchObject({ code: 'source.condition' })
    await expect(readRows('narrow', { options: { where: 'nosuch = 1' } })).rejects.toMatchObject({
      code: 'source.condition',
    })
    await run('create function leave_row() returns int begin insert into narrow values (99, null); return 1; end')
    await expect(readRows('narrow', { options: { where: 'leave_row() = 1' } })).rejects.toMatchObject({
      code: 'target.readonly',
    })
  })

  test('a server that asks for a local file gets nothing', async () => {
    const { server, received } = createRogueServer('/etc/passwd')
    const steps = await collectSteps({ port: await listen(server) })
    server.close()
    expect(steps.find(step => step.name === 'auth')?.ok).toBe(false)
    expect(Buffer.concat(received).toString()).not.toContain('root')
  })

  test('a web server on the port is told apart from a database', async () => {
    const server = createHttpServer((_, res) => res.end('<html>'))
    const steps = await collectSteps({ port: await listen(server) })
    server.close()
    expect(steps.at(-1)).toMatchObject({ name: 'protocol', ok: false, error: { code: 'connector.protocol' } })
  })

  test('a user without rights is told so', async () => {
    const user = `n_${database.params.database.slice(-20)}`
    await database.runAsAdmin([
      `create user ${user}@'%' identified by 'x-pass-word'`,
      `create user ${user}@localhost identified by 'x-pass-word'`,
    ])
    try {
      const steps = await collectSteps({ username: user, password: 'x-pass-word' })
      expect(steps.at(-1)).toMatchObject({ ok: false, error: { code: 'connector.database' } })
    } finally {
      await database.runAsAdmin([`drop user ${user}@'%'`, `drop user ${user}@localhost`])
    }
  })
})
