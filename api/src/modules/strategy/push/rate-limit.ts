import { refuse } from '../../../http/refuse.ts'

interface Bucket {
  tokens: number
  atMs: number
}

const MAX_BUCKETS = 10_000

/** Deliveries per strategy and minute, by this process alone: a sender's burst must not cost a statement each. */
export function createRateLimit(now: () => number) {
  const buckets = new Map<string, Bucket>()
  return {
    /** @throws Failure `tooMany.pushes` with the time to wait */
    take(strategyId: string, perMinute: number): void {
      const nowMs = now()
      const bucket = buckets.get(strategyId) ?? { tokens: perMinute, atMs: nowMs }
      const tokens = Math.min(perMinute, bucket.tokens + ((nowMs - bucket.atMs) * perMinute) / 60_000)
      if (buckets.size >= MAX_BUCKETS) buckets.clear()
      buckets.set(strategyId, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: nowMs })
      if (tokens >= 1) return
      const retryAfterMs = Math.ceil(((1 - tokens) * 60_000) / perMinute)
      throw refuse('tooMany.pushes', { value: String(perMinute), retryAfterMs, retry: 'later' })
    },
  }
}
