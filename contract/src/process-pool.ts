/**
 * A process pool. running: takes runs; draining: takes none, live runs go on to their end; stopped: live runs are handed
 * back too and go on when the pool does. What waits keeps waiting in the last two.
 */
export const poolStates = ['running', 'draining', 'stopped'] as const
export type PoolState = (typeof poolStates)[number]
export type PoolEvent = 'drain' | 'stop' | 'resume'

export const poolTransitions = {
  running: { drain: 'draining', stop: 'stopped', resume: null },
  draining: { drain: null, stop: 'stopped', resume: 'running' },
  stopped: { drain: null, stop: null, resume: 'running' },
} as const satisfies Record<PoolState, Record<PoolEvent, PoolState | null>>
