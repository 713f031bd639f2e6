import { type Connection, parseParams } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, SourceConfig, TargetConfig, toJson } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { isEqual } from './is-equal.ts'
import { places, type SqlPlace } from './sql-places.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'

/** Values that movers of data are known to change without a word: each arrives equal, or is refused by its field. */
const odd: Readonly<Record<string, readonly (readonly [type: string, literal: string])[]>> = {
  PostgreSQL: [
    ['date', "'0044-03-15 BC'"],
    ['date', "'infinity'"],
    ['date', "'0001-01-01'"],
    ['date', "'9999-12-31'"],
    ['date', "'10000-01-01'"],
    ['timestamp', "'-infinity'"],
    ['timestamp', "'0001-01-01 00:00:00'"],
    ['timestamp', "'1500-02-28 23:59:59.999999'"],
    ['timestamptz', "'0044-03-15 10:00:00+00 BC'"],
    ['timestamptz', "'0001-01-01 00:00:00+00'"],
    ['timestamptz', "'2024-03-31 02:30:00+01'"],
    ['time', "'24:00:00'"],
    ['timetz', "'24:00:00-15:59'"],
    ['interval', "'1 mon -1 day 00:00:00.000001'"],
    ['numeric', "'NaN'"],
    ['numeric', '0.1234567890123456789012345678901'],
    ['numeric', '1e40'],
    ['numeric(5,-2)', '12345'],
    ['real', "'NaN'"],
    ['real', '16777217'],
    ['double precision', "'-Infinity'"],
    ['double precision', '5e-324'],
    ['money', '-12.34'],
    ['text', "'a  '"],
    ['text', "'  '"],
    ['text', "''"],
    ['text', "E'\\x01\\x7f\\r\\n'"],
    ['text', "E'e\\u0301 \\U0001F600'"],
    ['char(5)', "'a'"],
    ['json', `'1e400'`],
    ['json', `'"x"'`],
    ['jsonb', `'12345678901234567890.10'`],
    ['int8range', "'[1,5)'"],
    ['oid', '4294967295'],
    ['bit varying(9)', "B''"],
    ['bytea', "''"],
    ['text[]', '\'{NULL,"NULL",""}\''],
    ['uuid', "'00000000-0000-0000-0000-000000000000'"],
    ['cidr', "'10.0.0.0/8'"],
  ],
  MariaDB: [
    ['tinyint(1)', '5'],
    ['tinyint(1)', '-1'],
    ['boolean', '127'],
    ['bigint unsigned', '18446744073709551615'],
    ['date', "'0000-00-00'"],
    ['date', "'2024-00-10'"],
    ['datetime', "'0000-00-00 12:00:00'"],
    ['datetime(6)', "'9999-12-31 23:59:59.999999'"],
    ['timestamp', "'1970-01-01 00:00:01'"],
    ['time', "'838:59:59'"],
    ['time(6)', "'-00:00:00.000001'"],
    ['year', '0'],
    ['bit(64)', "b'1111111111111111111111111111111111111111111111111111111111111111'"],
    ['decimal(65,30)', '99999999999999999999999999999999999.999999999999999999999999999999'],
    ['float', '16777217'],
    ['double', '1.7976931348623157e308'],
    ["enum('a','b')", "''"],
    ["set('a','b')", "''"],
    ['char(5)', "'a '"],
    ['varchar(5)', "'a '"],
    ['varchar(5)', "''"],
    ['text', "'\\0x'"],
    ['binary(4)', "'a'"],
    ['varbinary(4)', "''"],
    ['json', "'null'"],
    ['json', `'{"a":1.10}'`],
    ['uuid', "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'"],
    ['inet6', "'::ffff:1.2.3.4'"],
  ],
  SQLite: [
    ['integer', "'1 apple'"],
    ['integer', '1.5'],
    ['integer', '9223372036854775807'],
    ['real', '9007199254740993'],
    ['real', '1e999'],
    ['decimal(10,2)', "'1.005'"],
    ['date', '1704067200'],
    ['datetime', "'2024-02-30'"],
    ['boolean', "'yes'"],
    ['boolean', '2'],
    ['text', "x'00ff'"],
    ['text', "'a' || char(0) || 'b'"],
    ['varchar(2)', "'abc'"],
    ['blob', "'text'"],
  ],
}

const signal = new AbortController().signal

/** A column and a row for each value. */
async function fill(values: readonly (readonly [string, string])[], place: SqlPlace): Promise<void> {
  const columns = values.map(([type], at) => `c${at} ${type}`)
  await place.run(`create table odd (id integer not null primary key, ${columns.join(', ')})`)
  for (const [at, [, literal]] of values.entries())
    await place.run(`insert into odd (id, c${at}) values (${at}, ${literal})`)
}

/** Rows by their key, and what was refused by its field. */
async function readAll(connection: Connection, resource: string) {
  const source = await connection.openSource!(
    SourceConfig.parse({ connector_id: connectorId, resource, key: ['id'] }), // all are sources
  )
  const rows = new Map<number, Data>()
  const refused = new Set<string>()
  for await (const page of source.read({ cursor: null, window: null, pageSize: 100, signal }))
    for (const { data, failure } of page.records) {
      if (failure) refused.add(failure.field ?? '')
      else rows.set(Number(data['id']), data)
    }
  await source.close()
  return { rows, refused }
}

/** By column, what became of its value; those that are equal or refused are left out. */
async function move(from: Connection, resource: string, to: Connection): Promise<Map<string, string>> {
  const { fields } = await from.describe(resource, {})
  const { rows, refused } = await readAll(from, resource)
  const plan = await to.planResource!('odd_copy', fields, ['id']) // databases that make tables
  const unfit = plan.columns.filter(({ problem }) => problem).map(({ name }) => name)
  const taken = fields.filter(({ name }) => !unfit.includes(name))
  const created = await to.createResource!('odd_copy', taken, ['id']) // as above
  const target = await to.openTarget!(TargetConfig.parse({ connector_id: connectorId, resource: created })) // targets
  const sent = [...rows].filter(([id]) => !unfit.includes(`c${id}`))
  const batch = sent.map(([id, data]) => ({
    data: { id, [`c${id}`]: data[`c${id}`] ?? null },
    idempotencyKey: String(id),
  }))
  const outcomes = await target.write(batch, signal)
  await target.close()
  const found = await readAll(to, created)
  const ends = new Map<string, string>()
  sent.forEach(([id, data], at) => {
    const [name, outcome] = [`c${id}`, outcomes[at]]
    if (outcome?.kind === 'failed') {
      if (outcome.failure.field !== name) ends.set(name, `refused without its field: ${outcome.failure.message}`)
    } else if (!isEqual(data[name] ?? null, found.rows.get(id)?.[name] ?? null)) {
      ends.set(name, `${toJson(data[name] ?? null)} became ${toJson(found.rows.get(id)?.[name] ?? null)}`)
    }
  })
  fields.forEach(({ name }) => {
    const isKnown = name === 'id' || refused.has(name) || unfit.includes(name) || rows.has(Number(name.slice(1)))
    if (!isKnown) ends.set(name, 'not there')
  })
  return ends
}

describe.each(Object.keys(odd))('odd values of %s', from => {
  test.each(places)('arrive at %s equal, or are refused by their field', async (_, connector, create) => {
    const [context, other] = [createTestContext(), createTestContext()]
    const [, origin, make] = places.find(([name]) => name === from)!
    const [place, made] = [await make(context), await create(other)]
    if (!place || !made) return
    if (from === 'MariaDB') await place.run("set sql_mode = 'ALLOW_INVALID_DATES'")
    await fill(odd[from]!, place)
    const source = await origin.open(parseParams(origin.manifest.params, place.params), context)
    const to = await connector.open(parseParams(connector.manifest.params, made.params), other)
    const ends = await move(source, place.resource('odd'), to)
    await source.close()
    await to.close()
    await place.dispose()
    await made.dispose()
    await Promise.all([context.dispose(), other.dispose()])
    const told = odd[from]!.flatMap(([type, literal], at) =>
      ends.has(`c${at}`) ? [`${type} ${literal}: ${ends.get(`c${at}`)}`] : [],
    )
    expect(told).toEqual([])
  })
})
