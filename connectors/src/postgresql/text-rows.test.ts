import { parseParams, type Source, type SourcePage } from '@sluice/connector-kit'
import { SourceConfig, TargetConfig } from '@sluice/contract'
import fc from 'fast-check'
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

const open = () => postgresql.open(parseParams(postgresql.manifest.params, { ...database.params }), database.context)
const signal = new AbortController().signal

async function readAll(source: Source, pageSize = 1000): Promise<SourcePage[]> {
  const pages: SourcePage[] = []
  for await (const page of source.read({ cursor: null, window: null, pageSize, signal })) pages.push(page)
  return pages
}

/** Literals of SQL, none of them null. */
const literals: Readonly<Record<string, readonly string[]>> = {
  smallint: ["'-32768'", "'0'", "'32767'"],
  integer: ["'-2147483648'", "'7'", "'2147483647'"],
  bigint: ["'-9223372036854775808'", "'9007199254740993'", "'9223372036854775807'", "'-1'"],
  'numeric(6,2)': ["'0'", "'-0.10'", "'9999.99'", "'NaN'", "'12.50'"],
  'numeric(14,4)': ["'1234567890.1234'", "'-0.0001'", "'7'"],
  numeric: [
    "'1234567890123456789012345678901234567890.000000000000000000012300'",
    "'NaN'",
    "'Infinity'",
    "'-0.0'",
    "'1e40'",
    "'12.50'",
  ],
  real: ["'0.1'", "'-0'", "'1e20'", "'3.4028235e38'", "'NaN'", "'-Infinity'", "'16777217'"],
  'double precision': [
    "'0.1'",
    "'-0'",
    "'1e300'",
    "'5e-324'",
    "'NaN'",
    "'0.30000000000000004'",
    "'123456789012345680'",
  ],
  boolean: ["'t'", "'f'"],
  date: ["'2024-02-29'", "'0001-01-01'", "'9999-12-31'", "'0044-03-15 BC'", "'infinity'"],
  time: ["'00:00'", "'23:59:59.999999'", "'24:00'"],
  'time(3)': ["'12:00:00.123'"],
  timestamp: ["'2024-02-29 23:59:59.123456'", "'0001-01-01 00:00:00'", "'infinity'", "'2024-01-01 00:00:00.5'"],
  'timestamp(0)': ["'2024-02-29 23:59:59'"],
  timestamptz: [
    "'2024-02-29 23:59:59.000001+05:45'",
    "'9999-12-31 00:00:00+00'",
    "'-infinity'",
    "'0044-03-15 12:00:00+00 BC'",
  ],
  text: [
    "''",
    "' '",
    "E'a\\tb\\nc\\r\\\\d\\b\\f\\v'",
    "E'\\\\N'",
    "'N'",
    "'中文 é 🎉 \u0001\u007f'",
    `'"quoted"'`,
    "'007'",
    "'{{x}}'",
  ],
  'varchar(5)': ["''", "'abc'", "'中文🎉'", "'     '"],
  'varchar(20)': ["'12345678901234567890'", "E'\\t\\\\'"],
  'char(4)': ["'ab'", "''"],
  bytea: ["'\\x'", "'\\x00ff5c0a09'"],
  uuid: ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"],
  inet: ["'10.0.0.1/8'"],
  interval: ["'1 year 2 mons -3 days 04:05:06.7'"],
  // Without JSON's own null: as text it stays what it is, decoded it is no value at all.
  jsonb: [`'{"b": [1.50, -0, 1e400, null, "\\u4e2d\\\\n"], "a": {}}'`, '\'"x"\'', `'{"$bytes": "AA=="}'`],
  json: [`'{"b": 1.0,  "a": [ ]}'`],
  'integer[]': ["'{1,NULL,3}'", "'{}'", "'[0:1]={1,2}'", "'{{1,2},{3,4}}'"],
  'text[]': [`'{"a b","NULL",NULL,"\\"q\\"","\\\\"}'`, "'{}'"],
  'numeric[]': ["'{1.50,NaN,NULL}'"],
}
const types = Object.keys(literals)

/** A column of one type with its values, read as text, and a table with a column of each type. */
async function makeSides(from: string) {
  const id = { name: 'id', type: 'int' as const, nativeType: 'bigint not null' }
  const source = await database.makeTable([id, { name: 'v', type: 'string', nativeType: from }])
  const resource = await database.makeTable([
    id,
    ...types.map(name => ({ name, type: 'string' as const, nativeType: name })),
  ])
  const values = ['null', ...(literals[from] ?? [])].map((literal, index) => `(${index}, ${literal}::${from})`)
  await database.session.run(`insert into ${source} values ${values.join(', ')}`)
  const connection = await open()
  const reader = await connection.openSource!(
    SourceConfig.parse({ connector_id: connectorId, resource: source, key: ['id'] }),
  )
  const target = await connection.openTarget!(TargetConfig.parse({ connector_id: connectorId, resource, key: ['id'] }))
  const [page] = await readAll(reader)
  const records = page!.records.map(({ data }) => data!) // every value can be read
  return { rows: page!.rows!, records, target, resource, close: () => connection.close() }
}

/** What the table holds, and nothing afterwards. */
async function takeAll(resource: string, column: string): Promise<unknown> {
  const rows = await database.session.query(
    `select id, "${column}"::text, to_jsonb("${column}")::text from ${resource} order by id`,
  )
  await database.session.run(`truncate ${resource}`)
  return rows
}

describe.runIf(isUp || process.env['CI'] !== undefined)('rows that go as text', () => {
  test.each(types)('a value of %s ends up in any column as it does when it is decoded and encoded', async from => {
    const { rows, records, target, resource, close } = await makeSides(from)
    let taken = 0
    for (const to of types) {
      const fields = [
        { field: 'id', from: 0 },
        { field: to, from: 1 },
      ]
      const writer = target.planText?.(rows.layout.columns, fields)
      if (!writer) continue
      // All at once; where the server refuses one of them, each by itself.
      const isWhole = await writer.write(rows, signal)
      if (!isWhole)
        for (let index = 0; index < rows.count; index += 1) await writer.write(rows.part(index, index + 1), signal)
      const asText = await takeAll(resource, to)
      const batch = records.map(({ id = null, v = null }) => ({ data: { id, [to]: v }, idempotencyKey: 'k' }))
      const outcomes = await target.write(batch, signal)
      expect(outcomes.every(({ kind }) => kind === 'written')).toBe(isWhole)
      expect(asText, `${from} to ${to}`).toEqual(await takeAll(resource, to))
      taken += 1
    }
    await close()
    if (from !== 'json') expect(taken).toBeGreaterThan(0)
  })

  test('any text comes through whole, cut to any columns, with what was stored telling the same as what was read', async () => {
    const fields = ['a', 'b', 'c'].map(name => ({ name, type: 'string' as const, nativeType: 'text' }))
    const id = { name: 'id', type: 'int' as const, nativeType: 'bigint not null' }
    const source = await database.makeTable([id, ...fields])
    const target = await database.makeTable([...fields, id])
    const unit = fc.oneof(
      fc.constantFrom('\\', '\t', '\n', '\r', 'N', '\b', '\u0001'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    )
    const text = fc.option(
      fc.array(unit, { maxLength: 8 }).map(parts => parts.join('').replaceAll('\0', '')),
      { nil: null },
    )
    const rows = fc.sample(fc.tuple(text, text, text), { numRuns: 400, seed: 7 })
    await database.fill(
      source,
      rows.map(([a, b, c], index) => ({ id: index, a, b, c })),
    )
    const connection = await open()
    const reader = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource: source, key: ['id'] }),
    )
    const writer = await connection.openTarget!(
      TargetConfig.parse({ connector_id: connectorId, resource: target, key: ['id'] }),
    )
    const mapped = [
      { field: 'c', from: 1 },
      { field: 'a', from: 3 },
      { field: 'id', from: 0 },
      { field: 'b', from: 1 },
    ]
    const pages = await readAll(reader, 37)
    for (const page of pages) {
      const plan = writer.planText!(page.rows!.layout.columns, mapped)!
      expect(await plan.write(page.rows!, signal)).toBe(true)
      // Once more: the keys are there by now.
      expect(await plan.write(page.rows!, signal)).toBe(true)
    }
    expect(pages.flatMap(page => page.records.map(({ data }) => data))).toEqual(
      rows.map(([a, b, c], index) => ({ id: index, a, b, c })),
    )
    const stored = await database.session.query(`select c, a, b from ${target} order by id`)
    expect(stored).toEqual(rows.map(([a, , c]) => [a, c, a]))
    await connection.close()
  })

  test.each([
    ['a key that may be null', 'id bigint, v text, unique (id)', ['id', 'v']],
    [
      'a column the target computes',
      'id bigint primary key, v text generated always as (id::text) stored',
      ['id', 'v'],
    ],
    ['a column the target must have', 'id bigint primary key, v text, w text not null', ['id', 'v']],
    ['a column the target lacks', 'id bigint primary key, v text', ['id', 'w']],
    ['a target without its key', 'id bigint primary key, v text', ['v']],
  ])('%s is left to the way that looks at values', async (title, ddl, fields) => {
    const table = `plan_${title.replaceAll(' ', '_')}`
    await database.session.run(
      `create table source_${table} (${ddl.startsWith('id bigint,') ? 'id bigint unique' : 'id bigint primary key'}, v text, w text); create table ${table} (${ddl}); insert into source_${table} values (1, 'x', 'y')`,
    )
    const connection = await open()
    const reader = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource: `source_${table}`, key: ['id'] }),
    )
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: connectorId, resource: table, key: ['id'] }),
    )
    const columns = (await readAll(reader))[0]!.rows!.layout.columns
    const plan = fields.map(field => ({ field, from: columns.findIndex(({ name }) => name === field) }))
    expect(target.planText!(columns, plan)).toBeNull()
    await connection.close()
  })

  test('a batch with one bad row writes none of its rows', async () => {
    await database.session.run(
      "create table bad_source (id bigint primary key, v text); create table bad_target (id bigint primary key, v text check (v <> 'x')); insert into bad_source select i, case i when 7 then 'x' else 'y' end from generate_series(1, 20) i",
    )
    const connection = await open()
    const reader = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource: 'bad_source', key: ['id'] }),
    )
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: connectorId, resource: 'bad_target', key: ['id'] }),
    )
    const [page] = await readAll(reader)
    const plan = target.planText!(page!.rows!.layout.columns, [
      { field: 'id', from: 0 },
      { field: 'v', from: 1 },
    ])!
    expect(await plan.write(page!.rows!, signal)).toBe(false)
    expect(await database.session.query('select count(*) from bad_target')).toEqual([['0']])
    const outcomes = await target.write(
      page!.records.map(({ data }) => ({ data: data!, idempotencyKey: 'k' })),
      signal,
    )
    expect(outcomes.map(({ kind }) => kind).filter(kind => kind !== 'written')).toEqual(['failed'])
    await connection.close()
  })

  test('a holder that stood still until another had its run changes no row any more', async () => {
    await database.session.run(
      "create table late_source (id bigint primary key, v text); create table late_target (id bigint primary key, v text); insert into late_source select i, 'old' from generate_series(1, 20) i; insert into late_target select i, 'new' from generate_series(1, 20) i",
    )
    const connection = await open()
    const reader = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource: 'late_source', key: ['id'] }),
    )
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: connectorId, resource: 'late_target', key: ['id'] }),
    )
    const [page] = await readAll(reader)
    const plan = target.planText!(page!.rows!.layout.columns, [
      { field: 'id', from: 0 },
      { field: 'v', from: 1 },
    ])!
    const lost = new Error('another holder has the run')
    await expect(plan.write(page!.rows!, signal, () => Promise.reject(lost))).rejects.toBe(lost)
    expect(await database.session.query('select distinct v from late_target')).toEqual([['new']])
    // The session is as good as before.
    expect(await plan.write(page!.rows!, signal, async () => undefined)).toBe(true)
    expect(await database.session.query('select distinct v from late_target')).toEqual([['old']])
    await connection.close()
  })
})
