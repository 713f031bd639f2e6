import { newId } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { AccountModel } from '../account-model/contract.ts'
import type { Difference } from '../difference/contract.ts'
import type { Entry, Flow } from '../flow/contract.ts'
import type { FeeRow, ItemRow, RuleRow } from './contract.ts'
import { listFees, listFeesAfter, type PlacedFee } from './fee-rows.ts'
import { listItems, listItemsAfter } from './item-rows.ts'

let server: TestServer
let token: string
let accountId: string
const items = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  for (const code of ['goods', 'refund', 'commission']) {
    const id = newId()
    items.set(code, id)
    await query(tx => tx.execute('insert into accounting_item (id, code, name) values ($1, $2, $2)', [id, code]))
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

const BASE = '/api/dh/lessee/reconciliation'
const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await server.call(method, `${BASE}${path}`, { token, ...(body === undefined ? {} : { body }) })
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

interface Given {
  readonly side?: 'a' | 'b'
  readonly minor: number
  readonly item?: string
  readonly order?: string
  readonly day?: string
  readonly currency?: string
}

const add = ({ side = 'a', minor, item, order, day = '2026-03-02', currency = 'CNY' }: Given): Promise<string> =>
  query(async tx => {
    const values = [accountId, order ?? null, minor, currency, day, item === undefined ? null : items.get(item)]
    const [row] = await tx.query<{ id: string }>(
      side === 'a'
        ? `insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date, item_id)
           values ($1, decode(md5(random()::text), 'hex'), $2, $3, $4, $5::date + interval '4 hours', $5, $6) returning id`
        : `insert into supply_line (account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date, item_id)
           values ($1, gen_random_uuid()::text, $2, $3, $4, $5::date + interval '4 hours', $5, $6) returning id`,
      values,
    )
    return row!.id // an insert answers with its row
  })

interface ItemReport {
  rows: ItemRow[]
  total: number
  totals: { currency: string; a_minor: string; b_minor: string; difference_minor: string }[]
  days: { currency: string; a_minor: string; b_minor: string }[]
}
const addUp = (texts: readonly string[]) => String(texts.reduce((sum, text) => sum + BigInt(text), 0n))

test('by shop, item and day: every row equals the lists it opens, and the rows their totals, to the cent, per currency', async () => {
  let seed = 11
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let at = 0; at < 60; at++)
    await add({
      ...{
        side: next(2) ? 'a' : 'b',
        minor: next(200_000) - 90_000,
        day: `2026-03-0${1 + next(4)}`,
        order: `o${next(9)}`,
      },
      ...(next(4) > 0 && { item: [...items.keys()][next(3)]! }), // of three
      currency: ['CNY', 'JPY', 'KWD'][next(3)]!, // of three
    })
  const rows: ItemRow[] = []
  let report: ItemReport
  for (let page = 1; ; page++) {
    report = await ask<ItemReport>('GET', `/report/items?account_id=${accountId}&page=${page}&pageSize=7`)
    rows.push(...report.rows)
    if (report.rows.length < 7) break
  }
  for (const row of rows) {
    const at = `account_id=${accountId}&item_id=${row.item_id ?? 'none'}&from=${row.day}&to=${row.day}`
    for (const [path, lines, minor] of [
      ['billing-sums', row.a_lines, row.a_minor],
      ['supply-chain-sums', row.b_lines, row.b_minor],
    ] as const) {
      const sums = await ask<{ currency: string; count: string; in: string; out: string }[]>('GET', `/${path}?${at}`)
      const own = sums.find(({ currency }) => currency === row.currency)
      const toMinor = (text: string) => BigInt(text.replace('.', ''))
      expect([row.day, lines, minor]).toEqual([
        row.day,
        Number(own?.count ?? 0),
        String(own ? toMinor(own.in) + toMinor(own.out) : 0n),
      ])
    }
  }
  expect(report.totals.map(({ currency }) => currency)).toEqual(['CNY', 'JPY', 'KWD'])
  for (const total of report.totals) {
    const own = rows.filter(({ currency }) => currency === total.currency)
    const days = report.days.filter(({ currency }) => currency === total.currency)
    for (const side of ['a_minor', 'b_minor'] as const) {
      expect(addUp(own.map(row => row[side]))).toBe(total[side])
      expect(addUp(days.map(row => row[side]))).toBe(total[side])
    }
    expect(BigInt(total.difference_minor)).toBe(BigInt(total.a_minor) - BigInt(total.b_minor))
  }
})

describe('fees', () => {
  const setRates = async (...rates: object[]) => {
    const model = await ask<AccountModel>('GET', `/account/${accountId}/model`)
    const { rules, in_transit_days } = model.current
    await ask('PUT', `/account/${accountId}/model/draft`, { config: { rules, in_transit_days, rates } })
    await ask('POST', `/account/${accountId}/model/publish`, {})
  }
  const rate = (percent: string, valid_from = '2026-01-01', rounding = 'half_up') => ({
    ...{ item: 'commission', base: ['goods', 'refund'], percent, valid_from, rounding },
  })
  interface FeeReport {
    rows: FeeRow[]
    total: number
    totals: {
      different: number
      orders: number
      difference_minor: string
      expected_minor: string
      actual_minor: string
    }[]
    accounts: number
  }
  const read = (search = '') => ask<FeeReport>('GET', `/report/fees?account_id=${accountId}&different=0&${search}`)
  const short = (rows: FeeRow[]) =>
    rows
      .map(row => [row.order_no, row.base_minor, row.expected_minor, row.actual_minor, row.difference_minor])
      .toSorted()

  test('each line of the base is rounded once, and what differs is on top', async () => {
    await setRates(rate('0.6'))
    await add({ order: 'right', item: 'goods', minor: 10_000 })
    await add({ order: 'right', item: 'commission', minor: -60 })
    // 0.6 % of 75 is 0.45: nothing; twice of it is not 0.9.
    await add({ order: 'small', item: 'goods', minor: 75 })
    await add({ order: 'small', item: 'goods', minor: 75 })
    await add({ order: 'much', item: 'goods', minor: 10_000 })
    await add({ order: 'much', item: 'commission', minor: -66 })
    await add({ order: 'back', item: 'goods', minor: 10_000 })
    await add({ order: 'back', item: 'commission', minor: -60 })
    await add({ order: 'back', item: 'refund', minor: -10_000, day: '2026-04-02' })
    await add({ order: 'none', item: 'commission', minor: -5 })
    const { rows, total, totals } = await read()
    expect(short(rows)).toEqual([
      ['back', '0', '0', '-60', '-60'],
      ['much', '10000', '-60', '-66', '-6'],
      ['none', '0', '0', '-5', '-5'],
      ['right', '10000', '-60', '-60', '0'],
      ['small', '150', '0', '0', '0'],
    ])
    expect([total, rows[0]?.order_no]).toEqual([5, 'back'])
    expect(totals).toMatchObject([
      { orders: 5, different: 3, expected_minor: '-120', actual_minor: '-191', difference_minor: '-71' },
    ])
    const different = await ask<FeeReport>('GET', `/report/fees?account_id=${accountId}`)
    expect(addUp(different.rows.map(row => row.difference_minor))).toBe(totals[0]?.difference_minor)
  })

  test('half a unit goes away from zero, or to the even one, as the contract says', async () => {
    const days = { up: '2026-03-02', even: '2026-05-02' }
    await setRates(rate('1'), rate('1', '2026-05-01', 'half_even'))
    for (const [name, day] of Object.entries(days))
      for (const minor of [50, 150, 250, -50, -150]) await add({ order: `${name}${minor}`, item: 'goods', minor, day })
    const { rows } = await read()
    expect(Object.fromEntries(rows.map(row => [row.order_no, row.expected_minor]))).toEqual({
      ...{ up50: '-1', up150: '-2', up250: '-3', 'up-50': '1', 'up-150': '2' },
      ...{ even50: '0', even150: '-2', even250: '-2', 'even-50': '0', 'even-150': '2' },
    })
  })

  test('a rate holds from its day on, and an order of both days names both', async () => {
    await setRates(rate('0.6'), rate('1', '2026-03-15'))
    await add({ order: 'early', item: 'goods', minor: 10_000, day: '2026-03-14' })
    await add({ order: 'late', item: 'goods', minor: 10_000, day: '2026-03-15' })
    await add({ order: 'both', item: 'goods', minor: 10_000, day: '2026-03-14' })
    await add({ order: 'both', item: 'goods', minor: 10_000, day: '2026-03-15' })
    await add({ order: 'before', item: 'goods', minor: 10_000, day: '2025-12-31' })
    const { rows } = await read()
    expect(rows.map(row => [row.order_no, row.percents, row.expected_minor]).toSorted()).toEqual([
      ['both', ['0.6', '1'], '-160'],
      ['early', ['0.6'], '-60'],
      ['late', ['1'], '-100'],
    ])
  })

  test('what is paid back after a change goes by the rate that was taken', async () => {
    await setRates(rate('0.6'), rate('1', '2026-03-15'))
    await add({ order: 'back', item: 'goods', minor: 10_000, day: '2026-03-14' })
    await add({ order: 'back', item: 'refund', minor: -10_000, day: '2026-03-20' })
    const { rows } = await read()
    expect(rows.map(row => [row.percents, row.expected_minor])).toEqual([[['0.6'], '0']])
  })

  test.each([
    [rate('-1')],
    [rate('1e3')],
    [rate('')],
    [{ ...rate('1'), base: [] }],
    [{ ...rate('1'), rounding: 'up' }],
    [rate('1'), rate('2')],
    [{ ...rate('1'), valid_from: '2026-02-30' }],
  ])('a messy rate is refused: %j', async (...rates) => {
    await expect(setRates(...rates)).rejects.toThrow('invalid')
  })
})

test('what is open by age and by day equals the list of open lines', async () => {
  for (const [side, minor, currency] of [
    ['a', 500, 'CNY'],
    ['b', 300, 'CNY'],
    ['a', 7, 'JPY'],
    ['b', -9, 'JPY'],
  ] as const)
    for (const day of ['2026-03-02', '2026-03-05']) await add({ side, minor, currency, day })
  const list = async (search: string) =>
    (await ask<{ lines: Difference[] }>('GET', `/difference?state=all&account_id=${accountId}&${search}`)).lines
  const sumOf = async (search: string) => addUp((await list(search)).map(line => line.amount_minor))
  type Row = { day: string; bucket: string; currency: string; a_minor: string; b_minor: string; total_minor: string }
  const ages = await ask<Row[]>('GET', `/report/ages?account_id=${accountId}`)
  for (const row of ages) {
    const at = `currency=${row.currency}&bucket=${encodeURIComponent(row.bucket)}`
    expect([await sumOf(`${at}&side=a`), await sumOf(`${at}&side=b`)]).toEqual([row.a_minor, row.b_minor])
  }
  const days = await ask<Row[]>('GET', `/report/open?account_id=${accountId}`)
  for (const row of days) {
    const at = `currency=${row.currency}&from=${row.day}&to=${row.day}`
    expect([await sumOf(`${at}&side=a`), await sumOf(`${at}&side=b`)]).toEqual([row.a_minor, row.b_minor])
  }
  expect(days.filter(({ currency }) => currency === 'CNY').map(row => row.total_minor)).toEqual(['200', '400'])
  expect(ages.length + days.length).toBeGreaterThan(4)
})

test('rules: what each settled is what the flow lists, and refusals are counted', async () => {
  const flow = await ask<Flow>('POST', '/flow', { name: `flow ${newId()}`, account_ids: [accountId] })
  for (const order of ['1', '2', '3']) {
    const [a, b] = [await add({ order, minor: 100 }), await add({ side: 'b', order, minor: 100 })]
    const { id } = await ask<{ id: string }>('POST', `/flow/${flow.id}/match`, { a: [a], b: [b], reason: 'same' })
    if (order === '3') await ask('POST', `/group/${id}/revoke`, { reason: 'not the same' })
  }
  const rows = await ask<RuleRow[]>('GET', `/report/rules?account_id=${accountId}`)
  expect(rows).toMatchObject([
    { rule: '', matches: 2, confirmed: 2, proposed: 0, rejected: 1, a_lines: 2, a_minor: '200', share: 6666 },
  ])
  const { entries } = await ask<{ entries: Entry[] }>('GET', `/flow/${flow.id}/entry?state=matched&currency=CNY`)
  expect([entries.length, addUp(entries.map(entry => entry.a.minor))]).toEqual([2, '200'])
})

test.each(['items', 'fees', 'ages', 'open', 'rules'])(
  '%s comes as a sheet, with as many rows as the report',
  async kind => {
    await add({ order: 'x', item: 'goods', minor: 1234 })
    const at = `/report/${kind}/export?account_id=${accountId}`
    const sheet = await server.call('GET', `${BASE}${at}`, { token })
    expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    const text = await server.call('GET', `${BASE}${at}&format=csv`, { token })
    if (kind !== 'fees' && kind !== 'rules') expect(text.body).toContain('12.34')
  },
)

test('a sheet is read behind its last row: what comes meanwhile neither doubles a row nor leaves one out', async () => {
  for (let at = 0; at < 9; at++)
    await add({
      ...{ order: `k${at % 4}`, minor: 10_000 + at, day: `2026-03-0${1 + (at % 3)}`, currency: at % 2 ? 'CNY' : 'USD' },
      ...(at % 4 > 0 && { item: at % 4 === 1 ? 'commission' : 'goods' }),
    })
  const search = { accountId, currency: null, from: null, to: null }
  const until = null
  const base = { account_id: accountId, item: 'commission', base: ['goods'], rounding: 'half_up' }
  const rates = [{ ...base, percent: '1', from: '2020-01-01', until }]
  const items = await query(tx => listItems(tx, search, 200, 0))
  const fees = await query(tx => listFees(tx, search, rates, { isDifferent: false, limit: 200, offset: 0 }))
  const rowsOf = async <Row>(read: (after: Row | undefined) => Promise<Row[]>): Promise<Row[]> => {
    const rows: Row[] = []
    for (;;) {
      const page = await read(rows.at(-1))
      rows.push(...page)
      if (page.length < 2) return rows
      // A newer day: before everything that was read.
      await add({ minor: 1, day: '2026-03-09' })
    }
  }
  const read = await rowsOf<ItemRow>(after => query(tx => listItemsAfter(tx, search, after, 2)))
  expect(read).toEqual(items.map(({ total: _, ...row }) => row))
  expect(fees.length).toBeGreaterThan(2)
  const charged = await rowsOf<PlacedFee>(after =>
    query(tx => listFeesAfter(tx, search, rates, { isDifferent: false, after, limit: 2 })),
  )
  expect(charged.map(({ code: _, ...row }) => row)).toEqual(fees.map(({ total: _, ...row }) => row))
})
