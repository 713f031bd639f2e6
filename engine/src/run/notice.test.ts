import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccountBook } from '../sql/account-rows.ts'
import { noticeStorageQuota, settleRecordQuotas, tidyNotices } from '../sql/notice-rows.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
  await engine.start()
})
afterEach(() => fixture.stop())

interface NoticeRow {
  readonly kind: string
  readonly object_id: string
  readonly object_name: string
  readonly cause: string
  readonly count: number
  readonly is_settled: boolean
}
const readNotices = () =>
  fixture.query<NoticeRow>(
    `select kind, object_id, object_name, cause, count, settled_at is not null as is_settled from notice
      where tenant_id = app_tenant() order by kind, cause`,
  )
const broken = () => new Failure({ code: 'fake.down', message: 'The far system is down.', retry: 'never' })

it('one notice per strategy and cause counts its failures, and the first success settles it', async () => {
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(1))
  for (let times = 1; times <= 3; times += 1) {
    fixture.system.openFailures = [broken()]
    expect((await fixture.run(engine)).state).toBe('failed')
    const { strategyId } = fixture
    const notice = { kind: 'run.failed', object_id: strategyId, object_name: 'orders', cause: 'fake.down' }
    expect(await readNotices()).toEqual([{ ...notice, count: times, is_settled: false }])
  }
  expect((await fixture.run(engine)).state).toBe('succeeded')
  expect(await readNotices()).toMatchObject([{ count: 3, is_settled: true }])
  fixture.system.openFailures = [broken()]
  await fixture.run(engine)
  expect(await readNotices()).toMatchObject([{ count: 1, is_settled: false }])
})

it('a run that leaves records behind tells how many and why, and one that leaves none settles it', async () => {
  await fixture.saveConfig()
  fixture.system.rows = [...makeOrders(3).map(data => ({ data })), { data: { amount: 1 } }]
  expect((await fixture.run(engine)).state).toBe('partial')
  expect(await readNotices()).toMatchObject([
    { kind: 'run.partial', cause: 'record.noKey', count: 1, is_settled: false },
  ])
  const [notice] = await fixture.query<{ text: string }>('select text from notice where tenant_id = app_tenant()')
  expect(notice?.text).toMatch(/^1 of 4 records did not arrive\. .*id/)
  const [line] = await fixture.query<{ level: string; text: string }>(
    'select level, text from run_log order by id desc limit 1',
  )
  expect(line).toEqual({
    level: 'error',
    text: 'Incomplete, 1 of 4 records did not arrive: read 4, rejected 1, written 3.',
  })
  fixture.system.setRows(makeOrders(3))
  expect((await fixture.run(engine)).state).toBe('succeeded')
  expect(await readNotices()).toMatchObject([{ kind: 'run.partial', is_settled: true }])
})

it('a run of which nothing arrived has failed, and its last line says so', async () => {
  await fixture.saveConfig()
  fixture.system.rows = Array.from({ length: 3 }, () => ({ data: { amount: 1 } }))
  expect(await fixture.run(engine)).toMatchObject({
    state: 'failed',
    counts: { read: 3, rejected: 3 },
    failure: { code: 'run.nothingArrived' },
  })
  expect(await readNotices()).toMatchObject([{ kind: 'run.failed', cause: 'run.nothingArrived' }])
  const [line] = await fixture.query<{ level: string; text: string }>(
    'select level, text from run_log order by id desc limit 1',
  )
  expect(line?.level).toBe('error')
  expect(line?.text).toMatch(/^Failed: None of 3 records arrived\. .*id.* \(read 3, rejected 3\)$/)
})

it('a run that was lost with its process is told when another one takes it over; one handed back is not', async () => {
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(30))
  const { runId } = await fixture.request(engine)
  await fixture.waitFor(runId)
  const revive = (at: string) =>
    fixture.query(
      `update run set state = 'running', read_complete = true, updated_at = ${at} where id = $1 returning id`,
      [runId],
    )
  await revive(`'epoch'`)
  await fixture.waitFor(runId)
  expect(await readNotices()).toEqual([])
  await revive(`now() - interval '1 hour'`)
  await fixture.waitFor(runId)
  expect(await readNotices()).toMatchObject([{ kind: 'process.lost', count: 1 }])
})

it('an account that is cut off is told once, and settled when it answers again', async () => {
  const { tenantId, connectorId } = fixture
  const book = createAccountBook(place.database, { tenantId, connectorId }, '00000000-0000-7000-8000-000000000009')
  const failed = { reason: { code: 'egress.refused', message: 'It was refused.' }, forMs: 0, tries: 5 }
  await book.open(failed, false)
  await book.open(failed, true)
  const [told] = await fixture.query<{ text: string }>('select text from notice')
  expect(told?.text).toMatch(/^It was refused\. Failing since \S+Z, tried 6 times, next try at \S+Z\.$/)
  expect(await readNotices()).toMatchObject([
    { kind: 'account.open', object_id: connectorId, object_name: 'fake', count: 1, is_settled: false },
  ])
  await book.close()
  expect(await readNotices()).toMatchObject([{ kind: 'account.open', is_settled: true }])
  const [over] = await fixture.query<{ text: string }>('select text from notice')
  expect(over?.text).toMatch(/^Available again since \S+Z\. It had been failing since \S+Z; failed tries: 6\.$/)
})

it('quotas are told once when they are near and once when they are full, and are over with more room or the month', async () => {
  await fixture.saveConfig({ source: { pageSize: 10 } })
  const setQuota = (records: number) =>
    place.database.withSystem(tx =>
      tx.execute('update tenant_quota set records_per_month = $2 where tenant_id = $1', [fixture.tenantId, records]),
    )
  await setQuota(10)
  fixture.system.setRows(makeOrders(8))
  await fixture.run(engine)
  fixture.system.setRows(makeOrders(9))
  await fixture.run(engine)
  const near = await readNotices()
  expect(near).toMatchObject([{ kind: 'quota.records', count: 1 }])
  expect(near[0]!.cause).toMatch(/near$/)
  fixture.system.setRows(makeOrders(12))
  await fixture.run(engine)
  const readOpen = async () => {
    await place.database.withSystem(settleRecordQuotas)
    return (await readNotices()).filter(row => !row.is_settled).map(row => row.cause.split(' ')[1])
  }
  expect(await readOpen()).toEqual(['full', 'near'])
  await setQuota(14)
  expect(await readOpen()).toEqual(['near'])
  // The month is over.
  await fixture.query(`update tenant_usage set month = month - interval '1 month' returning month`)
  expect(await readOpen()).toEqual([])
})

it('storage that has room again is settled, and told anew when it fills again', async () => {
  const measure = async (stored: number) => {
    await place.database.withSystem(async tx => {
      await tx.execute('update tenant_quota set storage_bytes = 1000000 where tenant_id = $1', [fixture.tenantId])
      await tx.execute('update tenant_load set stored_bytes = $2, measured_at = now() where tenant_id = $1', [
        fixture.tenantId,
        stored,
      ])
      await noticeStorageQuota(tx)
      await noticeStorageQuota(tx)
    })
    return (await readNotices()).map(
      ({ cause, count, is_settled }) => `${cause} ${count} ${is_settled ? 'over' : 'open'}`,
    )
  }
  expect(await measure(500_000)).toEqual([])
  expect(await measure(850_000)).toEqual(['near 1 open'])
  expect(await measure(1_200_000)).toEqual(['full 1 open', 'near 1 open'])
  expect(await measure(100_000)).toEqual(['full 1 over', 'near 1 over'])
  expect(await measure(900_000)).toEqual(['full 1 over', 'near 1 open'])
})

it('old notices go, and the owner of a token that ends soon is told once, until it has ended', async () => {
  await fixture.query(
    `insert into notice (id, kind, object_id, last_at) values (gen_random_uuid(), 'run.failed', 'old', now() - interval '91 days'),
       (gen_random_uuid(), 'run.failed', 'young', now() - interval '89 days') returning id`,
  )
  const [user] = await fixture.query<{ id: string }>(
    `with r as (insert into role (id, name) values (gen_random_uuid(), 'r') returning id)
     insert into app_user (id, username, nickname, password_hash, role_id) select gen_random_uuid(), gen_random_uuid(), '', '', id from r returning id`,
  )
  await fixture.query(
    `insert into access_token (id, user_id, name, prefix, token_hash, permissions, expires_at) values
       (gen_random_uuid(), $1, 'soon', 'p', sha256('soon'), '{}', now() + interval '3 days'),
       (gen_random_uuid(), $1, 'later', 'p', sha256('later'), '{}', now() + interval '30 days') returning id`,
    [user!.id],
  )
  await place.database.withSystem(tidyNotices)
  await place.database.withSystem(tidyNotices)
  const rows = await readNotices()
  expect(rows.map(row => `${row.kind} ${row.object_name || row.object_id} ${row.count}`)).toEqual([
    'run.failed young 1',
    'token.expiring soon 1',
  ])
  const isOver = async () => (await readNotices()).find(row => row.kind === 'token.expiring')?.is_settled
  expect(await isOver()).toBe(false)
  await fixture.query(`update access_token set expires_at = now() where name = 'soon' returning id`)
  await place.database.withSystem(tidyNotices)
  expect(await isOver()).toBe(true)
})
