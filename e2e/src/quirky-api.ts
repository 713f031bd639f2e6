import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A far system with habits of its own: signed everything, tokens that end early, refusals inside a 200. */
export interface QuirkyApi {
  readonly url: string
  readonly secret: string
  readonly bills: ReadonlySet<string>
  readonly tokens: number
  stop(): Promise<void>
}

/** Requests until a token that claims an hour is refused. */
const USES_PER_TOKEN = 40

export async function startQuirkyApi(orders: number): Promise<QuirkyApi> {
  const secret = 'quirky-canary-secret'
  const bills = new Set<string>()
  const state = { tokens: 0, uses: 0, isWelcomed: false }

  const answer = (
    method: string,
    url: URL,
    headers: NodeJS.Dict<string | string[]>,
    body: string,
  ): [number, object] => {
    if (url.pathname === '/token') {
      const form = Object.fromEntries(new URLSearchParams(body))
      const text = `key${form['key']}time${form['time']}`
      const wanted = createHash('md5').update(`${secret}${text}${secret}`).digest('hex').toUpperCase()
      if (form['sign'] !== wanted) return [200, { code: 9, msg: 'bad sign' }]
      state.uses = 0
      return [200, { code: 0, data: { token: `quirky-token-${++state.tokens}`, ttl: 3600 } }]
    }
    const query = [...url.searchParams]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}${value}`)
      .join('')
    const wanted = createHmac('sha256', secret).update(`${query}${body}`).digest('hex')
    if (headers['x-sign'] !== wanted) return [200, { code: 9, msg: 'bad sign' }]
    if (!state.isWelcomed) {
      state.isWelcomed = true
      return [401, {}]
    }
    const isKnown = url.searchParams.get('token') === `quirky-token-${state.tokens}`
    if (!isKnown || ++state.uses > USES_PER_TOKEN) return [200, { code: 41, msg: 'token has ended' }]
    if (method === 'POST') {
      bills.add(String(JSON.parse(body).id))
      return [200, { code: 0 }]
    }
    const [page, size] = [Number(url.searchParams.get('p')), Number(url.searchParams.get('n'))]
    const ids = Array.from({ length: orders }, (_, index) => ({ id: `Q-${index + 1}`, amount: '12.50' }))
    return [200, { code: 0, total: orders, list: ids.slice((page - 1) * size, page * size) }]
  }

  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(req.url ?? '/', 'http://quirky')
    const [status, content] = answer(req.method ?? '', url, req.headers, Buffer.concat(chunks).toString())
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    secret,
    bills,
    get tokens() {
      return state.tokens
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
