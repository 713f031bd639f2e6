import { newId } from '@sluice/contract'
import type { Database } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type ConnectionCounts, createApp } from '../http/create-app.ts'
import { createDrain } from '../http/drain.ts'
import type { TrustedProxies } from '../http/trusted-proxies.ts'

export interface BareServerDeps {
  readonly database: Database
  readonly engine: Pick<Engine, 'translate'>
  readonly log: Logger
  readonly now: () => number
  readonly proxies: TrustedProxies
  readonly connections: ConnectionCounts
}

export interface BareServer {
  readonly app: FastifyInstance
  close(options?: { readonly waitMs?: number }): Promise<void>
}

/** Headers, proxies and drain of the API with none of its routes but health: for processes that serve something else. */
export async function createBareServer(deps: BareServerDeps): Promise<BareServer> {
  const { database, engine, log, now, proxies, connections } = deps
  const drain = createDrain()
  const app = await createApp({
    ...{ log, now, proxies, connections, translate: engine.translate, isDraining: drain.isDraining },
    isDevelopment: false,
    newRequestId: () => newId(now()),
  })
  const tell = (status: string) => ({ success: true, code: 0, message: status, content: { status } })
  app.get('/api/health/live', async () => tell('live'))
  app.get('/api/health/ready', async (_req, reply) => {
    const isReady =
      !drain.isDraining() &&
      (await database.ping().then(
        () => true,
        () => false,
      ))
    return isReady ? tell('ready') : reply.code(503).send({ ...tell('away'), success: false, code: 'away' })
  })
  return { app, close: options => drain.close(app, options) }
}
