import { type Connection, parseParams } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { type Data, type Resource, SourceConfig, TargetConfig, toJson } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import clickhouse from '../src/clickhouse/index.ts'
import { isEqual, plain } from './is-equal.ts'
import { places, type SqlPlace } from './sql-places.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const CLICKHOUSE = 'http://127.0.0.1:8123'
const database = `sluice_made_${process.pid}`

const askClickHouse = (sql: string): Promise<boolean> =>
  fetch(`${CLICKHOUSE}/`, { method: 'POST', body: sql }).then(
    answer => answer.ok,
    () => false,
  )

/** Everything that went missing, was rounded or was cut on the way at some time. */
const messy: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: [
    "create type mood as enum ('sad', 'it''s ok', '开心')",
    `create table messy (
      id bigint primary key, small smallint not null, whole integer not null, huge numeric(40,0), loose numeric,
      price numeric(12,4) not null, odd numeric(2,5), real4 real, real8 double precision, flag boolean not null, code char(5),
      name varchar(40), note text not null, day date, clock time(3), clock_tz timetz, at timestamp(3), at_tz timestamptz not null,
      uid uuid not null, doc json, docb jsonb, tags text[], counts integer[], body bytea, span interval, ip inet, mood mood,
      bits bit(5), "Mixed Case" text, "值" numeric(38,10))`,
    `insert into messy values
      (9007199254740993, -32768, 2147483647, 1234567890123456789012345678901234567890, 12345678901234567890.123456789,
       12345.6700, 0.00012, 0.1, 0.30000000000000004, true, 'ab', 'Ünïcode 🙂', 'line\nbreak', '2024-02-29', '23:59:59.999',
       '10:00:00+05:30', '2024-01-05 10:00:00.123', '2024-01-05 10:00:00.123456+08', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
       '{"b": 1e2, "a": [1, null]}', '{"z": 12345678901234567890}', '{a,"b c",NULL}', '{1,2,3}', '\\x00ff', '1 day 02:03:04',
       '192.168.0.1/24', 'it''s ok', B'01010', 'x', 0.0000000001),
      (-1, 0, -1, 0, -0.5, -0.0001, -0.00099, -1e-10, 1e300, false, '', '', '', '1999-12-31', '00:00:00', '23:00:00-12', '1970-01-01 00:00:00',
       '1999-12-31 23:59:59+00', '00000000-0000-0000-0000-000000000000', '{"n":null}', '[]', '{}', '{}', '', '-00:00:01', '::1', 'sad', B'11111', '', -1),
      (0, 1, 1, null, null, 0, null, null, null, true, null, null, ' ', null, null, null, null, '2024-06-30 12:00:00+00',
       'ffffffff-ffff-ffff-ffff-ffffffffffff', null, null, null, null, null, null, null, null, null, null, null)`,
  ],
  MariaDB: [
    `create table messy (
      id bigint unsigned primary key, tiny tinyint not null, tinyu tinyint unsigned, med mediumint unsigned, whole int unsigned not null,
      price decimal(20,6) not null, wide decimal(65,30), f float, d double, flag boolean not null, code char(5), name varchar(40) not null,
      note longtext, day date, clock time(3), at datetime(6), ts timestamp(3) null, uid char(36), doc json, body varbinary(20), blobs longblob,
      bits bit(9), kind enum('a','it''s') not null, many set('x','y'), y year, \`Mixed Case\` text)`,
    `insert into messy values
      (18446744073709551615, -128, 255, 16777215, 4294967295, 12345678901234.567890, 12345678901234567890123456789012345.123456789012345678901234567891,
       0.1, 0.30000000000000004, 1, 'ab', 'Ünïcode 🙂', repeat('长', 2000), '2024-02-29', '-838:59:59', '2024-01-05 10:00:00.123456',
       '2024-01-05 10:00:00.123', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', '{"b": 1e2, "a": [1, null]}', x'00ff', x'', b'101', 'it''s', 'x,y', 2024, ''),
      (0, 127, 0, 0, 0, -0.000001, -1, -1.5, 1e300, 0, '', '', '', '1999-12-31', '23:59:59.999', '1999-12-31 23:59:59', null, null, '[]', '', null,
       b'111111111', 'a', '', 1901, 'Ω'),
      (1, 0, null, null, 1, 0, null, null, null, 1, null, ' ', null, null, null, null, null, null, null, null, null, null, 'a', null, null, null)`,
  ],
}

describe.each(Object.entries(messy))('a messy table of %s', (from, statements) => {
  let context: TestContext
  let place: SqlPlace | null = null
  let source: Connection
  let resource: Resource
  let rows: Data[]
  beforeAll(async () => {
    context = createTestContext()
    const [, connector, create] = places.find(([name]) => name === from)!
    place = await create(context)
    if (!place) return
    for (const sql of statements) await place.run(sql)
    source = await connector.open(parseParams(connector.manifest.params, place.params), context)
    resource = await source.describe(place.resource('messy'), {})
    rows = await readAll(source, resource.id)
  })
  afterAll(async () => {
    await source?.close()
    await place?.dispose()
    await context.dispose()
  })

  const fill = async (to: Connection): Promise<void> => {
    const name = `copy_${resource.id.split('.').at(-1)}`
    const plan = await to.planResource!(name, resource.fields, ['id']) // databases that make tables
    expect(plan.columns.map(column => column.name)).toEqual(resource.fields.map(field => field.name))
    expect(plan.columns.flatMap(column => column.problem ?? [])).toEqual([])
    const created = await to.createResource!(name, resource.fields, ['id']) // as above
    const described = await to.describe(created, {})
    const lacking = resource.fields.filter(field => field.isNullable === false).map(field => field.name)
    expect(described.fields.filter(field => field.isNullable === false).map(field => field.name)).toEqual(lacking)
    const target = await to.openTarget!(TargetConfig.parse({ connector_id: connectorId, resource: created })) // targets
    const outcomes = await target.write(
      rows.map((data, at) => ({ data, idempotencyKey: String(at) })),
      new AbortController().signal,
    )
    await target.close()
    expect(outcomes.flatMap(outcome => (outcome.kind === 'failed' ? outcome.failure : []))).toEqual([])
    const found = new Map((await readAll(to, created)).map(row => [plain(row['id'] ?? null), row]))
    const wrong = rows.flatMap(row =>
      Object.entries(row).flatMap(([field, value]) => {
        const other = found.get(plain(row['id'] ?? null))?.[field] ?? null
        return isEqual(value, other) ? [] : [{ field, sent: toJson(value), found: toJson(other) }]
      }),
    )
    expect(wrong).toEqual([])
  }

  test.each(places)('arrives whole in a table made at %s', async (_name, connector, create) => {
    const made = place && (await create(context))
    if (!made) return
    const to = await connector.open(parseParams(connector.manifest.params, made.params), context)
    try {
      await fill(to)
    } finally {
      await to.close()
      await made.dispose()
    }
  })

  test('arrives whole in a table made at ClickHouse', async () => {
    if (!place || !(await askClickHouse(`create database if not exists ${database}`))) return
    const values = { url: CLICKHOUSE, database, username: 'default' }
    const to = await clickhouse.open(parseParams(clickhouse.manifest.params, values), context)
    try {
      await fill(to)
    } finally {
      await to.close()
      await askClickHouse(`drop database ${database}`)
    }
  })
})

async function readAll(connection: Connection, resource: string): Promise<Data[]> {
  const source = await connection.openSource!(
    SourceConfig.parse({ connector_id: connectorId, resource, key: ['id'] }), // all are sources
  )
  const rows: Data[] = []
  for await (const page of source.read({
    cursor: null,
    window: null,
    pageSize: 500,
    signal: new AbortController().signal,
  }))
    for (const record of page.records) rows.push(record.data ?? {})
  await source.close()
  return rows
}
