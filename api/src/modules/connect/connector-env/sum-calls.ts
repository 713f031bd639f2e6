import type { HourRow } from './store.ts'

interface Sum {
  readonly calls: number
  readonly failures: number
  readonly p95_ms: number | null
}

export function sumCalls(rows: readonly HourRow[]) {
  return {
    today: add(rows.filter(row => row.is_today)),
    week: add(rows),
    hours: rows.map(row => ({ hour: row.hour, ...add([row]) })),
  }
}

function add(rows: readonly HourRow[]): Sum {
  const buckets: number[] = []
  let [calls, failures] = [0, 0]
  for (const row of rows) {
    calls += row.calls
    failures += row.failures
    row.latency.forEach((count, at) => {
      buckets[at] = (buckets[at] ?? 0) + count
    })
  }
  return { calls, failures, p95_ms: percentile(buckets, 0.95) }
}

/** The upper end of the bucket that holds the call; bucket n ends at 2^(n/2) ms. null: there was none. */
export function percentile(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let seen = 0
  for (const [at, count] of buckets.entries()) {
    seen += count
    if (seen >= total * share) return Math.round(2 ** (at / 2))
  }
  return null
}
