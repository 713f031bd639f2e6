import { createAccounts } from '../account/accounts.ts'
import type { Canaries } from '../canary/canaries.ts'
import { createCanaryWorker } from '../canary/canary-worker.ts'
import { createCanaries } from '../canary/create-canaries.ts'
import { type Connections, createConnections } from '../connection/connections.ts'
import { createDiscoveries } from '../discovery/create-discoveries.ts'
import { createDiscoveryWorker } from '../discovery/discover.ts'
import type { Discoveries } from '../discovery/discoveries.ts'
import { createHealth, type Health } from '../health/health.ts'
import { createRecords } from '../record/create-records.ts'
import type { Records } from '../record/records.ts'
import { createRehearsals } from '../rehearsal/create-rehearsals.ts'
import type { Rehearsals } from '../rehearsal/rehearsals.ts'
import { createRehearsalWorker } from '../rehearsal/rehearse.ts'
import { createReplays } from '../replay/create-replays.ts'
import { ReplayWorker } from '../replay/replay-worker.ts'
import type { Replays } from '../replay/replays.ts'
import { createArchiveFiles } from '../retention/archive/archive-files.ts'
import { Maintenance } from '../retention/maintenance.ts'
import { createStorage, type Storage } from '../retention/storage.ts'
import { createSchedules, type Schedules } from '../schedule/schedules.ts'
import { createStrategies } from '../strategy/create-strategies.ts'
import type { Strategies } from '../strategy/strategies.ts'
import { defaultLimits, describeProcess, type EngineDeps } from './deps.ts'
import { createFollowGuard } from './follow-guard.ts'
import { Presence } from './presence.ts'
import { createRuns, type Runs } from './runs.ts'
import { createScheduler } from './scheduler.ts'
import { type FillWords, fillFor, fillForms, type Translations, translateFor } from './translate-for.ts'
import { explainTrouble, watchStore } from './watch-store.ts'
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
  readonly replays: Replays
  readonly rehearsals: Rehearsals
  readonly discoveries: Discoveries
  readonly canaries: Canaries
  readonly storage: Storage
  readonly health: Health
  /** Sentences of the engine and its connectors, new or stored, in each language. Far systems' own words stay. */
  readonly translate: Translations
  readonly fillWords: FillWords
}

/** Builds the engine; nothing runs before `start`. */
export function createEngine(given: EngineDeps): Engine {
  const fillWords = fillFor(given.connectors)
  const connectors = given.connectors.map(connector => fillForms(connector, fillWords))
  const accounts = given.accounts ?? createAccounts(given, describeProcess(given).id)
  const store = watchStore(given.database)
  const deps: EngineDeps = { ...given, connectors, accounts, database: store.database, storeTrouble: store.trouble }
  const limits = { ...defaultLimits, ...deps.limits }
  const roles: NonNullable<EngineDeps['roles']> = deps.roles ?? { worker: true, scheduler: true }
  const files = deps.archiveDir === undefined ? null : createArchiveFiles(deps.archiveDir)
  const maintenance = new Maintenance({ database: deps.database, files, now: deps.now, log: deps.log })
  const tidies = roles.maintenance ?? roles.scheduler
  const replays = roles.replays ?? roles.worker
  const runs = explainTrouble(createRuns(deps, limits), store.trouble)
  const connections = createConnections(deps)
  const worker = new Worker(deps, limits)
  const scheduler = createScheduler(deps, limits, runs)
  const guard = createFollowGuard(deps, limits)
  const replayWorker = new ReplayWorker({ database: deps.database, runs, log: deps.log, pollMs: limits.pollMs })
  // Jobs that people ask for and look at while they go on.
  const jobWorkers = [createRehearsalWorker, createDiscoveryWorker].map(create =>
    create({ ...deps, pollMs: limits.pollMs }),
  )
  const canaryWorker = createCanaryWorker({ database: deps.database, log: deps.log, pollMs: limits.pollMs })
  const presence = createPresence(deps, worker)
  return {
    connections,
    runs,
    schedule: createSchedules(),
    strategies: createStrategies(deps, connections),
    records: createRecords(deps),
    replays: createReplays({ ...deps, runs }),
    rehearsals: createRehearsals(deps),
    discoveries: createDiscoveries(deps),
    canaries: createCanaries(deps),
    storage: createStorage(files),
    health: createHealth(),
    translate: translateFor(connectors),
    fillWords,
    start: async () => {
      await presence?.start()
      await accounts.start()
      if (roles.worker) await worker.start()
      if (replays) {
        await Promise.all([replayWorker, ...jobWorkers].map(each => each.start()))
        canaryWorker.start()
      }
      if (roles.scheduler) {
        await scheduler.start()
        guard.start()
      }
      if (tidies) await maintenance.start()
    },
    stop: async ({ timeoutMs }) => {
      presence?.drain()
      await Promise.all([
        scheduler.stop(),
        guard.stop(),
        maintenance.stop(),
        replayWorker.stop(),
        ...jobWorkers.map(each => each.stop()),
        canaryWorker.stop(),
        roles.worker ? worker.stop(timeoutMs) : undefined,
      ])
      await accounts.stop()
      await presence?.stop()
    },
  }
}

const createPresence = ({ database, log, process: info }: EngineDeps, worker: Worker): Presence | null =>
  info ? new Presence({ database, log, info, countRunning: () => worker.countRunning() }) : null
