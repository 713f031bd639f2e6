import type { Connector, ConnectorContext } from '@sluice/connector-kit'
import type { Database, Vault } from '@sluice/db'
import type { FaultPoint } from './fault-points.ts'

/** What the engine is given. Clock, random and the world come from here; the database's clock counts leases only. */
export interface EngineDeps {
  readonly database: Database
  /** Every connector of the product. The engine knows none by name. */
  readonly connectors: readonly Connector[]
  readonly vault: Pick<Vault, 'open'>
  makeContext(tenantId: string, connectorId: string): ConnectorContext
  /** Milliseconds since the epoch. */
  now(): number
  /** [0, 1) */
  random(): number
  readonly log: EngineLog
  /** Which loops `start` starts; both by default. */
  readonly roles?: { readonly worker: boolean; readonly scheduler: boolean }
  readonly limits?: Partial<EngineLimits>
  /** Called at each name of `faultPoints`; tests crash, delay or meddle there. */
  faultpoint?(name: FaultPoint): void | Promise<void>
}

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
  /** A run whose holder has not been heard for this long is taken over. Default 6000. */
  readonly leaseMs: number
  /** How often a holder is heard, and how soon it sees a stop asked by another process. Default 1000. */
  readonly beatMs: number
  /** How often queued runs and due slots are looked for. Default 500. */
  readonly pollMs: number
  /** A page is cut into parts of at most this many bytes of JSON text. Default 16 MiB. */
  readonly pageBytes: number
  /** A longer record is refused. Default 32 MiB. */
  readonly recordBytes: number
  /** First pause after a failed read or batch inside a run; doubles. Default 500. */
  readonly pauseMs: number
  /** A stopped run's write may go on this long before it is cut. Default 10000. */
  readonly drainMs: number
}

export const defaultLimits: EngineLimits = {
  runsAtOnce: 4,
  runsPerTenant: 2,
  leaseMs: 6_000,
  beatMs: 1_000,
  pollMs: 500,
  pageBytes: 16 * 2 ** 20,
  recordBytes: 32 * 2 ** 20,
  pauseMs: 500,
  drainMs: 10_000,
}
