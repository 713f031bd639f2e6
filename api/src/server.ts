import { randomBytes } from 'node:crypto'
import { createOpenApi, newId } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import type { Engine, Grants } from '@sluice/engine'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { contracts } from './contracts.ts'
import { createApp } from './http/create-app.ts'
import { createSessions } from './http/create-sessions.ts'
import { createDrain } from './http/drain.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { refuse } from './http/refuse.ts'
import { renderDocs } from './http/render-docs.ts'
import type { Handlers, RouteContext } from './http/route-handler.ts'
import { type SecurityTxt, writeSecurityTxt } from './http/security-txt.ts'
import { serveConsole } from './http/serve-console.ts'
import { createThrottle } from './http/throttle.ts'
import type { TrustedProxies } from './http/trusted-proxies.ts'
import { watchLoop } from './http/watch-loop.ts'
import { writeAudit } from './http/write-audit.ts'
import { createIdentityHandlers, type IdentityConfig, type IdentityDeps } from './identity-handlers.ts'
import { createConfigRoutes } from './modules/admin/config/index.ts'
import { createHealthRoutes, type HealthDeps } from './modules/admin/health/index.ts'
import { createPersonDataRoutes } from './modules/admin/person-data/index.ts'
import { createQuotaRoutes } from './modules/admin/quota/index.ts'
import { createSavedFilterRoutes } from './modules/admin/saved-filter/index.ts'
import { createSearchRoutes } from './modules/admin/search/index.ts'
import { createSystemRoutes } from './modules/admin/system/index.ts'
import { createTenantEndRoutes } from './modules/admin/tenant-end/index.ts'
import { createWebsiteRoutes, type WebsiteAttributes } from './modules/admin/website/index.ts'
import { createAdapterRoutes, publishVersion as publishAdapter } from './modules/asset/adapter/index.ts'
import { createApiAssetRoutes, publishVersion as publishAsset } from './modules/asset/api-asset/index.ts'
import { createApprovalRoutes } from './modules/asset/approval/index.ts'
import { createCollectionRoutes } from './modules/asset/collection/index.ts'
import { createAssistantRoutes } from './modules/assistant/assistant/index.ts'
import { createCatalogueRoutes } from './modules/connect/catalogue/index.ts'
import { createConnectorRoutes, createConnectorService } from './modules/connect/connector/index.ts'
import { createConnectorEnvRoutes } from './modules/connect/connector-env/index.ts'
import { createConnectorGrantRoutes } from './modules/connect/connector-grant/index.ts'
import { createFileRoutes, type UploadStore } from './modules/connect/file/index.ts'
import { createPackRoutes } from './modules/connect/pack/index.ts'
import { createPlatformRoutes } from './modules/connect/platform/index.ts'
import { createProcessRoutes } from './modules/connect/process/index.ts'
import { createAccessTokenRoutes } from './modules/identity/access-token/index.ts'
import { createAccountRoutes } from './modules/identity/account/index.ts'
import { createNoticeRoutes, type MailSender } from './modules/identity/notice/index.ts'
import { createRoleRoutes } from './modules/identity/role/index.ts'
import { createSubAccountRoutes } from './modules/identity/sub-account/index.ts'
import { findFirstUser, listPermissions } from './modules/identity/tenant/index.ts'
import { createUserRoutes } from './modules/identity/user/index.ts'
import { createAggregateRoutes } from './modules/insight/aggregate/index.ts'
import { createAlertRoutes } from './modules/insight/alert/index.ts'
import { createWorkplaceRoutes, type DemoModules, type DemoPort } from './modules/insight/workplace/index.ts'
import { createMappingRoutes } from './modules/mapping/mapping/index.ts'
import { createErrorGroupRoutes } from './modules/run/error-group/index.ts'
import { createIgnoreRuleRoutes } from './modules/run/ignore-rule/index.ts'
import { createRecordPassportRoutes } from './modules/run/record-passport/index.ts'
import { createReplayRoutes } from './modules/run/replay/index.ts'
import { createRunRoutes } from './modules/run/run/index.ts'
import { createStorageRoutes } from './modules/run/storage/index.ts'
import { createStrategyDayRoutes } from './modules/run/strategy-day/index.ts'
import { createStrategyHealthRoutes } from './modules/run/strategy-health/index.ts'
import { createStrategyLogRoutes } from './modules/run/strategy-log/index.ts'
import { createExportJobRoutes } from './modules/strategy/export-job/index.ts'
import { createPushRoutes, createPushService } from './modules/strategy/push/index.ts'
import { createStrategyLife, createStrategyRoutes, createStrategyService } from './modules/strategy/strategy/index.ts'
import { createStrategyActRoutes } from './modules/strategy/strategy-act/index.ts'
import { createStrategyCopyRoutes } from './modules/strategy/strategy-copy/index.ts'
import { createStrategyCursorRoutes } from './modules/strategy/strategy-cursor/index.ts'
import { createStrategyDataRoutes } from './modules/strategy/strategy-data/index.ts'
import { createStrategyDebugRoutes } from './modules/strategy/strategy-debug/index.ts'
import { createStrategyFollowRoutes } from './modules/strategy/strategy-follow/index.ts'
import { createStrategyMappingRoutes } from './modules/strategy/strategy-mapping/index.ts'
import { createStrategyPublishRoutes } from './modules/strategy/strategy-publish/index.ts'
import { createStrategyTemplateRoutes, type DeliveredTemplate } from './modules/strategy/strategy-template/index.ts'
import { createStrategyVersionRoutes } from './modules/strategy/strategy-version/index.ts'

export interface ServerDeps extends IdentityDeps {
  readonly database: Database
  readonly engine: Engine
  readonly vault: Vault
  readonly uploads: UploadStore
  /** Access that people grant to connectors. Absent: none can be granted here. */
  readonly grants?: Grants
  /** Absent: no sandbox in this installation. */
  readonly demo?: DemoPort
  /** What a new strategy may begin with in every tenant. Default none. */
  readonly templates?: readonly DeliveredTemplate[]
  /** Absent: no notice goes by e-mail. */
  readonly mail?: MailSender
  /** Where files of exports lie. Absent: none are made here. */
  readonly exports?: UploadStore
  /** Where people open the console, without a slash at its end; absent: messages have no link to it. */
  readonly publicUrl?: string
  readonly config: ServerConfig
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** [0, 1), for names only; tokens come from the system's generator. */
  readonly random: () => number
  readonly log: Logger
}

export interface ServerConfig extends IdentityConfig {
  readonly version: string
  /** The console's built files; absent: the API alone. */
  readonly consoleDir?: string
  readonly website: WebsiteAttributes
  /** Traces in error answers. Default false. */
  readonly isDevelopment?: boolean
  /** Whose headers say for whom a request comes. Default nobody's. */
  readonly proxies?: TrustedProxies
  /** How long the end of a tenant can be taken back. Default 7. */
  readonly tenantEndDays?: number
  /** Absent: there is no security.txt. */
  readonly security?: Pick<SecurityTxt, 'contacts' | 'policy'>
  /** A call is answered by then, be it with a refusal. Default 55 s: the console itself waits 60. */
  readonly answerWithinMs?: number
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

const ANSWER_WITHIN_MS = 55_000
const TENANT_END_DAYS = 7
/** What has to be undone in time has this long for it. */
const MARGIN_MS = 5000

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
    ...(config.proxies === undefined ? {} : { proxies: config.proxies }),
  })
  const watch = watchLoop(app)
  app.addHook('onClose', async () => watch.stop())
  const sessions = createSessions(deps.database, now)
  const modules = createModules(deps)
  const handlers = createHandlers(deps, modules, sessions, { isDraining: drain.isDraining, measureLoop: watch.measure })
  const { translate } = deps.engine
  const answerWithinMs = config.answerWithinMs ?? ANSWER_WITHIN_MS
  const { database } = deps
  mountRoutes(app, contracts, handlers, { database, sessions, now, translate, drained: drain.signal, answerWithinMs })
  serveDocs(app, config.version)
  serveSecurityTxt(app, deps)
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
  process: Pick<HealthDeps, 'isDraining' | 'measureLoop'>,
): Handlers<typeof contracts> {
  const { database, engine, config, now } = deps
  const throttle = createThrottle(database, now)
  const mail = deps.mail ? { mail: deps.mail } : {}
  const parts = {
    platform: createPlatformRoutes(deps),
    apiAsset: createApiAssetRoutes({ engine, now }),
    adapter: createAdapterRoutes({ engine, now }),
    collection: createCollectionRoutes({ engine, now }),
    connector: createConnectorRoutes(modules.connector, engine),
    mapping: createMappingRoutes({ engine, now }),
    strategyCursor: createStrategyCursorRoutes(engine),
  }
  return {
    ...createIdentityHandlers(deps, sessions, throttle),
    ...parts,
    ...createStrategyHandlers(deps, modules),
    config: createConfigRoutes({
      engine,
      vault: deps.vault,
      limitMs: (config.answerWithinMs ?? ANSWER_WITHIN_MS) - MARGIN_MS,
      parts: { ...parts, strategy: modules.strategy, life: modules.life },
    }),
    user: createUserRoutes(listPermissions()),
    account: createAccountRoutes({ sessions, throttle, now, randomBytes, permissions: listPermissions(), ...mail }),
    accessToken: createAccessTokenRoutes({ sessions, now }),
    notice: createNoticeRoutes({ throttle, now, ...mail }),
    assistant: createAssistantRoutes({ engine, throttle, now }),
    website: createWebsiteRoutes(config.website, config.version, database),
    savedFilter: createSavedFilterRoutes({ now }),
    search: createSearchRoutes(),
    workplace: createWorkplaceRoutes({ engine, modules, now, ...(deps.demo ? { demo: deps.demo } : {}) }),
    pack: createPackRoutes(engine),
    approval: createApprovalRoutes({ api: publishAsset, adapter: publishAdapter }),
    catalogue: createCatalogueRoutes(modules.connector, engine),
    connectorEnv: createConnectorEnvRoutes(deps, modules.connector),
    connectorGrant: createConnectorGrantRoutes(deps),
    file: createFileRoutes(deps),
    push: createPushRoutes(createPushService(deps)),
    run: createRunRoutes(engine),
    storage: createStorageRoutes({ engine, now }),
    quota: createQuotaRoutes(),
    process: createProcessRoutes({ engine, now }),
    role: createRoleRoutes({ sessions, now }),
    subAccount: createSubAccountRoutes({ sessions, now }),
    personData: createPersonDataRoutes({ sessions, now }),
    tenantEnd: createTenantEndRoutes({
      ...deps,
      throttle,
      randomBytes,
      waitDays: config.tenantEndDays ?? TENANT_END_DAYS,
    }),
    system: createSystemRoutes({ sessions, throttle, now }),
    aggregate: createAggregateRoutes({ engine, throttle, now }),
    exportJob: createExportJobRoutes({ ...deps, throttle }),
    alert: createAlertRoutes({
      ...deps,
      throttle,
      ...(deps.publicUrl === undefined ? {} : { publicUrl: deps.publicUrl }),
    }),
    health: createHealthRoutes({ database, version: config.version, ...process }),
  }
}

/** What is done to a strategy and its records. */
const createStrategyHandlers = (deps: ServerDeps, modules: DemoModules) => {
  const { engine, now } = deps
  return {
    strategy: createStrategyRoutes(deps, modules.strategy, modules.life),
    strategyAct: createStrategyActRoutes({ engine, now }),
    strategyMapping: createStrategyMappingRoutes(engine),
    strategyVersion: createStrategyVersionRoutes(modules.strategy),
    strategyPublish: createStrategyPublishRoutes(deps, modules.strategy),
    strategyCopy: createStrategyCopyRoutes(engine, modules.strategy),
    strategyTemplate: createStrategyTemplateRoutes({
      engine,
      now,
      delivered: deps.templates ?? [],
      mapping: createMappingRoutes({ engine, now }),
    }),
    strategyData: createStrategyDataRoutes(engine),
    strategyDay: createStrategyDayRoutes(),
    strategyDebug: createStrategyDebugRoutes({ engine, now }),
    strategyFollow: createStrategyFollowRoutes(),
    strategyLog: createStrategyLogRoutes(),
    recordPassport: createRecordPassportRoutes(engine),
    errorGroup: createErrorGroupRoutes(engine),
    ignoreRule: createIgnoreRuleRoutes({ now }),
    replay: createReplayRoutes(engine),
    strategyHealth: createStrategyHealthRoutes({ engine, now }),
  }
}

/** Made when somebody asks: 300 ms of CPU and 80 MB that most processes never need. */
function serveDocs(app: FastifyInstance, version: string): void {
  const document = makeOnce(() => createOpenApi(contracts, { title: 'Sluice', version }))
  const json = makeOnce(() => JSON.stringify(document()))
  const page = makeOnce(() => renderDocs(document()))
  app.get('/api/openapi.json', (_req, reply) => reply.type('application/json; charset=utf-8').send(json()))
  app.get('/api/docs', (_req, reply) => reply.type('text/html; charset=utf-8').send(page()))
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
