import { type Contract, type Operation, type RouteDef, type Translate, walkRoutes } from '@sluice/contract'
import type { Database } from '@sluice/db'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sessions } from './create-sessions.ts'
import { readLanguage, tellIn } from './messages.ts'
import { openUpload } from './open-upload.ts'
import { parseInput } from './parse-input.ts'
import { refuse } from './refuse.ts'
import { type Handlers, isAllowed, type Principal, type RouteContext } from './route-handler.ts'
import { sendAnswer } from './send-answer.ts'
import { writeAudit } from './write-audit.ts'

export interface MountOptions {
  readonly database: Database
  readonly sessions: Sessions
  readonly now: () => number
  /** Sentences of the engine and its connectors, in Chinese. */
  readonly translate: Translate
  /** Aborted when the server begins to close. */
  readonly drained: AbortSignal
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
  for (const [name, route] of walkRoutes(contract)) {
    const handle = findHandler(handlers, name)
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      // Before the body is read: a caller without a right makes us parse nothing.
      onRequest: (req, reply) => authorize(route, req, reply, options.sessions),
      handler: (req, reply) => answer(name, route, handle, req, reply, options),
    })
  }
}

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
  const principal = await sessions.authenticate(req.headers.authorization)
  req.principal = principal
  if (route.permission === null) return
  if (!isAllowed(principal, route.permission)) throw refuse('permission.missing', { value: route.permission })
  if (principal.mustChangePassword) throw refuse('permission.changePassword')
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
  const input = parseInput(route, { params: req.params, query: req.query, body: req.body }, ctx.language)
  const file = route.upload ? await openUpload(req, route.upload.maxBytes) : undefined
  const result = await handle({ ...input, file }, ctx)
  return sendAnswer(route, result, ctx, reply, options.sessions)
}

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
    tell: tellIn(language, translate),
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
    signal: route.content === 'sse' ? AbortSignal.any([left.signal, drained]) : left.signal,
    tenant: (work, settings) =>
      database.withTenant(requirePrincipal().tenantId, work, { statementTimeoutMs: STATEMENT_MS, ...settings }),
    audit: (tx, entry) => writeAudit(tx, { ...actor, nowMs: now() }, entry),
    setHeader: (header, value) => void reply.header(header, value),
    report: error => req.log.error({ err: error }, 'answering a part of a request'),
  }
}
