import type { WithConnection } from './looks.ts'
import { closeQuietly, type OpenedConnection } from './open-connection.ts'

/** So long after it was opened a connection is lent: what is changed in its connector is heeded by calls a moment later. */
export const KEPT_MS = 1000

interface Kept {
  readonly opening: Promise<OpenedConnection>
  readonly untilMs: number
  users: number
  /** Lent to nobody any more; closed by the last who has it. */
  isOver: boolean
}

/**
 * For many short calls of the same far systems: one connection of each serves all of a moment, side by side. One whose call
 * failed is lent to nobody any more.
 */
export function keepConnections(
  open: (tenantId: string, connectorId: string) => Promise<OpenedConnection>,
  now: () => number,
): WithConnection {
  const kept = new Map<string, Kept>()
  const close = async ({ opening }: Kept): Promise<void> =>
    closeQuietly((await opening.catch(() => null))?.connection ?? null)
  const retire = (key: string, entry: Kept): void => {
    if (kept.get(key) === entry) kept.delete(key)
    if (entry.isOver) return
    entry.isOver = true
    if (entry.users === 0) void close(entry) // never rejects: closing is quiet
  }
  const take = (key: string, tenantId: string, connectorId: string): Kept => {
    const known = kept.get(key)
    if (known && known.untilMs > now()) return known
    if (known) retire(key, known)
    const made: Kept = { opening: open(tenantId, connectorId), untilMs: now() + KEPT_MS, users: 0, isOver: false }
    kept.set(key, made)
    // Also where nobody calls again.
    setTimeout(() => retire(key, made), KEPT_MS).unref()
    return made
  }
  return async (tenantId, connectorId, work) => {
    const key = `${tenantId}/${connectorId}`
    const entry = take(key, tenantId, connectorId)
    entry.users++
    try {
      return await work(await entry.opening)
    } catch (error) {
      retire(key, entry)
      throw error
    } finally {
      entry.users--
      if (entry.isOver && entry.users === 0) await close(entry)
    }
  }
}
