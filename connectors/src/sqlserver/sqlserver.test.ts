// waiver: size, one server whose catalogue all its tests share
import { parseParams, type SourcePage, type WriteOutcome } from '@sluice/connector-kit'
import { createTestContext, type TestContext, testConnector } from '@sluice/connector-kit/conformance'
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
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quoteName, quoteText, tableDialect } from './dialect.ts'
import sqlserver from './index.ts'
import { statements } from './statements.ts'
import { type Answer, type Reply, TdsServer } from './tds-server.ts'
import { makeEncoder, toKind } from './types.ts'

const connector_id = '01900000-0000-7000-8000-000000000002'
const server = new TdsServer('pw-1Ωß')
let params: ParamValues
let context: TestContext

beforeAll(async () => {
  const port = await server.listen()
  params = { host: '127.0.0.1', port, database: 'shop', username: 'sluice', password: server.password }
  context = createTestContext()
})
afterAll(async () => {
  await context.dispose()
  await server.close()
})

const typeRows: readonly (readonly [string, string, number, number, number, string | null])[] = [
  ['id', 'bigint', 8, 19, 0, null],
  ['name', 'nvarchar', 800, 0, 0, 'Latin1_General_CI_AS'],
  ['code', 'varchar', 20, 0, 0, 'Latin1_General_CI_AS'],
  ['amount', 'decimal', 17, 30, 6, null],
  ['price', 'money', 8, 19, 4, null],
  ['ratio', 'float', 8, 53, 0, null],
  ['single', 'real', 4, 24, 0, null],
  ['qty', 'int', 4, 10, 0, null],
  ['paid', 'bit', 1, 1, 0, null],
  ['day', 'date', 3, 10, 0, null],
  ['at', 'datetime2', 8, 27, 7, null],
  ['sent', 'datetimeoffset', 10, 34, 7, null],
  ['guid', 'uniqueidentifier', 16, 0, 0, null],
  ['content', 'varbinary', -1, 0, 0, null],
  ['version', 'timestamp', 8, 0, 0, null],
  ['note', 'nvarchar', -1, 0, 0, 'Latin1_General_CI_AS'],
]
const int = (name: string) => [name, 'int'] as const
const text = (name: string) => [name, 'text'] as const

/** A table `dbo.orders` with every type, as the catalogue tells it. */
function tellCatalog(sql: string): Answer | null {
  if (/serverproperty/.test(sql)) return { columns: [text('v')], rows: [['16.0.4120.1']] }
  if (/from sys\.objects[\s\S]+s\.name \+ N'\.' \+ o\.name = /.test(sql))
    return {
      columns: [text('s'), text('o'), text('t'), text('c'), text('i')],
      rows: sql.includes("N'dbo.orders'") ? [['dbo', 'orders', 'U', '3', '42']] : [],
    }
  if (/has_perms_by_name/.test(sql))
    return {
      columns: [int('a'), int('b'), int('c'), int('d'), int('e'), text('f'), text('g')],
      rows: [[5, 5, 4, 1, 0, 'shop', 'sluice']],
    }
  if (/from sys\.columns/.test(sql))
    return {
      columns: [
        text('n'),
        text('t'),
        int('l'),
        int('p'),
        int('s'),
        ['u', 'bit'],
        int('d'),
        int('g'),
        text('c'),
        ['i', 'bit'],
      ],
      rows: typeRows.map(([name, type, length, precision, scale, collation]) => [
        name,
        type,
        length,
        precision,
        scale,
        name !== 'id',
        0,
        type === 'timestamp' ? 1 : 0,
        collation,
        false,
      ]),
    }
  if (/from sys\.indexes/.test(sql))
    return { columns: [text('i'), text('c'), ['p', 'bit'], ['f', 'bit']], rows: [['PK_orders', 'id', true, false]] }
  return null
}

beforeEach(() => {
  server.seen.length = 0
  server.reply = sql => tellCatalog(sql) ?? {}
})
const say = (reply: Reply) => {
  server.reply = async (sql, values) => tellCatalog(sql) ?? (await reply(sql, values))
}

testConnector({
  connector: sqlserver,
  prepare: async () => ({ params }),
  wrong: [
    { title: 'host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'port', change: { port: 1 }, step: 'network' },
    { title: 'password', change: { password: 'wrong-password' }, step: 'auth' },
    { title: 'database', change: { database: 'no_such_database' } },
    { title: 'SSL mode (no TLS offered)', change: { ssl: 'require' }, step: 'protocol' },
    { title: 'SSL mode (an address has no name to check)', change: { ssl: 'verify' }, step: 'protocol' },
  ],
})

const open = (change: ParamValues = {}) =>
  Promise.resolve(sqlserver.open(parseParams(sqlserver.manifest.params, { ...params, ...change }), context))

interface Reading {
  readonly resource?: string
  readonly cursor?: string | null
  readonly window?: { field: string; from: string | null; to: string | null }
  readonly options?: ParamValues
  readonly pageSize?: number
}
async function read({ resource = 'dbo.orders', cursor = null, window, options = {}, pageSize = 2 }: Reading = {}) {
  const connection = await open()
  try {
    const source = await connection.openSource!(SourceConfig.parse({ connector_id, resource, key: ['id'], options })) // the connector is a source
    const pages: SourcePage[] = []
    const { signal } = new AbortController()
    for await (const page of source.read({ cursor, window: window ?? null, pageSize, signal })) pages.push(page)
    return pages
  } finally {
    await connection.close()
  }
}

async function write(records: readonly Data[], config: Partial<TargetConfig> = {}, change?: 'delete') {
  const connection = await open()
  try {
    const target = await connection.openTarget!(TargetConfig.parse({ connector_id, resource: 'dbo.orders', ...config })) // the connector is a target
    const batch = records.map(data => ({ data, idempotencyKey: toJson(data), ...(change ? { change } : {}) }))
    return await target.write(batch, new AbortController().signal)
  } finally {
    await connection.close()
  }
}

const kinds = (outcomes: readonly WriteOutcome[]) => outcomes.map(outcome => outcome.kind)
const page = (...rows: (string | null)[][]): Answer => ({
  columns: [text('id'), text('name'), int('large')],
  rows: rows.map(row => [...row, 0]),
})
const columns = { columns: ['name'] }

describe('reading', () => {
  test('every type comes as the exact text of the server, and no number as a float', async () => {
    const bytes = Buffer.from([0, 255, 10])
    const rows = [
      [
        '9007199254740993',
        'O’Reilly 👍',
        'ä',
        '99999999999999999999.999999',
        '922337203685477.5807',
        '1.0000000000000001e-001',
        '1.0000000149011612e-001',
        7,
        true,
        '0001-01-01',
        '9999-12-31 23:59:59.9999999',
        '2024-01-05 10:00:00.1234567 +08:00',
        '6F9619FF-8B86-D011-B42D-00C04FC964FF',
        bytes,
        Buffer.from('00000000000007d1', 'hex'),
        'n'.repeat(9000),
        0,
      ],
      ['1', '', null, null, null, null, null, null, null, null, null, null, null, Buffer.alloc(0), null, null, 0],
    ]
    const wires = [
      'text',
      'text',
      'text',
      'text',
      'text',
      'text',
      'text',
      'int',
      'bit',
      'text',
      'text',
      'text',
      'text',
      'bytes',
      'bytes',
      'maxtext',
      'int',
    ] as const
    say(() => ({ columns: wires.map((wire, at) => [`c${at}`, wire] as const), rows }))
    const [first] = await read({ pageSize: 100 })
    expect(first?.records[0]?.data).toEqual({
      id: new ExactNumber('9007199254740993'),
      name: 'O’Reilly 👍',
      code: 'ä',
      amount: new ExactNumber('99999999999999999999.999999'),
      price: new ExactNumber('922337203685477.5807'),
      ratio: 0.1,
      single: 0.1,
      qty: 7,
      paid: true,
      day: '0001-01-01',
      at: '9999-12-31 23:59:59.9999999',
      sent: '2024-01-05 10:00:00.1234567 +08:00',
      guid: '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      content: Bytes.from(bytes),
      version: Bytes.from(Buffer.from('00000000000007d1', 'hex')),
      note: 'n'.repeat(9000),
    })
    expect(first?.records[1]?.data).toMatchObject({ id: 1, name: '', code: null, content: Bytes.from(Buffer.alloc(0)) })
    const sql = server.seen.at(-1) ?? ''
    for (const term of [
      'convert(varchar(41), [amount])',
      'convert(varchar(25), [price], 2)',
      'convert(varchar(20), [id])',
      'convert(varchar(34), [sent], 121)',
      'convert(varchar(32), [ratio], 3)',
    ])
      expect(sql).toContain(term)
  })

  test('pages follow the key, compared by its own type; the last has no cursor', async () => {
    const left = [page(['1', 'a'], ['9007199254740993', 'b']), page(['9007199254740995', 'c'])]
    say(() => left.shift() ?? page())
    const pages = await read({ options: columns })
    expect(pages.map(each => each.cursor)).toEqual(['["9007199254740993"]', null])
    const [one, two] = server.seen.filter(sql => sql.includes('offset'))
    expect(one).toContain('from [dbo].[orders] order by [id] offset 0 rows fetch next 2 rows only')
    expect(two).toContain("where [id] > convert(bigint, N'9007199254740993') order by [id]")
  })

  test.each([
    ['at', '2024-01-05 10:00:00.1234567', "[at] >= try_convert(datetime2(7), N'2024-01-05 10:00:00.1234567', 121)"],
    ['id', '17', "[id] >= convert(bigint, N'17')"],
    ['version', '00000000000007d1', '[version] >= 0x00000000000007d1'],
  ])('a window by %s has its lower bound inside', async (field, from, where) => {
    say(() => page())
    await read({ window: { field, from, to: null }, options: columns })
    expect(server.seen.at(-1)).toContain(where)
  })

  test('a line that is cut in the middle of an answer is a failure to be tried again, and never the end', async () => {
    say(() => ({ ...page(['1', 'a']), isCut: true }))
    await expect(read({ options: columns })).rejects.toMatchObject({ code: 'connector.broken', retry: 'later' })
  })

  test('an error behind some rows ends the read', async () => {
    say(() => ({ ...page(['1', 'a']), error: { number: 1205, message: 'was deadlocked on lock resources' } }))
    await expect(read({ options: columns })).rejects.toMatchObject({ code: 'target.conflict', retry: 'later' })
  })

  test('more rows than are held at once are read piece by piece', async () => {
    say(() => page(...Array.from({ length: 5000 }, (_, at) => [String(at + 1), 'x'])))
    const [only] = await read({ options: columns, pageSize: 10_000 })
    expect(only?.records).toHaveLength(5000)
  })

  test('a table that is not there is refused by name, and a condition that leaves its brackets too', async () => {
    await expect(read({ resource: 'dbo.none' })).rejects.toMatchObject({
      code: 'resource.missing',
      message: /dbo\.none/,
    })
    await expect(read({ options: { where: "[a'] = 1); drop table t --'" } })).rejects.toMatchObject({
      code: 'source.condition',
    })
  })
})

describe('writing', () => {
  const row = (id: number): Data => ({ id, name: `n${id}`, amount: new ExactNumber('12.50') })

  test('a batch is one transaction and one parameter, with every value as text', async () => {
    let given: readonly unknown[] = []
    say((_, values) => {
      if (values.length > 0) given = values
      return {}
    })
    const content = Bytes.from(Buffer.from([0, 255]))
    const outcomes = await write([
      { id: new ExactNumber('9007199254740993'), name: "O'", content, sent: '2024-01-05T10:00:00+08:00' },
    ])
    expect(kinds(outcomes)).toEqual(['written'])
    expect(JSON.parse(String(given[0]))).toEqual([['9007199254740993', "O'", '00ff', '2024-01-05 10:00:00 +08:00']])
    const sent = server.seen.filter(sql => !/sys\.|serverproperty/.test(sql))
    expect(sent.map(sql => sql.slice(0, 16))).toEqual([
      'begin transactio',
      'save transaction',
      'set nocount on;\n',
      'commit transacti',
    ])
    expect(sent[2]).toContain('update t set t.[name] = s.[name], t.[content] = s.[content]')
    expect(sent[2]).toContain('with (updlock, holdlock) where t.[id] = s.[id]')
    expect(sent[2]).toContain('convert(nvarchar(400), j.r1) collate Latin1_General_CI_AS as [name]')
  })

  test.each([
    [
      2627,
      "Violation of PRIMARY KEY constraint 'PK_orders'. Cannot insert duplicate key",
      { code: 'target.exists', message: /PK_orders/ },
    ],
    [
      547,
      'The INSERT statement conflicted with the FOREIGN KEY constraint "FK_shop".',
      { code: 'target.reference', message: /FK_shop/ },
    ],
    [
      515,
      "Cannot insert the value NULL into column 'qty', table 'dbo.orders'",
      { code: 'target.required', field: 'qty' },
    ],
    [50000, 'sluice:lossy:code', { code: 'target.value', field: 'code', advice: /nvarchar/ }],
    [50000, 'sluice:missing:qty', { code: 'target.required', field: 'qty' }],
  ])('error %s of one row is found by halving, and the others are written', async (number, message, failure) => {
    say((_, values) => (String(values[0]).includes('"n3"') ? { error: { number, message } } : {}))
    const outcomes = await write([1, 2, 3, 4].map(row))
    expect(kinds(outcomes)).toEqual(['written', 'written', 'failed', 'written'])
    expect(outcomes[2]).toMatchObject({ failure: { ...failure, retry: 'skip' } })
    expect(server.seen.filter(sql => sql === 'rollback transaction sluice')).toHaveLength(3)
    expect(server.seen.at(-1)).toBe('commit transaction')
  })

  test('a deadlock ends the batch, to be tried again', async () => {
    say((_, values) => (values.length > 0 ? { error: { number: 1205, message: 'Transaction was deadlocked' } } : {}))
    await expect(write([row(1)])).rejects.toMatchObject({ code: 'target.conflict', retry: 'later' })
    expect(server.seen).not.toContain('commit transaction')
  })

  test.each([
    ['insert', {}, ['unknown', 'unknown']],
    ['upsert', {}, null],
    ['insert', { checkpoint: true }, null],
  ] as const)('a commit without an answer (%s %j)', async (mode, options, told) => {
    say((sql, values) => {
      if (/commit/.test(sql)) return { isCut: true }
      return /select id from sluice_checkpoint/.test(sql) && values.length > 0
        ? { columns: [text('id')], rows: [] }
        : {}
    })
    const result = write([row(1), row(2)], { mode, options })
    if (told) expect(kinds(await result)).toEqual(told)
    else await expect(result).rejects.toMatchObject({ retry: 'later' })
  })

  test('with a checkpoint, what is noted is not appended again, and what is new is noted in its transaction', async () => {
    let noted: string[] = []
    say((sql, values) => {
      if (/insert into sluice_checkpoint/.test(sql)) noted = [...noted, ...(JSON.parse(String(values[0])) as string[])]
      if (/select id from/.test(sql)) return { columns: [text('id')], rows: noted.map(id => [id]) }
      return {}
    })
    const config = { mode: 'insert', options: { checkpoint: true } } as const
    expect(kinds(await write([row(1)], config))).toEqual(['written'])
    const [outcome] = await write([row(1)], config)
    expect(outcome).toMatchObject({ kind: 'written', response: 'noted as written before' })
    expect(server.seen.filter(sql => sql.includes('openjson(@p1) with'))).toHaveLength(1)
  })

  test('asked for its rows, it is asked once for all of them, and each is told by its place', async () => {
    const columns = [int('place'), int('same'), text('name')]
    say(sql =>
      / union all /.test(sql)
        ? {
            columns,
            rows: [
              [1, 0, 'cut'],
              [0, 1, 'n1'],
            ],
          }
        : {},
    )
    const connection = await open()
    const target = await connection.openTarget!(TargetConfig.parse({ connector_id, resource: 'dbo.orders' })) // the connector is a target
    const records = [1, 2, 3].map(id => ({ data: { id, name: `n${id}` }, idempotencyKey: '' }))
    const found = await target.find!(records, new AbortController().signal).finally(() => connection.close())
    expect(target.findsAtOnce).toBe(true)
    expect(found).toEqual([
      { kind: 'equal' },
      { kind: 'different', fields: ['name'], held: { name: 'cut' } },
      { kind: 'missing' },
    ])
    const asked = server.seen.filter(sql => sql.includes(' from [dbo].[orders]'))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.split(' union all ')[2]).toMatch(/^select 2, case when .*@p5.* from .* where \[id\] = .*@p6/)
  })

  test('a delete takes its row away, and one that is gone already is skipped', async () => {
    say((sql, values) => ({ count: /^delete/.test(sql) && values[0] === '1' ? 1 : 0 }))
    expect(kinds(await write([{ id: 1 }, { id: 2 }], {}, 'delete'))).toEqual(['written', 'skipped'])
    expect(server.seen.find(sql => sql.startsWith('delete'))).toBe(
      'delete from [dbo].[orders] where [id] = try_convert(bigint, @p1)',
    )
  })
})

describe('values in', () => {
  const encode = (name: string, value: string, scale = 0) => {
    const type = { name, maxLength: 8, precision: 19, scale }
    return makeEncoder(name, toKind(type))(value)
  }
  test.each([
    ['datetime', '2024-01-05 10:00:00.123'],
    ['datetime', '2024-01-05 10:00:00.124'],
    ['smalldatetime', '2024-01-05 10:00:30'],
    ['datetime', '1700-01-01 00:00:00'],
    ['smalldatetime', '2079-06-07 00:00:00'],
    ['uniqueidentifier', '6F9619FF'],
    ['geography', 'POINT(1 2)'],
    ['money', '1.00001'],
  ])('%s refuses what it would change: %s', (name, value) => {
    expect(encode(name, value)).toHaveProperty(value.endsWith('.123') ? 'length' : 'reason')
  })
})

describe('what stands around', () => {
  test('rights are asked of the server, and what lacks comes with its grant', async () => {
    const connection = await open()
    const steps: TestStep[] = []
    for await (const step of connection.test()) steps.push(step)
    await connection.close()
    expect(steps.map(step => [step.name, step.ok])).toEqual(
      ['address', 'network', 'protocol', 'auth', 'permission'].map(name => [name, true]),
    )
    const rights = steps.at(-1)?.rights ?? []
    expect(rights.map(right => right.state)).toEqual(['yes', 'part', 'no'])
    expect(rights[1]?.repair).toBe('GRANT SELECT, INSERT, UPDATE, DELETE ON DATABASE::[shop] TO [sluice];')
  })

  test('the columns of a query are told without running it; a quote in brackets is refused', async () => {
    say(sql =>
      /dm_exec_describe/.test(sql)
        ? {
            columns: [text('n'), text('t'), int('l'), int('p'), int('s'), ['u', 'bit'], text('e')],
            rows: [['total', 'decimal', 17, 38, 4, true, null]],
          }
        : {},
    )
    const connection = await open()
    const statement = {
      direction: 'source',
      text: 'select sum(x) total from o where d >= {{day}}',
      key: ['total'],
      increment: [],
      values: [{ name: 'day', type: 'date', default: '2024-01-01' }],
      isRepeatable: false,
    } as const
    const trial = await connection.tryStatement!(
      { ...statement, key: [...statement.key], increment: [], values: [...statement.values] },
      { options: {}, limit: 5, data: {} } as never,
      new AbortController().signal,
    ) // a query has no data
    await connection.close()
    expect(trial.problem?.message ?? trial.fields[0]).toMatchObject({
      name: 'total',
      type: 'decimal',
      nativeType: 'decimal(38,4)',
    })
    expect(server.seen.find(sql => /dm_exec_describe/.test(sql))).toContain("convert(date, N''2024-01-01'')")
    await expect(
      statements.describe(null as never, "select [a'] ) q; drop table t; select * from (select [b']", []),
    ).rejects.toMatchObject({ code: 'source.query' }) // refused before the session is used
  })

  test('a new table keeps what the fields hold', async () => {
    say(sql => (/object_id/.test(sql) ? { columns: [text('s'), text('o')], rows: [['dbo', null]] } : {}))
    const connection = await open()
    const fields = [
      { name: 'id', type: 'string', maxLength: 36 },
      { name: 'qty', type: 'decimal', nativeType: 'numeric(10,2)' },
      { name: 'at', type: 'datetime', nativeType: 'timestamp(6)' },
    ] as const
    expect(await connection.createResource!('new]one', fields, ['id'])).toBe('dbo.new]one')
    await connection.close()
    expect(server.seen.at(-1)).toContain('create table [dbo].[new]]one]')
    expect(server.seen.at(-1)).toContain('[id] nvarchar(36) collate Latin1_General_100_BIN2 not null')
    expect(tableDialect.typeOf(fields[2], false).sql).toBe('datetime2(6)')
    expect(tableDialect.typeOf({ ...fields[2], nativeType: 'date-time' }, false).sql).toBe('datetimeoffset(6)')
  })

  test('names and texts stay inside of their quotes', () => {
    expect(quoteName('a]; drop')).toBe('[a]]; drop]')
    expect(quoteText("it's")).toBe("N'it''s'")
  })
})
