import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request, read whole. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The query as sent, without the question mark. */
  readonly rawQuery: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
interface Answer {
  readonly status: number
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}
/** `reset` sends a TCP reset instead of an answer; `cut` closes the connection without one. */
export type Outcome = Answer | 'reset' | 'cut'
export type Handler = (call: Call) => Promise<Outcome>

export interface RunningServer {
  /** `http://127.0.0.1:port` without a slash at the end. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

// A batch of 500 documents of 64 kB.
const MAX_BODY_BYTES = 32 * 1024 * 1024

/** Listens on loopback only; port 0 lets the system choose. @throws when the port is taken */
export async function listen(handler: Handler, host: string, port: number): Promise<RunningServer> {
  const server = createServer((req, res) => {
    answer(handler, req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function answer(handler: Handler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await readBody(req)
  if (body === null) return send(res, toJsonAnswer(413, `{"code":41300,"msg":"请求超过 ${MAX_BODY_BYTES} 字节"}`))
  const url = new URL(req.url ?? '/', 'http://sandbox')
  const outcome = await handler({
    method: req.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    rawQuery: url.search.slice(1),
    headers: req.headers,
    body,
  })
  if (outcome === 'reset') req.socket.resetAndDestroy()
  else if (outcome === 'cut') req.socket.destroy()
  else send(res, outcome)
}

/** null when the body is too long; the rest is then drained unread. */
async function readBody(req: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bodyBytes = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bodyBytes += chunk.length
    if (bodyBytes <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return bodyBytes > MAX_BODY_BYTES ? null : Buffer.concat(chunks)
}

function send(res: ServerResponse, { status, body, headers }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    ...headers,
  })
  res.end(bytes)
}

export const toJsonAnswer = (status: number, body: string, headers?: Readonly<Record<string, string>>): Answer => ({
  status,
  body,
  ...(headers === undefined ? {} : { headers }),
})
