import { createHash } from 'node:crypto'
import { newId } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let world: World
let other: World
const ORIGIN = 'https://api.example.com'

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  other = await openWorld(server, 'admin-b', server.b.tenantId)
})
beforeEach(() => server.database.withSystem(tx => tx.execute('delete from throttle')))
afterAll(() => server.drop())

interface Made {
  readonly link: { readonly id: string; readonly state: string }
  readonly token: string
  readonly path: string
}
const LIMITS = { rate_per_minute: 60, burst: 50, quota_per_day: 1000, quota_per_month: null, concurrency: 3 }
let counter = 0

async function newApplication(of = world) {
  const strategyId = (await newStrategy(of)).id
  const made = await of.post<{ id: string; app_key: string; app_secret: string }>(
    '/api/dh/lessee/gateway/application',
    {
      ...{ name: `partner ${++counter}`, remark: 'internal remark', expires_at: null, ip_allow: ['10.1.2.0/24'] },
      ...{ plan_id: null, ...LIMITS },
      scopes: [
        { strategy_id: strategyId, operations: ['query', 'store'], fields: ['id', 'phone'], masks: { phone: 'ends' } },
      ],
    },
  )
  return { ...made, strategyId }
}
const pathOf = (application: string) => `/api/dh/lessee/gateway/application/${application}/portal`
const newLink = (application: string, more: object = {}, of = world) =>
  of.post<Made>(pathOf(application), { title: 'Partner', ...more })
const open = (id: string, body: object, part = '', options: object = {}) =>
  server.call('POST', `/api/open/gateway-portal/${id}${part}`, {
    body,
    headers: { 'accept-language': 'en' },
    ...options,
  })
const read = async ({ link, token }: Made, part = '', more: object = {}) => {
  const answer = await open(link.id, { token, ...(part === '' && { origin: ORIGIN }), ...more }, part)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const inTenant = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const NO = '404 notFound.gatewayPortal This link is not valid, or it has ended.'
const refused = async (id: string, body: object, part = '', options: object = {}) => {
  const answer = await open(id, { origin: ORIGIN, ...body }, part, options)
  return `${answer.statusCode} ${answer.json().code} ${answer.json().message}`
}

const logCall = (application: string, status: number, secondsAgo: number, code = status === 200 ? 0 : 40001) =>
  inTenant(tx =>
    tx.execute(
      `insert into gateway_call (id, application_id, application_name, operation, method, ip, status, code, duration_ms, created_at)
       values ($1, $2, 'secret name', 'query', 'POST', '10.1.2.3', $3, $4, 7, now() - make_interval(secs => $5))`,
      [newId(), application, status, code, secondsAgo],
    ),
  )

describe('who holds a link', () => {
  test('sees the APIs, the limits and nothing that the tenant keeps for itself', async () => {
    const application = await newApplication()
    const made = await newLink(application.id)
    expect(made.path).toBe(`/share/portal/${made.link.id}#${made.token}`)
    const { content } = await read(made)
    expect(Object.keys(content.openapi.paths).map((path: string) => path.split('/').at(-1))).toEqual([
      'query',
      'store',
      '{id}',
      'limits',
    ])
    expect(content.openapi.servers).toEqual([{ url: ORIGIN }])
    expect(content.limits).toMatchObject({
      rate: { per_minute: 60, burst: 50, left: 50 },
      day: { quota: 1000, used: 0, left: 1000 },
      month: { quota: null, left: null },
      concurrency: { most: 3, under_way: 0 },
    })
    const text = JSON.stringify(content)
    for (const hidden of ['internal remark', '10.1.2.0', application.app_secret, server.a.tenantId, made.token])
      expect(text).not.toContain(hidden)
  })

  test('opens it, and everything behind it, from the networks of the link alone; elsewhere it sounds like none', async () => {
    const { id } = await newApplication()
    const made = await newLink(id, { ip_allow: ['10.9.0.0/16', '2001:db8::/32'] })
    expect(made.link).toMatchObject({ ip_allow: ['10.9.0.0/16', '2001:db8::/32'] })
    const token = { token: made.token }
    for (const ip of ['10.9.3.4', '::ffff:10.9.3.4', '2001:db8::7'])
      expect((await open(made.link.id, { origin: ORIGIN, ...token }, '', { ip })).statusCode).toBe(200)
    for (const ip of ['10.8.3.4', '127.0.0.1', '2001:db9::7'])
      for (const [part, body] of [
        ['', { origin: ORIGIN }],
        ['/calls', {}],
        ['/postman', { origin: ORIGIN }],
      ] as const)
        expect((await open(made.link.id, { ...body, ...token }, part, { ip })).json().code).toBe(
          'notFound.gatewayPortal',
        )
    const wrong = await server.call('POST', pathOf(id), {
      token: await server.signIn('admin-a', PASSWORD),
      body: { title: 'x', ip_allow: ['10.0.0.0/99'] },
    })
    expect(wrong.json()).toMatchObject({ code: 'invalid.network' })
  })

  test('gets samples of what the application may call, and of nothing else', async () => {
    const application = await newApplication()
    const made = await newLink(application.id)
    const path = `/v2/open-api/business/${application.strategyId}/query`
    const samples = await read(made, '/samples', { origin: ORIGIN, method: 'POST', path })
    expect(samples.content).toHaveLength(8)
    for (const wrong of [path.replace('query', 'data-link'), '/v2/oauth', '__proto__', `${path}/../store`])
      expect(
        (
          await open(made.link.id, { token: made.token, origin: ORIGIN, method: 'POST', path: wrong }, '/samples')
        ).json().code,
      ).toBe('notFound.portalOperation')
    expect((await read(made, '/postman', { origin: ORIGIN })).content.info.name).toMatch(/^partner/)
  })

  test('an origin that is none is refused: it would stand in every sample', async () => {
    const made = await newLink((await newApplication()).id)
    for (const origin of [
      'javascript:alert(1)',
      'https://x/path',
      "https://a'b",
      'https://a b',
      'https://u:p@h',
      '',
      null,
      {},
    ])
      expect((await open(made.link.id, { token: made.token, origin })).statusCode).toBe(422)
  })

  test('sees its own calls, page by page and by state and time, and no other application’s', async () => {
    const [mine, foreign] = [await newApplication(), await newApplication()]
    for (let n = 0; n < 5; n++) await logCall(mine.id, n < 2 ? 400 : 200, n * 3600)
    await logCall(foreign.id, 200, 1)
    const made = await newLink(mine.id)
    const first = await read(made, '/calls', { pageSize: 2 })
    expect([first.content.length, first.total]).toEqual([2, 5])
    expect((await read(made, '/calls', { result: 'failed' })).total).toBe(2)
    expect((await read(made, '/calls', { status: 200 })).total).toBe(3)
    const from = new Date(Date.now() - 2.5 * 3600_000).toISOString()
    expect((await read(made, '/calls', { from })).total).toBe(3)
    expect(JSON.stringify(first)).not.toContain('secret name')
    for (const more of [
      { application_id: foreign.id },
      { pageSize: 101 },
      { page: 0 },
      { from: 'yesterday' },
      { status: '200' },
    ])
      expect((await open(made.link.id, { token: made.token, ...more }, '/calls')).statusCode).toBe(422)
  })

  test('sees what became of its webhooks, and renews a secret only where the link says so', async () => {
    const [mine, foreign] = [await newApplication(), await newApplication()]
    const hook = async (application: { id: string; strategyId: string }) =>
      world.post<{ id: string; secret: string }>(`/api/dh/lessee/gateway/application/${application.id}/webhook`, {
        ...{ strategy_id: application.strategyId, url: 'https://partner.example.com/hook', events: ['written'] },
      })
    const [own, others] = [await hook(mine), await hook(foreign)]
    const [reader, keeper] = [await newLink(mine.id), await newLink(mine.id, { may_rotate: true })]
    expect((await read(reader)).content.webhooks).toEqual([
      expect.objectContaining({ id: own.id, url: 'https://partner.example.com/hook', failed: 0 }),
    ])
    expect(JSON.stringify(await read(keeper))).not.toContain('whsec_')
    expect((await read(reader, '/deliveries', { webhook: own.id })).content).toEqual([])
    const rotate = (made: Made, webhook: string) =>
      open(made.link.id, { token: made.token, webhook }, '/webhook-secret')
    expect((await rotate(reader, own.id)).json().code).toBe('conflict.portalReadOnly')
    const [{ sealed: before }] = (await sealedOf(own.id)) as [{ sealed: string }] // the webhook that was made
    const { secret } = (await rotate(keeper, own.id)).json().content
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
    const [{ sealed }] = (await sealedOf(own.id)) as [{ sealed: string }]
    expect(sealed).not.toBe(before)
    expect(await server.vault.open(server.a.tenantId, `gateway/webhook/${own.id}`, sealed)).toBe(secret)
    for (const made of [reader, keeper])
      for (const part of ['/deliveries', ...(made === keeper ? ['/webhook-secret'] : [])])
        expect((await open(made.link.id, { token: made.token, webhook: others.id }, part)).json().code).toBe(
          'notFound.gatewayWebhook',
        )
    for (let n = 0; n < 5; n++) await rotate(keeper, own.id)
    expect((await rotate(keeper, own.id)).statusCode).toBe(429)
  })
})

const sealedOf = (id: string) =>
  inTenant(tx => tx.query<{ sealed: string }>('select sealed from gateway_subscription where id = $1', [id]))

describe('nobody else', () => {
  test('keeps an answer, shows it in a frame or learns of the address, whether the link is right or wrong', async () => {
    const made = await newLink((await newApplication()).id)
    for (const token of [made.token, 'x'.repeat(43)]) {
      const { headers, body } = await open(made.link.id, { token, origin: ORIGIN })
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
      expect(JSON.stringify(headers) + body).not.toContain(token)
    }
  })

  test('a wrong token, a wrong id, another link’s token and what is no token sound the same', async () => {
    const application = await newApplication()
    const [made, second] = [await newLink(application.id), await newLink(application.id)]
    for (const token of ['x'.repeat(43), '', second.token, `${made.token} `, made.token.toLowerCase()])
      expect(await refused(made.link.id, { token })).toBe(NO)
    expect(await refused(newId(), { token: made.token })).toBe(NO)
    const foreign = await newLink((await newApplication(other)).id, {}, other)
    expect(await refused(made.link.id, { token: foreign.token })).toBe(NO)
    expect(await refused(foreign.link.id, { token: made.token })).toBe(NO)
    for (const token of [null, 1, {}, [made.token], 'x'.repeat(101), '\u0000'])
      expect((await open(made.link.id, { token, origin: ORIGIN })).statusCode).toBe(422)
  })

  test('guessing from one address is stopped, over all of the portal’s routes, and a right link from another works on', async () => {
    const made = await newLink((await newApplication()).id)
    const ip = { ip: '203.0.113.9' }
    const guess = async (token: string, count: number) =>
      (
        await (count % 2
          ? open(made.link.id, { token }, '/calls', ip)
          : open(made.link.id, { token, origin: ORIGIN }, '', ip))
      ).statusCode
    const codes: number[] = []
    for (let count = 0; count < 25; count++) codes.push(await guess(`g${count}`, count))
    expect([codes.filter(code => code === 404).length, codes.at(-1)]).toEqual([20, 429])
    const body = { token: made.token, origin: ORIGIN }
    expect((await open(made.link.id, body, '', { ip: '203.0.113.10' })).statusCode).toBe(200)
  })

  test('the hash that is stored is no token', async () => {
    const made = await newLink((await newApplication()).id)
    const [row] = await inTenant(tx =>
      tx.query<{ token_hash: Buffer; all: string }>(
        'select token_hash, row_to_json(p)::text as all from gateway_portal p where id = $1',
        [made.link.id],
      ),
    )
    expect(row?.token_hash.equals(createHash('sha256').update(made.token).digest())).toBe(true)
    expect(row?.all).not.toContain(made.token)
    for (const form of ['hex', 'base64url'] as const)
      expect(await refused(made.link.id, { token: row?.token_hash.toString(form) })).toBe(NO)
  })

  test('a link that was ended, has expired, or whose application may not call is none', async () => {
    const application = await newApplication()
    const made = await newLink(application.id)
    const token = { token: made.token }
    const enable = (is_enabled: boolean) =>
      server.call('PUT', `/api/dh/lessee/gateway/application/${application.id}/enabled`, {
        ...{ token: world.token, body: { is_enabled } },
      })
    await enable(false)
    for (const part of ['', '/calls', '/postman'])
      expect(
        (await open(made.link.id, part === '/calls' ? token : { ...token, origin: ORIGIN }, part)).statusCode,
      ).toBe(404)
    await enable(true)
    expect((await open(made.link.id, { ...token, origin: ORIGIN })).statusCode).toBe(200)
    await inTenant(tx =>
      tx.execute("update gateway_application set expires_at = now() - interval '1 second' where id = $1", [
        application.id,
      ]),
    )
    expect(await refused(made.link.id, token)).toBe(NO)
    await inTenant(tx => tx.execute('update gateway_application set expires_at = null where id = $1', [application.id]))
    await inTenant(tx =>
      tx.execute("update gateway_portal set expires_at = now() - interval '1 second' where id = $1", [made.link.id]),
    )
    expect(await refused(made.link.id, token)).toBe(NO)
    const ended = await newLink(application.id)
    const answer = await server.call('DELETE', `${pathOf(application.id)}/${ended.link.id}`, { token: world.token })
    expect(answer.json().content.state).toBe('revoked')
    expect(await refused(ended.link.id, { token: ended.token })).toBe(NO)
    const deleted = await newLink(application.id)
    await server.call('DELETE', `/api/dh/lessee/gateway/application/${application.id}`, { token: world.token })
    expect(await refused(deleted.link.id, { token: deleted.token })).toBe(NO)
  })

  test('five links of an application count at once, however many are asked for together', async () => {
    const { id } = await newApplication()
    const ask = () => server.call('POST', pathOf(id), { token: world.token, body: { title: 'x' } })
    const answers = await Promise.all(Array.from({ length: 9 }, ask))
    expect(answers.map(each => each.statusCode).sort()).toEqual([...Array(5).fill(200), ...Array(4).fill(409)])
    const { content } = (await server.call('GET', pathOf(id), { token: world.token })).json()
    await server.call('DELETE', `${pathOf(id)}/${content[0].id}`, { token: world.token })
    expect((await ask()).statusCode).toBe(200)
    expect(JSON.stringify(content)).not.toMatch(/token|hash/)
  })

  test('whoever may see applications makes no link by that', async () => {
    const { id } = await newApplication()
    const foreign = await server.call('POST', pathOf(id), { token: other.token, body: { title: 'x' } })
    expect(foreign.json().code).toBe('notFound.gatewayApplication')
    expect((await server.call('GET', pathOf(id), { token: other.token })).json().code).toBe(
      'notFound.gatewayApplication',
    )
    for (const body of [
      { title: '' },
      { title: 'x', days: 366 },
      { title: 'x', days: 0 },
      { title: 'x', tenant_id: 1 },
      {},
    ])
      expect((await server.call('POST', pathOf(id), { token: world.token, body })).statusCode).toBe(422)
  })
})
