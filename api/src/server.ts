import { randomBytes } from 'node:crypto'
import { createOpenApi, newId, walkRoutes } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { contracts } from './contracts.ts'
import { createConnectorRoutes, createConnectorService } from './modules/connector/index.ts'
import { createFileRoutes, type UploadStore } from './modules/file/index.ts'
import { createHealthRoutes } from './modules/health/index.ts'
import { createPassportRoutes, createPassportService } from './modules/passport/index.ts'
import { createPlatformRoutes } from './modules/platform/index.ts'
import { createRunRoutes } from './modules/run/index.ts'
import { createStrategyLife, createStrategyRoutes, createStrategyService } from './modules/strategy/index.ts'
import { createStrategyDataRoutes } from './modules/strategy-data/index.ts'
import { createSystemRoutes, RESET_PERMISSION } from './modules/system/index.ts'
import { findFirstUser } from './modules/tenant/index.ts'
import { createUserRoutes } from './modules/user/index.ts'
import { createWebsiteRoutes, type WebsiteAttributes } from './modules/website/index.ts'
import { createWorkplaceRoutes, type DemoModules, type DemoPort } from './modules/workplace/index.ts'
import { createApp } from './platform/create-app.ts'
import { createSessions } from './platform/create-sessions.ts'
import { createDrain } from './platform/drain.ts'
import { mountRoutes } from './platform/mount-routes.ts'
import { renderDocs } from './platform/render-docs.ts'
import type { Handlers, RouteContext } from './platform/route-handler.ts'
import { serveConsole } from './platform/serve-console.ts'
import { createThrottle } from './platform/throttle.ts'
import { writeAudit } from './platform/write-audit.ts'

export interface ServerDeps {
  readonly database: Database
  readonly engine: Engine
  readonly vault: Vault
  readonly uploads: UploadStore
  /** Absent: no sandbox in this installation. */
  readonly demo?: DemoPort
  readonly config: ServerConfig
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** [0, 1), for names only; tokens come from the system's generator. */
  readonly random: () => number
  readonly log: Logger
}

export interface ServerConfig {
  readonly version: string
  /** The console's built files; absent: the API alone. */
  readonly consoleDir?: string
  readonly website: WebsiteAttributes
  /** Traces in error answers. Default false. */
  readonly isDevelopment?: boolean
  /** Proxies whose X-Forwarded-* headers count: addresses or networks, comma-separated. Default none. */
  readonly trustProxy?: string
  /** 32 bytes that all processes of the installation share, made from the master key. Default random: one process. */
  readonly signInSecret?: Uint8Array
}

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
  const app = await createApp({
    log,
    now,
    isDevelopment: config.isDevelopment ?? false,
    translate: deps.engine.translate,
    isDraining: drain.isDraining,
    newRequestId: () => newId(now()),
    ...(config.trustProxy === undefined ? {} : { trustProxy: config.trustProxy }),
  })
  const sessions = createSessions(deps.database, now)
  const modules = createModules(deps)
  const handlers = createHandlers(deps, modules, sessions, drain.isDraining)
  const { translate } = deps.engine
  mountRoutes(app, contracts, handlers, { database: deps.database, sessions, now, translate, drained: drain.signal })
  serveDocs(app, config.version)
  await serveConsole(app, config.consoleDir)
  return {
    app,
    listen: (host, port) => app.listen({ host, port }),
    close: options => drain.close(app, options),
    createDemo: tenantId => createDemo(deps, modules, tenantId),
  }
}

function createModules(deps: ServerDeps): DemoModules {
  return {
    connector: createConnectorService(deps),
    strategy: createStrategyService(deps),
    life: createStrategyLife(deps),
  }
}

function createHandlers(
  deps: ServerDeps,
  modules: DemoModules,
  sessions: ReturnType<typeof createSessions>,
  isDraining: () => boolean,
): Handlers<typeof contracts> {
  const { database, engine, config, now } = deps
  const throttle = createThrottle(database, now)
  const signInSecret = config.signInSecret ?? randomBytes(32)
  const passport = createPassportService({ database, sessions, throttle, now, randomBytes, signInSecret })
  return {
    passport: createPassportRoutes(passport, sessions),
    user: createUserRoutes(listPermissions()),
    website: createWebsiteRoutes(config.website, config.version),
    workplace: createWorkplaceRoutes({ engine, modules, now, ...(deps.demo ? { demo: deps.demo } : {}) }),
    platform: createPlatformRoutes(engine),
    connector: createConnectorRoutes(modules.connector, engine),
    file: createFileRoutes(deps),
    strategy: createStrategyRoutes(deps, modules.strategy, modules.life),
    strategyData: createStrategyDataRoutes(engine),
    run: createRunRoutes(engine),
    system: createSystemRoutes({ sessions, throttle, now }),
    health: createHealthRoutes({ database, version: config.version, isDraining }),
  }
}

/** Every permission that some route asks for. */
function listPermissions(): string[] {
  const named = [...walkRoutes(contracts)].map(([, route]) => route.permission)
  return [...new Set([...named, RESET_PERMISSION])]
    .filter((name): name is string => name !== null && name !== 'public')
    .sort()
}

function serveDocs(app: FastifyInstance, version: string): void {
  const document = createOpenApi(contracts, { title: 'Sluice', version })
  const json = JSON.stringify(document)
  const page = renderDocs(document)
  app.get('/api/openapi.json', (_req, reply) => reply.type('application/json; charset=utf-8').send(json))
  app.get('/api/docs', (_req, reply) => reply.type('text/html; charset=utf-8').send(page))
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
      permissions: new Set(['*']),
      expiresAtMs: Number.POSITIVE_INFINITY,
    },
    language: 'zh',
    tell: deps.engine.translate,
    ip: '',
    userAgent: '',
    signal: new AbortController().signal,
    tenant: (work, options) => database.withTenant(tenantId, work, options),
    audit: (tx, entry) => writeAudit(tx, { ...actor, nowMs: now() }, entry),
    setHeader: () => {},
    report: error => deps.log.error({ err: error }, 'creating a demo'),
  }
  return deps.demo.create(ctx, modules)
}
