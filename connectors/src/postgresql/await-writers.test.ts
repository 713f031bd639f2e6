import { parseParams, type Source } from '@sluice/connector-kit'
import { SourceConfig } from '@sluice/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import postgresql from './index.ts'
import { createTestDatabase, isReachable, type TestDatabase } from './testing.ts'

const isThere = await isReachable()

describe.runIf(isThere)('the upper bound of an increment', () => {
  let home: TestDatabase
  let source: Source
  let writer: pg.Client
  beforeAll(async () => {
    home = await createTestDatabase()
    const { host, port, database } = home.params
    writer = new pg.Client({ host, port, database, user: 'postgres' })
    await writer.connect()
    await home.session.run(
      'create table orders (id bigserial primary key, at timestamptz not null default now()); create view seen as select * from orders',
    )
    const connection = await postgresql.open(parseParams(postgresql.manifest.params, home.params), home.context)
    source = await connection.openSource!(
      SourceConfig.parse({
        connector_id: '01900000-0000-7000-8000-000000000002',
        resource: 'public.orders',
        key: ['id'],
        increment: { field: 'at' },
      }),
    ) // a PostgreSQL source
  })
  afterAll(async () => {
    await source?.close()
    await writer?.end()
    await home?.dispose()
  })
  beforeEach(() => home.session.run('truncate orders').then(() => undefined))

  const readHighWater = (field: string) => source.readHighWater!(field) // a PostgreSQL source
  const greatest = async (field: string) =>
    (await home.session.query(`select max(${field})::text from orders`))[0]?.[0] ?? null

  test('is the greatest value while nobody writes', async () => {
    await home.session.run('insert into orders default values')
    expect(await readHighWater('at')).toBe(await greatest('at'))
  })

  test('is greatest by its value: 25 is more than 9', async () => {
    await home.session.run('insert into orders (id) select generate_series(1, 25)')
    expect(await readHighWater('id')).toBe('25')
  })

  test('waits for a writer that began before, so that its row lies within', async () => {
    await writer.query('begin; insert into orders default values')
    await home.session.run('insert into orders default values')
    const asked = readHighWater('id')
    await writer.query('commit')
    const high = await asked
    expect(Number(high)).toBeGreaterThanOrEqual(2)
    expect((await home.session.query(`select count(*) from orders where id <= ${high}`))[0]?.[0]).toBe('2')
  })

  test('lies before a writer that goes on writing: its row is never below what was read', async () => {
    await writer.query('begin; insert into orders default values')
    const [[began] = []] = [[(await writer.query('select now()::text as now')).rows[0].now as string]]
    await home.session.run('insert into orders default values')
    const high = await readHighWater('at')
    await writer.query('commit')
    expect(high).toBe(began)
    const late = await home.session.query('select count(*) from orders where at < $1', [high])
    expect(late[0]?.[0]).toBe('0')
  })

  test('of a number lies before rows of transactions younger than the oldest that runs', async () => {
    await home.session.run('insert into orders default values')
    const before = await greatest('id')
    await writer.query('begin; insert into orders default values')
    await home.session.run('insert into orders default values')
    const high = await readHighWater('id')
    await writer.query('rollback')
    // Transactions of other databases of the server count too: then it lies even earlier.
    expect(Number(high ?? 0)).toBeLessThanOrEqual(Number(before))
  })

  test('how many rows lie in a window is counted by the source', async () => {
    await home.session.run(
      "insert into orders (at) select timestamptz '2026-01-01 00:00Z' + n * interval '1 hour' from generate_series(0, 9) n",
    )
    expect(await source.count!({ field: 'at', from: '2026-01-01 03:00:00+00', to: '2026-01-01 05:00:00+00' })).toBe(3)
    expect(await source.count!({ field: 'at', from: '2026-01-01 03:00:00+00', to: null })).toBe(7)
    expect(await source.count!(null)).toBe(10)
    await expect(source.count!({ field: 'nothing', from: '1', to: null })).rejects.toMatchObject({
      code: 'resource.field',
    })
  })
})
