import { ApiAsset, ParamValues, type Parsed, PublicFailure, StrategyConfig, translateTold } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { requireSeen } from '../../../http/require-seen.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { strategyDebug } from './contract.ts'
import { type DebuggedStrategy, findDebugged, noteByHand } from './store.ts'

interface DebugDeps {
  readonly engine: Engine
  readonly now: () => number
}

type Contract = typeof strategyDebug
interface Loaded {
  readonly strategy: DebuggedStrategy
  readonly config: StrategyConfig
}

export function createStrategyDebugRoutes({ engine, now }: DebugDeps): Handlers<Contract> {
  const { strategies } = engine
  const timed = async <T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly elapsed_ms: number }> => {
    const startedMs = now()
    const result = await work()
    return { result, elapsed_ms: Math.max(0, Math.round(now() - startedMs)) }
  }
  return {
    async read({ params: { id }, body }, ctx) {
      const { config } = await load(id, ctx)
      const source = body.options ? { ...config.source, options: body.options } : config.source
      const request = { config: { ...config, source }, window: toWindow(body, config), limit: body.limit }
      const { result, elapsed_ms } = await timed(() => strategies.readStep(ctx.principal.tenantId, id, request))
      return {
        window: result.window,
        requests: [...result.requests],
        records: result.records.map(({ text, failure }) => ({ text, failure: tellFailure(failure, ctx) })),
        has_more: result.hasMore,
        elapsed_ms,
      }
    },
    async map({ params: { id }, body: { records, mapping } }, ctx) {
      const { config } = await load(id, ctx)
      const used = mapping ?? config.mapping
      await ctx.tenant(tx => requireSeen(tx, ctx, { mapping: used }, config))
      const { result, elapsed_ms } = await timed(async () => {
        const rows = []
        for (const record of records)
          rows.push(await strategies.preview(ctx.principal.tenantId, { record, mapping: used }))
        return rows
      })
      const rows = result.map(({ mapped, problems }) => ({
        mapped,
        problems: problems.map(problem => translateTold(problem, ctx.tell)),
      }))
      return { rows, elapsed_ms }
    },
    async write({ params: { id }, body: { records } }, ctx) {
      const { strategy, config } = await load(id, ctx)
      // Before the bytes leave: what is sent by hand leaves a trace even where the answer is lost.
      await ctx.tenant(async tx => {
        await noteByHand(tx, id, records.length, ctx.principal.username)
        await ctx.audit(tx, { ...auditOf(strategy), after: { records: records.length } })
      })
      const { result, elapsed_ms } = await timed(() =>
        strategies.writeStep(ctx.principal.tenantId, id, config, records),
      )
      const rows = result.map(({ targetKey, failure, reason, ...rest }) => ({
        ...rest,
        target_key: targetKey,
        reason: reason && ctx.tell(reason),
        failure: tellFailure(failure, ctx),
      }))
      return { rows, elapsed_ms }
    },
    dispatch: ({ params: { id }, body: { side } }, ctx) =>
      ctx.tenant(async tx => {
        const strategy = orRefuse(await findDebugged(tx, id))
        const { tenantId, userId } = ctx.principal
        const trigger = side === 'source' ? ('manual' as const) : ('retry' as const)
        const { runId, alreadyRunning } = await engine.runs.request(tx, { tenantId, strategyId: id, trigger, userId })
        await ctx.audit(tx, { ...auditOf(strategy), after: { side, run_id: runId } })
        return { status: true as const, run_id: runId, already_running: alreadyRunning }
      }),
    http: ({ params: { id }, body }, ctx) => callThrough(engine, id, body, ctx),
  }
}

async function load(id: string, ctx: RouteContext): Promise<Loaded> {
  const strategy = orRefuse(await ctx.tenant(tx => findDebugged(tx, id)))
  return { strategy, config: StrategyConfig.parse(strategy.config) }
}

function orRefuse(strategy: DebuggedStrategy | undefined): DebuggedStrategy {
  if (!strategy) throw refuse('notFound.strategy')
  return strategy
}

const auditOf = ({ id, name }: DebuggedStrategy) => ({ objectType: 'strategy', objectId: id, objectName: name })

const tellFailure = (failure: object | null, { tell }: RouteContext) =>
  failure && translateTold(PublicFailure.parse(failure), tell)

type ReadBody = Parsed<Contract['read']>['body']

function toWindow({ window, from = null, to = null }: ReadBody, { source }: StrategyConfig) {
  if (window === 'next') return 'next' as const
  if (window === 'all') return null
  if (!source.increment) throw refuse('invalid.noIncrement', { field: 'window' })
  return { field: source.increment.field, from, to }
}

/** The same way out as every request of the connector: its address, its signing, its limits, our walls. */
async function callThrough(engine: Engine, id: string, body: Parsed<Contract['http']>['body'], ctx: RouteContext) {
  const { side, method, api, values, confirm } = body
  const { strategy, config } = await load(id, ctx)
  if (method !== 'GET' && !confirm) throw refuse('invalid.confirmCall', { field: 'confirm' })
  await ctx.tenant(tx => ctx.audit(tx, { ...auditOf(strategy), after: { side, method, api } }))
  const request = Object.entries(values).map(([field, value]) => ({ field, type: 'json' as const, default: value }))
  const asset = ApiAsset.parse({ name: strategy.name, type: 'QUERY', id: ['id'], method, api, request })
  const input = { options: ParamValues.parse({}), window: null, pageSize: 10 }
  return engine.connections.tryAsset(ctx.principal.tenantId, config[side].connector_id, asset, input)
}
