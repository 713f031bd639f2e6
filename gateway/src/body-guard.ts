import { lineOf } from '@sluice/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** A mebibyte takes this long at 35 kB/s; whoever is slower keeps a place that others could have. */
const BODY_MS = 30_000
/** Bodies under way from one line of the network. */
const BODIES_AT_ONCE = 128

export interface BodyGuardOptions {
  /** Whether whoever calls may send a body at all, by what stands above it. @throws Refusal */
  meet(req: FastifyRequest): unknown
  readonly bodyMs?: number | undefined
}

/** A body is read only of who may send one, for so long, and so many of one address at a time. */
export function guardBodies(scope: FastifyInstance, { meet, bodyMs = BODY_MS }: BodyGuardOptions): void {
  const underWay = new Map<string, number>()
  const ends = new WeakMap<FastifyRequest, () => void>()
  const end = (req: FastifyRequest): void => {
    ends.get(req)?.()
    ends.delete(req)
  }
  scope.addHook('onRequest', async (req, reply) => {
    if (!hasBody(req)) return void meet(req)
    try {
      meet(req)
      if ((underWay.get(lineOf(req.ip)) ?? 0) >= BODIES_AT_ONCE) throw new Refusal('limit', 'bodies', { waitMs: 1000 })
    } catch (error) {
      // Else what was not read now would be read, and thrown away, after the answer.
      reply.header('connection', 'close')
      throw error
    }
    begin(req)
  })
  scope.addHook('preValidation', async req => end(req))
  scope.addHook('onResponse', async req => end(req))

  function begin(req: FastifyRequest): void {
    const { raw } = req
    const line = lineOf(req.ip)
    underWay.set(line, (underWay.get(line) ?? 0) + 1)
    const timer = setTimeout(() => raw.destroy(), bodyMs)
    ends.set(req, () => {
      clearTimeout(timer)
      const left = (underWay.get(line) ?? 1) - 1
      if (left > 0) underWay.set(line, left)
      else underWay.delete(line)
    })
    raw.once('close', () => end(req))
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
