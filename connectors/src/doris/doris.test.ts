import { parseParams, type SourcePage, type WriteOutcome } from '@sluice/connector-kit'
import { testConnector } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, SourceConfig, TargetConfig, toJson } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderDialect, quoteText } from './dialect.ts'
import { explainRow, refuseLoad } from './failure.ts'
import doris from './index.ts'
import { StreamLoad } from './stream-load.ts'
import { tableDialectOf } from './table-dialect.ts'
import { createTestPlace, isReachable, type TestPlace } from './testing.ts'
import { toKind } from './types.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const isUp = await isReachable()
let place: TestPlace

beforeAll(async () => {
  if (isUp || process.env['CI'] !== undefined) place = await createTestPlace()
})
afterAll(async () => {
  await place?.dispose()
})

const waived = { content: 'Doris has no type for binary content' }

testConnector({
  connector: doris,
  isReachable,
  prepare: async () => ({ params: place.params }),
  wrong: [
    { title: 'host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'port', change: { port: 1 }, step: 'network' },
    { title: 'password', change: { password: 'wrong-password' }, step: 'auth' },
    { title: 'database', change: { database: 'no_such_database' } },
    { title: 'SSL mode (no TLS offered)', change: { ssl: 'require' } },
    { title: 'SSL mode (an address has no name to check)', change: { ssl: 'verify' } },
  ],
  source: {
    put: async (records, fields) => {
      const resource = await place.makeTable(fields)
      await place.fill(resource, records)
      return { resource }
    },
    windowField: 'updated_at',
    waived,
    slow: async () => {
      const resource = await place.makeTable([{ name: 'id', type: 'int', nativeType: 'bigint' }])
      await place.run(`insert into ${resource} values (1)`)
      return { resource, options: { where: 'sleep(20) = 0' } }
    },
  },
  target: {
    prepare: async fields => ({ resource: await place.makeTable(fields) }),
    readBack: where => readRows(where.resource),
    waived,
    spoil: record => ({ ...record, day: '2024-02-30' }),
  },
})

const open = async (change: ParamValues = {}) =>
  doris.open(parseParams(doris.manifest.params, { ...place.params, ...change }), {
    ...place.context,
    sleep: async () => undefined,
  })

async function readRows(resource: string): Promise<Data[]> {
  const connection = await open()
  try {
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: connectorId, resource, key: ['id'] }),
    ) // the connector is a source
    const pages: SourcePage[] = []
    const { signal } = new AbortController()
    for await (const page of source.read({ cursor: null, window: null, pageSize: 100, signal })) pages.push(page)
    return pages.flatMap(page => page.records.map(record => record.data ?? {}))
  } finally {
    await connection.close()
  }
}

interface Writing {
  readonly config?: Partial<TargetConfig>
  readonly params?: ParamValues
  readonly change?: 'delete'
}

async function write(
  resource: string,
  records: readonly Data[],
  { config = {}, params = {}, change }: Writing = {},
): Promise<readonly WriteOutcome[]> {
  const connection = await open(params)
  try {
    const target = await connection.openTarget!(TargetConfig.parse({ connector_id: connectorId, resource, ...config })) // the connector is a target
    const batch = records.map(data => ({ data, idempotencyKey: toJson(data), ...(change ? { change } : {}) }))
    return await target.write(batch, new AbortController().signal)
  } finally {
    await connection.close()
  }
}

const kinds = (outcomes: readonly WriteOutcome[]) => outcomes.map(outcome => outcome.kind)
const append: Writing = { config: { mode: 'insert', key: [] } }

describe.runIf(isUp || process.env['CI'])('Stream Load', () => {
  let table = ''
  beforeEach(async () => {
    table = await place.makeTable([
      { name: 'id', type: 'int', nativeType: 'bigint' },
      { name: 'qty', type: 'int', nativeType: 'int check (qty < 100)' },
      { name: 'note', type: 'string', nativeType: "varchar(20) default 'new'" },
    ])
    place.loads.faults.length = 0
    place.loads.loads.length = 0
  })
  const rows = (count: number): Data[] =>
    Array.from({ length: count }, (_, at) => ({ id: at + 1, qty: at, note: `n${at}` }))

  test('an FE sends the rows on to a BE: the user goes with them, and the password stays out of the address', async () => {
    expect(kinds(await write(table, rows(3), { params: { load_url: place.loads.feUrl } }))).toEqual(
      Array(3).fill('written'),
    )
    expect(place.loads.loads.map(({ role, count }) => [role, count])).toEqual([['be', 3]])
    expect(place.loads.loads[0]?.headers).toMatchObject({
      expect: '100-continue',
      format: 'json',
      max_filter_ratio: '0',
    })
    expect(await readRows(table)).toHaveLength(3)
  })

  test('a redirect to a place that is no BE is refused, and nothing is sent there', async () => {
    place.loads.faults.push('redirect away')
    const failure = await write(table, rows(1), { params: { load_url: place.loads.feUrl } }).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: 'connector.redirect', field: 'load_url' })
    expect(place.loads.loads).toEqual([])
  })

  test('a row that the server refuses fails alone, with the reason of the error log, and the others are there', async () => {
    const bad = rows(9).map((row, at) => (at === 4 ? { ...row, qty: 500 } : row))
    const outcomes = await write(table, bad)
    expect(kinds(outcomes)).toEqual(bad.map((_, at) => (at === 4 ? 'failed' : 'written')))
    expect(outcomes[4]).toMatchObject({ failure: { code: 'target.refused', retry: 'skip', message: /CONSTRAINT/ } })
    expect(await readRows(table)).toHaveLength(8)
  })

  test.each(['upsert', 'insert'] as const)(
    '%s: an answer that was lost behind the rows is found by the label',
    async mode => {
      place.loads.faults.push('cut behind the rows')
      expect(kinds(await write(table, rows(2), { config: { mode } }))).toEqual(['written', 'written'])
      expect(place.loads.loads).toHaveLength(1)
      expect(await readRows(table)).toHaveLength(2)
    },
  )

  test('where the server knows nothing of the label, the same label is sent once more', async () => {
    place.loads.faults.push('cut before the rows are kept')
    expect(kinds(await write(table, rows(2), append))).toEqual(['written', 'written'])
    expect(new Set(place.loads.loads.map(load => load.label)).size).toBe(1)
    expect(place.loads.loads).toHaveLength(2)
  })

  test('appended again, the same batch is the same label, and nothing is doubled', async () => {
    await place.run(`alter table ${table} drop primary key`)
    await write(table, rows(3), append)
    expect(kinds(await write(table, rows(3), append))).toEqual(Array(3).fill('written'))
    expect(await readRows(table)).toHaveLength(3)
    await write(table, rows(4), append)
    expect(await readRows(table), 'another batch is another label').toHaveLength(7)
  })

  test('by key, an older content that comes again is written again', async () => {
    for (const qty of [1, 2, 1]) await write(table, [{ id: 1, qty }])
    expect(await readRows(table)).toMatchObject([{ id: 1, qty: 1 }])
  })

  test('rows that are kept but not published yet are written', async () => {
    place.loads.faults.push('publish timeout')
    const [outcome] = await write(table, rows(1), append)
    expect(outcome).toMatchObject({ kind: 'written', response: /COMMITTED/ })
  })

  test('a load that is still under way is unknown where it was appended, and may be repeated by key', async () => {
    place.loads.faults.push('label running')
    const [outcome] = await write(table, rows(1), append)
    expect(outcome).toMatchObject({
      kind: 'unknown',
      failure: { code: 'target.unanswered', advice: /SHOW TRANSACTION/ },
    })
    place.loads.faults.push('label running')
    await expect(write(table, rows(1))).rejects.toMatchObject({ code: 'target.unanswered', retry: 'later' })
  })

  test.each([
    ['too many versions', /-235/],
    ['no memory', /memory/],
  ] as const)('%s: nothing is written, and it may be tried later', async (fault, message) => {
    place.loads.faults.push(fault)
    await expect(write(table, rows(2), append)).rejects.toMatchObject({
      code: 'target.busy',
      retry: 'later',
      retryAfterMs: 10_000,
      message,
    })
    expect(await readRows(table)).toEqual([])
  })

  test('columns that are not mapped keep what they hold', async () => {
    await write(table, [{ id: 1, qty: 1, note: 'kept' }])
    await write(table, [{ id: 1, qty: 2 }])
    expect(place.loads.loads.map(load => load.headers['partial_columns'])).toEqual([undefined, 'true'])
    expect(await readRows(table)).toEqual([{ id: 1, qty: 2, note: 'kept' }])
  })

  test('a delete is a load of keys; null and an empty text stay two things', async () => {
    await write(table, [
      { id: 1, qty: 1, note: '' },
      { id: 2, qty: 2, note: null },
    ])
    expect(await readRows(table)).toMatchObject([{ note: '' }, { note: null }])
    expect(kinds(await write(table, [{ id: 1 }, { id: 7 }], { change: 'delete' }))).toEqual(['written', 'skipped'])
    expect(place.loads.loads.at(-1)).toMatchObject({ count: 1, headers: { merge_type: 'DELETE', columns: '`id`' } })
    expect(await readRows(table)).toMatchObject([{ id: 2 }])
  })

  test('a password that Stream Load refuses is named, and an address that is no Doris too', async () => {
    const load = {
      table,
      label: 'l',
      columns: ['id'],
      body: Buffer.from('{"id":"1"}'),
      isDelete: false,
      isPartial: false,
    }
    const { signal } = new AbortController()
    const send = (change: object) =>
      new StreamLoad({ ...place.params, ...change, load_url: place.loads.feUrl }, place.context).load(load, signal)
    await expect(send({ password: 'wrong' })).rejects.toMatchObject({ code: 'connector.auth' })
    await expect(send({ database: 'other' })).rejects.toMatchObject({ code: 'connector.protocol', field: 'load_url' })
  })
})

describe('Doris, by the book', () => {
  test.each([
    ['largeint', { is: 'integer', max: 2n ** 127n - 1n }],
    ['bigint unsigned', { is: 'integer', max: 2n ** 127n - 1n }],
    ['tinyint(1)', { is: 'boolean' }],
    ['decimalv3(30, 6)', { is: 'decimal', precision: 30, scale: 6 }],
    ['datetimev2(3)', { is: 'datetime', digits: 3 }],
    ['varchar(50)', { is: 'text', maxBytes: 50 }],
    ['string', { is: 'text' }],
    ['array<int(11)>', { is: 'json' }],
    ['bitmap', { is: 'other' }],
  ])('%s is understood', (full, kind) => {
    expect(toKind(full)).toMatchObject(kind)
  })

  test('a new table is by its key, or keeps every row', () => {
    expect(tableDialectOf(['id']).suffix).toContain('unique key (`id`) distributed by hash (`id`)')
    expect(tableDialectOf([]).suffix).toContain('enable_duplicate_without_keys_by_default')
    expect(tableDialectOf(['id']).typeOf({ name: 'id', type: 'string', maxLength: 20 }, true).sql).toBe('varchar(80)')
  })

  test('texts and cursors cannot leave their quotes', () => {
    expect(quoteText("a\\'; drop")).toBe("'a\\\\''; drop'")
    const column = {
      name: 'n',
      sqlName: '`n`',
      nativeType: 'bigint',
      kind: toKind('bigint'),
      isNullable: false,
      hasDefault: false,
      isGenerated: false,
    }
    expect(orderDialect.makeTerm(column, false).bind('1) or (1=1', [])).toBe("cast('1) or (1=1' as signed)")
  })

  test('the words of the server lead to what can be done', () => {
    expect(refuseLoad('[E-235]failed').retry).toBe('later')
    expect(refuseLoad('Only unique key merge on write support partial update').code).toBe('target.partial')
    const log =
      'Reason: column_name[k1], the length of input is too long than schema. first 32 bytes of input str: [abc]. src line [abc 1]; '
    expect(explainRow('too many filtered rows', log)).toMatchObject({ field: 'k1', message: /too long than schema/ })
  })
})
