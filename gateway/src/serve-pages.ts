import type { FastifyInstance } from 'fastify'

const ASKED = ['authorization', 'content-type', 'idempotency-key', 'accept-language'].join(', ')
/** What the portal shows of an answer. */
const TOLD = [
  ...['x-trace-id', 'ratelimit', 'ratelimit-policy', 'retry-after', 'idempotency-replayed'],
  ...['deprecation', 'sunset', 'link'],
].join(', ')
const KEPT_SECONDS = 600

/**
 * Lets pages of any origin call: what proves a caller here is written by the page itself. A browser sends nothing along on its own,
 * neither cookie nor certificate, where an answer is for every origin.
 */
export function servePages(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (req, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', TOLD)
    if (req.method !== 'OPTIONS') return
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', ASKED)
      .header('access-control-max-age', KEPT_SECONDS)
      .send()
  })
  // The hook above has answered; without an address the question would not arrive here.
  scope.options('/v2/*', async (_req, reply) => reply.code(204).send())
}
