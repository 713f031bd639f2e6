import { encodeBill, sampleBills } from '@sluice/bills/testing'
import type { LineSide, TargetRecord } from '@sluice/connector-kit'
import { type Data, newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { createImportWorker } from '../bill-import/index.ts'
import { createLineStore } from './push/line-store.ts'

const BASE = '/api/dh/lessee/reconciliation'

let server: TestServer
let token: string
let strategyId: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  await content('POST', 'item-standard')
  await content('POST', 'account', { code: 'shop', name: 'Shop', platform: 'alipay' })
  await content('POST', 'account', { code: 'yen', name: 'Yen', platform: 'alipay', currency: 'JPY' })
  strategyId = newId()
})
afterAll(() => server.drop())

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const content = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<any> =>
  (await server.call(method, `${BASE}/${path}`, { token, ...(body === undefined ? {} : { body }) })).json().content

const push = (side: LineSide, rows: readonly Data[], tenant = server.a.tenantId, from = 0) =>
  createLineStore(server.database, tenant).push(
    side,
    rows.map(
      (data, n): TargetRecord => ({
        data,
        idempotencyKey: `k${from + n}`,
        origin: { strategyId, key: `${side}${from + n}` },
      }),
    ),
  )
const doc = (no: number, more: Data = {}): Data => ({
  ...{ account: 'shop', doc_no: `D${no}`, order_no: `O${no % 3}`, amount: `${no}.10`, currency: 'CNY' },
  ...{
    occurred_at: `2024-03-${String((no % 20) + 1).padStart(2, '0')} 12:00:00`,
    batch_no: 'S1',
    colour: 'red',
    ...more,
  },
})

test('lines of many pages come once each, and sums, list and file are of the same lines whatever is asked', async () => {
  const rows = Array.from({ length: 57 }, (_, n) =>
    doc(n + 1, n % 5 === 0 ? { amount: `-${n}.5`, item: 'refund' } : {}),
  )
  const outcomes = await push('b', [...rows, doc(58, { account: 'yen', amount: '500', currency: 'JPY' })])
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(58).fill('written'))
  const list = async (query: string) => {
    const found: { id: string; amount: string; currency: string }[] = []
    let after = ''
    do {
      const page = await content('GET', `supply-chain?limit=10&${query}${after}`)
      found.push(...page.lines)
      after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
    } while (after !== '')
    return found
  }
  for (const query of [
    '',
    'way=out',
    'item_id=none',
    'number=O1',
    'from=2024-03-05&to=2024-03-06',
    `strategy_id=${strategyId}`,
  ]) {
    const lines = await list(query)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThan(4)
    const sums = await content('GET', `supply-chain-sums?${query}`)
    for (const { currency, count, net } of sums) {
      const own = lines.filter(line => line.currency === currency)
      const minor = own.reduce((total, { amount }) => total + BigInt(amount.replace('.', '')), 0n)
      expect([query, count, BigInt(net.replace('.', ''))]).toEqual([query, String(own.length), minor])
    }
    expect(sums.reduce((total: number, { count }: { count: string }) => total + Number(count), 0)).toBe(lines.length)
    const file = await server.call('GET', `${BASE}/supply-chain-export?${query}`, { token })
    expect(file.body.trimEnd().split('\n').length - 1).toBe(lines.length)
  }
  const [line] = await list('number=D58')
  expect(line).toMatchObject({ amount: '500', currency: 'JPY', attributes: { batch_no: 'S1', colour: 'red' } })
  expect(await list(`number=B${line?.id}`)).toHaveLength(1)
  // Another tenant sees none of them, and its records do not find our account.
  expect((await push('b', [doc(1)], server.b.tenantId))[0]).toMatchObject({ failure: { code: 'invalid.lineAccount' } })
})

test('a movement that a bill has already is skipped by name, others get their item by the rules', async () => {
  const movement = (no: string, more: Data = {}): Data => ({
    ...{ account: 'shop', txn_no: no, kind: '收费', amount_minor: '-60', currency: 'CNY' },
    ...{ occurred_at: '2024-03-01T10:00:00+08:00', counterparty: 'alice@example.com', ...more },
  })
  expect((await push('a', [movement('1'), movement('2', { amount: '-0.61' })])).map(({ kind }) => kind)).toEqual([
    'written',
    'failed',
  ])
  const { lines } = await content('GET', 'billing?number=1')
  expect(lines).toMatchObject([
    { amount: '-0.60', item_by: 'rule', counterparty: 'a***m', record_key: 'a0', strategy_id: strategyId },
  ])
  expect(await push('a', [movement('1')])).toMatchObject([{ kind: 'written', targetKey: `A${lines[0].id}` }])
  // The strategy is gone, so another record may have the line.
  expect(await push('a', [movement('1')], server.a.tenantId, 7)).toMatchObject([{ targetKey: `A${lines[0].id}` }])

  // A bill of the account states transaction 1001 too, before or after it is pushed: it counts once.
  const account = await newAccountOf('alipay', 'other')
  const pushed = await push('a', [movement('1001', { account: 'other', amount_minor: '10000' })], server.a.tenantId, 20)
  expect(pushed[0]).toMatchObject({ kind: 'written' })
  const file = await load(account)
  expect(file).toMatchObject({ state: 'loaded', rows_ok: 4, rows_duplicate: 1 })
  const late = movement('1003', { account: 'other', amount_minor: '125050', kind: 'income' })
  expect(await push('a', [late], server.a.tenantId, 21)).toMatchObject([{ kind: 'skipped' }])
  expect((await content('GET', `billing-sums?account_id=${account}`))[0]).toMatchObject({ count: '5', net: '-690.10' })
  await content('POST', `file/${file.id}/revert`)
  expect((await content('GET', `billing-sums?account_id=${account}`))[0]).toMatchObject({ count: '1', net: '100.00' })
})

const newAccountOf = async (platform: string, code: string): Promise<string> =>
  (await content('POST', 'account', { code, name: code, platform })).id

/** The account bill of Alipay, read and loaded. */
async function load(account: string) {
  const { database, uploads } = server
  const worker = createImportWorker({ database, uploads, log: { error: () => undefined }, now: Date.now })
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\nContent-Type: text/csv\r\n\r\n'
  const bill = encodeBill(sampleBills[0]!.text, 'gb18030') // the first one is it
  const answer = await server.call('POST', `${BASE}/account/${account}/file`, {
    token,
    body: Buffer.concat([Buffer.from(head), bill, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  const { id } = answer.json().content
  while (await worker.turn());
  await content('POST', `file/${id}/load`, {})
  while (await worker.turn());
  return (await content('GET', `file/${id}`)).file
}
