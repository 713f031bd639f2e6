import type { StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { nextSlots } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { readPlanLimits } from './plan-store.ts'

/** Slots that are looked at: enough to see the busiest hour of any plain rule. */
const LOOKED_AT = 100
const MINUTE_MS = 60_000

/**
 * What the tenant's plan leaves out is refused when a strategy begins, or when one that runs is changed; what was made
 * under another plan stays as it is.
 * @throws Failure `tooMany.often` | `tooMany.follow` | `tooMany.script`
 */
export async function requireWithinPlan(
  { now }: { readonly now: () => number },
  tx: Tx,
  { schedule, remedy, source, mapping }: StrategyConfig,
): Promise<void> {
  const { least_minutes: least, may_follow, may_script } = await readPlanLimits(tx)
  if (source.follow && !may_follow) throw refuse('tooMany.follow', { field: 'config.source.follow' })
  if (mapping.script && !may_script) throw refuse('tooMany.script', { field: 'config.mapping.script' })
  if (least === null) return
  const rules = [
    ...(source.follow ? [] : [{ field: 'config.schedule.cron', rule: schedule }]),
    ...(remedy ? [{ field: 'config.remedy.schedule.cron', rule: remedy.schedule }] : []),
  ]
  for (const { field, rule } of rules) {
    const slots = nextSlots(rule, now(), LOOKED_AT)
    if (slots.some((slot, at) => at > 0 && slot - (slots[at - 1] ?? 0) < least * MINUTE_MS))
      throw refuse('tooMany.often', { field, value: String(least) })
  }
}
