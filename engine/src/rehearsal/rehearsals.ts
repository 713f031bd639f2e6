import type { StrategyConfig } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import type { MapProblem } from '../map/index.ts'
import type { EngineLog } from '../run/deps.ts'

/** A draft over the records a strategy has stored: what would be written, beside what was. Nothing is written anywhere. */
export interface Rehearsals {
  /** Queues one; its id. One of a strategy at a time. */
  request(tx: Tx, request: RehearsalRequest): Promise<string>
  /** A queued one ends at once, one that runs after the records in hand. false: it is over, or there is none. */
  cancel(tx: Tx, job: { readonly tenantId: string; readonly id: string }): Promise<boolean>
}

export interface RehearsalRequest {
  readonly tenantId: string
  readonly strategyId: string
  /** Published now, and the draft over it. */
  readonly baseVersion: number
  readonly revision: number
  readonly config: StrategyConfig
  /** Records written in so many days, the newest first, and no more than these. */
  readonly days: number
  readonly maxRecords: number
  readonly userId: string
  /** With what the published version makes of each record today, and why; absent: with what was written of it. */
  readonly compares?: Comparison | undefined
}

/** edition: the published version in the newest edition; change: a change before it is saved. */
export type Comparison = 'edition' | 'change'

/**
 * same, changed: what would be written is what was, or is not; refused: what was written is refused now; accepted: what
 * was refused is not any more; stillRefused: before and now; filtered: the row filter keeps it out now; unclear: nobody
 * can say any more what came or what was sent.
 */
export const rehearsalKinds = ['same', 'changed', 'refused', 'accepted', 'stillRefused', 'filtered', 'unclear'] as const
export type RehearsalKind = (typeof rehearsalKinds)[number]

/** One field of one record; JSON texts, null: the field is not there. */
export interface FieldChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

export interface RecordDifference {
  readonly recordId: string
  readonly key: string
  readonly number: string | null
  readonly status: number
  /** That wrote it. */
  readonly version: number
  readonly kind: RehearsalKind
  readonly fields: readonly FieldChange[]
  /** Why it is refused, or was. */
  readonly problems: readonly MapProblem[]
}

export interface RehearsalExample {
  readonly recordId: string
  readonly key: string
  readonly before: string | null
  readonly after: string | null
}

/** The sums of one rehearsal; `kinds` add up to the records examined. */
export interface RehearsalSummary {
  readonly kinds: Readonly<Record<RehearsalKind, number>>
  readonly fields: readonly {
    readonly field: string
    readonly count: number
    readonly examples: readonly RehearsalExample[]
  }[]
  /** Of records newly refused; several lines of one record are one record. */
  readonly causes: readonly {
    readonly field: string
    readonly code: string
    readonly message: string
    readonly count: number
    readonly examples: readonly RehearsalExample[]
  }[]
  /** Differences listed one by one; there may be more of them than are kept. */
  readonly kept: number
  /** More records fit the days than were to be examined. */
  readonly isCut: boolean
}

export interface RehearsalDeps {
  readonly database: Database
  readonly log: EngineLog
}
