import type { FailureDetail, Resource } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { OpeningDeps } from '../connection/open-connection.ts'
import type { EngineLog } from '../run/deps.ts'

/** What connectors hold, listed in the background and kept: of each connector and environment one catalogue. */
export interface Discoveries {
  /**
   * Asks for the active environment to be listed; false: that is under way already, or with `ifStale` not due.
   * Due is a list that was made with other parameters, before something was published for the platform, or long ago,
   * measured by how long it took.
   */
  request(tx: Tx, request: DiscoveryRequest): Promise<boolean>
  /** Ends what waits or goes on; what was found stays. false: nothing was under way. */
  cancel(tx: Tx, place: ConnectorPlace): Promise<boolean>
  /** The listing of the active environment; null: never asked for. */
  read(tx: Tx, place: ConnectorPlace): Promise<Discovery | null>
  /** Fields just asked for, kept with an object of the active environment; what is different from before is a change. */
  keepFields(tx: Tx, place: ConnectorPlace, described: Resource): Promise<void>
}

export interface ConnectorPlace {
  readonly tenantId: string
  readonly connectorId: string
}

export interface DiscoveryRequest extends ConnectorPlace {
  readonly userId: string | null
  readonly ifStale: boolean
}

export const discoveryStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export interface Discovery {
  readonly state: (typeof discoveryStates)[number]
  /** Objects by name; then fields of objects that somebody has looked at or a strategy uses. */
  readonly phase: 'list' | 'fields'
  readonly found: number
  readonly described: number
  readonly failure: FailureDetail | null
  readonly cancel: boolean
  readonly requested_at: string
  readonly finished_at: string | null
  /** When the last whole list was made; null: there is none. */
  readonly listed_at: string | null
  readonly listed_ms: number | null
  /** There is more than is kept. */
  readonly is_cut: boolean
  readonly is_stale: boolean
}

export interface DiscoveryDeps extends OpeningDeps {
  readonly log: EngineLog
}
