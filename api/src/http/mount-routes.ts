import {
  bodyBytesOf,
  type Contract,
  needsWhole,
  type Operation,
  type RawBody,
  type RouteDef,
  walkRoutes,
} from '@sluice/contract'
import type { Database, TransactionOptions, Tx } from '@sluice/db'
import type { Translations } from '@sluice/engine'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Sessions } from './create-sessions.ts'
import { readLanguage, tellIn } from './messages.ts'
import { createRefusalNotes } from './note-refusal.ts'
import { openUpload } from './open-upload.ts'
import { parseInput } from './parse-input.ts'
import { refuse } from './refuse.ts'
import { type Handlers, isAllowed, type Principal, type RouteContext } from './route-handler.ts'
import { sendAnswer } from './send-answer.ts'
import { requireStepUp } from './step-up.ts'
import { writeAudit } from './write-audit.ts'
import { readTimeZone } from './write-times.ts'

export interface MountOptions {
  readonly database: Database
  readonly sessions: Sessions
  readonly now: () => number
  /** Sentences of the engine and its connectors, by language. */
  readonly translate: Translations
  /** Aborted when the server begins to close. */
  readonly drained: AbortSignal
  /** A call without an answer by then is refused: the console itself waits 60 s. Streams and uploads last as they last. */
  readonly answerWithinMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
}

/** A request never holds a connection longer with one statement. */
const STATEMENT_MS = 30_000

type AnyHandler = (input: unknown, ctx: RouteContext) => Promise<unknown>

/** Binds every route of a contract to its handler: who, may they, is it well formed, do it, answer. */
export function mountRoutes<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  options: MountOptions,
): void {
  if (!app.hasRequestDecorator('principal')) app.decorateRequest('principal', null)
  const note = createRefusalNotes(options.database, options.now)
  const noting = async <T>(name: string, route: RouteDef, req: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      await note(name, route, req, error)
      throw error
    }
  }
  for (const [name, route] of walkRoutes(contract)) {
    const handle = findHandler(handlers, name)
    const served: RouteOptions = {
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyBytesOf(route),
      // Before the body is read: a caller without a right makes us parse nothing.
      onRequest: (req, reply) => noting(name, route, req, () => authorize(route, req, reply, options.sessions)),
      handler: (req, reply) => noting(name, route, req, () => answer(name, route, handle, req, reply, options)),
    }
    if (route.raw) mountRaw(app, served, route.raw.maxBytes)
    else app.route(served)
  }
}

/** In a scope of its own, where no parser touches the bytes. */
function mountRaw(app: FastifyInstance, served: RouteOptions, maxBytes: number): void {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_req, body, done) => done(null, body))
    scope.route(served)
  })
}

const readRaw = (req: FastifyRequest): RawBody => ({
  bytes: Buffer.isBuffer(req.body) ? req.body : new Uint8Array(),
  header: name => {
    const value = req.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  },
})

function findHandler(handlers: object, name: string): AnyHandler {
  const found = name
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], handlers)
  if (typeof found !== 'function') throw new Error(`mounting routes: ${name} has no handler`)
  return found as AnyHandler // Handlers<C> proved its type where it was written
}

async function authorize(route: RouteDef, req: FastifyRequest, reply: FastifyReply, sessions: Sessions): Promise<void> {
  reply.header('cache-control', 'no-store').header('vary', 'authorization, accept-language')
  // A GET that changes something keeps its specified path, but neither a link nor another site may call it.
  if (changesState(route.audit) && isForeign(req)) throw refuse('permission.navigation')
  if (route.permission === 'public') return
  const principal = await sessions.authenticate(req.headers.authorization, req.ip)
  req.principal = principal
  // What needs no permission is about the person: password, tokens, sessions. A script has no business there.
  if (principal.token && route.permission === null && !route.acceptsTokens) throw refuse('permission.token')
  if (route.permission === null) return
  if (!isAllowed(principal, route.permission)) throw refuse('permission.missing', { value: route.permission })
  if (principal.mustChangePassword) throw refuse('permission.changePassword')
  if (principal.mustSetUpTotp) throw refuse('permission.secondFactor')
}

const changesState = (audit: Operation): boolean => audit !== 'query' && audit !== 'export'

const isForeign = (req: FastifyRequest): boolean =>
  req.headers['sec-fetch-mode'] === 'navigate' || req.headers['sec-fetch-site'] === 'cross-site'

async function answer(
  name: string,
  route: RouteDef,
  handle: AnyHandler,
  req: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): Promise<FastifyReply> {
  const ctx = createContext(name, route, req, reply, options)
  const input = parseInput(route, { params: req.params, query: req.query, body: req.body }, ctx)
  const file = route.upload ? await openUpload(req, route.upload.maxBytes) : undefined
  if (req.principal && req.principal.groups !== null && needsWhole(route, { ...(input.query as object) }))
    throw refuse('permission.whole')
  if (route.stepUp) await ctx.requireStepUp()
  const raw = route.raw ? readRaw(req) : undefined
  const work = handle({ ...input, file, raw }, ctx)
  const lasts = route.upload !== undefined || route.content === 'file' || route.content === 'sse'
  const result = await (lasts ? work : within(work, options.answerWithinMs))
  return sendAnswer(route, result, ctx, reply, options.sessions)
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refuse('unavailable.late', { retry: 'later' })), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const isSecure = (req: FastifyRequest): boolean => req.protocol === 'https'

/** Over TLS nobody else, neither a neighbour in the network nor another host of the domain, can plant a cookie of this name. */
const nameCookie = (name: string, req: FastifyRequest): string => (isSecure(req) ? `__Host-${name}` : name)

/** The one place where a call's reach is set: its tenant, and of it the strategy groups of its role. */
const inTenant = <T>(
  database: Database,
  { tenantId, groups }: Principal,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> => database.withTenant(tenantId, work, { statementTimeoutMs: STATEMENT_MS, ...options, groups })

function createContext(
  name: string,
  route: RouteDef,
  req: FastifyRequest,
  reply: FastifyReply,
  { database, now, drained, translate }: MountOptions,
): RouteContext {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const principal = req.principal
  const language = readLanguage(req.headers['accept-language'])
  const actor = {
    userId: principal?.userId ?? null,
    username: principal?.username ?? '',
    action: name,
    operation: route.audit,
    ip: req.ip,
    role: principal?.roleName ?? null,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
    via: principal?.token?.name,
  }
  const requirePrincipal = (): Principal => {
    if (!principal) throw new Error(`answering ${name}: a public route has no principal`)
    return principal
  }
  return {
    get principal() {
      return requirePrincipal()
    },
    language,
    tell: tellIn(language, translate, readTimeZone(req.headers)),
    ip: req.ip,
    userAgent: actor.userAgent,
    host: req.hostname,
    signal: route.content === 'sse' ? AbortSignal.any([left.signal, drained]) : left.signal,
    tenant: (work, settings) => inTenant(database, requirePrincipal(), work, settings),
    audit: (tx, entry) => writeAudit(tx, { ...actor, nowMs: now() }, entry),
    requireStepUp: () => requireStepUp(database, requirePrincipal(), now()),
    setHeader: (header, value) => void reply.header(header, value),
    cookie: cookie => readCookie(req.headers.cookie, nameCookie(cookie, req)),
    setCookie: (cookie, value, { maxAgeMs }) =>
      void reply.header(
        'set-cookie',
        `${nameCookie(cookie, req)}=${value}; Path=/; Max-Age=${Math.floor(maxAgeMs / 1000)}; HttpOnly; SameSite=Strict` +
          (isSecure(req) ? '; Secure' : ''),
      ),
    report: error => req.log.error({ err: error }, 'answering a part of a request'),
  }
}
