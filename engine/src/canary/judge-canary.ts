import { type CanaryCounts, type CanaryReason, sumSide } from '@sluice/contract'

/** What a canary promised when it began. */
export interface CanaryLimits {
  readonly minutes: number | null
  readonly records: number | null
  readonly max_failed: number | null
  /** Percentage points. */
  readonly max_failed_share: number | null
}

/** A share of fewer records says nothing. */
const MIN_RECORDS = 50

/** The threshold that is crossed; null: none is. Failures of the new version count as far as the old one has fewer. */
export function findCrossed(
  limits: CanaryLimits,
  counts: CanaryCounts,
): Extract<CanaryReason, 'failed' | 'failedShare'> | null {
  const { max_failed, max_failed_share } = limits
  const [before, after] = [sumSide(counts, 'old'), sumSide(counts, 'new')]
  const rate = before.records === 0 ? 0 : before.failed / before.records
  if (max_failed !== null && after.failed - rate * after.records > max_failed) return 'failed'
  if (max_failed_share === null || after.records < MIN_RECORDS) return null
  return (after.failed / after.records - rate) * 100 > max_failed_share ? 'failedShare' : null
}

/** Every limit that was given is reached, and the new version has settled a record at all. */
export function isMet(limits: CanaryLimits, counts: CanaryCounts, aliveMs: number): boolean {
  const { records } = sumSide(counts, 'new')
  return records >= (limits.records ?? 1) && aliveMs >= (limits.minutes ?? 0) * 60_000
}
