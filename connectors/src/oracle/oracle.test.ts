// waiver: size, one double of the driver whose answers all its tests share
import { type AddressInfo, createServer, type Server } from 'node:net'
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
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { quoteName, quoteText } from './dialect.ts'
import oracle from './index.ts'
import { statements } from './statements.ts'
import { DriverDouble, type Reply } from './testing.ts'
import { makeEncoder, toKind, toPlainNumeral } from './types.ts'

const double = new DriverDouble()
vi.mock('oracledb', () => ({ default: double }))

const connector_id = '01900000-0000-7000-8000-000000000002'
let listener: Server
let params: ParamValues
let context: TestContext

beforeAll(async () => {
  listener = createServer(socket => socket.on('error', () => undefined).resume())
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  double.password = 'pw-1Ωß'
  const { port } = listener.address() as AddressInfo // it listens on a port
  params = { host: '127.0.0.1', port, database: 'ORCLPDB1', username: 'SLUICE', password: double.password }
  context = createTestContext()
})
afterAll(async () => {
  await context.dispose()
  await new Promise(resolve => listener.close(resolve))
})

/** name, type, bytes, chars, unit, precision, scale, nullable, default, virtual */
const columns: readonly (readonly unknown[])[] = [
  ['ID', 'NUMBER', 22, 0, null, 19, 0, 'N', 0, 'NO'],
  ['NAME', 'VARCHAR2', 400, 100, 'C', null, null, 'Y', 0, 'NO'],
  ['AMOUNT', 'NUMBER', 22, 0, null, 30, 6, 'Y', 0, 'NO'],
  ['FREE', 'NUMBER', 22, 0, null, null, null, 'Y', 0, 'NO'],
  ['RATIO', 'BINARY_DOUBLE', 8, 0, null, null, null, 'Y', 0, 'NO'],
  ['DAY', 'DATE', 7, 0, null, null, null, 'Y', 0, 'NO'],
  ['AT', 'TIMESTAMP(9)', 11, 0, null, null, 9, 'Y', 0, 'NO'],
  ['SENT', 'TIMESTAMP(6) WITH TIME ZONE', 13, 0, null, null, 6, 'Y', 0, 'NO'],
  ['NOTE', 'CLOB', 4000, 0, null, null, null, 'Y', 0, 'NO'],
  ['CONTENT', 'BLOB', 4000, 0, null, null, null, 'Y', 0, 'NO'],
  ['TAG', 'RAW', 16, 0, null, null, null, 'Y', 0, 'NO'],
]
let charset = 'AL32UTF8'
const say = (reply: Reply) => {
  double.reply = (sql, binds) => {
    if (/NLS_CHARACTERSET/.test(sql)) return { rows: [[charset]] }
    if (/all_objects o[\s\S]+= :id/.test(sql))
      return { rows: JSON.stringify(binds).includes('SHOP.ORDERS') ? [['SHOP', 'ORDERS', 'TABLE', '3']] : [] }
    if (/all_tab_cols/.test(sql)) return { rows: columns }
    if (/all_indexes/.test(sql))
      return {
        rows: [
          ['PK_ORDERS', 'ID', '1', 'NORMAL'],
          ['UX_NAME', 'SYS_NC1$', '0', 'FUNCTION-BASED NORMAL'],
        ],
      }
    if (/session_privs/.test(sql)) return { rows: [['CREATE SESSION'], ['SELECT ANY TABLE']] }
    if (/from dual$/.test(sql) && /all_tab_privs/.test(sql)) return { rows: [['SLUICE', 2, 5, 1]] }
    return reply(sql, binds)
  }
}
beforeEach(() => {
  charset = 'AL32UTF8'
  double.seen.length = 0
  double.many.length = 0
  say(() => ({}))
})

testConnector({
  connector: oracle,
  prepare: async () => {
    say(() => ({}))
    return { params }
  },
  wrong: [
    { title: 'host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'port', change: { port: 1 }, step: 'network' },
    { title: 'password', change: { password: 'wrong-password' }, step: 'auth' },
    { title: 'service', change: { database: 'no_such_database' }, step: 'protocol' },
  ],
})

const open = (change: ParamValues = {}) =>
  Promise.resolve(oracle.open(parseParams(oracle.manifest.params, { ...params, ...change }), context))

async function read(
  resource = 'SHOP.ORDERS',
  window: { field: string; from: string | null; to: string | null } | null = null,
  pageSize = 2,
) {
  const connection = await open()
  try {
    const source = await connection.openSource!(SourceConfig.parse({ connector_id, resource, key: ['ID'] })) // the connector is a source
    const pages: SourcePage[] = []
    const { signal } = new AbortController()
    for await (const page of source.read({ cursor: null, window, pageSize, signal })) pages.push(page)
    return pages
  } finally {
    await connection.close()
  }
}

async function write(records: readonly Data[], config: Partial<TargetConfig> = {}, change?: 'delete') {
  const connection = await open()
  try {
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id, resource: 'SHOP.ORDERS', ...config }),
    ) // the connector is a target
    const batch = records.map(data => ({ data, idempotencyKey: toJson(data), ...(change ? { change } : {}) }))
    return await target.write(batch, new AbortController().signal)
  } finally {
    await connection.close()
  }
}
const kinds = (outcomes: readonly WriteOutcome[]) => outcomes.map(outcome => outcome.kind)
const rowOf = (id: string): unknown[] => [id, 'n', null, null, null, null, null, null, null, null, null, 0]

describe('reading', () => {
  test('numbers are fetched as text and large objects whole; every value comes exact', async () => {
    const blob = Buffer.from([0, 255])
    say(sql =>
      /offset/.test(sql)
        ? {
            rows: [
              [
                '9007199254740993',
                'é👍',
                '99999999999999999999.999999',
                '.5',
                0.1,
                '0001-01-01 00:00:00',
                '2024-01-05 10:00:00.123456789',
                '2024-01-05 10:00:00.123456 +08:00',
                'n'.repeat(9000),
                blob,
                Buffer.from([1]),
                0,
              ],
            ],
          }
        : {},
    )
    const [page] = await read()
    expect(page?.records[0]?.data).toEqual({
      ID: new ExactNumber('9007199254740993'),
      NAME: 'é👍',
      AMOUNT: new ExactNumber('99999999999999999999.999999'),
      FREE: 0.5,
      RATIO: 0.1,
      DAY: '0001-01-01 00:00:00',
      AT: '2024-01-05 10:00:00.123456789',
      SENT: '2024-01-05 10:00:00.123456 +08:00',
      NOTE: 'n'.repeat(9000),
      CONTENT: Bytes.from(blob),
      TAG: Bytes.from(Buffer.from([1])),
    })
    expect(double.fetched).toEqual({
      NUMBER: 'VARCHAR',
      CLOB: 'VARCHAR',
      BLOB: 'RAW',
      VARCHAR2: undefined,
      BINARY_DOUBLE: undefined,
    })
    const sql = double.seen.find(each => /offset/.test(each))
    expect(sql).toContain(`to_char("AT", 'YYYY-MM-DD HH24:MI:SS.FF9')`)
    expect(sql).toContain(`to_char("SENT", 'YYYY-MM-DD HH24:MI:SS.FF6 TZH:TZM')`)
    expect(double.seen.indexOf('set transaction read only')).toBeLessThan(double.seen.indexOf(sql ?? ''))
  })

  test('pages follow the key in read-only transactions; the last has no cursor', async () => {
    const left = [[rowOf('1'), rowOf('2')], [rowOf('3')]]
    say(sql => (/offset/.test(sql) ? { rows: left.shift() ?? [] } : {}))
    const pages = await read()
    expect(pages.map(page => page.cursor)).toEqual(['["2"]', null])
    expect(double.seen.filter(sql => /offset/.test(sql))[1]).toMatch(
      /from "SHOP"."ORDERS" where "ID" > to_number\('2'\) order by "ID" offset 0 rows fetch next 2 rows only$/,
    )
  })

  test.each([
    ['AT', '2024-01-05 10:00:00', `"AT" >= to_timestamp('2024-01-05 10:00:00.0', 'YYYY-MM-DD HH24:MI:SS.FF')`],
    [
      'SENT',
      '2024-01-05 10:00:00 +08:00',
      `"SENT" >= to_timestamp_tz('2024-01-05 10:00:00.0 +08:00', 'YYYY-MM-DD HH24:MI:SS.FF TZH:TZM')`,
    ],
    ['ID', '17', `"ID" >= to_number('17')`],
  ])('a window by %s has its lower bound inside', async (field, from, where) => {
    await read('SHOP.ORDERS', { field, from, to: null })
    expect(double.seen.find(sql => /offset/.test(sql))).toContain(where)
  })

  test.each([
    ['ORA-03113: end-of-file on communication channel', 'connector.broken'],
    ['ORA-01555: snapshot too old', 'connector.timeout'],
    ['NJS-123: call timeout of 300000 ms exceeded', 'connector.timeout'],
  ])('%s is to be tried again, and never the end', async (error, code) => {
    say(sql => (/offset/.test(sql) ? { error } : {}))
    await expect(read()).rejects.toMatchObject({ code, retry: 'later' })
  })

  test('a table that is not there is refused by name', async () => {
    await expect(read('SHOP.NONE')).rejects.toMatchObject({ code: 'resource.missing', message: /SHOP\.NONE/ })
  })
})

describe('writing', () => {
  const row = (ID: number): Data => ({ ID, NAME: `n${ID}` })

  test('a batch is one MERGE of many rows, numbers and times as text', async () => {
    const CONTENT = Bytes.from(Buffer.from([0, 255]))
    const records = [
      {
        ID: new ExactNumber('9007199254740993'),
        AMOUNT: new ExactNumber('12.50'),
        AT: '2024-01-05T10:00:00',
        SENT: '2024-01-05T10:00:00+08:00',
        CONTENT,
      },
    ]
    expect(kinds(await write(records))).toEqual(['written'])
    expect(double.many[0]?.rows).toEqual([
      {
        p1: '9007199254740993',
        p2: '12.50',
        p3: '2024-01-05 10:00:00.0',
        p4: '2024-01-05 10:00:00.0 +08:00',
        p5: Buffer.from([0, 255]),
      },
    ])
    expect(double.many[0]?.options).toMatchObject({
      batchErrors: true,
      autoCommit: false,
      bindDefs: { p1: { type: 'VARCHAR', maxSize: 18 }, p5: { type: 'BLOB' } },
    })
    const sql = double.seen.find(each => each.startsWith('merge'))
    expect(sql).toContain('on (t."ID" = s."ID")')
    expect(sql).toContain('when matched then update set t."AMOUNT" = s."AMOUNT"')
    expect(double.seen.at(-1)).toBe('commit')
  })

  test('rows that the server refuses fail by themselves in one go, and the others are committed', async () => {
    say(sql =>
      sql.startsWith('merge')
        ? {
            refused: {
              1: 'ORA-00001: unique constraint (SHOP.UX_NAME) violated',
              3: 'ORA-01400: cannot insert NULL into ("SHOP"."ORDERS"."QTY")',
            },
          }
        : {},
    )
    const outcomes = await write([1, 2, 3, 4].map(row))
    expect(kinds(outcomes)).toEqual(['written', 'failed', 'written', 'failed'])
    expect(outcomes[1]).toMatchObject({ failure: { code: 'target.exists', message: /SHOP\.UX_NAME/, retry: 'skip' } })
    expect(outcomes[3]).toMatchObject({ failure: { code: 'target.required', field: 'QTY' } })
    expect(double.many).toHaveLength(1)
    expect(double.seen.at(-1)).toBe('commit')
  })

  test('a deadlock ends the batch and takes it back', async () => {
    say(sql => (sql.startsWith('merge') ? { refused: { 0: 'ORA-00060: deadlock detected' } } : {}))
    await expect(write([row(1)])).rejects.toMatchObject({ code: 'target.conflict', retry: 'later' })
    expect(double.seen.at(-1)).toBe('rollback')
  })

  test('an empty text is refused with the reason, or written as null where that was chosen', async () => {
    const record = { ID: 1, NAME: '' }
    expect(await write([record])).toMatchObject([
      { kind: 'failed', failure: { field: 'NAME', message: /keep as null/ } },
    ])
    expect(kinds(await write([record], { options: { empty_text: 'null' } }))).toEqual(['written'])
    expect(double.many.at(-1)?.rows).toEqual([{ p1: '1', p2: null }])
  })

  test('asked for its rows, it is asked once for all of them, and each is told by its place', async () => {
    let given: unknown
    say((sql, binds) => {
      if (!/ union all /.test(sql)) return {}
      given = binds
      return {
        rows: [
          ['1', '0', 'cut'],
          ['0', '1', 'n1'],
        ],
      }
    })
    const connection = await open()
    const target = await connection.openTarget!(TargetConfig.parse({ connector_id, resource: 'SHOP.ORDERS' })) // the connector is a target
    const records = [1, 2, 3].map(ID => ({ data: { ID, NAME: `n${ID}` }, idempotencyKey: '' }))
    const found = await target.find!(records, new AbortController().signal).finally(() => connection.close())
    expect(target.findsAtOnce).toBe(true)
    expect(found).toEqual([
      { kind: 'equal' },
      { kind: 'different', fields: ['NAME'], held: { NAME: 'cut' } },
      { kind: 'missing' },
    ])
    expect(given).toEqual({ p1: 'n1', p2: '1', p3: 'n2', p4: '2', p5: 'n3', p6: '3' })
    const asked = double.seen.filter(sql => sql.startsWith('select 0, '))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.split(' union all ')[2]).toMatch(/^select 2, case when .*:p5.* where "ID" = .*:p6/)
  })

  test('a character that the database may lack is refused', async () => {
    charset = 'WE8MSWIN1252'
    expect(
      kinds(
        await write([
          { ID: 1, NAME: '订单' },
          { ID: 2, NAME: 'plain' },
        ]),
      ),
    ).toEqual(['failed', 'written'])
  })

  test.each([
    ['insert', {}, ['unknown']],
    ['upsert', {}, null],
    ['insert', { checkpoint: true }, null],
  ] as const)('a commit without an answer (%s %j)', async (mode, options, told) => {
    let isWritten = false
    say(sql => {
      isWritten ||= /^(?:merge|insert into "SHOP)/.test(sql)
      return sql === 'commit' && isWritten ? { error: 'ORA-03135: connection lost contact' } : {}
    })
    const result = write([row(1)], { mode, options })
    if (told) expect(kinds(await result)).toEqual(told)
    else await expect(result).rejects.toMatchObject({ retry: 'later' })
  })

  test('with a checkpoint the refused rows are not noted', async () => {
    say(sql =>
      sql.startsWith('insert into "SHOP"') ? { refused: { 0: 'ORA-02290: check constraint (SHOP.CK) violated' } } : {},
    )
    expect(kinds(await write([row(1), row(2)], { mode: 'insert', options: { checkpoint: true } }))).toEqual([
      'failed',
      'written',
    ])
    expect(double.many.map(each => each.rows.length)).toEqual([2, 1])
  })

  test('a delete takes its row away, and one that is gone already is skipped', async () => {
    say((sql, binds) =>
      sql.startsWith('delete from "SHOP"') ? { count: JSON.stringify(binds).includes('"1"') ? 1 : 0 } : {},
    )
    expect(kinds(await write([{ ID: 1 }, { ID: 2 }], {}, 'delete'))).toEqual(['written', 'skipped'])
  })
})

describe('what stands around', () => {
  test('rights come with the grant for what lacks', async () => {
    const connection = await open()
    const steps: TestStep[] = []
    for await (const step of connection.test()) steps.push(step)
    await connection.close()
    expect(steps.every(step => step.ok)).toBe(true)
    expect(steps.at(-1)?.rights?.map(right => right.state)).toEqual(['yes', 'part', 'no'])
    expect(steps.at(-1)?.rights?.[2]?.repair).toBe('GRANT CREATE TABLE TO "SLUICE";')
  })

  test.each([
    ['service', '(CONNECT_DATA=(SERVICE_NAME=ORCLPDB1))'],
    ['sid', '(CONNECT_DATA=(SID=ORCLPDB1))'],
  ])('connects by %s', async (connect_by, part) => {
    const connection = await open({ connect_by })
    await connection.discover()
    await connection.close()
    expect(double.connectString).toContain(part)
  })

  test('a new table is made in the schema of the user', async () => {
    say(sql => (/user_objects/.test(sql) ? { rows: [['SLUICE', 0]] } : {}))
    const connection = await open()
    const fields = [
      { name: 'id', type: 'string', maxLength: 36 },
      { name: 'qty', type: 'decimal', nativeType: 'numeric(10,2)' },
      { name: 'text', type: 'string' },
      { name: 'at', type: 'datetime', nativeType: 'date-time' },
    ] as const
    expect(await connection.createResource!('orders', fields, ['id'])).toBe('SLUICE.orders') // it makes tables
    await connection.close()
    expect(double.seen.at(-1)).toBe(
      'create table "orders" (\n  "id" varchar2(36 char) not null,\n  "qty" number(10,2),\n  "text" clob,\n  "at" timestamp(6) with time zone,\n  primary key ("id")\n)',
    )
  })

  test('the columns of a query are told by the database; other quotes are refused', async () => {
    say(sql =>
      /where 1 = 0/.test(sql) ? { columns: [{ name: 'TOTAL', dbTypeName: 'NUMBER', precision: 0, scale: -127 }] } : {},
    )
    const connection = await open()
    const statement = {
      direction: 'source',
      text: 'select sum(x) total from o',
      key: ['TOTAL'],
      increment: [],
      values: [],
      isRepeatable: false,
    } as const
    const trial = await connection.tryStatement!(
      { ...statement, key: ['TOTAL'], increment: [], values: [] },
      { options: {}, limit: 5, data: {} } as never,
      new AbortController().signal,
    ) // a query has no data
    await connection.close()
    expect(trial.problem ?? trial.fields[0]).toMatchObject({ name: 'TOTAL', type: 'decimal', nativeType: 'NUMBER' })
    await expect(statements.describe(null as never, "select q'[']' from dual", [])).rejects.toMatchObject({
      code: 'source.query',
    }) // refused before the session is used
  })

  test.each([
    ['.5', '0.5'],
    ['-.25', '-0.25'],
    ['1E+30', '1000000000000000000000000000000'],
    ['12.50', '12.50'],
  ])('the numeral %s is %s', (text, plain) => expect(toPlainNumeral(text)).toBe(plain))

  test('a number of more digits than Oracle keeps is refused', () => {
    const encode = makeEncoder(
      'NUMBER',
      toKind({ name: 'NUMBER', bytes: 22, chars: null, precision: null, scale: null }),
      { emptyText: 'refuse', isUnicode: true },
    )
    expect(encode(new ExactNumber('1'.repeat(38)))).toBe('1'.repeat(38))
    expect(encode(new ExactNumber(`${'1'.repeat(38)}.1`))).toHaveProperty('reason')
  })

  test('names and texts stay inside of their quotes', () => {
    expect(() => quoteName('a"; drop')).toThrow('cannot be a name')
    expect(quoteText("it's")).toBe("'it''s'")
  })
})
