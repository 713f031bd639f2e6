import type { RecordStore } from '@sluice/connector-kit'
import type { FailureDetail, RecordState } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import type { MapProblem } from '../map/index.ts'

/** Stored records: their evidence, and what a person decides about them. */
export interface Records {
  /** Everything known about one record; null when there is none. */
  readDetail(tenantId: string, strategyId: string, recordId: string): Promise<RecordDetail | null>
  /** Back to waiting, by the transition table. The caller then requests a run with trigger `retry`. */
  reprocess(tx: Tx, selection: RecordSelection): Promise<Changed>
  ignore(tx: Tx, selection: RecordSelection): Promise<Changed>
  /** A person saw at the target that the write did arrive. */
  confirm(tx: Tx, selection: RecordSelection): Promise<Changed>
  /** Original texts of records by their place in a page, for export and lists. A lost page gives no entry. */
  readOriginals(tx: Tx, places: readonly RecordPlace[]): Promise<ReadonlyMap<string, string>>
  /** What the self platform reads: records of the tenant's strategies and its inbox. */
  createStore(tenantId: string): RecordStore
}

export interface RecordSelection {
  readonly tenantId: string
  readonly strategyId: string
  readonly ids: readonly string[]
}

export interface Changed {
  readonly changed: number
  readonly refused: readonly { readonly id: string; readonly message: string }[]
}

/** Columns of a record_state row. */
export interface RecordPlace {
  readonly id: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

export interface RecordDetail {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly targetKey: string | null
  readonly retryAt: string | null
  readonly runId: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Lossless JSON text as staged; null when its page has been cleaned up. */
  readonly original: string | null
  /** Mapped by the version that wrote it; null when that mapping refuses it. */
  readonly mapped: string | null
  readonly mappingProblems: readonly MapProblem[]
  readonly response: string | null
  readonly page: {
    readonly id: string
    readonly ordinal: number
    readonly request: string | null
    readonly readAt: string
  }
  readonly source: { readonly connectorId: string; readonly resource: string }
  readonly target: { readonly connectorId: string; readonly resource: string }
  /** Oldest first. A first try that succeeded is made up from the page's result. */
  readonly attemptList: readonly RecordAttempt[]
}

export interface RecordAttempt {
  readonly attempt: number
  readonly runId: string
  readonly status: RecordState
  readonly version: number
  readonly request: string | null
  readonly response: string | null
  readonly failure: FailureDetail | null
  readonly at: string
}

export interface RecordDeps {
  readonly database: Database
  now(): number
}
