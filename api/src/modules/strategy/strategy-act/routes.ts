import {
  type ApiAsset,
  ASSET_VALUES,
  type AssetField,
  type ParamValues,
  parseAssetResource,
  StrategyConfig,
  translateTold,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { type AssetDeps, createAsset, findDoc } from '../../asset/api-asset/index.ts'
import type { strategyAct } from './contract.ts'
import { type ActedStrategy, findActed, findPlatform } from './store.ts'

/** What may be asked for by three words; whatever else is written there is no route. */
const acts: Readonly<
  Record<string, { readonly dispatch?: 'manual' | 'retry'; readonly check?: 'source' | 'target' | 'mapping' }>
> = {
  'source/job/dispatch': { dispatch: 'manual' },
  'target/job/dispatch': { dispatch: 'retry' },
  'source/job/check': { check: 'source' },
  'target/job/check': { check: 'target' },
  'mapping/job/check': { check: 'mapping' },
}

export const createStrategyActRoutes = (deps: AssetDeps): Handlers<typeof strategyAct> => ({
  async act({ params: { id, a, b, c } }, ctx) {
    const name = `${a}/${b}/${c}`
    const wanted = Object.hasOwn(acts, name) ? acts[name] : undefined
    if (!wanted) throw refuse('notFound.route')
    if (wanted.check) return check(deps.engine, id, wanted.check, ctx)
    return dispatch(deps.engine, id, wanted.dispatch ?? 'manual', ctx)
  },
  toApi: ({ params: { kind, id }, body: { name } }, ctx) =>
    ctx.tenant(async tx => {
      const { config } = await load(tx, id)
      const { connector_id, resource, options } = config[kind]
      const place = parseAssetResource(resource)
      const doc = place && (await findDoc(tx, place.id, place.version))
      if (!doc) throw refuse('invalid.noAssetHere', { field: 'kind', value: resource })
      const platform = await findPlatform(tx, connector_id)
      if (platform === undefined) throw refuse('notFound.connector')
      const made = { ...giveValues(doc, options), name }
      return {
        id: await createAsset(deps, tx, { platform_id: platform, collection_id: null, doc: made }, ctx),
        name,
        version: 1,
      }
    }),
})

async function load(
  tx: Tx,
  id: string,
): Promise<{ readonly strategy: ActedStrategy; readonly config: StrategyConfig }> {
  const strategy = await findActed(tx, id)
  if (!strategy) throw refuse('notFound.strategy')
  return { strategy, config: StrategyConfig.parse(strategy.config) }
}

async function check(engine: Engine, id: string, part: 'source' | 'target' | 'mapping', ctx: RouteContext) {
  const { config } = await ctx.tenant(tx => load(tx, id))
  const lines = await engine.strategies.check(ctx.principal.tenantId, config, part, id)
  return {
    status: lines.every(line => line.level !== 'error'),
    run_id: null,
    already_running: false,
    lines: lines.map(line => translateTold(line, ctx.tell)),
  }
}

function dispatch(engine: Engine, id: string, trigger: 'manual' | 'retry', ctx: RouteContext) {
  return ctx.tenant(async tx => {
    const { strategy } = await load(tx, id)
    const { tenantId, userId } = ctx.principal
    const { runId, alreadyRunning } = await engine.runs.request(tx, { tenantId, strategyId: id, trigger, userId })
    await ctx.audit(tx, {
      objectType: 'strategy',
      objectId: id,
      objectName: strategy.name,
      after: { trigger, run_id: runId },
    })
    return { status: true, run_id: runId, already_running: alreadyRunning, lines: [] }
  })
}

/** What the strategy sends becomes what the interface sends by itself. */
function giveValues(doc: ApiAsset, options: ParamValues): ApiAsset {
  const list = options[ASSET_VALUES]
  const values = new Map(
    (Array.isArray(list) ? list : []).flatMap(each =>
      typeof each === 'object' ? [[each.name.trim(), each.value] as const] : [],
    ),
  )
  return { ...doc, request: doc.request.map(field => fill(field, values, '')) }
}

function fill(field: AssetField, values: ReadonlyMap<string, string>, above: string): AssetField {
  const path = `${above}${field.field}`
  const value = values.get(path)
  return {
    ...field,
    ...(value !== undefined && { default: value }),
    ...(field.fields && { fields: field.fields.map(each => fill(each, values, `${path}.`)) }),
  }
}
