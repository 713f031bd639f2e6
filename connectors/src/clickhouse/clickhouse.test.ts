import { type Connector, parseParams, type SourcePage } from '@sluice/connector-kit'
import { createTestContext, type TestContext, testConnector } from '@sluice/connector-kit/conformance'
import {
  Bytes,
  type Data,
  type FieldSpec,
  type ParamValues,
  parseJson,
  SourceConfig,
  TargetConfig,
  type TestStep,
  toFailure,
  toJson,
  toText,
  toNumber as toValue,
  type Value,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import clickhouse from './index.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000002'
const SERVER = 'http://127.0.0.1:8123'
const DATABASE = `sluice_test_${process.pid}`
const params: ParamValues = { url: SERVER, database: DATABASE, username: 'default' }

const isReachable = () =>
  run('select 1').then(
    () => true,
    () => false,
  )

async function run(sql: string, database = ''): Promise<string> {
  const answer = await fetch(`${SERVER}/?database=${database}&allow_experimental_low_cardinality_type=1`, {
    method: 'POST',
    body: sql,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

const isThere = await isReachable()
let context: TestContext
let number = 0
beforeAll(async () => {
  context = createTestContext()
  if (isThere) await run(`create database if not exists ${DATABASE}`)
})
afterAll(async () => {
  if (isThere) await run(`drop database ${DATABASE}`)
  await context.dispose()
})

const types: Partial<Record<FieldSpec['name'], string>> = {
  id: 'Int64',
  big: 'Nullable(Int64)',
  amount: 'Nullable(Decimal(30, 6))',
  ratio: 'Nullable(Float64)',
}
const typeOf = (field: FieldSpec, moment: string) =>
  field.name === 'updated_at' ? moment : (types[field.name] ?? 'Nullable(String)')

async function makeTable(fields: readonly FieldSpec[], moment: string): Promise<string> {
  const columns = fields.map(field => `${field.name} ${typeOf(field, moment)}`).join(', ')
  const name = `t${++number}`
  await run(`create table ${name} (${columns}) engine = ReplacingMergeTree order by id`, DATABASE)
  return name
}

function literal(value: Value): string {
  if (value === null) return 'null'
  if (value instanceof Bytes) return `unhex('${value.toBuffer().toString('hex')}')`
  return typeof value === 'string' ? `unhex('${Buffer.from(value).toString('hex')}')` : toText(value)
}

let requests = 0
/** Counts what leaves. */
const counted: Connector = {
  ...clickhouse,
  open: (values, lent) =>
    clickhouse.open(values, {
      ...lent,
      egress: {
        dial: lent.egress.dial,
        fetch: (url, init) => {
          requests += 1
          return lent.egress.fetch(url, init)
        },
      },
    }),
}

const toSecond = (value: Value): string => String(value).slice(0, 19)
const NO_DAY = 'a Date of ClickHouse begins in 1970 and ends in 2105; its range is proved below'

testConnector({
  connector: counted,
  isReachable,
  prepare: async () => ({ params }),
  wrong: [
    { title: 'the host', change: { url: 'http://no-such-host.invalid:8123' }, step: 'address' },
    { title: 'the port', change: { url: 'http://127.0.0.1:1' }, step: 'network' },
    { title: 'the user', change: { username: 'nobody' }, step: 'auth' },
    { title: 'the password', change: { password: 'wrong-Pa55' }, step: 'auth' },
    { title: 'the database', change: { database: 'no_such_database' }, step: 'permission' },
  ],
  source: {
    put: async (records, fields) => {
      const resource = await makeTable(fields, "DateTime('Asia/Shanghai')")
      const rows = records.map(record => {
        const values = fields.map(({ name }) =>
          name === 'updated_at'
            ? `toDateTime('${toSecond(record[name]!)}', 'UTC')`
            : name === 'amount' && record[name] !== null
              ? `'${toText(record[name])}'`
              : literal(record[name]!),
        )
        return `(${values.join(', ')})`
      })
      if (rows.length > 0) await run(`insert into ${resource} values ${rows.join(', ')}`, DATABASE)
      return { resource, options: { bytes_columns: ['content'] } }
    },
    expected: record => ({ ...record, updated_at: toSecond(record['updated_at']!) }),
    waived: { day: NO_DAY },
    windowField: 'updated_at',
    countRequests: () => requests,
    bound: record => toSecond(record['updated_at']!),
    slow: async () => {
      const resource = await makeTable([{ name: 'id', type: 'int' }], '')
      await run(`insert into ${resource} values (1)`, DATABASE)
      return { resource, options: { where: 'sleepEachRow(3) = 0 and sleepEachRow(3) = 0' } }
    },
  },
  target: {
    prepare: async fields => ({ resource: await makeTable(fields, 'String') }),
    readBack: async place => {
      const columns =
        'id, name, note, big, amount, ratio, updated_at, hex(content) as bytes, content is null as nothing'
      const text = await run(`select ${columns} from ${place.resource} final format JSONEachRow`, DATABASE)
      return text
        .split('\n')
        .filter(Boolean)
        .map(line => toRecord(parseJson(line) as Data))
    },
    waived: { day: NO_DAY },
    spoil: record => ({ ...record, big: 'many' }),
  },
})

/** 64-bit numbers are quoted in JSON. */
function toRecord({ bytes, nothing, ...row }: Data): Data {
  const number = (value: Value) => (typeof value === 'string' ? parseJson(value) : value)
  return {
    ...row,
    id: number(row['id']!),
    big: number(row['big']!),
    content: nothing === 1 ? null : Bytes.from(Buffer.from(String(bytes), 'hex')),
  }
}

const open = (change: ParamValues = {}) =>
  clickhouse.open(parseParams(clickhouse.manifest.params, { ...params, ...change }), context)

async function make(columns: string, engine = 'ReplacingMergeTree order by id'): Promise<string> {
  const name = `t${++number}`
  await run(`create table ${name} (${columns}) engine = ${engine}`, DATABASE)
  return name
}

async function read(resource: string, pageSize = 100, options: ParamValues = {}): Promise<SourcePage[]> {
  const connection = await open()
  const source = await connection.openSource!(
    SourceConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['id'], options }),
  )
  const pages: SourcePage[] = []
  const { signal } = new AbortController()
  for await (const page of source.read({ cursor: null, window: null, pageSize, signal })) pages.push(page)
  await connection.close()
  return pages
}

const rowsOf = (pages: readonly SourcePage[]) => pages.flatMap(page => page.records.map(record => record.data))

async function write(resource: string, records: readonly Data[], config: Partial<TargetConfig> = {}) {
  const connection = await open()
  const target = await connection.openTarget!(
    TargetConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['id'], ...config }),
  )
  const batch = records.map((data, at) => ({ data, idempotencyKey: `k${at}` }))
  const outcomes = await target.write(batch, new AbortController().signal).finally(() => connection.close())
  return { guarantee: target.guarantee, outcomes }
}

describe.runIf(isThere)('tables of ClickHouse', () => {
  test('what is written in every type is read back equal', async () => {
    const resource = await make(
      `id UInt64, small Int8, wide Nullable(Int32), name LowCardinality(String), code FixedString(4), day Date,
       at Nullable(DateTime('Asia/Shanghai')), uuid UUID, state Enum8('new' = 1, 'it\\'s' = -2), single Float32,
       tags Array(String), sums Array(Nullable(Decimal(9, 2))), tiny Decimal(9, 2), mid Decimal(18, 4)`,
    )
    const record: Data = {
      id: toValue('18446744073709551615'),
      small: -128,
      wide: null,
      name: '東京',
      code: 'ab',
      day: '2105-12-31',
      at: '2024-02-29 23:59:59',
      uuid: '01900000-0000-7000-8000-00000000000f',
      state: "it's",
      single: 0.1,
      tags: ['a', "b'\\"],
      sums: [toValue('1.50'), null],
      tiny: toValue('-9999999.99'),
      mid: toValue('0.0001'),
    }
    const { outcomes } = await write(resource, [record])
    expect(outcomes).toEqual([{ kind: 'written' }])
    expect(toJson(rowsOf(await read(resource))[0]!)).toBe(toJson(record))
  })

  test('what the server would cut or wrap is refused by its field', async () => {
    const resource = await make('id Int64, day Date, at DateTime, n Nullable(UInt8), code FixedString(2)')
    const good = { id: 1, day: '2024-01-01', at: '2024-01-01 00:00:00', n: 1, code: 'ab' }
    const { outcomes } = await write(resource, [
      good,
      { ...good, id: 2, day: '1969-12-31' },
      { ...good, id: 3, at: '2106-02-07 06:28:16' },
      { ...good, id: 4, n: 256 },
      { ...good, id: 5, code: 'abc' },
      { ...good, id: 6, at: null },
      { ...good, id: 7, at: '2024-01-01 08:00:00+08:00', n: null },
    ])
    const told = outcomes.map(each => (each.kind === 'failed' ? each.failure.field : each.kind))
    expect(told).toEqual(['written', 'day', 'at', 'n', 'code', 'at', 'written'])
    expect(rowsOf(await read(resource))).toEqual([good, { ...good, id: 7, n: null }])
  })

  test('asked, it says of each row what the table holds otherwise, by the bytes of every type', async () => {
    const resource = await make(
      `id UInt64, part String, small Int8, wide Nullable(Int32), code FixedString(4), day Date, at DateTime,
       uuid UUID, state Enum8('new' = 1, 'old' = 2), single Float32, ratio Float64, amount Decimal(18, 4),
       tags Array(Nullable(String)), made String materialized upper(part)`,
      'ReplacingMergeTree order by (part, id)',
    )
    const row: Data = {
      id: toValue('18446744073709551615'),
      part: "東'\\\0",
      small: -128,
      wide: null,
      code: 'ab',
      day: '2105-12-31',
      at: '2024-02-29 23:59:59',
      uuid: '01900000-0000-7000-8000-00000000000f',
      state: 'old',
      single: 0.1,
      ratio: 0.1,
      amount: toValue('-0.0001'),
      tags: ['a', null],
    }
    await write(resource, [row, { ...row, id: 2 }], { key: ['id', 'part'] })
    await write(resource, [{ ...row, id: 2, small: 5 }], { key: ['id', 'part'] })
    const connection = await open()
    const config = TargetConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['id', 'part'] })
    const target = await connection.openTarget!(config)
    const asked = [row, { ...row, id: 2, wide: 7 }, { ...row, id: 3 }, { ...row, small: 1000 }]
    const found = await target.find!(
      asked.map(data => ({ data, idempotencyKey: '' })),
      new AbortController().signal,
    )
    await connection.close()
    expect(found).toEqual([
      { kind: 'equal' },
      { kind: 'different', fields: ['small', 'wide'], held: { small: '5', wide: null } },
      { kind: 'missing' },
      { kind: 'unclear', reason: expect.stringContaining('small') },
    ])
  })

  test('rows without a key are all read, whatever the page', async () => {
    const resource = await make('id Int64, note String', 'MergeTree order by id')
    await run(
      `insert into ${resource} select intDiv(number, 7), toString(number % 3) from system.numbers limit 50`,
      DATABASE,
    )
    expect(rowsOf(await read(resource, 4))).toHaveLength(50)
  })

  test('an engine that keeps every row is only appended to, and a refusal says why', async () => {
    const resource = await make('id Int64, note String', 'MergeTree order by (id, note)')
    const refused = await write(resource, [{ id: 1, note: 'a' }]).then(() => null, toFailure)
    expect(refused).toMatchObject({ code: 'target.key' })
    expect(refused?.message).toContain('MergeTree, sorted by id, note')
    const { guarantee, outcomes } = await write(resource, [{ id: 1, note: 'a' }, { id: 2 }], { mode: 'insert' })
    expect(guarantee).toBe('none')
    expect(outcomes.map(each => each.kind)).toEqual(['written', 'failed'])
    expect(outcomes[1]).toMatchObject({ failure: { code: 'target.required', field: 'note' } })
  })

  test('of rows of one key the latest is read, and all of them where that is wanted', async () => {
    const resource = await make('id Int64, note String')
    await write(resource, [{ id: 1, note: 'a' }])
    await write(resource, [{ id: 1, note: 'b' }])
    expect(rowsOf(await read(resource))).toEqual([{ id: 1, note: 'b' }])
    expect(rowsOf(await read(resource, 1, { final: false }))).toHaveLength(2)
  })

  test('a table is made by its fields and its key, and takes rows at once', async () => {
    const connection = await open()
    const fields = [
      { name: 'id', type: 'int' as const },
      { name: 'at', type: 'datetime' as const },
    ]
    await connection.createResource!('made', fields, ['id'])
    await expect(connection.createResource!('made', fields, ['id'])).rejects.toMatchObject({ code: 'resource.exists' })
    await connection.close()
    await write('made', [{ id: 1, at: null }])
    expect(rowsOf(await read('made'))).toEqual([{ id: 1, at: null }])
  })

  test('a user with a read-only profile reads, and the test says what it lacks', async () => {
    const resource = await make('id Int64')
    await run(`insert into ${resource} values (1)`, DATABASE)
    const connection = await open({ username: 'readonly' })
    const steps: TestStep[] = []
    for await (const step of connection.test()) steps.push(step)
    const rights = steps.flatMap(step => step.rights ?? [])
    expect(rights.map(right => [right.name, right.state])).toEqual([
      ['read', 'yes'],
      ['write', 'no'],
      ['create', 'no'],
    ])
    expect(rights[1]?.repair).toBe(`GRANT INSERT ON \`${DATABASE}\`.* TO \`readonly\``)
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['id'] }),
    )
    expect(await source.count!(null)).toBe(1)
    await connection.close()
  })

  test('a condition may not write', async () => {
    const resource = await make('id Int64')
    for (const where of [
      '1) union all (select 1',
      '1; drop table x',
      "id = (select count() from url('http://127.0.0.1:1/', CSV, 'a Int64'))",
    ])
      await expect(read(resource, 10, { where })).rejects.toMatchObject({ code: /^(source\.condition|connector\.)/ })
  })
})
