import type { Engine } from '@sluice/engine'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { RecordEffect } from './contract.ts'
import { countRecords } from './store.ts'
import type { Touched } from './walk.ts'

/** Somebody waits: strategies after these are not looked at. */
const MOST = 20
const BUDGET_MS = 30_000

interface Asked {
  readonly touched: readonly Touched[]
  /** Records of each. */
  readonly limit: number
  readonly deadline: AbortSignal
}

/** Maps the newest records of each strategy by both rules. The plan is undone by now, so nothing is held meanwhile. */
export async function measureEffects(
  engine: Engine,
  { touched, limit, deadline }: Asked,
  ctx: RouteContext,
): Promise<{ effects: RecordEffect[]; unmeasured: string[] }> {
  const ids = touched.map(each => each.found.id)
  const totals = await ctx.tenant(tx => countRecords(tx, ids))
  const signal = AbortSignal.any([ctx.signal, deadline, AbortSignal.timeout(BUDGET_MS)])
  const effects: RecordEffect[] = []
  for (const each of touched.slice(0, MOST)) {
    const measured = await measureOne(engine, each, limit, { ...ctx, principal: ctx.principal, signal })
    if (measured === null) break
    effects.push({ ...measured, total: totals.get(each.found.id) ?? '0' })
  }
  ctx.signal.throwIfAborted()
  return { effects, unmeasured: touched.slice(effects.length).map(each => each.found.key) }
}

/** null: there was no time for it. */
async function measureOne(
  engine: Engine,
  { found, after }: Touched,
  limit: number,
  ctx: RouteContext,
): Promise<Omit<RecordEffect, 'total'> | null> {
  if (ctx.signal.aborted) return null
  const { tenantId } = ctx.principal
  const { mapping, source } = found.config
  const before = await ctx.tenant(tx => engine.strategies.readRules(tx, tenantId, { mapping, filter: source.filter }))
  try {
    const request = { strategyId: found.id, before, after, limit }
    const { isCut, fields, ...counts } = await engine.strategies.measureChange(tenantId, request, ctx.signal)
    const told = fields.map(each => ({ ...each, message: ctx.tell(each.message) }))
    return { strategy: found.key, name: found.name, ...counts, is_cut: isCut, fields: told }
  } catch (error) {
    if (ctx.signal.aborted) return null
    throw error
  }
}
