import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Api, type Product, startProduct } from '@sluice/e2e'
import { runNginx } from '@sluice/e2e/nginx'
import { readCpuUs } from './cpu.ts'
import { type Figure, median } from './figure.ts'
import { readPeakMb } from './run-once.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const CALLS = Number(process.env['BENCH_CALLS'] ?? 2000)
/** As many calls of one tenant as the gateway lets wait for a far system. */
const AT_ONCE = 8
const ROW = { no: 'A-1', amount: 12.5, phone: '13800001007', shop: 'east' }
const PATH = '/orders'

/**
 * Calls of an API asset through the gateway (signature, quota, rate, mask and a row in the log for each), beside the same
 * calls of the same far system through nginx as a plain proxy, in the same round.
 */
export async function* measureGateway(only: string): AsyncIterable<Figure> {
  const name = 'gateway.proxy'
  if (!name.startsWith(only)) return
  const far = await startFar()
  const { port } = far.address() as AddressInfo // it listens on a port
  const proxy = await runNginx(ownPort => writePlainProxy(ownPort, port))
  const product = await startProduct({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  try {
    const send = await publish(await product.signIn(), product, { port, agent })
    const plain = () => post(agent, { port: proxy.port, path: PATH, body: '{}' })
    await inTurns(CALLS / 10, send) // what is compiled and prepared once
    await inTurns(CALLS / 10, plain)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(product, send, plain))
    yield describe(name, product, rounds)
  } catch (error) {
    console.error(product.output())
    throw error
  } finally {
    agent.destroy()
    await product.dispose()
    await proxy.stop()
    far.closeAllConnections()
    far.close()
  }
}

/** Connections are kept, and nothing is done for a call: the least that a proxy can be. */
const writePlainProxy = (port: number, farPort: number): string => `
  keepalive_requests 1000000;
  upstream far { server 127.0.0.1:${farPort}; keepalive 16; }
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://far; proxy_http_version 1.1; proxy_set_header Connection ""; } }`

interface Round {
  readonly value: number
  readonly baseline: number
  readonly node: number
  readonly store: number
}

async function measure(product: Product, send: Send, plain: Send): Promise<Round> {
  const baseline = CALLS / (await inTurns(CALLS, plain))
  const before = readCpuUs(product.pid)
  const value = CALLS / (await inTurns(CALLS, send))
  const after = readCpuUs(product.pid)
  const each = (name: 'self' | 'below'): number => (after[name] - before[name]) / CALLS
  return { value, baseline, node: each('self'), store: each('below') }
}

function describe(name: string, product: Product, rounds: readonly Round[]): Figure {
  const of = (part: keyof Round): number => median(rounds.map(round => round[part]))
  const ratios = rounds.map(({ value, baseline }) => value / baseline)
  return {
    ...{ name, unit: 'calls/s', value: of('value'), baseline: of('baseline'), ratio: median(ratios) },
    rssMb: readPeakMb(product.pid),
    cpuUs: { node: Math.round(of('node')), store: Math.round(of('store')), far: 0 },
    note: `${AT_ONCE} at once; baseline nginx; ratios ${ratios.map(each => each.toFixed(3)).join(', ')}`,
  }
}

async function startFar(): Promise<Server> {
  const body = JSON.stringify([ROW])
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const server = createServer((asked, answer) => {
    asked.resume().once('end', () => answer.writeHead(200, headers).end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

type Send = () => Promise<number>

/** Seconds of so many calls. @throws Error when one of them is not answered as it should be */
async function inTurns(calls: number, send: Send): Promise<number> {
  let left = Math.ceil(calls)
  const startedMs = performance.now()
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const status = await send()
      if (status !== 200) throw new Error(`calling: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (performance.now() - startedMs) / 1000
}

/** An asset of the far system, and an application that may call it. @returns one signed call */
async function publish(
  api: Api,
  product: Product,
  far: { readonly port: number; readonly agent: Agent },
): Promise<Send> {
  const params = { base_url: `http://127.0.0.1:${far.port}` }
  const { id: connector_id } = (await api.connector.create({ body: { platform_id: 'http', name: 'far', params } }))
    .content
  const doc = { name: 'orders', type: 'QUERY' as const, method: 'POST' as const, api: PATH, id: ['no'], request: [] }
  const { id: asset_id } = (await api.apiAsset.create({ body: { platform_id: 'http', doc } })).content
  await api.apiAsset.publish({ params: { id: asset_id } })
  const masks = { phone: 'ends' as const }
  const limits = { rate_per_minute: 60_000, burst: 60_000, quota_per_day: 10_000_000, quota_per_month: null }
  const body = {
    ...{ name: 'bench', remark: '', expires_at: null, ip_allow: [], plan_id: null, concurrency: null, scopes: [] },
    ...{ ...limits, assets: [{ asset_id, connector_id, fields: ['no', 'amount', 'phone'], masks }] },
  }
  const { app_key: key, app_secret: secret } = (await api.application.create({ body })).content
  const path = `/v2/open-api/asset/${asset_id}/call`
  const port = Number(new URL(product.url).port)
  const send: Send = () => post(far.agent, { port, path, body: '{}', headers: sign(key, secret, path, '{}') })
  // The gateway hears of it a moment after it was made.
  for (let tries = 0; (await send()) !== 200; tries += 1) {
    if (tries > 100) throw new Error(`calling the asset: ${await send()}`)
    await delay(100)
  }
  return send
}

function sign(key: string, secret: string, path: string, body: string): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(12).toString('hex')]
  const hash = createHash('sha256').update(body).digest('hex')
  const text = ['POST', path, '', hash, timestamp, nonce, key].join('\n')
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return { 'x-app-key': key, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature }
}

interface Sent {
  readonly port: number
  readonly path: string
  readonly body: string
  readonly headers?: Record<string, string>
}

/** The status of the answer, which is read whole. */
function post(agent: Agent, { port, path, body, headers = {} }: Sent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers }
  request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers: all }, answer => {
    answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
  })
    .once('error', reject)
    .end(body)
  return promise
}
