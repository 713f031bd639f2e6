import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestContext } from '../../conformance/test-context.ts'
import { HttpClient } from './http-client.ts'
import type { HttpSettings } from './http-plan.ts'

interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
/** `drop` cuts the connection; a function of the request gives status, headers and body. */
export type Script = (asked: Asked) => ScriptedAnswer | 'drop' | 'silent'
interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A far system that answers by script, and a client of it whose waits take no time. For tests. */
export async function startScripted(script: Script, settings: Partial<HttpSettings> = {}) {
  const asked: Asked[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(req.url ?? '/', 'http://scripted')
    const one = { method: req.method ?? '', url, headers: req.headers, body: Buffer.concat(chunks).toString() }
    asked.push(one)
    const answer = script(one)
    if (answer === 'silent') return
    if (answer === 'drop') req.socket.destroy()
    else res.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const slept: number[] = []
  const context = createTestContext({
    random: () => 0.5,
    sleep: async ms => void slept.push(ms),
  })
  const url = `http://127.0.0.1:${port}`
  const base: HttpSettings = { baseUrl: url, headers: {}, auth: { kind: 'none' }, skipTlsVerify: false, ...settings }
  return {
    url,
    asked,
    slept,
    context,
    client: new HttpClient(base, context),
    makeClient: (changed: Partial<HttpSettings>) => new HttpClient({ ...base, ...changed }, context),
    close: async () => {
      await context.dispose()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
export type Scripted = Awaited<ReturnType<typeof startScripted>>
