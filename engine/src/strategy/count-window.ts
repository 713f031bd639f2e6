import type { ReadWindow, StrategyConfig } from '@sluice/contract'
import { openSourceOf } from '../connection/open-sides.ts'
import type { StrategyDeps } from './strategies.ts'

/** Asked of the source itself; what a filter of the strategy leaves out is counted too. @throws Failure */
export async function countWindow(
  deps: StrategyDeps,
  tenantId: string,
  config: StrategyConfig,
  window: ReadWindow | null,
): Promise<number | null> {
  const { source, close } = await openSourceOf(deps, tenantId, config.source)
  try {
    return (await source.count?.(window)) ?? null
  } finally {
    await close()
  }
}
