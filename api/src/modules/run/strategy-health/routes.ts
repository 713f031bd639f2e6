import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import type { strategyHealth } from './contract.ts'
import { describeHealth, windowMinutes } from './describe-health.ts'
import { exportHealth } from './export-health.ts'
import { filterHealth, type HealthFilter } from './filter-health.ts'
import { findStrategyName, listSubscribed, readWatch, subscribe, unsubscribe } from './store.ts'

export interface StrategyHealthDeps {
  readonly engine: Pick<Engine, 'health'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** How the strategies do. Each call judges all of them anew, by one statement. */
export function createStrategyHealthRoutes(deps: StrategyHealthDeps): Handlers<typeof strategyHealth> {
  const { engine } = deps
  return {
    async search({ body: { page, pageSize, ...filter } }, ctx) {
      const { rows, levels, subscribed, watch } = await readAll(deps, filter, ctx)
      const shown = rows.slice((page - 1) * pageSize, page * pageSize)
      return { rows: shown.map(row => describeHealth(row, subscribed, ctx.tell)), total: rows.length, levels, watch }
    },
    async export({ body }, ctx) {
      const { rows, subscribed } = await readAll(deps, body, ctx)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'strategy', after: { ...body, rows: rows.length } }))
      const described = rows.map(row => describeHealth(row, subscribed, ctx.tell))
      return new FileAnswer('strategy-health.csv', 'text/csv; charset=utf-8', toAsync(exportHealth(described, ctx)))
    },
    async growth({ body }, ctx) {
      const rows = await ctx.tenant(tx =>
        engine.health.growth(tx, {
          strategyId: body.strategy_id ?? null,
          from: body.created_at_begin,
          to: body.created_at_end,
          onlyNone: body.onlyNoGrowth,
        }),
      )
      return rows.map(({ fresh, ...row }) => ({ ...row, count: fresh }))
    },
    subscribe: ({ params }, ctx) => change(params.id, true, ctx),
    unsubscribe: ({ params }, ctx) => change(params.id, false, ctx),
  }
}

const readAll = ({ engine, now }: StrategyHealthDeps, filter: HealthFilter, ctx: RouteContext) =>
  ctx.tenant(
    async tx => ({
      ...filterHealth(await engine.health.read(tx, windowMinutes[filter.window], now()), filter),
      subscribed: await listSubscribed(tx, ctx.principal.userId),
      watch: await readWatch(tx),
    }),
    { statementTimeoutMs: READ_MS },
  )

/** Of thousands of strategies it takes less than one. */
const READ_MS = 20_000

async function change(strategyId: string, isSubscribed: boolean, ctx: RouteContext) {
  const { userId } = ctx.principal
  await ctx.tenant(async tx => {
    const name = await findStrategyName(tx, strategyId)
    if (name === undefined) throw refuse('notFound.strategy')
    await (isSubscribed ? subscribe : unsubscribe)(tx, userId, strategyId)
    await ctx.audit(tx, {
      objectType: 'strategy',
      objectId: strategyId,
      objectName: name,
      after: { is_subscribed: isSubscribed },
    })
  })
  return { strategy_id: strategyId, is_subscribed: isSubscribed }
}

async function* toAsync(lines: Iterable<string>): AsyncGenerator<string> {
  yield* lines
}
