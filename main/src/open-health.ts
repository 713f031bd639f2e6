import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConnectionLimits, openHttpServer } from '@sluice/api/http-server'
import type { Database } from '@sluice/db'
import type { Logger } from 'pino'

/** What a process without the API answers: only whether it lives and is ready. */
export interface Health {
  /** `http://127.0.0.1:9090` */
  readonly url: string
  /** Readiness is refused from now on. */
  drain(): void
  close(): Promise<void>
}

export interface HealthOptions {
  readonly database: Pick<Database, 'ping'>
  readonly host: string
  readonly port: number
  /** As at the door of everything else; no proxy brings many here. */
  readonly connections: Pick<ConnectionLimits, 'most' | 'mostOfOne'>
  readonly log: Pick<Logger, 'warn'>
}

export async function openHealth(options: HealthOptions): Promise<Health> {
  const { database, host, port, connections, log } = options
  let isDraining = false
  const ping = shareOne(() => database.ping())
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (req.method !== 'GET' && req.method !== 'HEAD') answer(res.setHeader('allow', 'GET, HEAD'), 405, 'method')
    else if (req.url === '/api/health/live') answer(res, 200, 'live')
    else if (req.url !== '/api/health/ready') answer(res, 404, 'unknown')
    else if (isDraining) answer(res, 503, 'draining')
    else
      ping().then(
        () => answer(res, 200, 'ready'),
        () => answer(res, 503, 'no database'),
      )
  }
  const tell = (counts: object): void =>
    log.warn(counts, 'connections to the health port were ended: ahead of answers (ahead), slow, or too many (many)')
  const { server } = openHttpServer(handle, tell, { ...connections, isProxy: () => false })
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

/** Whoever asks while one is under way gets its answer: the database is asked once, however many ask us. */
function shareOne(ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null
  return () => {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }
}

function answer(res: ServerResponse, code: number, status: string): void {
  const success = code === 200
  res
    .writeHead(code, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(JSON.stringify({ success, code: success ? 0 : status, message: status, content: { status } }))
}
