import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AdapterStore, type ConnectorContext, defineManifest } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { createHttpConnector } from '@sluice/connector-kit/http'
import { Adapter, ApiAsset, toJson } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { afterEach, describe, expect, test } from 'vitest'
import { createScripts } from './create-scripts.ts'

const SECRET = 'very-secret-value'
const ASSET = 'asset:00000000-0000-7000-8000-000000000001@1'
const connector = createHttpConnector({
  manifest: defineManifest({
    id: 'far',
    name: { zh: 'f', en: 'Far' },
    group: 'general',
    describe: { zh: 'f', en: 'f' },
    icon: { text: 'F', color: '#000000' },
    roles: ['source', 'target'],
    params: [
      { field: 'base_url', label: { zh: 'a', en: 'a' }, type: 'text', is_required: true },
      { field: 'secret', label: { zh: 's', en: 's' }, type: 'password', encryption: true },
    ],
  }),
  connect: params => ({
    baseUrl: String(params['base_url']),
    headers: {},
    auth: { kind: 'none' },
    skipTlsVerify: false,
  }),
  endpoints: [],
  probe: () => null,
})

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
let close: (() => Promise<void>) | undefined
afterEach(async () => close?.())

/** A far system, and a connection to it through a script. */
async function open(code: string, answer: (asked: Asked) => { status?: number; body: string }, asset: object = {}) {
  const asked: Asked[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const one = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      body: Buffer.concat(chunks).toString(),
    }
    asked.push(one)
    const { status = 200, body } = answer(one)
    res.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const context = createTestContext({})
  close = async () => {
    server.closeAllConnections()
    server.close()
    await context.dispose()
  }
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const doc = Adapter.parse({ name: 'Scripted', kind: 'script', script: { code } })
  const full = ApiAsset.parse({
    name: 'Orders',
    type: 'QUERY',
    method: 'GET',
    api: '/orders',
    id: ['id'],
    listPath: 'list',
    ...asset,
  })
  const notes: unknown[] = []
  const adapters: AdapterStore = { platform: 'p', find: async () => ({ name: doc.name, version: 3, doc }) }
  const lent: ConnectorContext = {
    ...context,
    adapters,
    assets: { list: async () => [], find: async () => full },
    scripts: createScripts({ database: null as unknown as Database }, 'tenant'), // these scripts read no database
    notes: { adapter: each => void notes.push(each), log: each => void notes.push(each), tried: () => undefined },
  }
  const connection = await connector.open({ base_url: `http://127.0.0.1:${port}/base`, secret: SECRET }, lent)
  return { connection, asked, notes, asset: full }
}

const config = { connector_id: '', resource: ASSET, options: {}, key: ['id'], idCheck: true, pageSize: 10 }

async function readAll(connection: Awaited<ReturnType<typeof open>>['connection']) {
  const source = await connection.openSource!(config)
  const pages = []
  for await (const page of source.read({
    cursor: null,
    window: null,
    pageSize: 10,
    signal: AbortSignal.timeout(20_000),
  }))
    pages.push(page)
  return pages
}

describe('a script around the requests of a source', () => {
  const code = `
    export async function connect(ctx: Context) {
      const answer = await ctx.call({ method: 'POST', path: '/login', body: { secret: ctx.params.secret } })
      ctx.log('signed in with', ctx.params.secret)
      return { values: { token: answer.body.token }, lifeSeconds: 600 }
    }
    export function beforeRequest(request: Request, ctx: Context) {
      request.headers['x-token'] = ctx.auth.token
      request.query.sign = ctx.hash('md5', request.path + ctx.auth.token)
    }
    export function afterResponse(answer: Answer) {
      return { ...answer, body: { list: answer.body.rows.map((each: any) => ({ id: each[0], price: each[1] })) } }
    }`

  test('signs in, signs and reads; numbers keep their digits; the evidence is what came', async () => {
    const { connection, asked, notes } = await open(code, ({ url }) =>
      url === '/base/login' ? { body: '{"token":"T-1"}' } : { body: '{"rows":[[9007199254740993,12.50]]}' },
    )
    const [page] = await readAll(connection)
    expect(page?.records.map(each => toJson(each.data ?? null))).toEqual(['{"id":9007199254740993,"price":12.50}'])
    expect(Buffer.from(page?.raw ?? []).toString()).toBe('{"rows":[[9007199254740993,12.50]]}')
    expect(asked.map(each => [each.method, each.url.split('?')[0], each.headers['x-token']])).toEqual([
      ['POST', '/base/login', undefined],
      ['GET', '/base/orders', 'T-1'],
    ])
    expect(asked[0]?.body).toBe(`{"secret":"${SECRET}"}`)
    expect(asked[1]?.url).toMatch(/sign=[0-9a-f]{32}/)
    expect(notes).toEqual([
      { id: 'p', name: 'Scripted', version: 3, level: 'platform', kind: 'script' },
      { hook: 'connect', level: 'info', text: 'signed in with ***' },
    ])
  })

  test('a credential that its handleError knows as refused is renewed once', async () => {
    let logins = 0
    const renewing = `${code}
      export const handleError = (answer: Answer) => (answer.body.rows === undefined && answer.body.list?.length === 0 ? 'credential' : null)`.replace(
      'answer.body.rows.map',
      '(answer.body.rows ?? []).map',
    )
    const { connection, asked } = await open(renewing, ({ url, headers }) => {
      if (url === '/base/login') return { body: `{"token":"T-${++logins}"}` }
      return { body: headers['x-token'] === 'T-2' ? '{"rows":[[1,2]]}' : '{"error":"expired"}' }
    })
    const pages = await readAll(connection)
    expect(pages[0]?.records).toHaveLength(1)
    expect(asked).toHaveLength(4)
  })

  test('it cannot send anything to another address', async () => {
    for (const path of ['https://example.com/', '//example.com/', 'http://127.0.0.1:1/x']) {
      const { connection, asked } = await open(
        `export const beforeRequest = (r: Request) => ({ ...r, path: ${JSON.stringify(path)} })`,
        () => ({ body: '{"list":[]}' }),
      )
      await expect(readAll(connection)).rejects.toMatchObject({ code: expect.stringMatching(/^script\.output|params/) })
      expect(asked).toEqual([])
      await close?.()
    }
  })

  test('a fault ends the read and says where', async () => {
    const { connection } = await open('export function afterResponse(a) {\n  return a.none.at(0)\n}', () => ({
      body: '{"list":[]}',
    }))
    await expect(readAll(connection)).rejects.toMatchObject({ code: 'script.failed', value: '2:16' })
  })
})

describe('a script around the requests of a target', () => {
  const asset = { type: 'EXECUTE', method: 'POST', api: '/orders', id: ['id'] }
  const write = async (code: string) => {
    const opened = await open(code, () => ({ body: '{"ok":true}' }), asset)
    const target = await opened.connection.openTarget!({ ...config, mode: 'insert' } as never) // what the target reads of it
    const batch = [{ data: { id: 1 }, idempotencyKey: 'a' }]
    const outcome = await target.write(batch, AbortSignal.timeout(20_000)).catch((error: unknown) => error)
    return { ...opened, outcome }
  }

  test('before it is sent a fault leaves nothing behind', async () => {
    const { outcome, asked } = await write('export const beforeRequest = () => { throw new Error("no") }')
    expect(outcome).toMatchObject({ code: 'script.failed' })
    expect(asked).toEqual([])
  })

  test('after it was sent a fault leaves the record open: it may be there', async () => {
    const { outcome, asked } = await write('export const afterResponse = () => { throw new Error("no") }')
    expect(outcome).toMatchObject([{ kind: 'unknown' }])
    expect(asked).toHaveLength(1)
  })

  test('a body left alone keeps its text', async () => {
    const { outcome, asked } = await write(
      'export const beforeRequest = (r, ctx) => { r.headers.purpose = ctx.purpose }',
    )
    expect(outcome).toMatchObject([{ kind: 'written' }])
    expect(asked[0]).toMatchObject({ body: '{"id":1}', headers: { purpose: 'write' } })
  })
})

test('the trial shows what the script wrote, and where it failed', async () => {
  const { connection, asset } = await open(
    'export function beforeRequest(r, ctx) {\n  ctx.warn("look", r.path)\n  return r.x.y\n}',
    () => ({ body: '{}' }),
  )
  const trial = await connection.tryAsset!(
    asset,
    { options: {}, window: null, pageSize: 5 },
    AbortSignal.timeout(20_000),
  )
  expect(trial).toMatchObject({
    problem: { code: 'script.failed', place: '3:13' },
    logs: [{ hook: 'beforeRequest', level: 'warn', text: 'look /orders' }],
  })
})
