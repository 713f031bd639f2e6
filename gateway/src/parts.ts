import type { Database, Vault } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import type { Records } from './business.ts'
import type { AssetCalls } from './call-asset.ts'
import type { Limits } from './limits.ts'
import type { LogCall } from './log-calls.ts'
import type { Snapshot } from './snapshot.ts'
import type { Tokens } from './token.ts'

export interface GatewayDeps {
  readonly database: Database
  readonly vault: Vault
  readonly records: Records
  readonly runs: Pick<Engine['runs'], 'request'>
  /** Far systems, each through its connector: its adapter, its budget, its egress. */
  readonly assets: Pick<Engine['connections'], 'call'>
  /** 32 bytes that all processes of the installation have in common. */
  readonly tokenKey: Uint8Array
  readonly now: () => number
  /**
   * The header by which a proxy hands on the certificate of who calls, in small letters. Who mounts the gateway has taken away what
   * anybody else wrote there. Default: none is heard.
   */
  readonly certificateHeader?: string | null
  /** Whether pages of other origins may call: the portal's, where the gateway has an address of its own. Default: no. */
  readonly servesPages?: boolean
  /** How long a body may take. Default: half a minute. */
  readonly bodyMs?: number
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void }
}

/** With what one gateway keeps. */
export interface GatewayParts extends GatewayDeps {
  readonly snapshot: Snapshot
  readonly tokens: Tokens
  readonly limits: Limits
  readonly assetCalls: AssetCalls
  readonly logCall: LogCall
}
