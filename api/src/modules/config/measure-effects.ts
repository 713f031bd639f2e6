import type { Engine } from '@sluice/engine'
import type { RouteContext } from '../../platform/route-handler.ts'
import type { RecordEffect } from './contract.ts'
import { countRecords } from './store.ts'
import type { Touched } from './walk.ts'

/** Somebody waits: strategies after these are not looked at. */
const MOST = 20
const BUDGET_MS = 30_000

/** Maps the newest records of each strategy by both rules. The plan is undone by now, so nothing is held meanwhile. */
export async function measureEffects(
  engine: Engine,
  touched: readonly Touched[],
  limit: number,
  ctx: RouteContext,
): Promise<RecordEffect[]> {
  const { tenantId } = ctx.principal
  const looked = touched.slice(0, MOST)
  const totals = await ctx.tenant(tx =>
    countRecords(
      tx,
      looked.map(each => each.found.id),
    ),
  )
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(BUDGET_MS)])
  const effects: RecordEffect[] = []
  for (const { found, after } of looked) {
    if (signal.aborted) break
    const { mapping, source } = found.config
    const before = await ctx.tenant(tx => engine.strategies.readRules(tx, tenantId, { mapping, filter: source.filter }))
    const request = { strategyId: found.id, before, after, limit }
    const { isCut, fields, ...counts } = await engine.strategies.measureChange(tenantId, request, signal)
    const told = fields.map(each => ({ ...each, message: ctx.tell(each.message) }))
    effects.push({
      strategy: found.key,
      name: found.name,
      total: totals.get(found.id) ?? '0',
      ...counts,
      is_cut: isCut,
      fields: told,
    })
  }
  return effects
}
