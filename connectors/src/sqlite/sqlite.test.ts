import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseParams, type SourcePage, type WriteOutcome } from '@sluice/connector-kit'
import { createTestContext, type TestContext, testConnector } from '@sluice/connector-kit/conformance'
import { compileEncoder, type Encoded } from '@sluice/connector-kit/sql'
import {
  Bytes,
  type Data,
  ExactNumber,
  type FieldSpec,
  type ParamValues,
  SourceConfig,
  TargetConfig,
  type TestStep,
  toJson,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sqlite from './index.ts'
import type { Cell } from './messages.ts'
import { toCell, toKind } from './types.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
let context: TestContext
let path: string
let database: DatabaseSync
let next = 0

beforeAll(() => {
  context = createTestContext()
  path = join(context.directory, 'test.db')
  database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
})
afterAll(async () => {
  database.close()
  await context.dispose()
})

const typeOf = (field: FieldSpec) =>
  field.type === 'string' ? 'TEXT' : field.type === 'bytes' ? 'BLOB' : (field.nativeType ?? '')

function makeTable(fields: readonly FieldSpec[], records: readonly Data[] = []): string {
  next += 1
  database.exec(
    `create table t${next} (${fields.map(field => `"${field.name}" ${typeOf(field)}`).join(', ')}, primary key (id))`,
  )
  const insert = database.prepare(`insert into t${next} values (${fields.map(() => '?').join(', ')})`)
  for (const record of records) {
    const cells = fields.map(field => {
      const kind = toKind(typeOf(field))
      const options = { offsetMinutes: 0, booleans: ['0', '1'], writesOffset: true } as const
      const encoded =
        kind.is === 'datetime' ? String(record[field.name]) : compileEncoder(kind, options)(record[field.name] ?? null)
      return toCell(encoded as Encoded, kind) // test values fit
    })
    insert.run(...(cells as Exclude<Cell, undefined>[]))
  }
  return `t${next}`
}

testConnector({
  connector: sqlite,
  prepare: async kit => {
    kit.allowDirectory(context.directory)
    return { params: { place: 'directory', directory: context.directory, name: 'test.db' } }
  },
  wrong: [
    { title: 'file name', change: { name: 'none.db' }, step: 'file' },
    { title: 'directory', change: { directory: '/nowhere' }, step: 'file' },
  ],
  source: {
    put: async (records, fields) => ({ resource: makeTable(fields, records) }),
    windowField: 'updated_at',
    waived: { amount: 'SQLite has no decimals', ratio: 'whole reals come back as integers' },
    slow: async () => {
      const resource = makeTable([{ name: 'id', type: 'int', nativeType: 'INTEGER' }], [{ id: 1 }])
      return {
        resource,
        options: {
          where: '(with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c) > 0',
        },
      }
    },
  },
  target: {
    prepare: async fields => ({ resource: makeTable(fields) }),
    readBack: place => readRows(place.resource),
    waived: { amount: 'SQLite has no decimals' },
    spoil: record => ({ ...record, big: 'many' }),
  },
})

const open = async (change: ParamValues = {}) =>
  sqlite.open(
    parseParams(sqlite.manifest.params, {
      place: 'directory',
      directory: context.directory,
      name: 'test.db',
      ...change,
    }),
    context,
  )

async function readPagesOf(
  resource: string,
  key = ['id'],
  options: ParamValues = {},
  pageSize = 100,
): Promise<SourcePage[]> {
  const connection = await open()
  try {
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource, key, options }),
    ) // the connector is a source
    const pages: SourcePage[] = []
    const signal = new AbortController().signal
    for await (const page of source.read({ cursor: null, window: null, pageSize, signal })) pages.push(page)
    return pages
  } finally {
    await connection.close()
  }
}

async function readRows(resource: string, key?: string[], options?: ParamValues): Promise<Data[]> {
  const pages = await readPagesOf(resource, key, options)
  return pages.flatMap(page => page.records.map(record => record.data ?? {}))
}

async function write(
  resource: string,
  records: readonly Data[],
  config: Partial<TargetConfig> = {},
  change: ParamValues = {},
): Promise<readonly WriteOutcome[]> {
  const connection = await open(change)
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

const kinds = (outcomes: readonly WriteOutcome[]) => outcomes.map(outcome => outcome.kind)
const failureOf = (outcome: WriteOutcome | undefined) => (outcome?.kind === 'failed' ? outcome.failure : undefined)

describe('sqlite', () => {
  test('every stored value is read as it is, whatever its column says', async () => {
    database.exec(`create table dynamic (id integer primary key, v, n numeric, d datetime)`)
    database.exec(
      `insert into dynamic values (1, 9007199254740993, 1.5, '2024-01-05'), (2, 'a' || char(0) || 'b', 'text', 12), (3, x'00ff', -0.0, null), (4, 1e300, 9e999, '0000-00-00')`,
    )
    const rows = await readRows('dynamic')
    expect(toJson(rows[0]!)).toBe('{"id":1,"v":9007199254740993,"n":1.5,"d":"2024-01-05"}')
    expect(rows[1]).toEqual({ id: 2, v: 'a\0b', n: 'text', d: 12 })
    expect(rows[2]).toMatchObject({ v: Bytes.from(Buffer.from([0, 255])), d: null })
    expect(rows[3]).toMatchObject({ v: 1e300, n: 'Infinity', d: '0000-00-00' })
  })

  test('keys of mixed storage classes, composite keys, ties and nulls are paged without loss', async () => {
    database.exec(`create table mixed (k, b text, primary key (k, b))`)
    for (let i = 0; i < 60; i += 1)
      database.prepare('insert into mixed values (?, ?)').run([i, i / 3, `t${i}`, Buffer.from([i])][i % 4]!, `b${i}`) // four classes
    expect(
      await readPagesOf('mixed', ['k', 'b'], {}, 7).then(pages => pages.flatMap(page => page.records)),
    ).toHaveLength(60)
    database.exec(
      `create table ties (k text, v int); insert into ties with recursive c(x) as (select 1 union all select x + 1 from c where x < 100) select case when x % 7 = 0 then null else 'k' || (x % 3) end, x from c`,
    )
    const records = (await readPagesOf('ties', ['k'], {}, 9)).flatMap(page => page.records)
    expect(new Set(records.map(record => record.data?.['v'])).size).toBe(100)
    expect(records.filter(record => record.failure?.code === 'record.keyMissing')).toHaveLength(14)
  })

  test('values that SQLite would change are refused, the others are written', async () => {
    database.exec(
      `create table fits (id integer primary key, i int, n numeric, r real, t text, v, b blob not null default x'00', j "JSON TEXT")`,
    )
    const good: Data = {
      id: 1,
      i: new ExactNumber('9223372036854775807'),
      n: 12.5,
      r: 0.1,
      t: '007',
      v: 'x',
      b: Bytes.from(Buffer.from([1])),
      j: { a: new ExactNumber('1.00') },
    }
    const bad: [string, Data[string]][] = [
      ['i', new ExactNumber('9223372036854775808')],
      ['i', '12x'],
      ['n', new ExactNumber('1884518522.1684267241')],
      ['r', new ExactNumber('0.12345678901234567890')],
      ['t', '\ud800'],
      ['v', new ExactNumber('12345678901234567890')],
      ['b', 'text'],
    ]
    const outcomes = await write('fits', [
      good,
      ...bad.map(([field, value], index): Data => ({ id: index + 2, [field]: value })),
    ])
    expect(kinds(outcomes)).toEqual(['written', ...bad.map(() => 'failed')])
    for (const [index, [field]] of bad.entries())
      expect(failureOf(outcomes[index + 1])).toMatchObject({ code: 'target.value', field })
    expect(toJson((await readRows('fits'))[0]!)).toBe(toJson(good))
  })

  test('a row the database refuses fails alone', async () => {
    database.exec(
      `create table strictly (id integer primary key, n int check (n > 0), u text unique, q text not null) strict`,
    )
    const outcomes = await write('strictly', [
      { id: 1, n: 1, u: 'a', q: 'q' },
      { id: 2, n: 0, u: 'b', q: 'q' },
      { id: 3, n: 1, u: 'a', q: 'q' },
      { id: 1, n: 5 },
      { id: 4, n: 5 },
    ])
    expect(kinds(outcomes)).toEqual(['written', 'failed', 'failed', 'written', 'failed'])
    expect(outcomes.map(outcome => failureOf(outcome)?.code)).toEqual([
      undefined,
      'target.check',
      'target.exists',
      undefined,
      'target.required',
    ])
    expect(await readRows('strictly')).toEqual([{ id: 1, n: 5, u: 'a', q: 'q' }])
  })

  test('insert refuses an existing key', async () => {
    database.exec(`create table modes (id integer primary key); insert into modes values (2)`)
    expect(kinds(await write('modes', [{ id: 1 }, { id: 2 }, { id: 3 }], { mode: 'insert' }))).toEqual([
      'written',
      'failed',
      'written',
    ])
  })

  test('describe() tells the types values really have', async () => {
    database.exec(
      `create table guess (id integer primary key, d datetime, e date, m int, any_int, p numeric); insert into guess values (1, '2024-01-01 10:00:00', '2024-01-01', 'x', 5, 1.5)`,
    )
    const connection = await open()
    const resource = await connection.describe('guess', {})
    await connection.close()
    expect(resource.fields.map(field => field.type)).toEqual(['int', 'datetime', 'date', 'string', 'int', 'decimal'])
  })

  test('a row over 64 MiB is refused by its key and the others are read', async () => {
    database.exec(
      `create table huge (id integer primary key, a text, b blob); insert into huge values (1, 'a', null), (2, 'x', zeroblob(200000000)), (3, 'c', null)`,
    )
    const records = (await readPagesOf('huge')).flatMap(page => page.records)
    expect(records.map(record => record.failure?.code)).toEqual([undefined, 'record.tooLarge', undefined])
    expect(records[1]?.failure?.message).toContain('id=2')
  })

  test('an uploaded database is read and never written', async () => {
    const copy = new DatabaseSync(join(context.directory, 'up.db'))
    copy.exec('pragma journal_mode = wal; create table t (id integer primary key); insert into t values (1)')
    copy.close()
    const file = await context.addFile(
      'up.db',
      await import('node:fs').then(fs => fs.readFileSync(join(context.directory, 'up.db'))),
    )
    const change = { place: 'upload', file, directory: null, name: null }
    expect((await collectSteps(change)).every(step => step.ok)).toBe(true)
    await expect(write('t', [], {}, change)).rejects.toMatchObject({ code: 'target.readonly' })
  })

  test('a file that is no database, and a link out of the directory, are refused', async () => {
    const file = await context.addFile('fake.db', 'PK\x03\x04 this is a zip')
    const steps = await collectSteps({ place: 'upload', file, directory: null, name: null })
    expect(steps.at(-1)).toMatchObject({ name: 'format', error: { code: 'file.format' } })
    const outside = createTestContext()
    writeFileSync(join(outside.directory, 'secret.db'), '')
    symlinkSync(join(outside.directory, 'secret.db'), join(context.directory, 'link.db'))
    expect((await collectSteps({ name: 'link.db' })).at(-1)).toMatchObject({
      name: 'file',
      error: { code: 'file.missing' },
    })
    await outside.dispose()
    expect(existsSync(path)).toBe(true)
  })

  test('a condition cannot leave its place', async () => {
    const resource = makeTable([{ name: 'id', type: 'int', nativeType: 'INTEGER' }], [{ id: 1 }])
    for (const where of ['1=1; drop table t1', '1=1) or (1=1', '1=1 -- x', "id = 'open", '[open'])
      await expect(readRows(resource, ['id'], { where })).rejects.toMatchObject({ code: 'source.condition' })
    await expect(readRows(resource, ['id'], { where: "load_extension('x')" })).rejects.toMatchObject({
      code: 'source.condition',
    })
    expect(await readRows(resource, ['id'], { where: "[id] = 1 and ';' = ';'" })).toHaveLength(1)
  })
})
