import type { CanaryPlan, CanaryState, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** An accepted draft on a share of the keys, before it is live. All work in the caller's transaction, the strategy locked. */
export interface Canaries {
  /** Begins one; its id. One of a strategy lives at a time. */
  start(tx: Tx, request: CanaryRequest): Promise<string>
  /** Live from the next run on. null: it is over, or the strategy has another version. */
  promote(tx: Tx, canary: CanaryOrder): Promise<CanaryState | null>
  /** The published version maps every key again; the draft stays. null: it is over. */
  rollBack(tx: Tx, canary: CanaryOrder): Promise<CanaryState | null>
}

interface CanaryRequest {
  readonly tenantId: string
  readonly strategyId: string
  /** Whose draft was accepted. */
  readonly rehearsalId: string
  readonly revision: number
  /** Published now; what is tried is stored as the version `version`. */
  readonly baseVersion: number
  readonly version: number
  readonly plan: CanaryPlan
  readonly userId: string
}

export interface CanaryOrder {
  readonly tenantId: string
  readonly id: string
  readonly userId: string
}

/** Why a draft cannot be tried on a share of the keys; null: it can. `key`: the record's key at the target. */
export type CanaryObstacle = 'source' | 'target' | 'schedule' | 'key' | 'same'

/**
 * Only a mapping can differ by record: a source or a target is the run's. A key that is mapped otherwise would leave the
 * record twice at the target, once by each version.
 */
export function findCanaryObstacle(
  live: StrategyConfig,
  draft: StrategyConfig,
  changed: readonly (keyof StrategyConfig)[],
): CanaryObstacle | null {
  if (changed.includes('source')) return 'source'
  if (changed.includes('target')) return 'target'
  if (changed.some(part => part !== 'mapping')) return 'schedule'
  if (!changed.includes('mapping')) return 'same'
  // Where the target's own key is meant, it has the names of the source's.
  const keys = live.target.key.length > 0 ? live.target.key : live.source.key
  return keys.some(key => makeOf(live, key) !== makeOf(draft, key)) ? 'key' : null
}

/** What makes a field: its rule as text, or the copy of all. */
function makeOf({ mapping }: StrategyConfig, field: string): string {
  const rules = mapping.fields.filter(({ target }) => target === field)
  return rules.length > 0 ? JSON.stringify(rules) : `copy ${mapping.copyAll}`
}
