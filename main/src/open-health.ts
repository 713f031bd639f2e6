import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@sluice/db'

/** What a process without the API answers: only whether it lives and is ready. */
export interface Health {
  /** `http://127.0.0.1:9090` */
  readonly url: string
  /** Readiness is refused from now on. */
  drain(): void
  close(): Promise<void>
}

export async function openHealth(options: {
  readonly database: Database
  readonly host: string
  readonly port: number
}): Promise<Health> {
  const { database, host, port } = options
  let isDraining = false
  const server = createServer((req, res) => {
    if (req.url === '/api/health/live') return answer(res, 200, 'live')
    if (req.url !== '/api/health/ready') return answer(res, 404, 'unknown')
    if (isDraining) return answer(res, 503, 'draining')
    database.ping().then(
      () => answer(res, 200, 'ready'),
      () => answer(res, 503, 'no database'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const bound = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    drain() {
      isDraining = true
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(res: ServerResponse, code: number, status: string): void {
  const success = code === 200
  res
    .writeHead(code, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify({ success, code: success ? 0 : status, message: status, content: { status } }))
}
