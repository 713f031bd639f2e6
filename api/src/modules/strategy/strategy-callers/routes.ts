import type { StrategyConfig } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { checkCallers } from '@sluice/gateway'
import { requireSeen } from '../../../http/require-seen.ts'
import { type Handlers, isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { applyParts, findConfig, findGate, findHead, orRefuse, requireScript } from '../strategy/index.ts'
import type { Callers, strategyCallers } from './contract.ts'

type Deps = Pick<Engine, 'strategies' | 'connections'>

export const createStrategyCallersRoutes = ({
  engine,
}: {
  readonly engine: Deps
}): Handlers<typeof strategyCallers> => ({
  async check({ params: { id }, body: { config, days } }, ctx) {
    const { live, wanted } = await ctx.tenant(async tx => {
      const head = orRefuse(await findHead(tx, id))
      const live = await findConfig(tx, id, head.version)
      const saved = applyParts(live, (await findGate(tx, id)).parts)
      if (config) {
        requireScript(saved.mapping, config.mapping, ctx)
        await requireSeen(tx, ctx, config, saved)
      }
      return { live, wanted: config ?? saved }
    })
    return compareCallers(engine, { id, live, wanted, days }, ctx)
  },
})

/** With what the caller may see of it: values of records are for who may read them. */
export async function compareCallers(
  engine: Deps,
  change: {
    readonly id: string
    readonly live: StrategyConfig
    readonly wanted: StrategyConfig
    readonly days: number
  },
  ctx: RouteContext,
): Promise<Callers> {
  const checked = await checkCallers(engine, {
    ...{ tenantId: ctx.principal.tenantId, strategyId: change.id, before: change.live, after: change.wanted },
    ...{ days: change.days, tenant: ctx.tenant },
  })
  const isReader = isAllowed(ctx.principal, 'strategy:query')
  const tell = (text: string | null): string | null => (text === null || !isReader ? null : ctx.tell(text))
  return {
    ...checked,
    callers: checked.callers.map(({ breaks, changed, ...caller }) => ({
      ...caller,
      breaks: breaks.map(each => (each.what === 'refused' ? { ...each, after: tell(each.after) } : { ...each })),
      changed: changed.map(each => (isReader ? { ...each } : { ...each, key: null, before: null, after: null })),
    })),
  }
}
