import { newId } from '@sluice/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Card, Flow } from '../flow/contract.ts'
import type { Difference, DifferenceSums } from './contract.ts'

let server: TestServer
let first: string
let second: string
let firstId: string
let secondId: string
let stranger: string
beforeAll(async () => {
  server = await startTestServer()
  await query(async tx => {
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'checker-a', '复核员', password_hash, role_id from app_user
        where tenant_id = app_tenant() and username = 'admin-a'`,
    )
    await tx.execute(
      `insert into role (id, name, permissions) values (gen_random_uuid(), 'reader', '{reconciliation:query}')`,
    )
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'reader-a', '', password_hash, (select id from role where tenant_id = app_tenant() and name = 'reader')
         from app_user where tenant_id = app_tenant() and username = 'admin-a'`,
    )
  })
  first = await server.signIn('admin-a', PASSWORD)
  second = await server.signIn('checker-a', PASSWORD)
  stranger = await server.signIn('admin-b', PASSWORD)
  const people = await ask<{ id: string; username: string }[]>('GET', '/difference/people')
  firstId = people.find(({ username }) => username === 'admin-a')!.id // it was signed in above
  secondId = people.find(({ username }) => username === 'checker-a')!.id
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

const makeAccount = async (zone = 'Asia/Shanghai', currency = 'CNY'): Promise<string> => {
  const id = newId()
  await query(tx =>
    tx.execute(
      `insert into recon_account (id, code, name, platform, currency, zone) values ($1, $2, '旗舰店', 'alipay', $3, $4)`,
      [id, `shop-${id.slice(-12)}`, currency, zone],
    ),
  )
  return id
}

interface Given {
  readonly side: 'a' | 'b'
  readonly minor: number
  readonly currency?: string
  /** Days before today, in the account's zone. */
  readonly age?: number
  readonly order?: string
}

const add = (accountId: string, { side, minor, currency = 'CNY', age = 1, order }: Given): Promise<string> =>
  query(async tx => {
    const day = `(now() at time zone (select zone from recon_account where tenant_id = app_tenant() and id = $1))::date - $5::int`
    const [row] = await tx.query<{ id: string }>(
      side === 'a'
        ? `insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date)
           values ($1, decode(md5(random()::text), 'hex'), $2, $3, $4, ${day} + interval '12 hours', ${day}) returning id`
        : `insert into supply_line (account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date)
           values ($1, gen_random_uuid()::text, $2, $3, $4, ${day} + interval '12 hours', ${day}) returning id`,
      [accountId, order ?? null, minor, currency, age],
    )
    return row!.id // an insert answers with its row
  })

/** Every page of a list, three at a time. */
async function listAll(search: string): Promise<Difference[]> {
  const lines: Difference[] = []
  for (let after = ''; ; ) {
    const path = `/difference?pageSize=3&${search}${after && `&after=${encodeURIComponent(after)}`}`
    const page = await ask<{ lines: Difference[]; next: string | null }>('GET', path)
    lines.push(...page.lines)
    if (page.next === null) return lines
    after = page.next
  }
}
const sums = (search: string) => ask<DifferenceSums>('GET', `/difference/sums?${search}`)
const addUp = (lines: readonly Difference[]) => ({
  lines: lines.length,
  minor: String(lines.reduce((sum, line) => sum + BigInt(line.amount_minor), 0n)),
})
const give = (lines: readonly Difference[], what: object, token = first) =>
  send(
    'POST',
    '/difference/assign',
    { lines: lines.map(({ side, id, version }) => ({ side, id, version })), ...what },
    token,
  )

/** Every sum, whichever, opens a list that holds it. */
async function expectSums(accountId: string): Promise<void> {
  const own = `state=all&account_id=${accountId}`
  const { total, ages, people } = await sums(own)
  for (const { currency, side, lines, minor, overdue, unassigned, mine } of total) {
    const at = `${own}&currency=${currency}&side=${side}`
    expect(addUp(await listAll(at))).toEqual({ lines, minor })
    expect((await listAll(`${at}&overdue=1`)).length).toBe(overdue)
    expect((await listAll(`${at}&assignee=nobody`)).length).toBe(unassigned)
    expect((await listAll(`${at}&assignee=me`)).length).toBe(mine)
  }
  for (const { bucket, currency, side, lines, minor } of ages)
    expect(
      addUp(await listAll(`${own}&currency=${currency}&side=${side}&bucket=${encodeURIComponent(bucket)}`)),
    ).toEqual({ lines, minor })
  for (const { assignee_id, currency, side, lines, minor } of people)
    expect(
      addUp(await listAll(`${own}&currency=${currency}&side=${side}&assignee=${assignee_id ?? 'nobody'}`)),
    ).toEqual({ lines, minor })
  const whole = (parts: readonly { lines: number }[]) => parts.reduce((sum, part) => sum + part.lines, 0)
  expect([whole(ages), whole(people)]).toEqual([whole(total), whole(total)])
}

describe('age', () => {
  test.each(['Asia/Shanghai', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'is told in the zone of the account: %s',
    async zone => {
      const account = await makeAccount(zone)
      const expected = [
        ...([
          [0, '0-3'],
          [3, '0-3'],
          [4, '4-7'],
          [7, '4-7'],
          [8, '8-30'],
        ] as const),
        ...([
          [30, '8-30'],
          [31, '31-90'],
          [90, '31-90'],
          [91, '90+'],
        ] as const),
      ]
      for (const [age] of expected) await add(account, { side: 'a', minor: 100 + age, age })
      const found = await listAll(`account_id=${account}&sort=newest`)
      expect(found.map(({ age_days, bucket }) => [age_days, bucket])).toEqual(expected)
      await expectSums(account)
    },
  )
})

describe('what is open', () => {
  test('is listed once, whatever the order, and no two currencies are added', async () => {
    const account = await makeAccount()
    const given = fc.record({
      side: fc.constantFrom('a' as const, 'b' as const),
      minor: fc.integer({ min: -9_000, max: 9_000 }),
      currency: fc.constantFrom('CNY', 'JPY', 'KWD'),
      age: fc.integer({ min: 0, max: 120 }),
    })
    const [lines = []] = fc.sample(fc.array(given, { minLength: 25, maxLength: 25 }), { numRuns: 1, seed: 7 })
    const keys: string[] = []
    for (const line of lines) keys.push(`${line.side}${await add(account, line)}`)
    for (const sort of ['oldest', 'newest', 'largest', 'due']) {
      const found = await listAll(`account_id=${account}&sort=${sort}`)
      expect(found.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    }
    const { total } = await sums(`account_id=${account}`)
    for (const { currency, side, lines: count, minor } of total) {
      const own = lines.filter(line => line.currency === currency && line.side === side)
      expect([count, minor]).toEqual([own.length, String(own.reduce((sum, line) => sum + line.minor, 0))])
    }
  })

  test('balances after every act: given away, dated, commented, attached, carried, matched', async () => {
    const account = await makeAccount()
    const flow = await ask<Flow>('POST', '/flow', { name: `flow ${newId()}`, account_ids: [account] })
    for (let at = 0; at < 6; at++) {
      await add(account, { side: 'a', minor: 100 + at, order: `o${at}`, age: at * 20 })
      await add(account, { side: 'b', minor: 100 + at, order: `o${at}`, age: at * 20 })
    }
    const cards = () => ask<Card[]>('GET', `/flow/${flow.id}/cards`)
    const [before] = await cards()
    const check = async () => {
      await expectSums(account)
      const [card] = await cards()
      for (const side of ['a', 'b'] as const) {
        const { all, confirmed, proposed, open } = card![side] // one currency
        expect(BigInt(all.minor)).toBe(BigInt(confirmed.minor) + BigInt(proposed.minor) + BigInt(open.minor))
        expect(all).toEqual(before![side].all)
        const listed = await listAll(`state=all&account_id=${account}&side=${side}`)
        expect(addUp(listed)).toEqual({ lines: open.lines, minor: open.minor })
      }
    }
    await check()
    const lines = await listAll(`account_id=${account}`)
    expect(
      (await give(lines.slice(0, 5), { assignee_id: secondId, due_on: '2020-01-01', comment: '请核实' })).statusCode,
    ).toBe(200)
    await check()
    const mine = await listAll(`account_id=${account}&assignee=${secondId}`)
    expect(
      mine.map(({ assignee, due_on, is_overdue, comments, version }) => [
        assignee,
        due_on,
        is_overdue,
        comments,
        version,
      ]),
    ).toEqual(Array.from({ length: 5 }, () => ['复核员', '2020-01-01', true, 1, 1]))
    const carried = [{ side: 'a', id: lines.find(({ side }) => side === 'a')!.id }]
    await ask('POST', `/flow/${flow.id}/carry`, { lines: carried, until: '2999-01-01', reason: 'later' })
    await check()
    const [a, b] = [lines.findLast(({ side }) => side === 'a')!, lines.findLast(({ side }) => side === 'b')!]
    await ask('POST', `/flow/${flow.id}/match`, { a: [a.id], b: [b.id], reason: 'same' })
    await check()
  })
})

describe('two at once on one line', () => {
  test('one has it, the other one is told who gave it to whom, and nothing of theirs is kept', async () => {
    const account = await makeAccount()
    for (let at = 0; at < 3; at++) await add(account, { side: 'a', minor: 1 + at, order: `twice-${at}` })
    const seen = await listAll(`account_id=${account}`)
    const answers = await Promise.all([
      give(seen, { assignee_id: firstId }, first),
      give(seen.toReversed(), { assignee_id: secondId }, second),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)!
    expect(refused.json()).toMatchObject({ code: 'conflict.differenceGiven', content: [{ version: 1 }] })
    expect(refused.json<{ message: string }>().message).toContain('twice-')
    const owners = new Set((await listAll(`account_id=${account}`)).map(({ assignee_id }) => assignee_id))
    expect([...owners]).toEqual([answers[0]!.statusCode === 200 ? firstId : secondId])
  })

  test('what was matched meanwhile cannot be given away', async () => {
    const account = await makeAccount()
    const flow = await ask<Flow>('POST', '/flow', { name: `flow ${newId()}`, account_ids: [account] })
    await add(account, { side: 'a', minor: 5, order: 'taken-1' })
    await add(account, { side: 'b', minor: 5, order: 'taken-1' })
    const seen = await listAll(`account_id=${account}`)
    const ids = (side: 'a' | 'b') => seen.filter(line => line.side === side).map(({ id }) => id)
    await ask('POST', `/flow/${flow.id}/match`, { a: ids('a'), b: ids('b'), reason: 'same' }, second)
    const answer = await give(seen, { assignee_id: firstId })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'conflict.differenceSettled'])
    expect(answer.body).toContain('taken-1')
  })
})

describe('who may', () => {
  test('somebody without the permission is not on the list and is given nothing', async () => {
    const people = await ask<{ username: string }[]>('GET', '/difference/people')
    expect(people.map(({ username }) => username)).not.toContain('reader-a')
    const account = await makeAccount()
    await add(account, { side: 'a', minor: 5 })
    const seen = await listAll(`account_id=${account}`)
    const [reader] = await query(tx =>
      tx.query<{ id: string }>(`select id from app_user where tenant_id = app_tenant() and username = 'reader-a'`),
    )
    for (const id of [reader!.id, newId()]) {
      const answer = await give(seen, { assignee_id: id })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid.differencePerson'])
    }
  })

  test('another tenant sees nothing and changes nothing', async () => {
    const account = await makeAccount()
    await add(account, { side: 'a', minor: 5 })
    const seen = await listAll(`account_id=${account}`)
    expect((await give(seen, { due_on: '2999-01-01' }, stranger)).statusCode).toBe(404)
    const page = await ask<{ lines: unknown[] }>(
      'GET',
      `/difference?state=all&account_id=${account}`,
      undefined,
      stranger,
    )
    expect(page.lines).toEqual([])
  })

  test.each([
    {},
    { lines: [] },
    { lines: null, due_on: null },
    { lines: [{ side: 'c', id: '1', version: 0 }], due_on: null },
    { lines: [{ side: 'a', id: '1', version: 0 }] },
    { lines: [{ side: 'a', id: '1; drop', version: 0 }], due_on: null },
    { lines: [{ side: 'a', id: '1', version: 0 }], due_on: '2026-02-30' },
    { lines: [{ side: 'a', id: '1', version: 0 }], assignee_id: 'me' },
    { lines: [{ side: 'a', id: '1', version: -1 }], due_on: null },
    JSON.parse('{"__proto__": {"x": 1}, "lines": [{"side": "a", "id": "1", "version": 0}], "due_on": null, "x": 1}'),
  ])('a messy call is refused with its field: %j', async body => {
    expect((await send('POST', '/difference/assign', body)).statusCode).toBe(422)
  })

  test.each(['after=a1', 'after=g1|2020-01-01', 'after=a1|5', 'bucket=5', 'from=2026-02-30', 'sort=x', 'assignee=you'])(
    'a messy list is refused: %s',
    async search => expect((await send('GET', `/difference?${search}`)).statusCode).toBe(422),
  )
})

test('the sheet has every line of the list', async () => {
  const account = await makeAccount()
  for (let at = 0; at < 7; at++) await add(account, { side: at % 2 ? 'a' : 'b', minor: 1000 + at })
  const answer = await send('GET', `/difference/export?account_id=${account}&format=csv`)
  const rows = answer.body.trim().split('\r\n')
  expect(rows.length).toBe(8)
  expect(answer.body).toContain('10.06')
  const sheet = await send('GET', `/difference/export?account_id=${account}`)
  expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
})
