import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'
import { allowCalls, allowFrames } from './security-headers.ts'

const YEAR_MS = 365 * 24 * 3600 * 1000

interface ConsoleOptions {
  listEmbedders(shareId: string): Promise<readonly string[]>
  /** Where the portal's page calls; null: where it is. */
  readonly gatewayOrigin: string | null
}

/**
 * The console's built files. Hashed assets stay in caches for a year, index.html never; a `.br` or `.gz` beside a
 * file goes out in its place. Every path without an ending is a screen and gets index.html, but for those of the APIs: a
 * program at a wrong port or path is told so, and never answered by a page.
 */
export async function serveConsole(
  app: FastifyInstance,
  consoleDir: string | undefined,
  { listEmbedders, gatewayOrigin }: ConsoleOptions,
): Promise<void> {
  if (consoleDir === undefined || !existsSync(join(consoleDir, 'index.html'))) {
    serve(app, async (req, reply) => {
      if (isApi(req.url)) throw refuse('notFound.route')
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The console is not built here. The API is below /api.\n')
    })
    return
  }
  await app.register(fastifyStatic, {
    root: consoleDir,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    index: false,
  })
  serve(app, async (req, reply) => {
    const path = req.url.split('?')[0] ?? '/'
    if (isApi(path) || path.endsWith('.map')) throw refuse('notFound.route')
    const isAsset = path.startsWith('/assets/')
    if (isAsset) return reply.sendFile(path, { maxAge: YEAR_MS, immutable: true })
    if (/\.[a-z0-9]+$/i.test(path) && path !== '/index.html') return reply.sendFile(path, { maxAge: 3600_000 })
    const shareId = SHARED_TABLE.exec(path)?.[1]
    if (shareId !== undefined) allowFrames(reply, await listEmbedders(shareId))
    if (gatewayOrigin !== null && path.startsWith('/share/portal/')) allowCalls(reply, gatewayOrigin)
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  })
}

/** The one page that others may show in a frame, as whoever shares it says. */
const SHARED_TABLE = /^\/share\/table\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const serve = (app: FastifyInstance, handler: (req: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler })

// `/v2` is the gateway's.
const isApi = (path: string): boolean => /^\/(?:api|v2|currentUserNav|message)(?:[/?]|$)/.test(path)
