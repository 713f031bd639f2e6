import type { Database, Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import type { GatewayLanguage } from './messages.ts'
import type { ApplicationRow, ScopeRow } from './setting-rows.ts'

/** What operations are handed. */
export interface BusinessDeps {
  readonly database: Database
  readonly records: Pick<Engine['records'], 'readOriginals'>
  readonly runs: Pick<Engine['runs'], 'request'>
  readonly now: () => number
}

/** A call that was let in, to a strategy that its application may call. */
export interface BusinessCall {
  readonly application: ApplicationRow
  readonly scope: ScopeRow
  readonly language: GatewayLanguage
  readonly body: Uint8Array
  readonly header: (name: string) => string | undefined
  /** What follows `find-one/` or `receipt/`. */
  readonly id: string
}

export interface BusinessAnswer {
  /** JSON text of `content`. */
  readonly content: string
  readonly rows: number
  readonly recordKeys: readonly string[]
  /** It was given before, to the same call. */
  readonly isReplayed?: boolean
}

/** In the transaction that keeps the call's row in the log. @throws Refusal */
export type Operation = (deps: BusinessDeps, tx: Tx, call: BusinessCall) => Promise<BusinessAnswer>
