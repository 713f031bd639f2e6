import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AdapterStore, type ConnectorContext, defineManifest } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { createHttpConnector } from '@sluice/connector-kit/http'
import { Adapter, ApiAsset, toFailure, toJson } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScripts } from './create-scripts.ts'

// A script that may be tried out by whoever edits adapters turns a secret around in every way we know; nothing that
// anybody is shown, that is kept, or that another host receives holds any of it.

const SECRET = 'kQ7!canary~Zx93"vw'
const TOKEN = 'tokenCanary-81hf-77'

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
    headers: { 'x-key': String(params['secret']) },
    auth: { kind: 'none' },
    skipTlsVerify: false,
  }),
  endpoints: [],
  probe: () => null,
})

/** Each is an expression over `s`, the secret as the script holds it. */
const turns: Readonly<Record<string, string>> = {
  itself: 's',
  reversed: '[...s].reverse().join("")',
  capitals: 's.toUpperCase()',
  small: 's.toLowerCase()',
  'char codes': '[...s].map(c => c.charCodeAt(0)).join(",")',
  'char codes in hex': '[...s].map(c => c.charCodeAt(0).toString(16)).join("")',
  'shifted by one': '[...s].map(c => String.fromCharCode(c.charCodeAt(0) + 1)).join("")',
  split: 's.split("").join(" ")',
  'every second letter':
    '[...s].filter((_, i) => i % 2).join("") + "|" + [...s].filter((_, i) => i % 2 === 0).join("")',
  'cut in halves': 's.slice(0, 9) + "\\n" + s.slice(9)',
  'without its first letter': 's.slice(1)',
  JSON: 'JSON.stringify({ a: [s] })',
  'JSON twice': 'JSON.stringify(JSON.stringify(s))',
  escaped: '[...s].map(c => "\\\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")).join("")',
  'url-encoded': 'encodeURIComponent(s)',
  'url-encoded by the host': 'ctx.urlEncode(s)',
  base64: 'ctx.base64(s)',
  'base64 of a longer text': 'ctx.base64("A" + s)',
  'base64 twice': 'ctx.base64(ctx.base64("AB" + s))',
  'base64 and back': 'ctx.unbase64(ctx.base64(s))',
  'base64 reversed': '[...ctx.base64(s)].reverse().join("")',
  'a digest': 'ctx.hash("md5", s)',
  'a digest in capitals': 'ctx.hash("md5", s).toUpperCase()',
  'a keyed digest': 'ctx.hmac("sha256", s, "x")',
  'a digest of the first letter': 'ctx.hash("md5", s[0])',
  template: '"<".concat(s, ">")',
  'a list': '[s, s]',
  'a key': '({ [s]: 1 })',
  'a list of letters': '[...s]',
  'a list of numbers': '[...s].map(c => c.charCodeAt(0))',
  'one big number': 'BigInt("0x" + [...s].map(c => c.charCodeAt(0).toString(16)).join(""))',
  length: 's.length',
  'where its letters stand':
    '[..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].map(c => s.indexOf(c))',
  'a guess': 's === "kQ7!canary~Zx93\\"vw"'.replace('kQ7!canary~Zx93\\"vw', '" + "'),
  'replaced letters': 's.replaceAll("a", "@").replaceAll("S", "$")',
  padded: 's.padEnd(80, "-")',
  'by an error': '(() => { throw new Error(s) })()',
  'by an error, reversed': '(() => { throw new TypeError([...s].reverse().join("")) })()',
  'all parameters': 'JSON.stringify(ctx.params)',
  'what signing in gave': 'JSON.stringify(ctx.auth) + ctx.base64("A" + ctx.auth.token)',
  'the request': 'JSON.stringify(given)',
  'the key of the request': '[...JSON.stringify(given)].reverse().join("")',
  'the answer to a call': '[...JSON.stringify(await ctx.call({ path: "/echo", query: { q: s } }))].reverse().join("")',
  'the answer to a sign-in': '[...JSON.stringify(await ctx.call({ path: "/login" }))].reverse().join("")',
}

/** Everything that gives the secret away when it stands in a text. */
const traces = [SECRET, TOKEN].flatMap(secret => {
  const bytes = [0, 1, 2].map(pad => Buffer.concat([Buffer.alloc(pad), Buffer.from(secret)]))
  const letters = [...secret]
  const texts = [
    secret,
    letters.toReversed().join(''),
    letters.map(each => each.charCodeAt(0)).join(','),
    letters.map(each => String.fromCharCode(each.charCodeAt(0) + 1)).join(''),
    letters.join(' '),
    secret.slice(1),
    secret.slice(0, 9),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...bytes.map((each, pad) => each.toString('base64').slice(pad === 0 ? 0 : 4, -4)),
  ]
  return texts.flatMap(text => [text, text.toUpperCase(), text.toLowerCase(), [...text].toReversed().join('')])
})
const seesIn = (text: string): string[] => traces.filter(trace => text.includes(trace))

const received: string[] = []
const elsewhere: string[] = []
const servers = [received, elsewhere].map(list =>
  createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    list.push(`${req.url}\n${JSON.stringify(req.headers)}\n${Buffer.concat(chunks).toString()}`)
    res.setHeader('content-type', 'application/json')
    if (req.url?.startsWith('/echo')) return res.end(JSON.stringify({ said: req.url, headers: req.headers }))
    if (req.url?.startsWith('/login')) return res.end(JSON.stringify({ token: TOKEN, code: 0 }))
    res.end('{"list":[{"id":1}]}')
  }),
)
let ports: number[]
beforeAll(async () => {
  ports = await Promise.all(
    servers.map(async server => {
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      return (server.address() as AddressInfo).port // it listens on TCP
    }),
  )
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Runs a script as a trial and as a source, and gives everything that anybody could see of it. */
async function runScript(code: string): Promise<string> {
  const asset = ApiAsset.parse({
    name: 'Orders',
    type: 'QUERY',
    method: 'GET',
    api: '/orders',
    id: ['id'],
    listPath: 'list',
  })
  const doc = Adapter.parse({ name: 'Scripted', kind: 'script', script: { code } })
  const adapters: AdapterStore = { platform: 'p', find: async () => ({ name: doc.name, version: 1, doc }) }
  const seen: unknown[] = []
  const context = createTestContext({})
  const lent: ConnectorContext = {
    ...context,
    adapters,
    assets: { list: async () => [], find: async () => asset },
    scripts: createScripts({ database: null as unknown as Database }, 'tenant'), // these scripts read no database
    notes: {
      adapter: each => void seen.push(each),
      log: each => void seen.push(each),
      tried: each => void seen.push(each),
    },
  }
  const connection = await connector.open({ base_url: `http://127.0.0.1:${ports[0]}`, secret: SECRET }, lent)
  const signal = AbortSignal.timeout(60_000)
  const adapter = { id: 'a', name: 'Scripted', version: 1, level: 'platform', doc } as const
  seen.push(await connection.tryAsset!(asset, { options: {}, window: null, pageSize: 5, adapter }, signal))
  const resource = 'asset:00000000-0000-7000-8000-000000000001@1'
  try {
    const source = await connection.openSource!({
      connector_id: '',
      resource,
      options: {},
      key: ['id'],
      idCheck: true,
      pageSize: 10,
    })
    for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal }))
      seen.push(
        page.request,
        toJson(page.records.map(each => each.data ?? null)),
        Buffer.from(page.raw ?? []).toString(),
      )
  } catch (error) {
    const failure = toFailure(error)
    seen.push(failure.toDetail(), failure.message)
  }
  await connection.close()
  await context.dispose()
  return seen.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')
}

const signIn =
  'export const connect = async ctx => ({ values: { token: (await ctx.call({ path: "/login" })).body.token } })'

/** Where a script could let it out. */
const ways: Readonly<Record<string, (turn: string) => string>> = {
  'log, row and error': turn => `
    ${signIn}
    export async function beforeRequest(given, ctx) { const s = ctx.params.secret; ctx.log(${turn}); ctx.warn([${turn}]) }
    export async function afterResponse(given, ctx) {
      const s = ctx.params.secret
      return { ...given, body: { list: [{ id: 1, x: ${turn} }] } }
    }
    export async function handleError(given, ctx) { const s = ctx.params.secret; throw new Error(JSON.stringify([String(${turn})])) }`,
  'a header and a query of the request': turn => `
    ${signIn}
    export async function beforeRequest(given, ctx) {
      const s = ctx.params.secret
      const made = ${turn}
      given.headers['x-made'] = typeof made === 'string' ? made : JSON.stringify(made)
      given.query.made = typeof made === 'string' ? made : 'none'
    }`,
}

for (const [way, write] of Object.entries(ways))
  test.each(Object.entries(turns))(`by ${way}: %s`, { timeout: 120_000 }, async (_, turn) => {
    const shown = await runScript(write(turn))
    expect(seesIn(shown)).toEqual([])
    expect(elsewhere).toEqual([])
  })

test('a script cannot lead it to another host', async () => {
  const there = `http://127.0.0.1:${ports[1]}/x`
  for (const path of [there, `//127.0.0.1:${ports[1]}/x`, `/\\\\127.0.0.1:${ports[1]}`]) {
    const code = `export const beforeRequest = (r, ctx) => ({ ...r, path: ${JSON.stringify(path)}, query: { s: ctx.params.secret } })`
    expect(seesIn(await runScript(code))).toEqual([])
  }
  expect(elsewhere).toEqual([])
})

test('the far system itself gets it, in capitals and calculated with where the script says so', async () => {
  received.length = 0
  await runScript(`
    export function beforeRequest(r, ctx) {
      const s = ctx.params.secret
      r.headers['x-raw'] = ctx.urlEncode(s)
      r.headers['x-sign'] = ctx.hash('md5', 'a' + s).toUpperCase()
      r.query.q = 'is ' + s
    }`)
  const last = received.at(-1) ?? ''
  expect(last).toContain(`"x-raw":"${encodeURIComponent(SECRET)}"`)
  expect(last).toMatch(/"x-sign":"[0-9A-F]{32}"/)
  expect(new URL(last.split('\n')[0]!, 'http://x').searchParams.get('q')).toBe(`is ${SECRET}`)
})
