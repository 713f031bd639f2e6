import { newId } from '@sluice/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Card, Comment, Entry, Flow, Group } from './contract.ts'
import { createMatchWorker } from './worker.ts'

let server: TestServer
let first: string
let second: string
beforeAll(async () => {
  server = await startTestServer()
  await query(tx =>
    tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'checker-a', '复核员', password_hash, role_id from app_user
        where tenant_id = app_tenant() and username = 'admin-a'`,
    ),
  )
  first = await server.signIn('admin-a', PASSWORD)
  second = await server.signIn('checker-a', PASSWORD)
})
afterAll(() => server.drop())

const BASE = '/api/dh/lessee/reconciliation'
const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, body?: unknown, token = first) =>
  server.call(method, `${BASE}${path}`, {
    token,
    headers: { 'accept-language': 'en' },
    ...(body === undefined ? {} : { body }),
  })
async function ask<T>(method: string, path: string, body?: unknown, token = first): Promise<T> {
  const answer = await send(method, path, body, token)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

let accountId: string
let flowId: string
beforeEach(async () => {
  accountId = newId()
  await query(async tx => {
    await tx.execute(
      `insert into recon_account (id, code, name, platform, currency) values ($1, $2, '旗舰店', 'alipay', 'CNY')`,
      [accountId, `shop-${accountId.slice(-12)}`],
    )
    await tx.execute(`insert into accounting_item (id, code, name) values (gen_random_uuid(), 'fee', '手续费')
      on conflict do nothing`)
  })
  flowId = (await ask<Flow>('POST', '/flow', { name: `flow ${newId()}`, account_ids: [accountId] })).id
})

type Given = readonly [order: string | null, minor: number, day?: string, currency?: string]

/** @returns the ids of the lines, in their order */
const add = (side: 'a' | 'b', lines: readonly Given[]): Promise<string[]> =>
  query(async tx => {
    const ids: string[] = []
    for (const [order, minor, day = '2026-03-02', currency = 'CNY'] of lines) {
      const [row] = await tx.query<{ id: string }>(
        side === 'a'
          ? `insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date)
             values ($1, decode(md5(random()::text), 'hex'), $2, $3, $4, $5::date + interval '4 hours', $5) returning id`
          : `insert into supply_line (account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date)
             values ($1, gen_random_uuid()::text, $2, $3, $4, $5::date + interval '4 hours', $5) returning id`,
        [accountId, order, minor, currency, day],
      )
      ids.push(row!.id)
    }
    return ids
  })

async function run(): Promise<void> {
  await ask('POST', `/flow/${flowId}/run`, { mode: 'commit' })
  const now = () => Date.parse('2026-04-01')
  await createMatchWorker({ database: server.database, log: pino({ level: 'silent' }), now }).turn()
}

/** Every page of a list, three at a time. */
async function listAll(search: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let after = ''; ; ) {
    const path = `/flow/${flowId}/entry?pageSize=3&${search}${after && `&after=${encodeURIComponent(after)}`}`
    const page = await ask<{ entries: Entry[]; next: string | null }>('GET', path)
    entries.push(...page.entries)
    if (page.next === null) return entries
    after = page.next
  }
}
const readCards = (search = '') => ask<Card[]>('GET', `/flow/${flowId}/cards?${search}`)
const sum = (entries: readonly Entry[], side: 'a' | 'b') =>
  entries.reduce((to, each) => to + BigInt(each[side].minor), 0n)

/** Whatever was done: every list holds what its card says, and the parts make up the whole. */
async function expectBalance(): Promise<void> {
  for (const card of await readCards()) {
    const own = `currency=${card.currency}`
    for (const state of [...Object.keys(card.states), 'unhandled', 'all'] as const) {
      const entries = await listAll(`state=${state}&${own}`)
      const shown = { a: String(sum(entries, 'a')), b: String(sum(entries, 'b')) }
      const said =
        state === 'all' ? card : state === 'unhandled' ? card.unhandled : card.states[state as keyof Card['states']]
      const minor = (side: 'a' | 'b') => ('all' in said[side] ? said[side].all.minor : said[side].minor)
      expect([state, shown]).toEqual([state, { a: minor('a'), b: minor('b') }])
    }
    const differences = (await listAll(`state=different&${own}`)).reduce(
      (to, one) => to + BigInt(one.difference_minor),
      0n,
    )
    expect(String(differences)).toBe(card.difference_minor)
    for (const side of ['a', 'b'] as const)
      expect(BigInt(card[side].all.minor)).toBe(
        BigInt(card[side].confirmed.minor) + BigInt(card[side].proposed.minor) + BigInt(card[side].open.minor),
      )
  }
}

describe('lists and cards', () => {
  test('add up after every step, in every currency, whatever people do', async () => {
    const a = await add('a', [
      ['O1', 1000],
      ['O2', 2000],
      ['O3', 500],
      ['O3', 500],
      [null, 777],
      [null, 777],
      ['O5', 300],
      ['U1', 900, '2026-03-03', 'USD'],
    ])
    const b = await add('b', [
      ['O1', 1000],
      ['O2', 2060],
      ['O3', 1000],
      [null, 777],
      ['O6', 400],
      ['U1', 900, '2026-03-03', 'USD'],
    ])
    await expectBalance()
    await run()
    await expectBalance()
    expect((await readCards()).map(({ currency }) => currency)).toEqual(['CNY', 'USD'])
    expect((await listAll('state=ambiguous')).map(({ key }) => key).toSorted()).toEqual(
      [`a${a[4]}`, `a${a[5]}`, `b${b[3]}`].toSorted(),
    )

    const proposed = await listAll('state=proposed')
    const ids = proposed.map(({ key }) => key.slice(1))
    expect(await ask('POST', `/flow/${flowId}/confirm`, { ids })).toMatchObject({ confirmed: ids, refused: [] })
    const again = await ask<{ refused: object[] }>('POST', `/flow/${flowId}/confirm`, { ids }, second)
    expect(again.refused[0]).toMatchObject({
      code: 'conflict.reconConfirmed',
      message: expect.stringContaining('管理员'),
    })
    await expectBalance()

    const reason = 'as agreed'
    await ask('POST', `/flow/${flowId}/ignore`, { lines: [{ side: 'a', id: a[6] }], reason })
    await ask('POST', `/flow/${flowId}/carry`, { lines: [{ side: 'b', id: b[4] }], until: '2999-01-01', reason })
    await ask('POST', `/flow/${flowId}/match`, { a: [a[4]], b: [b[3]], reason })
    await ask('POST', `/flow/${flowId}/match`, { a: [a[1]], b: [b[1]], reason, item: 'fee' })
    await expectBalance()
    await ask('POST', `/group/${ids[0]}/revoke`, { reason })
    await ask('POST', `/flow/${flowId}/reopen`, {
      lines: [
        { side: 'a', id: a[6] },
        { side: 'b', id: b[4] },
      ],
    })
    await expectBalance()
    expect(await listAll('state=carried')).toEqual([])
    expect(
      (await listAll('state=all&sort=largest&currency=CNY')).map(({ difference_minor }) => difference_minor)[0],
    ).toBe('777')
    expect((await listAll('state=all&number=O3')).map(({ a: side }) => side.lines.length)).toEqual([2])
  })

  test('keep to days of the account’s own zone, and the file holds what the list shows', async () => {
    await add('a', [
      ['O1', 100, '2026-03-31'],
      ['O2', 70, '2026-04-01'],
    ])
    expect((await readCards('from=2026-04-01&to=2026-04-30'))[0]).toMatchObject({
      a: { all: { lines: 1, minor: '70' } },
    })
    const file = (await send('GET', `/flow/${flowId}/entry-export?state=all&to=2026-03-31`)).body
    expect(file.trimEnd().split('\n')).toHaveLength(2)
    expect(file).toContain('CNY,O1,1,1.00')
  })
})

describe('a difference that is booked', () => {
  const book = async () => {
    const a = await add('a', [['O1', 9940]])
    const b = await add('b', [['O1', 10_000]])
    const body = { a, b, reason: 'fee of the platform' }
    expect((await send('POST', `/flow/${flowId}/match`, body)).json()).toMatchObject({
      code: 'invalid.reconDifference',
      message: expect.stringContaining('-0.60 CNY'),
    })
    return ask<Group>('POST', `/flow/${flowId}/match`, { ...body, item: 'fee' })
  }

  test('waits for a second person, is approved once, and is taken back with its match', async () => {
    const { id, state, adjustment } = await book()
    expect([state, adjustment]).toMatchObject(['proposed', { item: 'fee', amount_minor: '-60', state: 'submitted' }])
    expect((await send('POST', `/group/${id}/confirm`)).json()).toMatchObject({ code: 'conflict.reconOwnAdjustment' })
    expect((await readCards())[0]).toMatchObject({ booked_minor: '0', unhandled: { a: { lines: 1 } } })
    expect(await ask<Group>('POST', `/group/${id}/confirm`, undefined, second)).toMatchObject({
      state: 'confirmed',
      adjustment: { state: 'approved', maker: '管理员', checker: '复核员' },
    })
    expect((await readCards())[0]).toMatchObject({
      difference_minor: '-60',
      booked_minor: '-60',
      unhandled: { a: { lines: 0 } },
    })
    expect(await ask<Group>('POST', `/group/${id}/revoke`, { reason: 'another fee' })).toMatchObject({
      ...{ state: 'revoked', reason: 'another fee' },
      adjustment: { state: 'reversed', checker: '复核员' },
    })
    expect((await readCards())[0]).toMatchObject({ booked_minor: '0', unhandled: { a: { lines: 1 }, b: { lines: 1 } } })
  })

  test('of one side alone is written off the same way; what is refused is open again', async () => {
    const [line] = await add('a', [['O9', 15]])
    const { id } = await ask<Group>('POST', `/flow/${flowId}/match`, { a: [line], b: [], reason: 'found', item: 'fee' })
    expect(await ask<Group>('POST', `/group/${id}/revoke`, { reason: 'ask the shop' }, second)).toMatchObject({
      adjustment: { state: 'rejected', checker: '复核员' },
    })
    expect(await listAll('state=only_a')).toMatchObject([{ key: `a${line}` }])
  })
})

test('who looks into a line and what was said of it stand beside it, and in the operation log', async () => {
  const [line] = await add('b', [['O1', 100]])
  await ask('POST', `/flow/${flowId}/assign`, { lines: [{ side: 'b', id: line }], to: 'me' }, second)
  await ask<Comment>('POST', `/flow/${flowId}/comment/b${line}`, { text: 'the shop answers tomorrow' }, second)
  expect(await listAll('state=unhandled')).toMatchObject([{ b: { lines: [{ assignee: '复核员' }] }, comments: 1 }])
  expect(await listAll('mine=1')).toEqual([])
  expect(await ask<Comment[]>('GET', `/flow/${flowId}/comment/b${line}`)).toMatchObject([{ username: '复核员' }])
  const log = await query(tx =>
    tx.query<{ count: number }>(
      `select count(*)::int as count from operation_log where tenant_id = app_tenant() and object_type = 'reconLine'`,
    ),
  )
  expect(log[0]!.count).toBeGreaterThanOrEqual(2)
})
