import type { ProcessPool } from './types.ts'

export type PoolStatus = ProcessPool['status']

/** What a status means to the eye; the classes are in ui.css. */
export const tones = {
  running: 'good',
  offline: 'bad',
  draining: 'warn',
  drained: 'calm',
  stopped: 'calm',
} as const satisfies Record<PoolStatus, string>

/** Why a pool may not be deleted now; null when it may. */
export function findHindrance(pool: ProcessPool): 'isDefault' | 'inUse' | null {
  if (pool.is_default) return 'isDefault'
  return pool.strategy_count + pool.running + pool.queued > 0 ? 'inUse' : null
}

/** `m1 · 4711 · 0.1.0` of the process that was heard last, its version alone for who may not see where; null: there is none. */
export function describeMachine({ processes: [first] }: Pick<ProcessPool, 'processes'>): string | null {
  if (!first) return null
  return first.host === null ? first.version : `${first.host} · ${first.pid} · ${first.version}`
}
