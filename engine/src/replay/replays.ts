import type { FailureDetail, RecordState, ReplayKind } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { OpeningDeps } from '../connection/open-connection.ts'
import type { MapProblem } from '../map/index.ts'
import type { Runs } from '../run/runs.ts'

/** Records in error, mended and written again: in the background, by steps that any process may take. */
export interface Replays {
  /** Queues a replay; its id. @throws Failure when the changes are none, or the source cannot do what is asked */
  request(tx: Tx, request: ReplayRequest): Promise<string>
  /** Nothing more is put back; what a run has already comes to its end. false: there is no such replay, or it is over. */
  cancel(tx: Tx, job: { readonly tenantId: string; readonly jobId: string }): Promise<boolean>
  /** What a replay of these records would do at the target. Nothing is changed anywhere. @throws Failure */
  preview(request: PreviewRequest): Promise<readonly PreviewedRecord[]>
}

export interface ReplaySelection {
  /** Absent: all of the group. */
  readonly ids?: readonly string[]
  /** Default: every record in error. */
  readonly statuses?: readonly RecordState[]
  /** Part of key, number or message. */
  readonly keyword?: string
  /** Keys, numbers, or keys at the target. */
  readonly keys?: readonly string[]
  readonly runId?: string
  readonly errorCode?: string
  /** Bounds of the last change. */
  readonly from?: string
  readonly to?: string
}

export interface ReplayRequest {
  readonly tenantId: string
  readonly strategyId: string
  /** null: whatever of the strategy the selection finds. */
  readonly groupId: string | null
  readonly kind: ReplayKind
  /** Of `correct`: JSON text of a list of changes. */
  readonly changes: string | null
  readonly selection: ReplaySelection
  readonly userId: string
}

export interface PreviewRequest {
  readonly tenantId: string
  readonly strategyId: string
  readonly ids: readonly string[]
  readonly kind: ReplayKind
  readonly changes: string | null
}

/**
 * create: the target has no such row; change: it holds other data in `fields`; same: it holds just this; refused: the
 * mapping says no; unclear: the target cannot say; excluded: the record is not replayed.
 */
export type ReplayEffect = 'create' | 'change' | 'same' | 'refused' | 'unclear' | 'excluded'

export interface PreviewedRecord {
  readonly id: string
  readonly key: string
  readonly effect: ReplayEffect
  /** Why, where it is refused, unclear or excluded. */
  readonly reason: string | null
  /** Lossless JSON texts; null where there is none. */
  readonly before: string | null
  readonly after: string | null
  readonly mapped: string | null
  readonly problems: readonly MapProblem[]
  /** Fields that the target holds differently; `held` null where it did not tell, or holds nothing. */
  readonly fields: readonly { readonly field: string; readonly held: string | null; readonly given: string | null }[]
}

export type ReplayDeps = OpeningDeps & { now(): number; readonly runs: Runs }

/** A job as its steps see it. */
export interface ReplayJob {
  readonly tenantId: string
  readonly id: string
  readonly strategyId: string
  readonly groupId: string | null
  readonly kind: ReplayKind
  readonly changes: string | null
  readonly selection: ReplaySelection
  readonly state: 'choosing' | 'running'
  readonly cursor: string
  readonly idleRuns: number
  readonly runId: string | null
  readonly cancel: boolean
  readonly userId: string | null
  /** Of the claim that takes its steps. */
  readonly fence: string
}

export type JobEnd =
  | { readonly state: 'done' | 'cancelled' }
  | { readonly state: 'failed'; readonly failure: FailureDetail }
