import { type Confirm, parseParams } from '@sluice/connector-kit'
import { Failure, TargetConfig } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgresql from './index.ts'
import { createTestDatabase, isReachable, type TestDatabase } from './testing.ts'

const isThere = await isReachable()
const connectorId = '01900000-0000-7000-8000-000000000002'
const signal = new AbortController().signal
let database: TestDatabase

describe.skipIf(!isThere && !process.env['CI'])('a batch that was longer under way than a lease lasts', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    // The first statement takes its time, like one whose rows come from a process that stood still; the next does not.
    await database.session.run(`
      create sequence waits;
      create function wait_once() returns trigger language plpgsql as $$
        begin if nextval('waits') = 1 then perform pg_sleep(5.2); end if; return null; end $$;
      create table late (id int primary key, v text);
      create trigger wait before insert on late for each statement execute function wait_once()`)
  })
  afterAll(() => database?.dispose())

  const write = async (confirm: Confirm) => {
    await database.session.run(`alter sequence waits restart; truncate late`)
    const connection = await postgresql.open(parseParams(postgresql.manifest.params, database.params), database.context)
    try {
      const target = await connection.openTarget!(
        TargetConfig.parse({ connector_id: connectorId, resource: 'public.late' }),
      )
      return await target.write([{ data: { id: 1, v: 'a' }, idempotencyKey: 'k' }], signal, confirm)
    } finally {
      await connection.close()
    }
  }
  const count = async () => (await database.session.query('select 1 as n from late')).length

  test('is not kept without asking who holds the run now', async () => {
    const lost = new Failure({ code: 'run.lost', message: 'Another process has this run.' })
    await expect(write(() => Promise.reject(lost))).rejects.toBe(lost)
    expect(await count()).toBe(0)
  })

  test('is kept by who holds it still', async () => {
    expect(await write(() => Promise.resolve())).toEqual([{ kind: 'written' }])
    expect(await count()).toBe(1)
  })
})
