import type { Operation } from './business.ts'
import type { GatewayLanguage } from './messages.ts'
import type { Caller } from './prove-caller.ts'
import type { RawCall } from './raw-call.ts'

/** An address below the strategy's, and what an application must be allowed to call it. */
export interface Route {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly right: 'query' | 'find' | 'store' | 'link' | 'dispatch'
  readonly run: Operation
  /** It changes something; all others only look. */
  readonly acts?: true
}

export interface AdmittedCall<Called = Route> {
  readonly route: Called
  readonly call: RawCall
  readonly caller: Caller
  readonly startedMs: number
  readonly language: GatewayLanguage
  readonly callId: string
  /** null: no strategy can have it. */
  readonly strategyId: string | null
  readonly id: string
  /** Of the API, as the address names it; NaN: none is named so. */
  readonly version: number
}

export interface Told {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
}
