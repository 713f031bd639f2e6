import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newStrategy } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { stageOrders } from './testing/stage-orders.ts'

let server: TestServer
let token: string
let strategyId: string
let consoleDir: string
/** Through which others come. */
const PROXY = '10.0.0.1'

beforeAll(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'sluice-share-'))
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html>')
  server = await startTestServer({ consoleDir, proxies: { addresses: [PROXY], header: 'x-forwarded' } })
  const world = await openWorld(server, 'admin-a', server.a.tenantId)
  token = world.token
  strategyId = (await newStrategy(world)).id
  await stageOrders(server, strategyId)
})
beforeEach(() => server.database.withSystem(tx => tx.execute('delete from throttle')))
afterAll(async () => {
  await server.drop()
  await rm(consoleDir, { recursive: true, force: true })
})

const PATH = () => `/api/dh/lessee/strategy-table/${strategyId}/share`
const key = { of: 'record', name: 'key' }
const status = { of: 'record', name: 'status' }
const data = (name: string) => ({ of: 'data', name })
const PLAIN = { columns: [status, key, data('amount'), data('buyer.phone')], masks: { 3: 'ends' } }

interface Made {
  readonly share: { readonly id: string; readonly expires_at: string }
  readonly token: string
  readonly path: string
}
async function make(body: object = {}): Promise<Made> {
  const answer = await server.call('POST', PATH(), { token, body: { title: 'Orders', view: PLAIN, ...body } })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().content
}
const open = (id: string, body: object, options: object = {}) =>
  server.call('POST', `/api/open/table-share/${id}`, { body, headers: { 'accept-language': 'en' }, ...options })
const read = async (made: Made, more: object = {}) =>
  (await open(made.share.id, { token: made.token, ...more })).json().content
const inTenant = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)

describe('a reader with the link', () => {
  test('sees the chosen columns and nothing else of a record, and masked ones in part', async () => {
    const made = await make({ view: { ...PLAIN, filter: { keys: ['K7'] } } })
    const answer = await open(made.share.id, { token: made.token })
    const { rows, columns, title } = answer.json().content
    expect([title, columns.map((each: { name: string }) => each.name)]).toEqual([
      'Orders',
      ['status', 'key', 'amount', 'buyer.phone'],
    ])
    expect(rows[0].cells.map(({ kind, text }: { kind: string; text: string }) => `${kind}:${text}`)).toEqual([
      'number:2',
      'text:K7',
      'number:9007199254740993.70',
      'masked:****1007',
    ])
    for (const hidden of ['s-7', 'Buyer 7', '13800001007', strategyId, server.a.tenantId, 'Phone', 'salt'])
      expect(answer.body).not.toContain(hidden)
  })

  test('goes on page by page to the end, by a cursor that says nothing of a record', async () => {
    const made = await make()
    const keys: string[] = []
    let cursor: string | null = null
    do {
      const page = await read(made, { pageSize: 50, ...(cursor === null ? {} : { cursor }) })
      keys.push(...page.rows.map((row: { cells: { text: string }[] }) => row.cells[1]?.text))
      cursor = page.next
      if (cursor !== null) expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/\d{4}-\d{2}|^\d+$/)
    } while (cursor !== null)
    expect([keys.length, new Set(keys).size]).toEqual([120, 120])
  })

  test('filters by what is shown, within what is shared', async () => {
    const made = await make({ view: { ...PLAIN, filter: { status: [3] } } })
    const found = await read(made, { conditions: [{ column: 1, logic: 'like', value: 'K11%' }] })
    expect(found.rows.map((row: { cells: { text: string }[] }) => row.cells[1]?.text)).toEqual(['K117', 'K114', 'K111'])
  })

  test('sees no state where the state is not shared', async () => {
    const { rows } = await read(await make({ view: { columns: [key] } }))
    expect(rows[0].status).toBeNull()
  })

  test('hashes are the same for one value in one share, and others in another', async () => {
    const view = { columns: [data('["a.b"]')], masks: { 0: 'hash' } }
    const marks = async () =>
      (await read(await make({ view }))).rows
        .slice(1, 3)
        .map((row: { cells: { text: string }[] }) => row.cells[0]?.text)
    const [one, other] = [await marks(), await marks()]
    expect([one[0] === one[1], one[0] === other[0], /^[0-9a-f]{32}$/.test(one[0])]).toEqual([true, false, true])
  })
})

describe('nobody else', () => {
  const refused = async (id: string, body: object, options: object = {}) => {
    const answer = await open(id, body, options)
    return `${answer.statusCode} ${answer.json().code} ${answer.json().message}`
  }
  const NO = '404 notFound.tableShare This link is not valid, or it has ended.'

  test('a wrong token, a wrong id and both sound the same', async () => {
    const made = await make()
    const wrong = 'x'.repeat(43)
    expect(await refused(made.share.id, { token: wrong })).toBe(NO)
    expect(await refused(made.share.id, { token: '' })).toBe(NO)
    expect(await refused('00000000-0000-7000-8000-000000000000', { token: made.token })).toBe(NO)
    expect(await refused((await make()).share.id, { token: made.token })).toBe(NO)
  })

  test('guessing from one address is stopped, and a right link from another works on', async () => {
    const made = await make()
    const codes: number[] = []
    for (let count = 0; count < 25; count++)
      codes.push((await open(made.share.id, { token: `g${count}` }, { ip: '203.0.113.9' })).statusCode)
    expect([codes.filter(code => code === 404).length, codes.at(-1)]).toEqual([20, 429])
    expect((await open(made.share.id, { token: made.token }, { ip: '203.0.113.10' })).statusCode).toBe(200)
  })

  test('the hash that is stored is no token', async () => {
    const made = await make()
    const [row] = await inTenant(tx =>
      tx.query<{ token_hash: Buffer; all: string }>(
        'select token_hash, row_to_json(s)::text as all from table_share s where id = $1',
        [made.share.id],
      ),
    )
    expect(row?.token_hash.equals(createHash('sha256').update(made.token).digest())).toBe(true)
    expect(row?.all).not.toContain(made.token)
    for (const text of [row?.token_hash.toString('hex'), row?.token_hash.toString('base64url')])
      expect(await refused(made.share.id, { token: text })).toBe(NO)
  })

  test('a link that was ended or has expired is none', async () => {
    const made = await make()
    await server.call('DELETE', `${PATH()}/${made.share.id}`, { token })
    expect(await refused(made.share.id, { token: made.token })).toBe(NO)
    const old = await make({ days: 1 })
    await inTenant(tx =>
      tx.execute("update table_share set expires_at = now() - interval '1 second' where id = $1", [old.share.id]),
    )
    expect(await refused(old.share.id, { token: old.token })).toBe(NO)
    const { content } = (await server.call('GET', PATH(), { token })).json()
    const states = new Map(content.map(({ id, state }: { id: string; state: string }) => [id, state]))
    expect([states.get(made.share.id), states.get(old.share.id)]).toEqual(['revoked', 'expired'])
  })

  test.each([
    ['is disabled', "update app_user set status = 'disabled' where username = 'sharer'"],
    ['is gone', "delete from app_user where username = 'sharer'"],
    ['may not share any more', "update role set permissions = '{strategy:query}' where name = 'sharers'"],
    ['sees the strategy no more', "update role set groups = '{elsewhere}' where name = 'sharers'"],
  ])('whose maker %s is none, and the list says so', async (_what, change) => {
    const role = crypto.randomUUID()
    await inTenant(async tx => {
      await tx.execute("delete from app_user where username = 'sharer'")
      await tx.execute("delete from role where name = 'sharers'")
      await tx.execute(
        "insert into role (id, name, permissions) values ($1, 'sharers', '{strategy:query,strategy:share}')",
        [role],
      )
      await tx.execute(
        `insert into app_user (id, username, nickname, password_hash, role_id)
         select gen_random_uuid(), 'sharer', '', password_hash, $1 from app_user where username = 'admin-a'`,
        [role],
      )
    })
    const by = await server.signIn('sharer', PASSWORD)
    const answer = await server.call('POST', PATH(), { token: by, body: { title: 'Orders', view: PLAIN } })
    const made: Made = answer.json().content
    expect((await read(made)).title).toBe('Orders')
    await inTenant(tx => tx.execute(change))
    expect(await refused(made.share.id, { token: made.token })).toBe(NO)
    const { content } = (await server.call('GET', PATH(), { token })).json()
    expect(content.find(({ id }: { id: string }) => id === made.share.id).state).toBe('blind')
  })

  test('a tenant that is disabled shares nothing', async () => {
    const made = await make()
    const set = (state: string) =>
      server.database.withSystem(tx =>
        tx.execute('update tenant set status = $1 where id = $2', [state, server.a.tenantId]),
      )
    await set('disabled')
    try {
      expect(await refused(made.share.id, { token: made.token })).toBe(NO)
    } finally {
      await set('active')
    }
  })

  test('with a list of addresses: only from these, whatever headers say', async () => {
    const made = await make({ ip_allow: ['198.51.100.0/24', '2001:db8::/32'] })
    const from = (ip: string, headers: object = {}) =>
      refused(
        made.share.id,
        { token: made.token, pageSize: 1 },
        { ip, headers: { 'accept-language': 'en', ...headers } },
      ).then(text => text.slice(0, 3))
    expect(await from('198.51.100.7')).toBe('200')
    expect(await from('::ffff:198.51.100.7')).toBe('200')
    expect(await from('2001:db8::7')).toBe('200')
    expect(await from('203.0.113.7')).toBe('404')
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip'])
      expect(
        await from('203.0.113.7', { [header]: header === 'forwarded' ? 'for=198.51.100.7' : '198.51.100.7' }),
      ).toBe('404')
    // Behind the proxy: whom it names last, not whom the caller named before.
    expect(await from(PROXY, { 'x-forwarded-for': '198.51.100.7' })).toBe('200')
    expect(await from(PROXY, { 'x-forwarded-for': '198.51.100.7, 203.0.113.7' })).toBe('404')
    expect(await from(PROXY)).toBe('404')
  })

  test.each([
    ['a hidden column, by a place that is none', { conditions: [{ column: 4, logic: 'eq', value: 's-1' }] }],
    ['a masked column', { conditions: [{ column: 3, logic: 'like', value: '1380%' }] }],
    ['a hidden column, by its name', { conditions: [{ column: 'secret', logic: 'eq', value: 's-1' }] }],
    ['a column of its own', { columns: [data('secret')] }],
    ['a filter of the records', { filter: { keyword: '1380' } }],
    ['keys', { keys: ['K1'] }],
    ['a sort', { sort: 'secret' }],
    ['an order', { order: 'change' }],
    ['a side', { side: 'mapped' }],
    ['a huge page', { pageSize: 101 }],
    ['no page at all', { pageSize: 0 }],
    ['too many conditions', { conditions: Array.from({ length: 6 }, () => ({ column: 0, logic: 'notnull' })) }],
    ['a long value', { conditions: [{ column: 1, logic: 'like', value: '%'.repeat(201) }] }],
    ['a cursor of its own making', { cursor: '5' }],
    ['a place that is no number', { conditions: [{ column: '__proto__', logic: 'notnull' }] }],
  ])('asks for %s: refused', async (_, more) => {
    const made = await make()
    expect((await open(made.share.id, { token: made.token, ...more })).statusCode).toBe(422)
  })

  test('a cursor of another share does not open this one', async () => {
    const [one, other] = [await make(), await make()]
    const { next } = await read(one, { pageSize: 1 })
    expect(await refused(other.share.id, { token: other.token, cursor: next })).toContain('422 invalid.cursor')
  })

  test('a column whose name looks like a path into a hidden one leads nowhere', async () => {
    const made = await make({ view: { columns: [key, data('buyer.name')] } })
    const { rows } = await read(made, { conditions: [{ column: 1, logic: 'eq', value: 'Buyer 7' }] })
    expect(rows).toHaveLength(1)
    for (const name of ['buyer', 'buyer.phone', 'secret'])
      expect(
        (await open(made.share.id, { token: made.token, conditions: [{ column: name, logic: 'notnull' }] })).statusCode,
      ).toBe(422)
  })

  test('a body beyond the bounds is not read', async () => {
    const made = await make()
    expect((await open(made.share.id, { token: 'x'.repeat(20_000) })).statusCode).toBe(413)
  })

  test('more readers than a process takes at once are told to come again', async () => {
    const made = await make()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => open(made.share.id, { token: made.token, pageSize: 100 })),
    )
    const codes = answers.map(answer => answer.statusCode)
    expect(codes.every(code => code === 200 || code === 429)).toBe(true)
    expect(codes.filter(code => code === 429).length).toBeGreaterThan(0)
    expect((await open(made.share.id, { token: made.token })).statusCode).toBe(200)
  })
})

describe('whoever shares', () => {
  const ask = (body: object) => server.call('POST', PATH(), { token, body: { title: 'Orders', view: PLAIN, ...body } })

  test.each([
    ['what quotes other fields', { view: { columns: [{ of: 'record', name: 'error_message' }] } }],
    ['a mask of no column', { view: { columns: [key], masks: { 1: 'hide' } } }],
    ['for more than 90 days', { days: 91 }],
    ['a network that is none', { ip_allow: ['300.1.1.1'] }],
    ['any origin', { embed_origins: ['*'] }],
    ['every origin of a scheme', { embed_origins: ['https:'] }],
    ['an origin without encryption', { embed_origins: ['http://partner.example.com'] }],
    ['another directive', { embed_origins: ["https://a.example.com; script-src 'unsafe-inline'"] }],
    ['two lines of headers', { embed_origins: ['https://a.example.com\r\nset-cookie: a=b'] }],
    [
      'a condition that is none',
      { view: { columns: [key], conditions: [{ column: key, logic: 'between', value: '1' }] } },
    ],
  ])('does not share %s', async (_, body) => {
    expect((await ask(body)).statusCode).toBe(422)
  })

  test('by default a link lasts seven days; making and ending it are in the operation log, without its token', async () => {
    const made = await make()
    expect(Math.round((Date.parse(made.share.expires_at) - Date.now()) / 86_400_000)).toBe(7)
    expect(made.path).toBe(`/share/table/${made.share.id}#${made.token}`)
    await server.call('DELETE', `${PATH()}/${made.share.id}`, { token })
    const log = (await server.call('GET', '/api/dp/system/log?pageSize=50', { token })).body
    expect([
      log.includes('strategyTable.share'),
      log.includes('strategyTable.revoke'),
      log.includes(made.token),
    ]).toEqual([true, true, false])
    expect(server.readLog()).not.toContain(made.token)
  })

  test('needs a permission of its own', async () => {
    await inTenant(async tx => {
      await tx.execute(
        `insert into role (id, name, permissions) values ('00000000-0000-7000-8000-000000000002', 'readers', '{strategy:query,strategy:update}')`,
      )
      await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
        select gen_random_uuid(), 'reader', '', password_hash, '00000000-0000-7000-8000-000000000002' from app_user where username = 'admin-a'`)
    })
    const reader = await server.signIn('reader', 'Correct-Horse-9')
    expect(
      (await server.call('POST', PATH(), { token: reader, body: { title: 'Orders', view: PLAIN } })).statusCode,
    ).toBe(405)
  })
})

describe('in a frame', () => {
  const page = async (path: string) => {
    const { headers } = await server.call('GET', path)
    const policy = String(headers['content-security-policy'])
    return [
      /frame-ancestors ([^;]*)/.exec(policy)?.[1],
      headers['x-frame-options'],
      policy.includes("script-src 'self'"),
    ]
  }
  const NOBODY = ["'none'", 'DENY', true]

  test('a share is shown by the origins it names, and by nobody when it has ended', async () => {
    const made = await make({ embed_origins: ['https://intranet.example.com', 'https://b.example.com:8443'] })
    const path = `/share/table/${made.share.id}`
    expect(await page(path)).toEqual(['https://intranet.example.com https://b.example.com:8443', undefined, true])
    await server.call('DELETE', `${PATH()}/${made.share.id}`, { token })
    expect(await page(path)).toEqual(NOBODY)
  })

  test('nothing else of the console is', async () => {
    const made = await make({ embed_origins: ['https://intranet.example.com'] })
    const plain = await make()
    for (const path of [
      `/share/table/${plain.share.id}`,
      '/share/table/00000000-0000-7000-8000-000000000000',
      `/share/table/${made.share.id}/x`,
      `/workplace?/share/table/${made.share.id}`,
      `/share/table/../../strategy/index`,
      '/strategy/index',
    ])
      expect(await page(path)).toEqual(NOBODY)
  })
})
