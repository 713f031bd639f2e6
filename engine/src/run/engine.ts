import type { Translate } from '@sluice/contract'
import { type Connections, createConnections } from '../connection/connections.ts'
import { createRecords } from '../record/create-records.ts'
import type { Records } from '../record/records.ts'
import { createStrategies } from '../strategy/create-strategies.ts'
import type { Strategies } from '../strategy/strategies.ts'
import { defaultLimits, type EngineDeps } from './deps.ts'
import { createRuns, type Runs } from './runs.ts'
import { createScheduler } from './scheduler.ts'
import { createSchedules, type Schedules } from './schedules.ts'
import { translateFor } from './translate-for.ts'
import { Worker } from './worker.ts'

export interface Engine {
  /** Takes up runs and slots, as `roles` says. Runs whose holder died are resumed within `leaseMs`. */
  start(): Promise<void>
  /** No new pages; pages in hand settle, or are handed back to the next process after `timeoutMs`. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  readonly connections: Connections
  readonly runs: Runs
  readonly schedule: Schedules
  readonly strategies: Strategies
  readonly records: Records
  /** Sentences of the engine and its connectors, new or stored, in Chinese. Far systems' own words stay. */
  readonly translate: Translate
}

/** Builds the engine; nothing runs before `start`. */
export function createEngine(deps: EngineDeps): Engine {
  const limits = { ...defaultLimits, ...deps.limits }
  const roles = deps.roles ?? { worker: true, scheduler: true }
  const runs = createRuns(deps, limits)
  const connections = createConnections(deps)
  const worker = new Worker(deps, limits)
  const scheduler = createScheduler(deps, limits, runs)
  return {
    connections,
    runs,
    schedule: createSchedules(),
    strategies: createStrategies(deps, connections),
    records: createRecords(deps),
    translate: translateFor(deps.connectors),
    start: async () => {
      if (roles.worker) await worker.start()
      if (roles.scheduler) scheduler.start()
    },
    stop: async ({ timeoutMs }) => {
      await Promise.all([scheduler.stop(), roles.worker ? worker.stop(timeoutMs) : undefined])
    },
  }
}
