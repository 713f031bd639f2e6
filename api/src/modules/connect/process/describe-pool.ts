import type { LiveProcess, ProcessPool } from './contract.ts'
import type { PoolRow } from './store.ts'

/** A pool with the processes that serve it, and what it comes to. */
export function describePool(row: PoolRow, workers: readonly LiveProcess[]): ProcessPool {
  const { total: _, ...pool } = row
  const processes = workers.filter(worker => worker.labels.includes(row.label))
  return {
    ...pool,
    status: judge(row, processes),
    mode: processes.length === 0 ? null : processes.some(({ mode }) => mode === 'listen') ? 'listen' : 'work',
    heartbeat_at: processes[0]?.heartbeat_at ?? null,
    processes,
  }
}

function judge({ state, running }: PoolRow, processes: readonly LiveProcess[]): ProcessPool['status'] {
  if (state === 'stopped') return 'stopped'
  if (state === 'draining') return running === 0 ? 'drained' : 'draining'
  return processes.some(({ is_online, draining }) => is_online && !draining) ? 'running' : 'offline'
}
