import { type StrategyConfig, toFailure } from '@sluice/contract'
import { openTargetOf } from '../connection/open-sides.ts'
import type { Guarantee, StrategyDeps } from './strategies.ts'

const REASONS = {
  transaction: 'Rows and checkpoint commit together, so a repeat is not possible.',
  upsert: 'Writing the same row twice changes nothing, so an unanswered write is repeated safely.',
  idempotencyKey: 'The far system refuses to do one key twice, so an unanswered write is repeated safely.',
  none: 'A repeat may double, so a write whose answer is lost waits as "unknown" for a person.',
} as const

/** Asked of the opened target, because it depends on mode and key. Never throws. */
export async function readGuarantee(deps: StrategyDeps, tenantId: string, config: StrategyConfig): Promise<Guarantee> {
  try {
    const { target, close } = await openTargetOf(deps, tenantId, config.target)
    const kind = target.guarantee
    await close()
    return { kind, reason: REASONS[kind] }
  } catch (error) {
    return { kind: 'unknown', reason: `The target cannot be opened: ${toFailure(error).message}` }
  }
}
