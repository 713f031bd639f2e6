import type { MarketSource } from './types.ts'

type SourceState = 'off' | 'failed' | 'never' | 'stale' | 'partial' | 'good'
type Looked = Pick<MarketSource, 'is_on' | 'failure' | 'looked_at' | 'is_stale' | 'remaining'> & {
  readonly problems: readonly unknown[]
}

/** What the last look at a market came to, the worst of it first: good is one that brought everything. */
export function stateOf({
  is_on: isOn,
  failure,
  looked_at: lookedAt,
  is_stale: isStale,
  remaining,
  problems,
}: Looked): SourceState {
  if (!isOn) return 'off'
  if (failure !== null) return 'failed'
  if (lookedAt === null) return 'never'
  if (isStale) return 'stale'
  return remaining > 0 || problems.length > 0 ? 'partial' : 'good'
}
