import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { LostError } from '@sluice/work'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Period, Point } from './contract.ts'
import { createPeriodWorker } from './worker.ts'

const BASE = '/api/dh/lessee/reconciliation'
let server: TestServer
let token: string
let second: string
beforeAll(async () => {
  server = await startTestServer()
  await query(tx =>
    tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'second', '', password_hash, role_id from app_user
        where tenant_id = app_tenant() and username = 'admin-a'`,
    ),
  )
  token = await server.signIn('admin-a', PASSWORD)
  second = await server.signIn('second', PASSWORD)
})
afterAll(() => server.drop())

const query = <T>(work: (tx: Tx) => Promise<T>) => server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, body?: unknown, as = token) =>
  server.call(method, `${BASE}${path}`, {
    ...{ token: as, headers: { 'accept-language': 'en' } },
    ...(body === undefined ? {} : { body }),
  })
async function ask<T>(method: string, path: string, body?: unknown, as = token): Promise<T> {
  const answer = await send(method, path, body, as)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

let accountId: string
let itemId: string
beforeEach(async () => {
  accountId = newId()
  itemId = newId()
  await query(async tx => {
    await tx.execute(
      `insert into recon_account (id, code, name, platform, currency, opening_minor, opening_on, status)
       values ($1, $2, '旗舰店', 'alipay', 'CNY', 5000, '2025-01-01', 'active')`,
      [accountId, `shop-${accountId.slice(-12)}`],
    )
    await tx.execute(`insert into accounting_item (id, code, name) values ($1, $2, 'goods')`, [
      itemId,
      itemId.slice(-12),
    ])
  })
})

interface Given {
  readonly minor: number
  readonly day: string
  readonly status?: string
  readonly balance?: number
}
const addLines = (side: 'a' | 'b', lines: readonly Given[]): Promise<string[]> =>
  query(async tx => {
    const ids: string[] = []
    for (const { minor, day, status = 'matched', balance = null } of lines) {
      const [row] = await tx.query<{ id: string }>(
        side === 'a'
          ? `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date, status, item_id, balance_after, remark)
             values ($1, decode(md5(random()::text), 'hex'), $2, 'CNY', $3::date + interval '4 hours', $3, $4, $5, $6, '货款 \t "1"') returning id`
          : `insert into supply_line (account_id, doc_no, amount_minor, currency, occurred_at, business_date, status, item_id, quantity)
             values ($1, gen_random_uuid()::text, $2, 'CNY', $3::date + interval '4 hours', $3, $4, $5, $6::numeric + 0.10) returning id`,
        [accountId, minor, day, status, itemId, balance ?? (side === 'b' ? 1 : null)],
      )
      ids.push(row!.id)
    }
    return ids
  })

const openWorker = (database = server.database) =>
  createPeriodWorker({ database, archive: server.archive, log: pino({ level: 'silent' }), now: Date.now })
const months = () => ask<Period[]>('GET', `/account/${accountId}/period`)
const get = (month: string) => ask<Period & { points: Point[] }>('GET', `/account/${accountId}/period/${month}`)
async function step(name: 'close' | 'archive' | 'restore', month: string): Promise<Period> {
  await ask('POST', `/account/${accountId}/period/${month}/${name}`, name === 'close' ? {} : undefined)
  await openWorker().turn()
  return get(month)
}
const blocking = async (month: string) =>
  (await get(month)).points.filter(({ level }) => level === 'block').map(({ code }) => code)
const countLines = () =>
  query(tx =>
    tx.query<{ a: string; b: string }>(
      `select (select count(*) from bill_line where account_id = $1) as a, (select count(*) from supply_line where account_id = $1) as b`,
      [accountId],
    ),
  )

describe('closing', () => {
  test('the figures roll forward to the cent, and a closed month keeps its own', async () => {
    await addLines('a', [
      { minor: 1050, day: '2025-01-02' },
      { minor: -50, day: '2025-01-31' },
      { minor: 700, day: '2025-02-01' },
    ])
    await addLines('b', [{ minor: 1000, day: '2025-01-03' }])
    const january = await step('close', '2025-01')
    expect(january).toMatchObject({
      ...{ state: 'closed', opening: '50.00', in: '10.50', out: '-0.50', closing: '60.00', documents: '10.00' },
      ...{ a_lines: '2', b_lines: '1', closed_by: '管理员', job: { state: 'done' } },
    })
    expect(january.hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await months()).at(-2)).toMatchObject({
      month: '2025-02',
      opening: '60.00',
      closing: '67.00',
      state: 'open',
    })
    const [row] = await query(tx =>
      tx.query<{ after: { hash: string } }>(
        `select after from operation_log where object_id = $1 and after ->> 'state' = 'closed'`,
        [accountId],
      ),
    )
    expect(row?.after.hash).toBe(january.hash)
  })

  test('what stands in its way is told, each point by itself', async () => {
    await addLines('a', [{ minor: 100, day: '2025-01-05', status: 'open', balance: 5100 }])
    await addLines('a', [{ minor: 100, day: '2025-01-06', status: 'proposed', balance: 9999 }])
    await addLines('b', [{ minor: 100, day: '2025-01-05', status: 'open' }])
    await query(tx => tx.execute('update bill_line set item_id = null where account_id = $1', [accountId]))
    expect((await blocking('2025-01')).sort()).toEqual(['a_open', 'b_open', 'continuity', 'items', 'proposed'])
    const refused = await send('POST', `/account/${accountId}/period/2025-01/close`, {})
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict.periodPoints'])
    expect(await blocking('2025-02')).toContain('order')
    expect((await get('2025-01')).points.find(({ code }) => code === 'gaps')).toMatchObject({
      level: 'warn',
      count: 29,
    })
  })

  test('balances are looked at whatever the order of their lines, and held against the roll-forward', async () => {
    await addLines('a', [
      { minor: 200, day: '2025-01-09', balance: 5300 },
      { minor: 100, day: '2025-01-05', balance: 5100 },
    ])
    expect(await blocking('2025-01')).toEqual([])
    await addLines('a', [{ minor: 7, day: '2025-01-10', balance: 5308 }])
    expect(await blocking('2025-01')).toEqual(['continuity'])
    await query(tx => tx.execute('update recon_account set opening_minor = 4000 where id = $1', [accountId]))
    await query(tx => tx.execute('delete from bill_line where balance_after = 5308 and account_id = $1', [accountId]))
    expect(await blocking('2025-01')).toEqual(['balance'])
  })

  test('carried lines go over: they may be matched later, and the hash stays', async () => {
    const [line] = await addLines('a', [{ minor: 100, day: '2025-01-05', status: 'open' }])
    await query(tx =>
      tx.execute(
        `insert into recon_handling (side, line_id, carried_until, reason) values ('a', $1, '2025-02-10', 'paid later')`,
        [line],
      ),
    )
    const before = await step('close', '2025-01')
    expect(before).toMatchObject({ state: 'closed', carried: '1' })
    await query(tx => tx.execute(`update bill_line set status = 'matched' where id = $1`, [line]))
    expect(await step('archive', '2025-01')).toMatchObject({ state: 'archived', hash: before.hash })
    expect(await countLines()).toEqual([{ a: '1', b: '0' }])
  })
})

describe('a closed month', () => {
  const refusedBy = (work: (tx: Tx) => Promise<unknown>) =>
    query(work).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

  test('is locked in the database, whatever the way in', async () => {
    const [one] = await addLines('a', [{ minor: 100, day: '2025-01-05' }])
    const [two] = await addLines('b', [{ minor: 100, day: '2025-01-05' }])
    const flowId = newId()
    await query(async tx => {
      await tx.execute(`insert into recon_flow (id, name, config) values ($1, $2, '{}')`, [flowId, flowId])
      await tx.execute(`insert into recon_flow_account (flow_id, account_id) values ($1, $2)`, [flowId, accountId])
      const [group] = await tx.query<{ id: string }>(
        `insert into match_group (flow_id, score, state, currency, a_count, b_count, a_minor, b_minor)
         values ($1, 100, 'confirmed', 'CNY', 1, 1, 100, 100) returning id`,
        [flowId],
      )
      await tx.execute(
        `insert into match_item (group_id, side, line_id, amount_minor) values ($1, 'a', $2, 100), ($1, 'b', $3, 100)`,
        [group!.id, one, two],
      )
    })
    expect(await step('close', '2025-01')).toMatchObject({ state: 'closed' })
    const ways: ((tx: Tx) => Promise<unknown>)[] = [
      tx => tx.execute('update bill_line set amount_minor = 1 where id = $1', [one]),
      tx => tx.execute(`update bill_line set status = 'open' where id = $1`, [one]),
      tx => tx.execute(`update bill_line set bill_date = '2025-02-05' where id = $1`, [one]),
      tx => tx.execute('update supply_line set item_id = null where id = $1', [two]),
      tx => tx.execute('delete from bill_line where id = $1', [one]),
      tx => tx.execute('delete from supply_line where id = $1', [two]),
      tx => tx.execute(`update match_group set state = 'revoked' where flow_id = $1`, [flowId]),
      tx => tx.execute('delete from match_group where flow_id = $1', [flowId]),
      tx => tx.execute('update match_item set is_active = false where line_id = $1', [two]),
      tx => tx.execute('update recon_account set opening_minor = 1 where id = $1', [accountId]),
    ]
    for (const way of ways) expect(await refusedBy(way)).toBe('SL001')
    await expect(addLines('a', [{ minor: 1, day: '2025-01-31' }])).rejects.toMatchObject({ code: 'SL001' })
    await expect(addLines('b', [{ minor: 1, day: '2024-12-31' }])).rejects.toMatchObject({ code: 'SL001' })
    const told = await send('PUT', '/billing/item', { ids: [one], item_id: null })
    expect(told.statusCode).toBe(409)
    const group = await ask<{ id: string }[]>('GET', `/flow/${flowId}/group`)
    const revoked = await send('POST', `/group/${group[0]!.id}/revoke`, { reason: 'no' })
    expect([revoked.statusCode, revoked.json().code]).toEqual([409, 'conflict.periodSettled'])
    expect(await step('archive', '2025-01')).toMatchObject({ state: 'archived' })
  })

  test('is opened again by a second person alone, the last one first', async () => {
    await addLines('a', [{ minor: 100, day: '2025-01-05' }])
    await step('close', '2025-01')
    await step('close', '2025-02')
    const reopen = (month: string, as: string) =>
      send('POST', `/account/${accountId}/period/${month}/reopen`, { reason: 'a bill was missing' }, as)
    expect((await reopen('2025-02', token)).json().code).toBe('conflict.periodSelf')
    expect((await reopen('2025-01', second)).json().code).toBe('conflict.periodLater')
    expect((await reopen('2025-02', second)).json().content).toMatchObject({
      state: 'open',
      hash: null,
      reopened_by: 'second',
    })
    await addLines('a', [{ minor: 3, day: '2025-02-05' }])
    expect(await step('close', '2025-02')).toMatchObject({ state: 'closed', closing: '51.03' })
  })

  test('is archived and restored line by line, and a damaged file brings nothing back', async () => {
    await addLines('a', [
      { minor: 100, day: '2025-01-05', balance: 5100 },
      { minor: 9, day: '2025-01-05', status: 'ignored', balance: 5109 },
    ])
    await addLines('b', [{ minor: 100, day: '2025-01-05' }])
    const rows = () =>
      query(async tx => [
        ...(await tx.query('select to_jsonb(l) as l from bill_line l where account_id = $1 order by id', [accountId])),
        ...(await tx.query('select to_jsonb(l) as l from supply_line l where account_id = $1 order by id', [
          accountId,
        ])),
      ])
    const before = await rows()
    const closed = await step('close', '2025-01')
    const archived = await step('archive', '2025-01')
    expect(archived).toMatchObject({
      state: 'archived',
      hash: closed.hash,
      closing: closed.closing,
      job: { state: 'done' },
    })
    expect(await rows()).toEqual([])
    const file = await send('GET', `/account/${accountId}/period/2025-01/file`)
    expect(file.rawPayload.subarray(0, 4).toString()).toBe('PAR1')

    const [place] = await query(tx =>
      tx.query<{ archive_path: string }>('select archive_path from recon_period where account_id = $1', [accountId]),
    )
    const path = server.archive.resolve(place!.archive_path)
    await pipeline(createReadStream(path), createWriteStream(`${path}.kept`))
    await pipeline(
      createReadStream(path, { end: Number(archived.archive_bytes) - 100 }),
      createWriteStream(`${path}.cut`),
    )
    await pipeline(createReadStream(`${path}.cut`), createWriteStream(path))
    expect(await step('restore', '2025-01')).toMatchObject({
      ...{ state: 'archived', job: { state: 'failed', failure: { code: 'conflict.periodFile' } } },
    })
    expect(await rows()).toEqual([])
    await pipeline(createReadStream(`${path}.kept`), createWriteStream(path))
    expect(await step('restore', '2025-01')).toMatchObject({ state: 'closed', hash: closed.hash })
    expect(await rows()).toEqual(before)
  })
})

// Every transaction of four steps is lost in turn: some sixty times a start from the beginning.
test('whoever is lost anywhere leaves a month before or behind its step, and the next one brings it to its end', {
  timeout: 240_000,
}, async () => {
  await addLines(
    'a',
    Array.from({ length: 30 }, (_, at) => ({ minor: at - 12, day: `2025-01-${10 + (at % 20)}` })),
  )
  await addLines(
    'b',
    Array.from({ length: 20 }, (_, at) => ({ minor: at, day: `2025-01-${10 + (at % 20)}` })),
  )
  let hash: string | null = null
  for (const name of ['close', 'archive', 'restore', 'archive'] as const) {
    const { state: before } = await get('2025-01')
    await ask('POST', `/account/${accountId}/period/2025-01/${name}`, name === 'close' ? {} : undefined)
    for (let lostAt = 1; ; lostAt += 1) {
      let count = 0
      const dying: typeof server.database = {
        ...server.database,
        withTenant: (tenant, whole, options) => {
          count += 1
          if (count > lostAt) throw new LostError()
          return server.database.withTenant(
            tenant,
            async tx => {
              const answer = await whole(tx)
              if (count === lostAt) throw new LostError()
              return answer
            },
            options,
          )
        },
      }
      await openWorker(dying)
        .turn()
        .catch(() => undefined)
      await query(tx =>
        tx.execute(
          `update period_job set holder = null, attempts = 0, lease_until = '-infinity' where account_id = $1`,
          [accountId],
        ),
      )
      const now = await get('2025-01')
      const { a, b } = (await countLines())[0]!
      // A month is archived only where its file holds everything; before, no line is gone.
      if (now.state !== 'archived' && now.state !== 'restoring') expect([a, b]).toEqual(['30', '20'])
      if (now.job?.state === 'done') break
      expect([before, 'closing', 'archiving', 'archived', 'restoring']).toContain(now.state)
      expect(lostAt).toBeLessThan(60)
    }
    const after = await get('2025-01')
    hash ??= after.hash
    expect([after.hash, after.closing]).toEqual([hash, '50.75'])
  }
  expect(await countLines()).toEqual([{ a: '0', b: '0' }])
})

test('a cancelled step leaves the month as it was', async () => {
  await addLines('a', [{ minor: 100, day: '2025-01-05' }])
  await ask('POST', `/account/${accountId}/period/2025-01/close`, {})
  const busy = await send('POST', `/account/${accountId}/period/2025-01/close`, {})
  expect(busy.json().code).toBe('conflict.periodState')
  expect(await ask('POST', `/account/${accountId}/period/2025-01/cancel`)).toMatchObject({ state: 'open' })
  await addLines('a', [{ minor: 100, day: '2025-01-05' }])
  expect(await step('close', '2025-01')).toMatchObject({ state: 'closed', a_lines: '2' })
})

test('whatever the lines, every month opens with what the one before closed with, and closing changes no sum', async () => {
  const line = fc.record({
    minor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    month: fc.integer({ min: 1, max: 4 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 25 }), fc.integer({ min: 0, max: 3 }), async (lines, closed) => {
      await query(async tx => {
        accountId = newId()
        await tx.execute(
          `insert into recon_account (id, code, name, platform, currency, opening_minor, opening_on)
           values ($1, $2, 'p', 'alipay', 'CNY', 77, '2025-01-01')`,
          [accountId, accountId],
        )
      })
      await addLines(
        'a',
        lines.map(({ minor, month, day }) => ({ minor, day: `2025-0${month}-${String(day).padStart(2, '0')}` })),
      )
      const figures = async () =>
        (await months())
          .toReversed()
          .map(({ month, opening, in: ins, out, closing }) => ({ month, opening, ins, out, closing }))
      const before = await figures()
      for (let month = 1; month <= closed; month += 1) await step('close', `2025-0${month}`)
      expect(await figures()).toEqual(before)
      const cents = (amount: string) => BigInt(amount.replace('.', ''))
      before.forEach((each, at) => {
        expect(cents(each.opening) + cents(each.ins) + cents(each.out)).toBe(cents(each.closing))
        if (at > 0) expect(each.opening).toBe(before[at - 1]!.closing)
      })
      const total = lines.reduce((sum, { minor }) => sum + BigInt(minor), 77n)
      expect(cents(before.at(-1)!.closing)).toBe(total)
    }),
    { numRuns: 12 },
  )
})
