import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { answerFailure, type FailureOptions } from './answer-failure.ts'
import { type ConnectionLimits, openHttpServer } from './open-http-server.ts'
import { readBody } from './read-body.ts'
import { refuse } from './refuse.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { createProxyReader, type TrustedProxies } from './trusted-proxies.ts'

// An error of the database quotes whole rows in these; the rest is for whoever logs more than this file does.
const REDACTED = [
  'err.detail',
  'err.where',
  'err.internalQuery',
  'req.headers.authorization',
  '*.password',
  '*.authorization',
  '*.access_token',
  '*.refresh_token',
  '*.encodedata',
]

/** Some 60 kB each at the most that a stranger sends, and as many requests as may arrive in one turn. */
const CONNECTIONS: ConnectionCounts = { most: 4096, mostOfOne: 512 }
export type ConnectionCounts = Pick<ConnectionLimits, 'most' | 'mostOfOne'>

export interface AppOptions extends FailureOptions {
  readonly log: Logger
  /** Whose headers say for whom a request comes. Default nobody's. */
  readonly proxies?: TrustedProxies
  /** How many may be connected. */
  readonly connections?: ConnectionCounts
  readonly isDraining: () => boolean
  readonly newRequestId: () => string
}

/** The bare server: JSON only, our headers on every answer, our envelope around every failure. No route yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const reader = createProxyReader(options.proxies ?? null, neighbour =>
    options.log.warn(
      { neighbour },
      'headers of a proxy come from an address that is not trusted and are ignored: if it is your proxy, name it in TRUSTED_PROXIES',
    ),
  )
  const app = Fastify({
    loggerInstance: options.log.child({}, { redact: REDACTED }) as FastifyBaseLogger, // pino is what fastify's interface was cut from
    serverFactory: handle =>
      openHttpServer(
        handle,
        counts =>
          options.log.warn(
            counts,
            'connections were ended that sent requests ahead (ahead), moved too slowly (slow), had no room to wait in (room), or were too many (many)',
          ),
        { ...(options.connections ?? CONNECTIONS), isProxy: reader.isTrusted },
      ).server,
    exposeHeadRoutes: false,
    return503OnClosing: false, // the drain answers what still arrives
    // The one client that the reader has left.
    trustProxy: (address, hop) => hop === 0 && reader.isTrusted(address),
    genReqId: options.newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
  })
  acceptOnlyJson(app)
  await app.register(multipart)
  app.addHook('onRequest', async (req, reply) => {
    reader.settle(req.raw.headers, req.raw.socket.remoteAddress ?? '')
    setSecurityHeaders(req, reply)
  })
  app.addHook('onSend', async (req, reply) => {
    if (isReadToItsEnd(req, reply)) {
      reply.removeHeader('connection')
      await throwAway(req.raw)
    }
    if (options.isDraining()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (req, reply) => {
    // The route, never the url: ids and searches of a tenant are no business of the log.
    const route = req.routeOptions.url ?? '-'
    req.log.info(
      { method: req.method, route, status: reply.statusCode, elapsedMs: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  app.setErrorHandler((error, req, reply) => answerFailure(error, req, reply, options))
  app.setNotFoundHandler((req, reply) => answerFailure(refuse('notFound.route'), req, reply, options))
  return app
}

/** The largest that a proxy passes on by our documentation. */
const READ_TO_ITS_END = 101 * 2 ** 20

/**
 * A body that is refused for its length is thrown away as it comes: a connection that is closed under it takes the answer
 * along, and a proxy tells of a broken server.
 */
const isReadToItsEnd = (req: FastifyRequest, reply: FastifyReply): boolean =>
  reply.statusCode === 413 && Number(req.headers['content-length']) <= READ_TO_ITS_END

const THROWN_AWAY_MS = 10_000

/** Who asks for the connection to be closed, as a proxy does, has it closed with the answer: so that comes last. */
async function throwAway(body: IncomingMessage): Promise<void> {
  if (body.headers.connection?.toLowerCase() !== 'close' || body.complete) return
  body.resume()
  // Slow or gone: whoever sends so is cut off with the answer, as before.
  await finished(body, { signal: AbortSignal.timeout(THROWN_AWAY_MS), cleanup: true }).catch(() => undefined)
}

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_req, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, readBody(body as string)) // parseAs: 'string' makes it one
    } catch (error) {
      done(error as Error, undefined)
    }
  })
}
