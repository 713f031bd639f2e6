import { ExactNumber, newId } from '@sluice/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { toUtcText } from './result-types.ts'
import { getSqlState, isUniqueViolation } from './sql-state.ts'
import { createTestDatabase, createTestTenant, type TestDatabase } from './testing.ts'
import type { Tx } from './tx.ts'

let home: TestDatabase
let database: Database
let tenantId: string

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 2 })
  database = home.database
  ;({ tenantId } = await createTestTenant(database))
})
afterAll(() => home.drop())

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.withTenant(tenantId, work)
const putSetting = (tx: Tx, key: string): Promise<number> =>
  tx.execute(`insert into setting (key, value) values ($1, '1')`, [key])
const hasSetting = async (key: string): Promise<boolean> =>
  (await inTenant(tx => tx.query('select from setting where key = $1', [key]))).length === 1

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: home.url })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

test('statements are not compiled to machine code, whatever the server thinks best', async () => {
  await asOwner(owner => owner.query(`alter database ${new URL(home.url).pathname.slice(1)} set jit = on`))
  const other = await openDatabase({ url: home.url })
  try {
    expect(await other.withSystem(tx => tx.query('show jit'))).toEqual([{ jit: 'off' }])
  } finally {
    await other.close()
  }
})

describe('a value leaves the database as it is', () => {
  test.each([
    ['9223372036854775807::bigint', '9223372036854775807'],
    ['12.500::numeric', '12.500'],
    ['1e400::numeric', `1${'0'.repeat(400)}`],
    ["timestamptz '2026-07-02 09:30:00.123456+08'", '2026-07-02T01:30:00.123456Z'],
    ["timestamptz '2026-07-02 09:30:00+00'", '2026-07-02T09:30:00Z'],
    ["timestamp '2026-07-02 09:30:00.000001'", '2026-07-02 09:30:00.000001'],
    ["date '0044-03-15 BC'", '0044-03-15 BC'],
    ["'infinity'::timestamptz", 'infinity'],
    ["interval '1 month 2 days 3.5 s'", 'P1M2DT3.5S'],
    ['array[1.10, null]::numeric[]', ['1.10', null]],
    ['array[9007199254740993]::bigint[]', ['9007199254740993']],
    ["array[timestamptz '2026-07-02 09:30+08']", ['2026-07-02T01:30:00Z']],
    [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ['0.1::float8', 0.1],
    ['true', true],
    ['null', null],
    ["''::text", ''],
  ])('%s', async (expression, expected) => {
    expect(await inTenant(tx => tx.query(`select ${expression} as value`))).toEqual([{ value: expected }])
  })

  test('a time in any zone of the session reads as UTC', () => {
    expect(toUtcText('2026-07-02 00:15:00.5-03:30')).toBe('2026-07-02T03:45:00.5Z')
    expect(toUtcText('0099-12-31 23:59:59+08:05:43')).toBe('0099-12-31T15:54:16Z')
  })

  test('an exact number is bound digit by digit', async () => {
    const text = '12345678901234567890.10'
    const rows = await inTenant(tx => tx.query('select $1::numeric as value', [new ExactNumber(text)]))
    expect(rows).toEqual([{ value: text }])
  })
})

describe('a transaction is whole or not at all', () => {
  test('resolved work is committed, rejected work undone', async () => {
    const [kept, undone] = [newId(), newId()]
    await inTenant(tx => putSetting(tx, kept))
    const failed = inTenant(async tx => {
      await putSetting(tx, undone)
      throw new Error('thinking again')
    })
    await expect(failed).rejects.toThrow('thinking again')
    expect([await hasSetting(kept), await hasSetting(undone)]).toEqual([true, false])
  })

  test('work that hides a failed statement is told that nothing was kept', async () => {
    const key = newId()
    const hidden = inTenant(async tx => {
      await putSetting(tx, key)
      await tx.query('select 1 / 0').catch(() => undefined)
    })
    await expect(hidden).rejects.toMatchObject({ code: 'internal' })
    expect(await hasSetting(key)).toBe(false)
  })

  test('a savepoint undoes its own part only', async () => {
    const [outer, inner] = [newId(), newId()]
    await inTenant(async tx => {
      await putSetting(tx, outer)
      const twice = tx.savepoint(async () => {
        await putSetting(tx, inner)
        await putSetting(tx, outer)
      })
      const error = await twice.catch((reason: unknown) => reason)
      expect(isUniqueViolation(error, 'setting_pkey')).toBe(true)
    })
    expect([await hasSetting(outer), await hasSetting(inner)]).toEqual([true, false])
  })

  test('a connection that breaks in the middle fails its request alone', async () => {
    const key = newId()
    const broken = inTenant(async tx => {
      await putSetting(tx, key)
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await asOwner(owner => owner.query('select pg_terminate_backend($1, 5000)', [row?.pid]))
      await tx.query('select 1')
    })
    await expect(broken).rejects.toThrow()
    expect(await hasSetting(key)).toBe(false)
    expect(await Promise.all(Array.from({ length: 6 }, () => hasSetting(key)))).not.toContain(true)
  })
})

describe('one statement in one round trip', () => {
  const PUT = `insert into setting (key, value) select q.v ->> 'key', q.v -> 'value' from (select $1 as v) q returning key`
  const put = (key: string, value: unknown) =>
    database.askOnce<{ key: string }>(tenantId, PUT, JSON.stringify({ key, value }))

  test('is a transaction of the tenant, and its value is nothing but a value', async () => {
    const odd = "'; drop table setting; -- \\' $1 $& \u{1f600}"
    expect(await put('once', odd)).toEqual([{ key: 'once' }])
    expect(await inTenant(tx => tx.query('select value from setting where key = $1', ['once']))).toEqual([
      { value: odd },
    ])
    const NAME = `insert into connector (id, platform_id, name) select gen_random_uuid(), 'http', q.v ->> 0 from (select $1 as v) q returning name`
    const FIND = 'select name from connector where to_jsonb(name) = $1'
    const stranger = (await createTestTenant(database)).tenantId
    expect(await database.askOnce(tenantId, NAME, '["mine"]')).toEqual([{ name: 'mine' }])
    expect(await database.askOnce(stranger, FIND, '"mine"')).toEqual([])
    expect(await database.askOnce(tenantId, FIND, '"mine"')).toEqual([{ name: 'mine' }])
    await expect(database.askOnce("x'; drop table setting", 'select $1', '1')).rejects.toThrow()
  })

  test('one that fails leaves nothing behind, and its connection serves the next', async () => {
    const error = await put('once', 1).catch((caught: unknown) => caught)
    expect(isUniqueViolation(error)).toBe(true)
    await expect(database.askOnce(tenantId, 'select $1 from nowhere', '1')).rejects.toThrow()
    expect(await put('once more', 1)).toHaveLength(1)
    expect(await hasSetting('once more')).toBe(true)
    expect(database.countConnections().total).toBeLessThanOrEqual(2)
  })
})

describe('options of a transaction', () => {
  test('repeatable read keeps its view', async () => {
    const key = newId()
    const count = (tx: Tx) => tx.query('select from setting where key = $1', [key])
    await database.withTenant(
      tenantId,
      async tx => {
        expect(await count(tx)).toHaveLength(0)
        await inTenant(other => putSetting(other, key))
        expect(await count(tx)).toHaveLength(0)
      },
      { isolation: 'repeatable read', readOnly: true },
    )
    expect(await hasSetting(key)).toBe(true)
  })
  test('read only refuses writes', async () => {
    const write = database.withTenant(tenantId, tx => putSetting(tx, newId()), { readOnly: true })
    await expect(write).rejects.toThrow('read-only')
  })
  test('a statement that takes longer than its limit is cancelled, and the limit ends with the transaction', async () => {
    const slow = database.withTenant(tenantId, tx => tx.query('select pg_sleep(5)'), { statementTimeoutMs: 20 })
    expect(getSqlState(await slow.catch((error: unknown) => error))).toBe('57014')
    expect(await inTenant(tx => tx.query(`select current_setting('statement_timeout') as value`))).toEqual([
      { value: '0' },
    ])
  })
})

describe('copyIn', () => {
  const copy = (tx: Tx, chunks: AsyncIterable<string> | Iterable<string>): Promise<number> =>
    tx.copyIn('copy incoming (body) from stdin', chunks)
  const makeTable = (tx: Tx): Promise<number> =>
    tx.execute('create temporary table incoming (body text) on commit drop')

  test('brings rows through a temporary table into a protected one', async () => {
    const inboxId = newId()
    await inTenant(async tx => {
      await makeTable(tx)
      expect(await copy(tx, ['一\n', 'two\n\\N\n'])).toBe(3)
      await tx.execute(`insert into inbox (inbox_id, body) select $1, coalesce(body, 'null') from incoming`, [inboxId])
    })
    const rows = await inTenant(tx => tx.query('select body from inbox where inbox_id = $1 order by id', [inboxId]))
    expect(rows.map(row => row['body'])).toEqual(['一', 'two', 'null'])
  })
  test('a source that fails keeps nothing and frees the connection', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield 'one\n'
      throw new Error('reading the source')
    }
    const work = inTenant(async tx => {
      await makeTable(tx)
      await copy(tx, broken())
    })
    await expect(work).rejects.toThrow('reading the source')
    await database.ping()
  })
  test('a source that never ends does not hold a transaction that failed meanwhile', async () => {
    async function* endless(): AsyncGenerator<string> {
      yield 'one\n'
      await new Promise(() => undefined)
    }
    const work = inTenant(async tx => {
      await makeTable(tx)
      copy(tx, endless()).catch(() => undefined)
      throw new Error('giving up')
    })
    await expect(work).rejects.toThrow('giving up')
    expect(database.countConnections().waiting).toBe(0)
    await database.ping()
  })
})

describe('a database that cannot be used says why and what to do', () => {
  const open = (url: string): Promise<unknown> =>
    openDatabase({ url, acquireTimeoutMs: 2000 }).then(
      opened => opened.close(),
      (error: unknown) => error,
    )
  test('nobody listens', async () => {
    expect(await open('postgresql://u:hidden@127.0.0.1:1/db')).toMatchObject({
      code: 'database.unreachable',
      field: 'DATABASE_URL',
      value: '127.0.0.1:1/db',
      message: expect.not.stringContaining('hidden'),
    })
  })
  test('the database does not exist', async () => {
    const url = new URL(home.url)
    url.pathname = '/nowhere'
    expect(await open(url.href)).toMatchObject({ code: 'database.missing' })
  })
  test('every connection is taken', async () => {
    const small = await openDatabase({ url: home.url, poolSize: 1, acquireTimeoutMs: 100 })
    try {
      const nested = small.withSystem(() => small.ping())
      await expect(nested).rejects.toMatchObject({ code: 'database.busy', retry: 'later' })
    } finally {
      await small.close()
    }
  })
  test('the login may not take on the role of the product', async () => {
    const login = `login_${newId().replaceAll('-', '')}`
    const url = new URL(home.url)
    url.username = login
    url.password = 'x'
    await asOwner(async owner => {
      await owner.query(`create role ${login} login password 'x'`)
      expect(await open(url.href)).toMatchObject({ code: 'database.not-migrated' })
      await owner.query(`drop role ${login}`)
    })
  })
})
