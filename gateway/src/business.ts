import type { Database, Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import type { GatewayLanguage } from './messages.ts'
import type { ApplicationRow, ScopeRow } from './setting-rows.ts'

/** Records as the engine has them, and its mapping of a strategy, to try it. */
export interface Records extends Pick<Engine['records'], 'readOriginals'> {
  openMapper(
    tx: Tx,
    strategyId: string,
  ): Promise<Pick<Awaited<ReturnType<Engine['records']['openMapper']>>, 'mapPage' | 'close'>>
}

/** What operations are handed. */
export interface BusinessDeps {
  readonly database: Database
  readonly records: Records
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
  /** It was judged, and nothing happened. */
  readonly isDryRun?: boolean
  /** Names that it asked by: fields it filtered by, parameters it gave. */
  readonly usedFields?: readonly string[]
}

/** In the transaction that keeps the call's row in the log. @throws Refusal */
export type Operation = (deps: BusinessDeps, tx: Tx, call: BusinessCall) => Promise<BusinessAnswer>
