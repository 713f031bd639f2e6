import type { Connector, ConnectorContext } from '@sluice/connector-kit'
import { newId } from '@sluice/contract'
import type { Database, StoreTrouble, Vault } from '@sluice/db'
import type { Accounts } from '../account/accounts.ts'
import type { ProcessInfo } from '../sql/process-rows.ts'
import type { FaultPoint } from './fault-points.ts'

/** What the engine is given. Clock, random and the world come from here; the database's clock counts leases only. */
export interface EngineDeps {
  readonly database: Database
  /** Every connector of the product. The engine knows none by name. */
  readonly connectors: readonly Connector[]
  readonly vault: Pick<Vault, 'open'>
  /** @param env whose tokens and granted access it holds; absent, it holds none: nothing is saved that they belong to */
  makeContext(tenantId: string, connectorId: string, env?: string): ConnectorContext
  /** Milliseconds since the epoch. */
  now(): number
  /** [0, 1) */
  random(): number
  readonly log: EngineLog
  /** Which loops `start` starts; both by default. */
  readonly roles?: {
    readonly worker: boolean
    readonly scheduler: boolean
    /** Cleans up stored data. Default: where the scheduler is. */
    readonly maintenance?: boolean
    /** Takes steps of replays, counts errors, rehearses drafts, ends canaries. Default: where the worker is. */
    readonly replays?: boolean
  }
  /** Where archives of pages lie. Absent: this process neither archives nor restores. */
  readonly archiveDir?: string
  /** Absent: nobody is shown a process, and runs of pools labelled `default` are taken. */
  readonly process?: ProcessInfo
  readonly limits?: Partial<EngineLimits>
  /** What was wrong with the store a moment ago; made by the engine itself. */
  storeTrouble?(): StoreTrouble | null
  /** The far systems' accounts as this process uses them; by default those that stop after failures in a row. */
  readonly accounts?: Accounts
  /** Called at each name of `faultPoints`; tests crash, delay or meddle there. */
  faultpoint?(name: FaultPoint): void | Promise<void>
}

/** Who takes runs here, and of which pools. */
export const describeProcess = (deps: Pick<EngineDeps, 'process'>): Pick<ProcessInfo, 'id' | 'labels'> =>
  deps.process ?? { id: newId(), labels: ['default'] }

/** Pino's shape. */
export interface EngineLog {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

export interface EngineLimits {
  /** Runs at once in this process. Default 4. */
  readonly runsAtOnce: number
  /** Runs at once of one tenant in this process. Default 2. */
  readonly runsPerTenant: number
  /** Runs at once that follow a source, in this process. They mostly wait. Default 50. */
  readonly followsAtOnce: number
  /** The same of one tenant. Default 20. */
  readonly followsPerTenant: number
  /** A run whose holder has not been heard for this long is taken over. Default 6000. */
  readonly leaseMs: number
  /** How often a holder is heard, and how soon it sees a stop asked by another process. Default 1000. */
  readonly beatMs: number
  /** How often queued runs and due slots are looked for. Default 500. */
  readonly pollMs: number
  /** A page is cut into parts of at most this many bytes of JSON text. Default 16 MiB. */
  readonly pageBytes: number
  /** Pages read while others land are put together up to so many rows. Default 4000. */
  readonly gatherRows: number
  /** A longer record is refused. Default 32 MiB. */
  readonly recordBytes: number
  /** Finished records of a page lie together from so many on; fewer are a row each. Default 100. */
  readonly smallestBlock: number
  /** First pause after a failed read or batch inside a run; doubles. Default 500. */
  readonly pauseMs: number
  /** A stopped run's write may go on this long before it is cut. Default 10000. */
  readonly drainMs: number
  /** A run that follows ends after this long, and the next goes on: books close, history stays readable. Default a day. */
  readonly followRotateMs: number
  /** The same after this many records. Default 5 000 000. */
  readonly followRotateRecords: number
  /** A page of changes is passed on this long after its first record, full or not. Default 200. */
  readonly followWaitMs: number
  /** How often a run that follows looks for retries that are due, a new version, its end. Default 2000. */
  readonly followTickMs: number
  /** How often a source is asked how far a reader is behind. Default 15000. */
  readonly followLagMs: number
  /** Pause before a run that follows and failed is begun again; grows by four. Default 5000. */
  readonly followPauseMs: number
}

export const defaultLimits: EngineLimits = {
  runsAtOnce: 4,
  runsPerTenant: 2,
  followsAtOnce: 50,
  followsPerTenant: 20,
  leaseMs: 6_000,
  beatMs: 1_000,
  pollMs: 500,
  pageBytes: 16 * 2 ** 20,
  gatherRows: 4_000,
  recordBytes: 32 * 2 ** 20,
  smallestBlock: 100,
  pauseMs: 500,
  drainMs: 10_000,
  followRotateMs: 86_400_000,
  followRotateRecords: 5_000_000,
  followWaitMs: 200,
  followTickMs: 2_000,
  followLagMs: 15_000,
  followPauseMs: 5_000,
}
