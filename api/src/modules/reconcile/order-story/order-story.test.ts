import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { OrderStory } from './contract.ts'

let server: TestServer
let token: string
const items = new Map<string, string>()
const accounts = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  await query(async tx => {
    for (const [code, isMatched] of [
      ['goods', true],
      ['subsidy', true],
      ['commission', false],
      ['refund', true],
      ['freight', false],
      ['withdrawal', false],
    ] as const) {
      items.set(code, newId())
      await tx.execute(
        `insert into accounting_item (id, code, name, class, is_matched, debit_account, credit_account)
         values ($1, $2, $2, $2, $3, '1012', '1122')`,
        [items.get(code), code, isMatched],
      )
    }
    for (const platform of ['taobao', 'bank']) {
      accounts.set(platform, newId())
      await tx.execute(
        `insert into recon_account (id, code, name, platform, currency) values ($1, $2, $2, $2, 'CNY')`,
        [accounts.get(platform), platform],
      )
    }
  })
})
afterAll(() => server.drop())

const BASE = '/api/dh/lessee/reconciliation'
const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, body?: unknown) =>
  server.call(method, `${BASE}${path}`, { token, ...(body === undefined ? {} : { body }) })
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}
const tell = (search: string) => ask<OrderStory>('GET', `/order-story?${search}`)

interface Given {
  readonly side?: 'a' | 'b'
  readonly at?: string
  readonly order?: string | null
  readonly parent?: string
  readonly batch?: string
  readonly currency?: string
  readonly status?: string
}
const add = (item: string | null, minor: number, given: Given = {}): Promise<string> =>
  query(async tx => {
    const { side = 'a', at = 'taobao', order = null, parent = null, batch = null, currency = 'CNY' } = given
    const values = [accounts.get(at), order, parent, minor, currency, item && items.get(item), given.status ?? 'open']
    const [row] = await tx.query<{ id: string }>(
      side === 'a'
        ? `insert into bill_line (account_id, fingerprint, order_no, parent_order, amount_minor, currency, occurred_at, bill_date, item_id, status, batch_no)
           values ($1, decode(md5(random()::text), 'hex'), $2, $3, $4, $5, '2026-03-02T04:00Z', '2026-03-02', $6, $7, $8) returning id`
        : `insert into supply_line (account_id, doc_no, order_no, parent_order, amount_minor, currency, occurred_at, business_date, item_id, status, attributes)
           values ($1, gen_random_uuid()::text, $2, $3, $4, $5, '2026-03-02T04:00Z', '2026-03-02', $6, $7, jsonb_build_object('batch_no', $8::text)) returning id`,
      [...values, batch],
    )
    return row!.id // an insert answers with its row
  })
async function match(a: readonly string[], b: readonly string[], difference = 0): Promise<string> {
  return query(async tx => {
    const flowId = newId()
    await tx.execute(`insert into recon_flow (id, name, config) values ($1, $2, '{}')`, [flowId, flowId])
    const [group] = await tx.query<{ id: string }>(
      `insert into match_group (flow_id, score, state, currency, a_count, b_count, a_minor, b_minor)
       values ($1, 100, 'confirmed', 'CNY', $2, $3, $4, 0) returning id`,
      [flowId, a.length, b.length, difference],
    )
    for (const [side, ids] of [
      ['a', a],
      ['b', b],
    ] as const)
      await tx.execute(
        `insert into match_item (group_id, side, line_id, amount_minor) select $1, $2, unnest($3::bigint[]), 0`,
        [group!.id, side, ids],
      )
    return group!.id
  })
}

test('an order from its payment to its voucher: every amount with its lines, and nothing left where all is there', async () => {
  const order = { order: 'T200P77', batch: 'S-1' }
  const goods = await add('goods', 12_990, { ...order, status: 'matched' })
  const subsidy = await add('subsidy', 1000, order)
  const fee = await add('commission', -649, order)
  await add('freight', -30, order)
  await add('refund', -2000, order)
  await add('goods', 500, { order: 'another', batch: 'S-1' })
  await add('goods', 99, { ...order, status: 'duplicate' })
  await add('withdrawal', -11_811, { batch: 'S-1' })
  const bank = await add('withdrawal', 11_811, { at: 'bank', batch: 'S-1' })
  const document = await add('goods', 12_990, { side: 'b', order: '77', status: 'matched' })
  await match([goods], [document])
  const before = await tell('order=T200P77')
  const [story] = before.stories
  expect(story!.steps.map(({ kind, amount_minor, after_minor }) => [kind, amount_minor, after_minor])).toEqual([
    ...[
      ['paid', '12990', '12990'],
      ['subsidy', '1000', '13990'],
      ['commission', '-649', '13341'],
      ['freight', '-30', '13311'],
      ['refund', '-2000', '11311'],
    ],
    ...[
      ['settled', '11311', '11311'],
      ['bank', '11311', '11311'],
      ['voucher', '0', '0'],
    ],
  ])
  expect(story!.steps.find(({ kind }) => kind === 'commission')!.lines).toEqual([`a${fee}`])
  expect(story!.steps.find(({ kind }) => kind === 'bank')!.lines).toEqual([`a${bank}`])
  expect(story!.left_out).toHaveLength(1)
  // The document under its own number came with the match.
  expect(story!.lines.some(({ side, id }) => side === 'b' && id === document)).toBe(true)
  const open = story!.residues.filter(({ is_open }) => is_open)
  expect(open.map(({ stage, reason, amount_minor }) => [stage, reason, amount_minor])).toEqual([
    ['documents', 'waiting', '-1000'],
    ['voucher', 'voucher_missing', '11311'],
  ])
  expect(open[0]!.lines).toContain(`a${subsidy}`)

  const [voucher] = await ask<{ id: string }[]>('POST', '/voucher', {
    account_id: accounts.get('taobao'),
    period: '2026-03-02',
  })
  const waiting = (await tell(`key=a${fee}`)).stories[0]!.residues.find(({ stage }) => stage === 'voucher')
  expect(waiting).toMatchObject({ reason: 'voucher_waiting', amount_minor: '11311', detail: voucher!.id })
  await ask('POST', `/voucher/${voucher!.id}/post`, { number: '记-9' })
  // What comes later is in no voucher yet.
  await add('refund', -1, order)
  const after = (await tell(`key=b${document}`)).stories[0]!
  expect(after.residues.filter(({ stage }) => stage === 'voucher')).toMatchObject([
    { reason: 'voucher_later', amount_minor: '-1' },
  ])
  expect(after.steps.at(-1)).toMatchObject({ amount_minor: '11311', vouchers: [{ number: '记-9' }] })
  // Now the bank has one more than the batch: nobody can say of which order.
  expect(after.residues.find(({ stage }) => stage === 'bank')).toMatchObject({
    ...{ reason: 'bank_differs', amount_minor: '11310', detail: 'S-1|11810|11811' },
  })
})

test('currencies stay apart, parts of an order are one story, and a match of several orders asks which', async () => {
  const part = await add('goods', 100, { order: 'P-1', parent: 'P' })
  await add('goods', 200, { order: 'P-2', parent: 'P' })
  await add('goods', 77, { order: 'P-2', parent: 'P', currency: 'JPY' })
  const whole = await tell(`key=a${part}`)
  expect(whole.order).toBe('P')
  expect(whole.stories.map(({ currency, steps }) => [currency, steps[0]!.amount_minor])).toEqual([
    ['CNY', '300'],
    ['JPY', '77'],
  ])
  const other = await add('goods', 5, { order: 'Q' })
  const both = await add('goods', 105, { side: 'b', order: null })
  const group = await match([part, other], [both])
  expect(await tell(`key=g${group}`)).toMatchObject({ orders: ['P', 'Q'], stories: [] })
  const ofQ = (await tell('order=Q')).stories[0]!
  expect(ofQ.residues.find(({ stage }) => stage === 'documents')).toMatchObject({ reason: 'shared', is_open: false })
  const alone = await add(null, 9, {})
  expect(await tell(`key=a${alone}`)).toMatchObject({ order: null, stories: [{ currency: 'CNY' }] })
})

test('what is not there, or asked for in two ways, is said', async () => {
  const codeOf = async (search: string) => (await send('GET', `/order-story${search}`)).json<{ code: string }>().code
  expect(await codeOf('?order=nothing')).toBe('notFound.order')
  expect(await codeOf('?key=a999999')).toBe('notFound.orderLine')
  expect(await codeOf('?key=g999999')).toBe('notFound.orderLine')
  expect(await codeOf('')).toBe('invalid.orderStory')
  expect(await codeOf('?order=x&key=a1')).toBe('invalid.orderStory')
})
