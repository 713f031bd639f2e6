import type { FastifyInstance } from 'fastify'

export interface Drain {
  readonly isDraining: () => boolean
  /** Aborted when the drain begins: event streams end by it. */
  readonly signal: AbortSignal
  /** Refuse readiness, let requests in hand end, close. Event streams are ended. Never takes longer than `hardMs`. */
  close(app: FastifyInstance, options?: { readonly waitMs?: number; readonly hardMs?: number }): Promise<void>
}

// A connection that was busy when the server closed idles afterwards and would hold the close open.
const SWEEP_MS = 50
const HARD_MS = 10_000

/** How to stop under load with no broken request: say so first, then close what has gone quiet. */
export function createDrain(): Drain {
  const controller = new AbortController()
  return {
    isDraining: () => controller.signal.aborted,
    signal: controller.signal,
    async close(app, { waitMs = 0, hardMs = HARD_MS } = {}) {
      controller.abort()
      // Balancers stop sending once they have seen `ready` refuse.
      if (waitMs > 0) await new Promise(resolve => setTimeout(resolve, waitMs))
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
      const hard = setTimeout(() => app.server.closeAllConnections(), hardMs)
      try {
        await app.close()
      } finally {
        clearInterval(sweep)
        clearTimeout(hard)
      }
    },
  }
}
