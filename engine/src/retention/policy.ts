/** How long the data of a strategy is kept, in days; 0 is for ever. */
export interface Retention {
  /** Pages whose records are all done, by the time they were read. */
  readonly finishedDays: number
  /** Pages, tries and rejected rows of records in error, by their last change. */
  readonly errorDays: number
  readonly logDays: number
  readonly runDays: number
  /** Pages none of whose records is current any more, because newer pages replaced them. */
  readonly replacedDays: number
  /** Pages go to a Parquet file before they are deleted. */
  readonly archive: boolean
}

export const defaultRetention: Retention = {
  finishedDays: 90,
  errorDays: 90,
  logDays: 30,
  runDays: 30,
  replacedDays: 7,
  archive: false,
}

/** Fewer days are refused: yesterday's failure must still be explainable today. */
export const minimumDays: Readonly<Record<Exclude<keyof Retention, 'archive'>, number>> = {
  finishedDays: 7,
  errorDays: 30,
  logDays: 7,
  runDays: 7,
  replacedDays: 1,
}

const DAY_MS = 86_400_000

/** Moments before which something has expired; null: it never does. */
export interface Cutoffs {
  readonly finished: string | null
  readonly error: string | null
  readonly log: string | null
  readonly run: string | null
  readonly replaced: string | null
}

export function toCutoffs(retention: Retention, nowMs: number): Cutoffs {
  const before = (days: number): string | null => (days === 0 ? null : new Date(nowMs - days * DAY_MS).toISOString())
  return {
    finished: before(retention.finishedDays),
    error: before(retention.errorDays),
    log: before(retention.logDays),
    run: before(retention.runDays),
    replaced: before(retention.replacedDays),
  }
}
