import type { FieldSpec } from '@sluice/contract'

export interface FollowRequest {
  /** Names what the far system keeps for this reader: a UUID, the same over runs until a new beginning is wanted. */
  readonly reader: string
  readonly cursor: string | null
  readonly pageSize: number
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

/** A snapshot of what is there, then the stream of changes. */
export interface FollowProgress {
  readonly phase: 'snapshot' | 'stream'
  /** Records of the snapshot so far. */
  readonly done?: number
  /** About how many there are; null where the far system cannot say. */
  readonly total?: number | null
  /** Where the stream is, in the far system's own words. */
  readonly position?: string
}

/** What a log of rows does not tell row by row: whether it is repeated, stops the run or is accepted, the strategy decides. */
export interface StructureChange {
  /** The fields that the records have from here on. */
  readonly fields?: readonly FieldSpec[]
  /** Every row that was there is gone (TRUNCATE). */
  readonly isEmptied?: boolean
  /** Rows of which nothing was told one by one. */
  readonly untold?: UntoldRows
}

interface UntoldRows {
  /** gone: some left; other: some came too, or nobody can say. */
  readonly rows: 'gone' | 'other'
  /** What happened, in one sentence. */
  readonly text: string
}

export interface FollowNotice {
  /** Stable: `follow.columns`. */
  readonly code: string
  /** One sentence. */
  readonly text: string
}

export interface SourceLag {
  /** Bytes the far system keeps for this reader; null where it cannot say. */
  readonly bytes: number | null
  /** Age of the newest change not yet read; null where it cannot say. */
  readonly seconds: number | null
  /** Messages waiting; null where it cannot say. */
  readonly records: number | null
  /** Bytes of its log that this reader has not read yet, kept for it or not. */
  readonly behindBytes?: number
}
