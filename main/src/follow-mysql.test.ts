import type { Connection } from '@sluice/connector-kit'
import { createTestContext, Followed, testFollowing } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { newId, SourceConfig, toJson } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasMariaDb, startBinlogServer } from './testing/binlog-server.ts'

const connector = connectors.find(each => each.manifest.id === 'mysql')!
const context = createTestContext()
let server: Awaited<ReturnType<typeof startBinlogServer>>
let connection: Connection
beforeAll(async () => {
  if (!hasMariaDb && process.env['CI']) throw new Error('CI must have mariadbd')
  server = await startBinlogServer()
  connection = await connector.open(server.params, context)
})
afterAll(async () => {
  await connection.close()
  await context.dispose()
  await server.stop()
})

let followed: Followed | undefined
let number = 0
let table = ''
beforeEach(async () => {
  number += 1
  table = `t${number}`
  await server.connection.query('use shop')
})
afterEach(() => followed?.close())

const run = async (...statements: string[]): Promise<void> => {
  for (const sql of statements) await server.connection.query(sql)
}

const config = (change: object = {}): SourceConfig =>
  SourceConfig.parse({ connector_id: newId(), resource: table, key: ['id'], follow: true, ...change })

const open = async (change: object = {}, cursor: string | null = null, reader?: string): Promise<Followed> => {
  followed = await Followed.open(connection, config(change), { cursor, ...(reader === undefined ? {} : { reader }) })
  return followed
}

/** All but the newest. A file that a reader's connection still holds stays: the server notices its end by and by. */
async function removeLogs(): Promise<void> {
  await run('flush binary logs')
  const [[newest]] = (await server.connection.query('show master status')) as unknown as [[{ File: string }]]
  const purge = async (): Promise<number> => {
    await run(`purge binary logs to '${newest.File}'`)
    const [logs] = await server.connection.query('show binary logs')
    return (logs as object[]).length
  }
  await expect.poll(purge, { timeout: 30_000 }).toBe(1)
}

async function readTable(): Promise<string[]> {
  const source = await connection.openSource!(config())
  const records: string[] = []
  const request = { cursor: null, window: null, pageSize: 100, signal: new AbortController().signal }
  for await (const page of source.read(request)) records.push(...page.records.map(record => toJson(record.data)))
  await source.close()
  return records
}

const types: Record<string, readonly string[]> = {
  tinyint: ['-128', '127'],
  'tinyint unsigned': ['255'],
  boolean: ['1', '0'],
  'smallint unsigned': ['65535'],
  mediumint: ['-8388608', '8388607'],
  'mediumint unsigned': ['16777215'],
  int: ['-2147483648'],
  'int unsigned': ['4294967295'],
  bigint: ['-9223372036854775808', '9007199254740993'],
  'bigint unsigned': ['18446744073709551615'],
  'decimal(65,30)': ['-12345678901234567890123456789012345.123456789012345678901234567890', '0.1'],
  'decimal(10,0)': ['-42', '1234567890'],
  'decimal(5,5)': ['0.00001', '-0.99999'],
  'decimal(20,2)': ['99999999999999.95'],
  float: ['0.1', '-3.4e38', '16777216'],
  'float(7,4)': ['1.5'],
  double: [
    '1e15',
    '1e-16',
    '123456789012345',
    '0.00000000000001',
    '1.7976931348623157e308',
    '5e-324',
    '0.1',
    '-2.5e-15',
  ],
  year: ["'2026'", "'0000'"],
  date: ["'2026-02-28'", "'0001-01-01'", "'9999-12-31'"],
  time: ["'838:59:59'", "'-00:00:01'"],
  'time(6)': ["'-838:59:59.000001'", "'12:34:56.123456'"],
  'time(3)': ["'-1:02:03.045'"],
  datetime: ["'2026-02-28 23:59:59'"],
  'datetime(6)': ["'1000-01-01 00:00:00.000001'", "'9999-12-31 23:59:59.999999'"],
  'datetime(1)': ["'2026-02-28 23:59:59.9'"],
  'timestamp null': ["'2026-02-28 23:59:59'"],
  'timestamp(6) null': ["'2026-02-28 23:59:59.123456'"],
  'bit(1)': ["b'1'"],
  'bit(12)': ["b'101100111000'"],
  'bit(64)': ["b'1000000000000000000000000000000000000000000000000000000000000001'"],
  "enum('a','b''c','Ünï,x')": ["'b''c'", "'Ünï,x'"],
  "set('a','b','c d')": ["'a,c d'", "''"],
  'varchar(300)': ["''", "'Ünïcode 漢字 🎉 trailing  '"],
  'varchar(20) character set latin1': ["'naïve €'"],
  'varchar(20) character set gbk': ["'汉字'"],
  'char(10)': ["'ab'"],
  'char(100) character set utf8mb4': ["'漢'"],
  'binary(6)': ["x'0010'", "x'ffff00'"],
  'varbinary(300)': ["x'00ff00'"],
  tinyblob: ["x'00'"],
  blob: ["x'cafe00'"],
  longtext: ["repeat('漢', 70000)"],
  json: [`'{"b":1e2,"a":-0, "n":12345678901234567890.5}'`, "'null'", "'[]'"],
  uuid: ["'7f1d0a3e-7a52-4a6e-9c5e-3a3d4a1b2c3d'"],
  inet6: ["'2001:db8::1'"],
  point: ["st_geomfromtext('POINT(1 2)')"],
}

const names = Object.keys(types)
const most = Math.max(...Object.values(types).map(values => values.length))

async function checkValues(image: string): Promise<void> {
  await run(
    `set session binlog_row_image = ${image}`,
    `create table ${table} (id bigint unsigned primary key, ${names.map((type, at) => `c${at} ${type}`).join(', ')},
      v int as (id + 1) virtual, s int as (id + 2) stored) character set utf8mb4`,
  )
  const each = await open()
  await each.reach('stream')
  for (let row = 0; row <= most; row += 1) {
    const values = names.map(type => types[type]![row] ?? 'null')
    await run(
      `insert into ${table} (id, ${names.map((_, at) => `c${at}`).join(', ')}) values (${row}, ${values.join(', ')})`,
    )
  }
  await run(`update ${table} set c0 = 5 where id = 1`)
  await each.take(most + 2)
  const last = new Map(each.records.map(record => [String(record.data?.['id']), toJson(record.data)]))
  const read = await readTable()
  expect([...last.values()].sort()).toEqual(read.toSorted())
}

if (hasMariaDb)
  testFollowing({
    connector,
    server: () => ({
      params: server.params,
      run,
      resource: name => name,
      count: to => `(select seq as n from seq_1_to_${to}) counted`,
    }),
  })

describe.runIf(hasMariaDb)('following a table of MariaDB', () => {
  it('gives each value exactly as a read of the table does', () => checkValues('FULL'))

  it('gives whole rows where the server logs only what changed', () => checkValues('MINIMAL'))

  it('asks for the names of columns in the log before it begins', async () => {
    await run(`create table ${table} (id int primary key)`, 'set global binlog_row_metadata = NO_LOG')
    try {
      const each = await open()
      await each.until(() => each.failure !== null)
      expect(each.failure).toMatchObject({ code: 'follow.setting' })
      expect(each.failure?.advice).toContain('set global binlog_row_metadata = FULL')
    } finally {
      await run('set global binlog_row_metadata = FULL')
    }
  })

  it.each([
    ['swaps two columns while the follower is away', ['change a b int, change b a int']],
    ['swaps two columns and swaps them back', ['change a b int, change b a int', 'change a b int, change b a int']],
    ['moves a column', ['modify a int after b']],
  ])(
    'stops, and gives no value to another column, where a log without names meets a table that %s',
    async (_, alters) => {
      await run(`create table ${table} (id int primary key, a int, b int)`)
      const first = await open()
      await first.reach('stream')
      const { cursor } = first.pages.at(-1)!
      await first.close()
      await run('set global binlog_row_metadata = NO_LOG')
      try {
        for (const [at, alter] of alters.entries())
          await run(`alter table ${table} ${alter}`, `insert into ${table} (id, a, b) values (${at + 1}, 10, 20)`)
        const second = await open({}, cursor, first.reader)
        await second.until(() => second.failure !== null)
        expect(second.failure).toMatchObject({ code: 'follow.lost', retry: 'never' })
        expect(second.records).toEqual([])
      } finally {
        await run('set global binlog_row_metadata = FULL')
      }
    },
  )

  it('goes on in the middle of a large transaction over the end of a file', async () => {
    await run(`create table ${table} (id int primary key)`)
    const first = await open({ pageSize: 100 })
    await first.reach('stream')
    await run(
      `insert into ${table} select seq from seq_1_to_950`,
      'flush binary logs',
      `insert into ${table} values (1000)`,
    )
    await first.take(300)
    const page = first.pages.findLast(each => each.records.length > 0)!
    const seen = first.records.length
    await first.close()
    const second = await open({ pageSize: 100 }, page.cursor, first.reader)
    await second.take(951 - seen)
    const ids = [...first.records, ...second.records].map(record => Number(record.data?.['id']))
    expect(ids).toEqual([...Array.from({ length: 950 }, (_, at) => at + 1), 1000])
  })

  it('says that it lost its place when the log was removed, and never begins anew by itself', async () => {
    await run(`create table ${table} (id int primary key)`)
    const first = await open()
    await first.reach('stream')
    const { cursor } = first.pages.at(-1)!
    await first.close()
    await removeLogs()
    const second = await open(
      {},
      JSON.stringify({ at: JSON.stringify({ ...JSON.parse(JSON.parse(cursor!).at), gtid: undefined }) }),
      first.reader,
    )
    await second.until(() => second.failure !== null)
    expect(second.failure).toMatchObject({ code: 'follow.lost', retry: 'never' })
  })

  it('finds its place on another server by transaction ids', async () => {
    await run(`create table ${table} (id int primary key)`, `insert into ${table} values (1)`)
    const first = await open()
    await first.reach('stream')
    await run(`insert into ${table} values (2)`)
    await first.take(1)
    const page = first.pages.at(-1)!
    await first.close()
    await run(`insert into ${table} values (3), (4)`)
    const at = { ...JSON.parse(JSON.parse(page.cursor!).at), server: 'another', file: 'other.000009' }
    const second = await open({}, JSON.stringify({ at: JSON.stringify(at) }), first.reader)
    await second.take(2)
    expect(second.records.map(record => record.data?.['id']).slice(-2)).toEqual([3, 4])
  })

  it('refuses a change that was logged as a statement instead of leaving it out', async () => {
    await run(`create table ${table} (id int primary key)`)
    const each = await open()
    await each.reach('stream')
    await run(
      "set session binlog_format = 'STATEMENT'",
      `insert into ${table} values (1)`,
      "set session binlog_format = 'ROW'",
    )
    await each.until(() => each.failure !== null)
    expect(each.failure).toMatchObject({ code: 'follow.lost' })
  })

  it('says what the server needs before anything is followed', async () => {
    await run(`create table ${table} (id int primary key)`, "set global binlog_format = 'MIXED'")
    const source = await connection.openSource!(config())
    const steps = []
    for await (const step of source.checkFollow!()) steps.push(step)
    await source.close()
    await run("set global binlog_format = 'ROW'")
    expect(steps.at(-1)).toMatchObject({ name: 'followLog', ok: false, error: { code: 'follow.setting' } })
  })
})

it.runIf(hasMariaDb).each([
  ['--binlog-ignore-db=shop', 'binlog_ignore_db is shop'],
  ['--binlog-do-db=other', 'binlog_do_db is other'],
  ['--binlog-do-db=shop', null],
])('a server that leaves the database out of its log is not followed: %s', async (setting, told) => {
  const filtered = await startBinlogServer([setting])
  try {
    await filtered.connection.query('create table shop.o (id int primary key)')
    const other = await connector.open(filtered.params, context)
    const source = await other.openSource!(config({ resource: 'o' }))
    const errors: string[] = []
    for await (const step of source.checkFollow!()) if (step.error) errors.push(step.error.message)
    expect(errors).toEqual(told === null ? [] : [`The server leaves changes of shop out of its log (${told}).`])
    await source.close()
    await other.close()
  } finally {
    await filtered.stop()
  }
})
