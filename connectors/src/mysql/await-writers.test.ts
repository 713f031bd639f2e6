import { setTimeout as wait } from 'node:timers/promises'
import { parseParams, type Source } from '@sluice/connector-kit'
import { SourceConfig } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import mysql from './index.ts'
import { Session } from './session.ts'
import { createTestDatabase, isReachable, type TestDatabase } from './testing.ts'

describe.runIf((await isReachable()) || process.env['CI'] !== undefined)('the upper bound of an increment', () => {
  let home: TestDatabase
  let source: Source
  let writer: Session
  beforeAll(async () => {
    home = await createTestDatabase()
    await home.runAsAdmin([`grant process on *.* to ${home.params.username}@localhost, ${home.params.username}@'%'`])
    writer = await Session.open(home.params, home.context)
    await home.run('create table orders (id bigint auto_increment primary key, at timestamp(6) not null)')
    const connection = await mysql.open(parseParams(mysql.manifest.params, home.params), home.context)
    source = await connection.openSource!(
      SourceConfig.parse({
        connector_id: '01900000-0000-7000-8000-000000000002',
        resource: 'orders',
        key: ['id'],
        increment: { field: 'at' },
      }),
    ) // a source
  })
  afterAll(async () => {
    await source.close()
    await writer.close()
    await home.dispose()
  })
  beforeEach(() => home.run('delete from orders'))

  const highest = async (): Promise<string> => String(await source.readHighWater!('at')) // a source with increments
  const countUpTo = async (bound: string): Promise<string> =>
    String((await home.session.query(`select count(*) from orders where at <= '${bound}'`))[0]?.[0])

  test('waits for a transaction that wrote before, so that its row lies within', async () => {
    await writer.query('start transaction')
    await writer.query('insert into orders (at) values (now(6))')
    await home.run('insert into orders (at) values (now(6))')
    const asked = highest()
    await wait(300)
    await writer.query('commit')
    expect(await countUpTo(await asked)).toBe('2')
  })

  test('lies before one that writes on: its row is never below what was read', async () => {
    await writer.query('start transaction')
    await writer.query('insert into orders (at) values (now(6) + interval 1 second)')
    await home.run('insert into orders (at) values (now(6) + interval 2 second)')
    const high = await highest()
    await writer.query('commit')
    expect(await countUpTo(high)).toBe('0')
  })
})
