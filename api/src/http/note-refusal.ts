import { Failure, type RouteDef } from '@sluice/contract'
import { type Database, findStoreTrouble } from '@sluice/db'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from './write-audit.ts'

/** One row for the same person, route and reason within this time: who presses a dead button ten times tells one thing. */
const QUIET_MS = 60_000
const MAX_REMEMBERED = 10_000

/** Puts into the operation log what a signed-in person tried to change and could not. Never fails. */
export type NoteRefusal = (name: string, route: RouteDef, req: FastifyRequest, error: unknown) => Promise<void>

export function createRefusalNotes(database: Database, now: () => number): NoteRefusal {
  const noted = new Map<string, number>()
  const isNew = (key: string): boolean => {
    const at = now()
    if ((noted.get(key) ?? Number.NEGATIVE_INFINITY) > at - QUIET_MS) return false
    if (noted.size >= MAX_REMEMBERED) noted.clear()
    noted.set(key, at)
    return true
  }
  return async (name, route, req, error) => {
    const { principal } = req
    const judged = judge(error)
    if (route.audit === 'query' || !principal || !judged) return
    if (!isNew(`${principal.userId} ${name} ${judged.code}`)) return
    const actor = {
      userId: principal.userId,
      username: principal.username,
      role: principal.roleName,
      action: name,
      operation: route.audit,
      ip: req.ip,
      userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
      via: principal.token?.name,
      nowMs: now(),
    }
    const objectId = (req.params as { id?: string } | undefined)?.id?.slice(0, 100) ?? null
    try {
      await database.withTenant(principal.tenantId, tx =>
        writeAudit(tx, actor, { objectType: 'route', objectId, ...judged }),
      )
    } catch (cause) {
      req.log.error({ err: cause }, 'noting a refusal')
    }
  }
}

/** What the rules refused, and what broke. A slip of the pen (422), a missing object (404) and a full store are neither. */
function judge(error: unknown): { readonly result: 'refused' | 'failed'; readonly code: string } | null {
  if (findStoreTrouble(error)) return null
  if (!(error instanceof Failure)) return { result: 'failed', code: 'internal' }
  const [kind] = error.code.split('.')
  if (kind === 'permission' || kind === 'conflict') return { result: 'refused', code: error.code }
  return kind === 'internal' || kind === 'vault' ? { result: 'failed', code: error.code } : null
}
