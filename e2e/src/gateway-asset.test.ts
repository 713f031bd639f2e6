import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Product, startProduct } from './product.ts'

/** An API asset that an application calls itself, over a far system that is polite, hostile, slow or too large. */
let product: Product
let api: Api
let far: Awaited<ReturnType<typeof startFar>>
let connector: string
let published: Map<string, string>
let token = ''
let app: { id: string; app_key: string; app_secret: string; version: number }

const ORDER = { no: 'A-1', amount: 12.5, phone: '13800001007', cost: 'secret-cost' }
const PATHS = ['/orders', '/redirect', '/hang', '/large', '/broken', '/refused', '/orders/{no}'] as const

async function startFar() {
  const seen: { url: string; headers: IncomingMessage['headers'] }[] = []
  const answers: Record<string, (res: ServerResponse) => void> = {
    '/orders': res =>
      res
        .writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'far=1; Path=/', 'x-far': 'inner' })
        .end(JSON.stringify([ORDER, { ...ORDER, no: 'A-2' }])),
    '/redirect': res => res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    '/hang': () => {},
    '/large': res => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.on('error', () => {})
      const line = `${JSON.stringify({ no: 'x'.repeat(1_000_000) })},`
      for (let n = 0; n < 50; n++) res.write(n === 0 ? `[${line}` : line)
      res.end('{}]')
    },
    '/broken': res => res.writeHead(200, { 'content-type': 'application/json' }).end('<html>far-inner-words'),
    '/refused': res => res.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"far-inner-words"}'),
  }
  const server = createServer((req, res) => {
    seen.push({ url: req.url ?? '', headers: req.headers })
    const path = (req.url ?? '').split('?')[0] ?? ''
    ;(answers[path] ?? answers['/orders'])?.(res)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    ...{ port, seen },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const limits = { rate_per_minute: 6000, burst: 500, quota_per_day: 1000, quota_per_month: null, concurrency: null }
const settings = { remark: '', expires_at: null, ip_allow: [], plan_id: null, map_ids: [], scopes: [], ...limits }

beforeAll(async () => {
  far = await startFar()
  // The one private place that may be reached: what it leads to elsewhere may not.
  product = await startProduct({ env: { EGRESS_ALLOW: `127.0.0.1:${far.port}` } })
  api = await product.signIn()
  connector = (
    await api.connector.create({
      body: { platform_id: 'http', name: 'far', params: { base_url: `http://127.0.0.1:${far.port}` } },
    })
  ).content.id
  published = new Map()
  for (const path of PATHS) {
    const request = [
      { field: 'since', type: 'date' as const, place: 'query' as const },
      { field: 'most', type: 'int' as const, place: 'query' as const },
      { field: 'word', type: 'string' as const, place: 'query' as const },
      { field: 'fixed', type: 'string' as const, place: 'query' as const, default: '{{page}}' },
      ...(path.includes('{')
        ? [{ field: 'no', type: 'string' as const, place: 'path' as const, is_required: true }]
        : []),
    ]
    const doc = { name: path, type: 'QUERY' as const, method: 'GET' as const, api: path, id: ['no'], request }
    const { id } = (await api.apiAsset.create({ body: { platform_id: 'http', doc } })).content
    await api.apiAsset.publish({ params: { id } })
    published.set(path, id)
  }
  const assets = [...published.values()].map(asset_id => ({
    ...{ asset_id, connector_id: connector, fields: ['no', 'amount', 'phone'] },
    masks: { phone: 'ends' as const },
  }))
  app = (await api.application.create({ body: { ...settings, name: 'caller', assets } })).content
  // The gateway hears of it a moment after it was made.
  while (!token) {
    token = (await post('/v2/oauth', { app_key: app.app_key, app_secret: app.app_secret })).json.access_token ?? ''
    if (!token) await delay(50)
  }
})
afterAll(async () => {
  await product.dispose()
  await far.stop()
})

interface Answer {
  readonly code: number
  readonly message: string
  readonly access_token?: string
  readonly content: { readonly items: readonly object[] } & readonly { readonly path: string }[]
}
async function post(path: string, body: object | string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'accept-language': 'en' },
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) as Answer } // the gateway's
}
const pathOf = (path: string): string => `/v2/open-api/asset/${published.get(path)}/call`
const call = (path: (typeof PATHS)[number], body: object | string = {}, headers: Record<string, string> = {}) =>
  post(pathOf(path), body, headers)
const logged = async () =>
  (await api.callLog.list({ query: { application_id: app.id, operation: 'asset-call' } })).total ?? 0

test('an answer holds the published fields, masked as said, and nothing else of the far system', async () => {
  const before = await logged()
  const answer = await call(
    '/orders',
    { parameters: { since: '2026-01-31', most: 7, word: 'a&b=c' }, limit: 1 },
    { cookie: 'a=b', 'x-own': '1' },
  )
  expect([answer.status, answer.json.content]).toEqual([
    200,
    { items: [{ no: 'A-1', amount: 12.5, phone: '****1007' }] },
  ])
  expect(answer.text).not.toContain('secret-cost')
  for (const name of ['set-cookie', 'x-far']) expect(answer.headers.get(name)).toBeNull()
  const { url, headers } = far.seen.at(-1)!
  expect(url).toContain('since=2026-01-31')
  expect(new URL(url, 'http://far').searchParams.get('word')).toBe('a&b=c')
  for (const name of ['cookie', 'authorization', 'x-own']) expect(headers[name]).toBeUndefined()
  expect(await logged()).toBe(before + 1)
})

test('what is not declared, has another type or leads elsewhere is refused with its place, and nobody is asked', async () => {
  const asked = far.seen.length
  const refused = async (path: (typeof PATHS)[number], body: object | string) => {
    const { status, json } = await call(path, body)
    return `${status} ${json.code} ${json.content[0]?.path ?? ''}`
  }
  const of = (parameters: object) => ({ parameters })
  expect(await refused('/orders', of({ strange: 1 }))).toBe('400 40001 parameters.strange')
  expect(await refused('/orders', of({ fixed: 'x' }))).toBe('400 40001 parameters.fixed')
  expect(await refused('/orders', { page: 1 })).toBe('400 40001 page')
  expect(await refused('/orders', { parameters: [] })).toBe('400 40001 parameters')
  expect(await refused('/orders', '{"parameters":{"__proto__":1}}')).toBe('400 40001 parameters.__proto__')
  for (const since of ['yesterday', 1, true, {}, ['2026-01-31'], '2026-13-45'])
    expect(await refused('/orders', of({ since }))).toBe('400 40001 parameters.since')
  for (const most of ['7', 1.5, 1e40]) expect(await refused('/orders', of({ most }))).toBe('400 40001 parameters.most')
  for (const word of ['{{param.token}}', 'a\r\nx: y', '\u0000', 'x'.repeat(2001)])
    expect(await refused('/orders', of({ word }))).toBe('400 40001 parameters.word')
  for (const no of ['..', '.', '../admin', '..%2fadmin', 'a/b', 'a\\b', 'a?b', 'a#b', ''])
    expect(await refused('/orders/{no}', of({ no }))).toBe('400 40001 parameters.no')
  expect(await refused('/orders/{no}', {})).toBe('400 40001 parameters.no')
  for (const limit of [0, 101, '5', 1.5, -1]) expect(await refused('/orders', { limit })).toBe('400 40001 limit')
  expect(await refused('/orders', '{"parameters":{},"parameters":{}}')).toBe('400 40001 parameters')
  expect(await refused('/orders', '[')).toBe('400 40001 ')
  expect((await post(`${pathOf('/orders')}?a=1&a=2`, {})).json.code).toBe(40001)
  expect(
    (await call('/orders', JSON.stringify({ x: 'x'.repeat(10 * 2 ** 20) })).catch(() => null))?.status ?? 413,
  ).toBe(413)
  expect((await call('/orders/{no}', of({ no: 'Ä 1' }))).status).toBe(200)
  expect(far.seen.length).toBe(asked + 1)
  expect((await call('/orders', of({ since: 1 }), { 'accept-language': 'pt-BR' })).json.message).toContain(
    'tipo ou formato',
  )
})

test('an asset that is unknown, not published to it or another path is missing', async () => {
  for (const id of ['01900000-0000-7000-8000-000000000000', 'x', '..%2f..%2foauth', `${published.get('/orders')}%2f..`])
    expect([id, (await post(`/v2/open-api/asset/${id}/call`, {})).status]).toEqual([id, 404])
})

test.each([
  ['/redirect', [502]],
  ['/broken', [502]],
  ['/refused', [502]],
  ['/large', [502]],
  ['/hang', [502, 504]],
] as const)('a far system at %s is told by a code, without a word of it', async (path, statuses) => {
  const answer = await call(path)
  expect(statuses as readonly number[]).toContain(answer.status)
  expect(answer.json.code).toBe(50001)
  for (const inner of ['far-inner-words', '169.254', '127.0.0.1', String(far.port)])
    expect(answer.text).not.toContain(inner)
})

test('only what reads, by a connector of its platform, and with the right to try it, is published', async () => {
  const asset_id = published.get('/orders') ?? ''
  const save = (asset: object) =>
    api.application
      .create({
        body: {
          ...settings,
          name: `x ${Math.random()}`,
          assets: [{ asset_id, connector_id: connector, fields: [], ...asset }],
        },
      })
      .then(() => 'saved')
      .catch(error => error.body?.code)
  expect(await save({ masks: { cost: 'hide' } })).toBe('invalid.mask')
  expect(await save({ connector_id: '01900000-0000-7000-8000-000000000000' })).toBe('invalid.gatewayAsset')
  const doc = {
    name: 'w',
    type: 'EXECUTE' as const,
    method: 'POST' as const,
    api: '/w',
    id: ['no'],
    write: { guarantee: 'upsert' as const },
  }
  const { id } = (await api.apiAsset.create({ body: { platform_id: 'http', doc } })).content
  expect(await save({ asset_id: id })).toBe('invalid.gatewayAsset')
  expect(await save({})).toBe('saved')
})

test('what is withdrawn can be called no more', async () => {
  await api.apiAsset.stop({ params: { id: published.get('/broken') ?? '' } })
  await expect.poll(async () => (await call('/broken')).status).toBe(404)
  await api.application.setEnabled({ params: { id: app.id }, body: { is_enabled: false } })
  await expect.poll(async () => (await call('/orders')).status).toBe(401)
})
