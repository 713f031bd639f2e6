import type { Connection } from '@sluice/connector-kit'
import { createTestContext, Followed, testFollowing } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { newId, SourceConfig, toJson } from '@sluice/contract'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLogicalServer } from './testing/logical-server.ts'

const connector = connectors.find(each => each.manifest.id === 'postgresql')!
const context = createTestContext()
let server: Awaited<ReturnType<typeof startLogicalServer>>
let client: pg.Client
let connection: Connection
beforeAll(async () => {
  server = await startLogicalServer()
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
  connection = await connector.open(server.params, context)
})
afterAll(async () => {
  await connection.close()
  await client.end()
  await context.dispose()
  await server.stop()
})

let followed: Followed | undefined
let number = 0
let table = ''
beforeEach(() => {
  number += 1
  table = `t${number}`
})
afterEach(() => followed?.close())

const run = async (...statements: string[]): Promise<void> => {
  for (const sql of statements) await client.query(sql)
}

const config = (change: object = {}): SourceConfig =>
  SourceConfig.parse({ connector_id: newId(), resource: `public.${table}`, key: ['id'], follow: true, ...change })

const open = async (change: object = {}, cursor: string | null = null, reader?: string): Promise<Followed> => {
  followed = await Followed.open(connection, config(change), { cursor, ...(reader === undefined ? {} : { reader }) })
  return followed
}

async function readTable(change: object = {}): Promise<string[]> {
  const source = await connection.openSource!(config(change))
  const records: string[] = []
  const request = { cursor: null, window: null, pageSize: 100, signal: new AbortController().signal }
  for await (const page of source.read(request)) records.push(...page.records.map(record => toJson(record.data)))
  await source.close()
  return records
}

const slotOf = ({ reader }: Followed): string => `sluice_${reader.replaceAll('-', '')}`

testFollowing({
  connector,
  server: () => ({
    params: server.params,
    run,
    resource: name => `public.${name}`,
    count: to => `generate_series(1, ${to}) n`,
  }),
})

describe('following a table of PostgreSQL', () => {
  it('gives each value exactly as a read of the table does', async () => {
    const types: Record<string, string[]> = {
      int2: ['-32768', '7'],
      int8: ['9223372036854775807', '-9007199254740993'],
      'numeric(38,10)': ['1234567890123456789012345678.0123456789', '-0.1000000000'],
      numeric: ['NaN', '1e-30', '0.10'],
      float4: ['3.4e38', '0.1', 'NaN', '-0'],
      float8: ['1.7976931348623157e308', '0.1', '-Infinity', '5e-324'],
      boolean: ['t', 'f'],
      date: ['2026-02-28', 'infinity', '0044-03-15 BC'],
      'timestamp(6)': ['2026-02-28 23:59:59.123456', '-infinity'],
      timestamptz: ['2026-02-28 23:59:59.1+08', '1900-01-01 00:00:00+00'],
      time: ['23:59:59.999999'],
      timetz: ['10:11:12+05:30'],
      interval: ['1 year 2 mons -3 days 04:05:06.789'],
      text: ['', 'Ünïcode 漢字 🎉', 'tab\tline\nback\\slash "quote"', '\\N'],
      'varchar(10)': ['trailing  '],
      'char(6)': ['ab'],
      bytea: ['\\x00ff10', '\\x'],
      json: ['{"b":1e2,"a":-0, "long":12345678901234567890.12345}', 'null'],
      jsonb: ['{"a":[1,null,"x"]}', '[]'],
      uuid: ['7f1d0a3e-7a52-4a6e-9c5e-3a3d4a1b2c3d'],
      inet: ['10.0.0.0/8'],
      money: ['$1,234.56'],
      'bit(5)': ['10110'],
      'int4[]': ['{1,NULL,3}', '{{1,2},{3,4}}', '[0:1]={5,6}'],
      'text[]': ['{"a b","NULL",NULL,"c\\"d"}'],
      'numeric(20,2)[]': ['{1.50,99999999999999999.99}'],
      point: ['(1,2)'],
      int4range: ['[1,5)'],
      tsvector: ["'a':1 'b':2"],
      xml: ['<a>1</a>'],
    }
    const names = Object.keys(types)
    await run(
      `create domain ${table}_d as numeric(12,3)`,
      `create type ${table}_e as enum ('one', 'Ünï')`,
      `create table ${table} (id bigint primary key, ${names.map((type, at) => `c${at} ${type}`).join(', ')},
        d ${table}_d, e ${table}_e, g text generated always as (id::text || 'g') stored)`,
    )
    const each = await open()
    await each.reach('stream')
    const most = Math.max(...Object.values(types).map(values => values.length))
    for (let row = 0; row <= most; row += 1) {
      const values = names.map(type => types[type]![row] ?? null)
      const marks = [...values, '1.230', 'Ünï'].map((_, at) => `$${at + 1}`)
      await client.query(
        `insert into ${table} (id, ${names.map((_, at) => `c${at}`).join(', ')}, d, e) values (${row}, ${marks.join(', ')})`,
        [...values, '1.230', 'Ünï'],
      )
    }
    const records = await each.take(most + 1)
    expect(records.map(record => toJson(record.data))).toEqual(await readTable())
  })

  it('never gives a large value that did not change as null', async () => {
    await run(
      `create table ${table} (id int primary key, note text, big text)`,
      `alter table ${table} alter big set storage external`,
      `insert into ${table} values (1, 'a', repeat('0123456789', 2000))`,
    )
    const each = await open()
    await each.reach('stream')
    await run(`update ${table} set note = 'b' where id = 1`, `update ${table} set id = 7 where id = 1`)
    // Looked at when the row may have its new key already: then the first change says nothing of its own.
    await each.until(() => each.records.at(-1)?.data?.['id'] === 7)
    const big = '0123456789'.repeat(2000)
    expect(each.records.at(-1)).toEqual({ data: { id: 7, note: 'b', big } })
    expect(each.records.at(-2)).toEqual({ change: 'delete', data: { id: 1 } })
    for (const { data, change } of each.records as readonly { data: Record<string, unknown> | null; change?: string }[])
      if (change !== 'delete') expect(data?.['big']).toBe(big)
    await run(`alter table ${table} replica identity full`, `update ${table} set note = 'c' where id = 7`)
    await each.until(() => each.records.at(-1)?.data?.['note'] === 'c')
    expect(each.records.at(-1)).toEqual({ data: { id: 7, note: 'c', big } })
  })

  it('refuses to go on when a column the strategy reads was removed', async () => {
    await run(`create table ${table} (id int primary key, note text)`)
    const each = await open({ options: { columns: ['note'] } })
    await each.reach('stream')
    await run(`alter table ${table} drop column note`, `insert into ${table} values (1)`)
    await each.until(() => each.failure !== null)
    expect(each.failure).toMatchObject({ code: 'resource.field', value: 'note', retry: 'never' })
  })

  it('knows what the server keeps, lets it forget what is acknowledged, and leaves nothing behind', async () => {
    await run(`create table ${table} (id int primary key)`)
    const each = await open()
    await each.reach('stream')
    await run(`insert into ${table} select n from generate_series(1, 999) n`)
    await each.take(999)
    const slots = () =>
      client.query(`select confirmed_flush_lsn::text as lsn from pg_replication_slots where slot_name = $1`, [
        slotOf(each),
      ])
    const before = (await slots()).rows[0].lsn
    await each.source.acknowledge!(each.pages.at(-1)!.cursor!)
    await each.until(async () => (await slots()).rows[0].lsn !== before)
    expect((await each.source.readLag!(each.reader, null)).bytes).toBeGreaterThan(0)
    await each.source.forget!(each.reader)
    expect((await slots()).rows).toEqual([])
    expect((await client.query('select 1 from pg_publication where pubname = $1', [slotOf(each)])).rows).toEqual([])
    await each.source.forget!(each.reader)
  })

  it('says that it lost its place when the slot is gone, and never begins anew by itself', async () => {
    await run(`create table ${table} (id int primary key)`)
    const first = await open()
    await first.reach('stream')
    const { cursor } = first.pages.at(-1)!
    await first.source.forget!(first.reader)
    await first.close()
    const second = await open({}, cursor, first.reader)
    await second.until(() => second.failure !== null)
    expect(second.failure).toMatchObject({ code: 'follow.lost', retry: 'never' })
  })

  it('refuses a table without identity before it makes a publication: updates of the applications go on', async () => {
    await run(`create table ${table} (id int, note text)`, `insert into ${table} values (1, 'a')`)
    const each = await open()
    await each.until(() => each.failure !== null)
    expect(each.failure).toMatchObject({ code: 'follow.identity' })
    await run(`update ${table} set note = 'b'`)
    const steps = []
    for await (const step of each.source.checkFollow!()) steps.push(step)
    expect(steps.at(-1)).toMatchObject({ name: 'followIdentity', ok: false })
  })
})
