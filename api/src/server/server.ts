import { setImmediate as giveWay } from 'node:timers/promises'
import { billSentences } from '@sluice/bills'
import { createOpenApi, createTranslate, newId } from '@sluice/contract'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../http/create-app.ts'
import { createSessions } from '../http/create-sessions.ts'
import { createDrain } from '../http/drain.ts'
import { mountRoutes } from '../http/mount-routes.ts'
import { refuse } from '../http/refuse.ts'
import { renderDocs } from '../http/render-docs.ts'
import type { RouteContext } from '../http/route-handler.ts'
import { writeSecurityTxt } from '../http/security-txt.ts'
import { serveConsole } from '../http/serve-console.ts'
import { watchLoop } from '../http/watch-loop.ts'
import { writeAudit } from '../http/write-audit.ts'
import { writeLargeJson } from '../http/write-large-json.ts'
import { findFirstUser } from '../modules/identity/tenant/index.ts'
import type { DemoModules } from '../modules/insight/workplace/index.ts'
import { listEmbedders } from '../modules/strategy/strategy-table/index.ts'
import { contracts } from './contracts.ts'
import { createHandlers } from './handlers.ts'
import { createParts } from './parts.ts'
import './messages.ts'
import type { ServerDeps } from './server-deps.ts'

export interface Server {
  readonly app: FastifyInstance
  /** The address that answers: `http://127.0.0.1:8080`. */
  listen(host: string, port: number): Promise<string>
  /** Ends requests in hand and closes. `waitMs`: how long balancers get to see readiness refused. Default 0. */
  close(options?: { readonly waitMs?: number; readonly hardMs?: number }): Promise<void>
  /** The demo of a tenant, made in the name of its first administrator. */
  createDemo(tenantId: string): Promise<{ readonly strategyId: string }>
}

/** API, documentation and console on one port. */
export async function createServer(deps: ServerDeps): Promise<Server> {
  const { config, now, log } = deps
  const drain = createDrain()
  const translate = withBills(deps.engine.translate)
  const app = await createApp({
    log,
    now,
    isDevelopment: config.isDevelopment ?? false,
    translate,
    isDraining: drain.isDraining,
    newRequestId: () => newId(now()),
    ...(config.proxies === undefined ? {} : { proxies: config.proxies }),
    ...(config.connections === undefined ? {} : { connections: config.connections }),
  })
  const watch = watchLoop(app)
  app.addHook('onClose', async () => watch.stop())
  const sessions = createSessions(deps.database, now)
  const parts = createParts(deps, { sessions, isDraining: drain.isDraining, measureLoop: watch.measure })
  const { database, answerWithinMs } = parts
  const mounting = { database, sessions, now, translate, drained: drain.signal, answerWithinMs }
  mountRoutes(app, contracts, createHandlers(parts), mounting)
  serveDocs(app)
  serveSecurityTxt(app, deps)
  await serveConsole(app, config.consoleDir, {
    listEmbedders: shareId => listEmbedders(database, shareId),
    gatewayOrigin: parts.gatewayOrigin,
  })
  return {
    app,
    listen: (host, port) => app.listen({ host, port }),
    close: options => drain.close(app, options),
    createDemo: tenantId => createDemo(deps, parts, tenantId),
  }
}

/** Of the paths and shapes, not of the software: strangers are not told what to look up. */
const API_VERSION = '1'

/** Made when somebody asks: 300 ms of CPU and 80 MB that most processes never need. */
function serveDocs(app: FastifyInstance): void {
  // Anybody may ask: whoever else waits comes in between.
  const document = makeOnce(() => createOpenApi(contracts, { title: 'Sluice', version: API_VERSION }, giveWay))
  // As bytes: megabytes of text would be turned into bytes again for everybody who asks, and kept for each who reads slowly.
  const json = makeOnce(async () => writeLargeJson(await document(), 3, giveWay))
  const page = makeOnce(async () => renderDocs(await document(), giveWay))
  app.get('/api/openapi.json', async (_req, reply) => reply.type('application/json; charset=utf-8').send(await json()))
  app.get('/api/docs', async (_req, reply) => reply.type('text/html; charset=utf-8').send(await page()))
}

/** Where holes are reported, by the path that RFC 9116 gives. */
function serveSecurityTxt(app: FastifyInstance, { config, publicUrl, now }: ServerDeps): void {
  app.get('/.well-known/security.txt', (_req, reply) => {
    if (!config.security) throw refuse('notFound.route')
    const text = writeSecurityTxt({ ...config.security, ...(publicUrl === undefined ? {} : { publicUrl }) }, now())
    return reply.type('text/plain; charset=utf-8').send(text)
  })
}

function makeOnce<T extends NonNullable<unknown>>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The first start has nobody signed in: the administrator's name stands for whoever started the product. */
async function createDemo(deps: ServerDeps, modules: DemoModules, tenantId: string) {
  if (!deps.demo) throw new Error('creating a demo: this installation has no sandbox')
  const { database, now } = deps
  const admin = await database.withTenant(tenantId, findFirstUser)
  if (!admin) throw new Error('creating a demo: the tenant has no user')
  const actor = {
    userId: admin.id,
    username: admin.username,
    action: 'workplace.createDemo',
    operation: 'add',
    ip: null,
  }
  const ctx: RouteContext = {
    principal: {
      ...actor,
      tenantId,
      sessionId: '',
      familyId: '',
      mustChangePassword: false,
      mustSetUpTotp: false,
      permissions: new Set(['*']),
      roleName: '',
      groups: null,
      expiresAtMs: Number.POSITIVE_INFINITY,
    },
    language: 'zh',
    tell: deps.engine.translate.zh,
    ip: '',
    userAgent: '',
    host: '',
    signal: new AbortController().signal,
    tenant: (work, options) => database.withTenant(tenantId, work, options),
    audit: (tx, entry) => writeAudit(tx, { ...actor, nowMs: now() }, entry),
    requireStepUp: async () => {},
    setHeader: () => {},
    cookie: () => undefined,
    setCookie: () => {},
    report: error => deps.log.error({ err: error }, 'creating a demo'),
  }
  return deps.demo.create(ctx, modules)
}

/** What the room of bills says, beside what the engine does. */
function withBills(translate: ServerDeps['engine']['translate']): ServerDeps['engine']['translate'] {
  const join = (language: 'zh' | 'tw' | 'pt') => {
    const tell = createTranslate(billSentences[language])
    return (sentence: string) => {
      const told = tell(sentence)
      return told === sentence ? translate[language](sentence) : told
    }
  }
  return { zh: join('zh'), tw: join('tw'), pt: join('pt') }
}
