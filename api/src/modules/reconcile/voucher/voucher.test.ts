import type { TargetRecord } from '@sluice/connector-kit'
import { newId } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Voucher, VoucherDetail } from './contract.ts'
import { reverseVouchers } from './index.ts'
import { createVoucherStore } from './push/voucher-store.ts'

let server: TestServer
let token: string
let accountId: string
const items = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  for (const [code, direction, debit, credit] of [
    ['goods', 'in', '1012', '1122'],
    ['refund', 'out', '1122', '1012'],
    ['fee', 'both', '1012', '6603'],
    ['bare', 'both', '', ''],
  ]) {
    const id = newId()
    items.set(code!, id) // of four
    await query(tx =>
      tx.execute(
        'insert into accounting_item (id, code, name, direction, debit_account, credit_account) values ($1, $2, $2, $3, $4, $5)',
        [id, code, direction, debit, credit],
      ),
    )
  }
})
afterAll(() => server.drop())
beforeEach(async () => {
  accountId = newId()
  await query(tx =>
    tx.execute(
      `insert into recon_account (id, code, name, platform, currency) values ($1, $2, '旗舰店', 'alipay', 'CNY')`,
      [accountId, `shop-${accountId.slice(-12)}`],
    ),
  )
})

const BASE = '/api/dh/lessee/reconciliation/voucher'
const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, body?: unknown) =>
  server.call(method, `${BASE}${path}`, {
    token,
    headers: { 'accept-language': 'en' },
    ...(body === undefined ? {} : { body }),
  })
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}
const make = (period: string) => ask<Voucher[]>('POST', '', { account_id: accountId, period })
const codeOf = async (period: string) =>
  (await send('POST', '', { account_id: accountId, period })).json<{ code: string }>().code

const add = (code: string | null, minor: number, { day = '2026-03-02', currency = 'CNY' } = {}) =>
  query(tx =>
    tx.execute(
      `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date, item_id)
       values ($1, decode(md5(random()::text), 'hex'), $2, $3, $4::date + interval '4 hours', $4, $5)`,
      [accountId, minor, currency, day, code === null ? null : items.get(code)],
    ),
  )
const close = (month: string, state = 'closed') =>
  query(tx =>
    tx.execute(
      `insert into recon_period (account_id, month, state) values ($1, $2, $3)
       on conflict (tenant_id, account_id, month) do update set state = excluded.state`,
      [accountId, `${month}-01`, state],
    ),
  )

/** What all vouchers that stand booked to each subject, debit positive; and every one of them in balance. */
async function bookedOf(): Promise<Record<string, string>> {
  const { content } = (await send('GET', `?account_id=${accountId}`)).json<{ content: Voucher[] }>()
  const booked: Record<string, bigint> = {}
  for (const { id, state } of content) {
    const whole = await ask<VoucherDetail>('GET', `/${id}`)
    expect(whole.debit_minor).toBe(whole.credit_minor)
    expect(whole.debit_minor).toBe(whole.total_minor)
    if (state === 'void') continue
    for (const { side, subject, amount_minor } of whole.entries)
      booked[subject] = (booked[subject] ?? 0n) + (side === 'debit' ? 1n : -1n) * BigInt(amount_minor)
  }
  return Object.fromEntries(Object.entries(booked).map(([subject, minor]) => [subject, String(minor)]))
}

test('a day is booked by item, each currency for itself, and in balance', async () => {
  await add('goods', 10_000)
  await add('goods', -300)
  await add('refund', -2500)
  await add('fee', -60)
  await add('goods', 77, { currency: 'JPY' })
  const made = await make('2026-03-02')
  expect(made.map(({ currency, total_minor, state }) => [currency, total_minor, state])).toEqual([
    ['CNY', '12260', 'draft'],
    ['JPY', '77', 'draft'],
  ])
  const { entries } = await ask<VoucherDetail>('GET', `/${made[0]!.id}`)
  expect(entries.map(({ item, side, subject, amount_minor }) => [item, side, subject, amount_minor])).toEqual([
    ...[
      ['fee', 'debit', '6603', '60'],
      ['fee', 'credit', '1012', '60'],
    ],
    ...[
      ['goods', 'debit', '1012', '9700'],
      ['goods', 'credit', '1122', '9700'],
    ],
    ...[
      ['refund', 'debit', '1122', '2500'],
      ['refund', 'credit', '1012', '2500'],
    ],
  ])
  expect(await bookedOf()).toEqual({ '1012': '7217', '1122': '-7277', '6603': '60' })
})

test('asked again, and by ten at once, it is the same voucher', async () => {
  await add('goods', 10_000)
  const all = await Promise.all(Array.from({ length: 10 }, () => make('2026-03-02')))
  expect(new Set(all.map(([one]) => one?.id)).size).toBe(1)
})

test('a draft is replaced by what has changed; of one that was posted only the change is booked, and back again', async () => {
  await add('goods', 10_000)
  const [draft] = await make('2026-03-02')
  await add('fee', -60)
  const [second] = await make('2026-03-02')
  expect((await ask<Voucher>('GET', `/${draft!.id}`)).state).toBe('void')
  expect([second!.version, second!.total_minor]).toEqual([2, '10060'])
  await ask('POST', `/${second!.id}/post`, { number: '记-8' })
  await add('goods', 500)
  const [third] = await make('2026-03-02')
  expect([third!.version, third!.total_minor]).toEqual([3, '500'])
  expect(await bookedOf()).toEqual({ '1012': '10440', '1122': '-10500', '6603': '60' })
  await query(tx =>
    tx.execute(`update bill_line set status = 'ignored' where account_id = $1 and amount_minor in (500, -60)`, [
      accountId,
    ]),
  )
  const [fourth] = await make('2026-03-02')
  expect((await ask<Voucher>('GET', `/${third!.id}`)).state).toBe('void')
  expect([fourth!.version, fourth!.total_minor]).toEqual([4, '60'])
  expect(await bookedOf()).toEqual({ '1012': '10000', '1122': '-10000', '6603': '0' })
})

test('two who post at once: one number, and the second is told it', async () => {
  await add('goods', 1)
  const [{ id }] = (await make('2026-03-02')) as [Voucher]
  const answers = await Promise.all(['记-1', '记-2'].map(number => send('POST', `/${id}/post`, { number })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const { posted_no } = await ask<Voucher>('GET', `/${id}`)
  expect(answers.find(({ statusCode }) => statusCode === 409)?.body).toContain(posted_no)
  expect((await send('POST', `/${id}/discard`)).statusCode).toBe(409)
})

test('a month is booked once it is closed, and no day of it once more', async () => {
  await add('goods', 100)
  await add('goods', 50, { day: '2026-03-31' })
  await add('goods', 7, { day: '2026-04-01' })
  expect(await codeOf('2026-03')).toBe('conflict.voucherMonth')
  await close('2026-03')
  expect((await make('2026-03'))[0]?.total_minor).toBe('150')
  expect(await codeOf('2026-03-02')).toBe('conflict.voucherOverlap')
  expect((await make('2026-04-01'))[0]?.total_minor).toBe('7')
})

test('a month that is opened again is taken back in the ledger, whole, and booked anew once it is closed', async () => {
  await add('goods', 100)
  await add('fee', -7)
  await close('2026-03')
  const [first] = await make('2026-03')
  await ask('POST', `/${first!.id}/post`, { number: '记-1' })
  await query(tx => reverseVouchers(tx, { accountId, month: '2026-03-01', userId: newId(), nowMs: Date.now() }))
  const { content } = (await send('GET', `?account_id=${accountId}`)).json<{ content: Voucher[] }>()
  expect(content.map(({ state, reverses, reverses_no }) => [state, reverses, reverses_no])).toEqual([
    ['draft', first!.id, '记-1'],
    ['reversed', null, null],
  ])
  expect(await bookedOf()).toEqual({ '1012': '0', '1122': '0', '6603': '0' })
  await add('goods', 5)
  const [again] = await make('2026-03')
  expect(again!.total_minor).toBe('112')
  expect(await bookedOf()).toEqual({ '1012': '98', '1122': '-105', '6603': '7' })
  expect((await make('2026-03'))[0]!.id).toBe(again!.id)
  // The one that takes back is posted as any other, and is not taken back itself.
  const red = content[0]!.id
  await ask('POST', `/${red}/post`, { number: '红-1' })
  await query(tx => reverseVouchers(tx, { accountId, month: '2026-03-01', userId: newId(), nowMs: Date.now() }))
  expect(await bookedOf()).toEqual({ '1012': '98', '1122': '-105', '6603': '7' })
})

test('what cannot be booked is said, and nothing is kept', async () => {
  expect(await codeOf('2026-03-02')).toBe('invalid.voucherEmpty')
  expect(await codeOf('2999-01-01')).toBe('invalid.voucherDay')
  for (const period of ['', '2026-13', '2026-02-30', 'x', null, 202603])
    expect(await codeOf(period as string)).toMatch(/^invalid/)
  await add('bare', 5)
  expect(await codeOf('2026-03-02')).toBe('conflict.voucherSubjects')
  await add(null, 5, { day: '2026-03-03' })
  expect(await codeOf('2026-03-03')).toBe('conflict.voucherUnclassified')
  expect((await send('GET', `?account_id=${accountId}`)).json<{ content: unknown[] }>().content).toEqual([])
})

describe('a strategy', () => {
  const store = () => createVoucherStore(server.database, server.a.tenantId)
  const record = (data: TargetRecord['data']): TargetRecord => ({ data, idempotencyKey: JSON.stringify(data) })
  /** Everything that waits, two at a time. */
  const mine = newId()
  async function takeAll(strategyId = mine) {
    const taken = []
    for (let after: string | null = null; ; ) {
      const page = await store().take(strategyId, after, 2)
      taken.push(...page.records)
      if (page.cursor === null) return taken.filter(({ account_name }) => account_name === '旗舰店')
      after = page.cursor
    }
  }

  test('takes what waits, whole and in balance, and again until the number is known; then never again', async () => {
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-04']) {
      await add('goods', 1250, { day })
      await make(day)
    }
    const own = (await takeAll()).filter(({ account }) => account === `shop-${accountId.slice(-12)}`)
    expect(
      own.map(({ total, entries }) => [String(total), JSON.stringify(entries).match(/"12\.50"|12\.50/g)?.length]),
    ).toEqual(Array.from({ length: 3 }, () => ['12.50', 2]))
    // The process was lost before a page was durable: it is read again.
    const again = (await takeAll()).filter(({ account }) => account === `shop-${accountId.slice(-12)}`)
    expect(again).toEqual(own)
    const [first, second] = own.map(({ id }) => String(id))
    expect(await store().post([record({ id: first!, number: '记-1' })])).toMatchObject([
      { kind: 'written', targetKey: '记-1' },
    ])
    // The answer was lost, and it is said again.
    expect(await store().post([record({ id: first!, number: '记-1' })])).toMatchObject([{ kind: 'written' }])
    expect(await store().post([record({ id: first!, number: '记-2' })])).toMatchObject([
      { kind: 'failed', failure: { field: 'number' } },
    ])
    const left = (await takeAll()).map(({ id }) => id)
    expect([left.includes(first!), left.includes(second!)]).toEqual([false, true])
  })

  test('what it has taken is not replaced: a change is booked beside it', async () => {
    await add('goods', 1000)
    const [taken] = await make('2026-03-02')
    await takeAll()
    await add('goods', 11)
    const [change] = await make('2026-03-02')
    expect((await ask<Voucher>('GET', `/${taken!.id}`)).state).toBe('taken')
    expect([change!.version, change!.total_minor]).toEqual([2, '11'])
    expect((await send('POST', `/${taken!.id}/discard`)).statusCode).toBe(409)
    expect(await bookedOf()).toEqual({ '1012': '1011', '1122': '-1011' })
  })

  test('has what it took alone: another one is given nothing of it until a person gives it back, with a reason', async () => {
    await add('goods', 1000)
    const [{ id }] = (await make('2026-03-02')) as [Voucher]
    const other = newId()
    const both = await Promise.all([takeAll(mine), takeAll(other)])
    const holders = both.map(taken => taken.some(each => each['id'] === id))
    expect(holders.toSorted()).toEqual([false, true])
    const [holder, second] = holders[0] ? [mine, other] : [other, mine]
    expect((await takeAll(second)).some(each => each['id'] === id)).toBe(false)
    expect((await takeAll(holder)).some(each => each['id'] === id)).toBe(true)
    expect((await send('POST', `/${id}/release`, { reason: ' ' })).statusCode).toBe(422)
    const answers = await Promise.all([1, 2].map(() => send('POST', `/${id}/release`, { reason: 'not in the ledger' })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await ask<Voucher>('GET', `/${id}`)).toMatchObject({ state: 'draft', release_reason: 'not in the ledger' })
    expect((await takeAll(second)).some(each => each['id'] === id)).toBe(true)
    expect((await takeAll(holder)).some(each => each['id'] === id)).toBe(false)
    // Whoever only looks takes nothing.
    await add('goods', 7, { day: '2026-03-03' })
    const [fresh] = await make('2026-03-03')
    expect((await store().peek(200)).some(each => each['id'] === fresh!.id)).toBe(true)
    expect((await ask<Voucher>('GET', `/${fresh!.id}`)).state).toBe('draft')
  })

  test('what is said of a record that it refuses is said in every language', async () => {
    const [outcome] = await store().post([record({ id: newId(), number: '1' })])
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'notFound.voucher', field: 'id' } })
  })

  test.each([
    {},
    { id: null, number: null },
    { id: 'x', number: '1' },
    { id: newId(), number: '1' },
    { id: newId(), number: '' },
    { id: 5, number: 'x'.repeat(201) },
  ])('a messy record is refused for itself: %j', async data => {
    expect(await store().post([record(data as TargetRecord['data'])])).toMatchObject([{ kind: 'failed' }])
  })
})
