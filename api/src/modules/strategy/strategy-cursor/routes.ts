import { retirementOf, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { compareWatermarks, type Engine, isBound, isTime, type RunRequest } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { StrategyCursor, strategyCursor } from './contract.ts'
import {
  type CursorRow,
  countRemedy,
  findCursor,
  findScan,
  hasLiveRun,
  listChanges,
  lockStrategyRow,
  moveCursor,
} from './store.ts'

type Plan = NonNullable<RunRequest['plan']>

export function createStrategyCursorRoutes({ engine }: { readonly engine: Engine }): Handlers<typeof strategyCursor> {
  return {
    get: ({ params }, ctx) => ctx.tenant(tx => describe(tx, params.id)),
    async count({ params, body: { from, to } }, ctx) {
      const { config } = await requireBounds(engine, params.id, { from, to }, ctx)
      const window = { field: requireField(config), from, to }
      return { count: await engine.strategies.countWindow(ctx.principal.tenantId, config, window) }
    },
    async move({ params, body }, ctx) {
      await requireBounds(engine, params.id, { watermark: body.watermark }, ctx)
      return move(params.id, body, ctx)
    },
    async range({ params, body: { from, to, overwrite } }, ctx) {
      await requireBounds(engine, params.id, { from, to }, ctx)
      const order = compareWatermarks(from, to)
      if (order !== null && order > 0) throw refuse('invalid.range', { field: 'to', value: to })
      return start(engine, params.id, ctx, config => ({
        plan: { kind: 'range', field: requireField(config), from, to, overwrite },
      }))
    },
    remedy: ({ params }, ctx) =>
      start(engine, params.id, ctx, (config, { watermark }) => {
        requireField(config)
        if (!config.remedy) throw refuse('invalid.noRemedy', { field: 'remedy' })
        if (watermark !== null && !isTime(watermark))
          throw refuse('invalid.remedyTime', { field: 'config.remedy', value: watermark })
        return { trigger: 'remedy' }
      }),
    scan: ({ params, body: { confirmed } }, ctx) =>
      start(engine, params.id, ctx, config => {
        const policy = retirementOf(config.source) ?? config.source.deletes?.policy ?? 'ignore'
        if (policy === 'ignore') throw refuse('invalid.noDeletes', { field: 'config.source.deletes.policy' })
        const plan: Plan = { kind: 'scan', field: '', from: null, to: null }
        return { plan: confirmed === undefined ? plan : { ...plan, confirmed } }
      }),
  }
}

interface Loaded {
  readonly row: CursorRow
  readonly config: StrategyConfig
}

async function load(tx: Tx, id: string): Promise<Loaded> {
  const row = await findCursor(tx, id)
  if (!row) throw refuse('notFound.strategy')
  return { row, config: StrategyConfig.parse(row.config) }
}

/** Each can be meant for the increment field. @throws Failure `invalid.bound` naming the one that cannot */
async function requireBounds(
  { connections }: Engine,
  id: string,
  bounds: Readonly<Record<string, string | null>>,
  ctx: RouteContext,
): Promise<Loaded> {
  const loaded = await ctx.tenant(tx => load(tx, id))
  const { watermark } = loaded.row
  const { connector_id, resource, options, increment } = loaded.config.source
  // Where nothing was read yet the source is asked; one that does not answer says so when it is read.
  const described =
    watermark === null && increment
      ? await connections.describe(ctx.principal.tenantId, connector_id, resource, options).catch(() => null)
      : null
  const type = described?.fields.find(field => field.name === increment?.field)?.type
  for (const [field, value] of Object.entries(bounds))
    if (value !== null && !isBound(value, watermark, type)) throw refuse('invalid.bound', { field, value })
  return loaded
}

function requireField({ source }: StrategyConfig): string {
  if (!source.increment) throw refuse('invalid.noIncrement', { field: 'config.source.increment' })
  return source.increment.field
}

async function describe(tx: Tx, id: string): Promise<StrategyCursor> {
  const { row, config } = await load(tx, id)
  const { increment, deletes } = config.source
  const remedy = await countRemedy(tx, id)
  return {
    field: increment?.field ?? null,
    watermark: row.watermark,
    moved_at: row.moved_at,
    look_back_seconds: increment?.lookBackSeconds ?? 0,
    end_lag_seconds: increment?.endLagSeconds ?? 0,
    history: await listChanges(tx, id),
    remedy: {
      ...remedy,
      config: config.remedy ?? null,
      no_time: row.watermark === null || isTime(row.watermark) ? null : row.watermark,
      next_at: row.remedy_at,
    },
    deletes: {
      policy: deletes?.policy ?? 'ignore',
      max_percent: deletes?.maxPercent ?? 10,
      retirement: retirementOf(config.source),
      deleted: row.deleted,
      scan: await findScan(tx, id),
    },
  }
}

/** While a run is live it would move the cursor behind the person's back, so then it is refused. */
async function move(
  id: string,
  body: { readonly watermark: string | null; readonly expected: string | null; readonly reason: string },
  ctx: RouteContext,
): Promise<StrategyCursor> {
  return ctx.tenant(async tx => {
    await lockStrategyRow(tx, id)
    const { row, config } = await load(tx, id)
    if (body.watermark !== null) requireField(config)
    if (await hasLiveRun(tx, id)) throw refuse('conflict.liveRun')
    if (row.watermark !== body.expected)
      throw refuse('conflict.cursor', { field: 'expected', value: row.watermark ?? '' })
    const change = { before: row.watermark, after: body.watermark, reason: body.reason }
    const kind = body.watermark === null ? 'reset' : 'edit'
    await moveCursor(tx, { ...change, kind, strategyId: id, userId: ctx.principal.userId })
    await ctx.audit(tx, {
      objectType: 'strategy',
      objectId: id,
      objectName: row.name,
      before: { watermark: row.watermark },
      after: { watermark: body.watermark, reason: body.reason },
    })
    return describe(tx, id)
  })
}

async function start(
  engine: Engine,
  id: string,
  ctx: RouteContext,
  plan: (config: StrategyConfig, row: CursorRow) => Partial<RunRequest>,
): Promise<{ run_id: string; already_running: boolean }> {
  const { tenantId, userId } = ctx.principal
  return ctx.tenant(async tx => {
    const { row, config } = await load(tx, id)
    const planned = plan(config, row)
    if (config.target.mode === 'replace') throw refuse('invalid.planReplace', { field: 'config.target.mode' })
    // A live run reads something else: the answer would name a run that does not do what was asked.
    if (await hasLiveRun(tx, id)) throw refuse('conflict.liveRun')
    const request = { tenantId, strategyId: id, trigger: 'manual' as const, userId, ...planned }
    const { runId, alreadyRunning } = await engine.runs.request(tx, request)
    await ctx.audit(tx, {
      objectType: 'strategy',
      objectId: id,
      objectName: row.name,
      after: { run_id: runId, ...planned },
    })
    return { run_id: runId, already_running: alreadyRunning }
  })
}
