import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebhookCall {
  readonly url: URL
  /** The body, parsed. */
  readonly body: Readonly<Record<string, unknown>>
}

/** An answer as a service has documented it; cut: the line breaks before any answer. */
export type WebhookAnswer = { readonly status?: number; readonly body: object | string } | 'cut'

/** The group behind a webhook, for tests: `judge` says what the service would answer. */
export interface Webhook {
  readonly url: string
  /** Messages that were taken, in order. */
  readonly taken: WebhookCall[]
  /** What the next calls are answered with instead. */
  readonly next: WebhookAnswer[]
  countCalls(): number
  close(): Promise<void>
}

/** @param judge null: the message is taken */
export async function startWebhook(good: object, judge: (call: WebhookCall) => object | null): Promise<Webhook> {
  const taken: WebhookCall[] = []
  const next: WebhookAnswer[] = []
  let calls = 0
  const server = createServer((req, res) => {
    calls += 1
    void readBody(req).then(text => {
      const call: WebhookCall = { url: new URL(req.url ?? '/', 'http://robot'), body: JSON.parse(text) }
      const problem = judge(call)
      const answer: WebhookAnswer = next.shift() ?? { body: problem ?? good }
      if (answer === 'cut' || answer.body === good) taken.push(call)
      if (answer === 'cut') req.socket.resetAndDestroy()
      else
        res
          .writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
          .end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    next,
    countCalls: () => calls,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
