import { translateTold } from '@sluice/contract'
import { z } from 'zod'
import { requireMeasured } from '../../../http/measure-json.ts'
import { onlyLooks } from '../../../http/only-looks.ts'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { requireSeen } from '../../../http/require-seen.ts'
import { type Handlers, isAllowed, Page } from '../../../http/route-handler.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import type { strategy } from './contract.ts'
import { readCounters } from './counter-store.ts'
import { describePreview } from './describe-preview.ts'
import { describeCounters, describeStrategy, explainRows } from './describe-strategy.ts'
import { exportStrategies } from './export-strategies.ts'
import type { StrategyLife } from './life.ts'
import { replaceConfig } from './plan-save.ts'
import { readFilter } from './read-filter.ts'
import { listReferences, listUses } from './reference-store.ts'
import { orRefuse, type StrategyDeps, type StrategyService } from './service.ts'
import { setBasics } from './set-basics.ts'
import { findHead, listGroups, listLight, listTags, searchStrategies } from './store.ts'
import { watchCounters } from './watch-counters.ts'

const NEXT_RUNS = 5

interface StrategyRouteDeps extends StrategyDeps {
  readonly strategy: StrategyService
  readonly life: StrategyLife
}

export function createStrategyRoutes(deps: StrategyRouteDeps): Handlers<typeof strategy> {
  const { engine, life, strategy: service } = deps
  const lifeCall =
    (act: 'start' | 'stop' | 'pause' | 'resume'): Handlers<typeof strategy>['start'] =>
    async ({ params }, ctx) => {
      await life[act](params.id, ctx)
      return service.get(params.id, ctx)
    }
  return {
    ...createQueries(deps),
    create: ({ body }, ctx) => service.create(body, ctx),
    get: ({ params }, ctx) => service.get(params.id, ctx),
    update: ({ params, body }, ctx) => service.save(params.id, { ...body, config: replaceConfig(body.config) }, ctx),
    rename: ({ params, body }, ctx) => service.rename(params.id, body, ctx),
    updateSource: ({ params, body: { source, version, draft } }, ctx) =>
      service.save(params.id, { version, draft, config: { source } }, ctx),
    updateTarget: ({ params, body: { target, mapping, version, draft } }, ctx) =>
      service.save(params.id, { version, draft, config: { target, mapping } }, ctx),
    check: ({ params }, ctx) => life.check(params.id, params.x, ctx),
    startByGet: lifeCall('start'),
    start: lifeCall('start'),
    stopByGet: lifeCall('stop'),
    stop: lifeCall('stop'),
    pause: lifeCall('pause'),
    resume: lifeCall('resume'),
    runNow: ({ params, body }, ctx) => life.runNow(params.id, body.full, ctx),
    batchStart: ({ body }, ctx) => life.startAll(body.ids, ctx),
    batchStop: ({ body }, ctx) => life.each(body.ids, id => life.stop(id, ctx), ctx),
    batchDelete: ({ body }, ctx) => life.each(body.ids, id => life.delete(id, ctx), ctx),
    batchBasic: ({ body: { ids, ...basics } }, ctx) => life.each(ids, id => setBasics(deps, id, basics, ctx), ctx),
    references: ({ body }, ctx) => ctx.tenant(tx => listReferences(tx, body.ids, ctx.principal.userId)),
    uses: ({ params: { id } }, ctx) =>
      ctx.tenant(async tx => {
        orRefuse(await findHead(tx, id))
        const usedBy = await listReferences(tx, [id], ctx.principal.userId)
        return { uses: await listUses(tx, id), used_by: usedBy }
      }),
    async summarise({ body }, ctx) {
      const { tell } = ctx
      const summary = await engine.strategies.summarise(ctx.principal.tenantId, body.config)
      const { guarantee, conversions, lines } = summary
      return {
        ...summary,
        unread: [...summary.unread],
        conversions: conversions.map(each => ({ ...each, notes: each.notes.map(note => tell(note)) })),
        guarantee: { ...guarantee, reason: tell(guarantee.reason), advice: guarantee.advice && tell(guarantee.advice) },
        lines: lines.map(line => translateTold(line, tell)),
      }
    },
    async preview({ body: { source, source_fields: sourceFields, target, record, mapping, explain = false } }, ctx) {
      if (record !== undefined) requireMeasured(record, 'record')
      // What stands in a far system is for who may look into its connector.
      if (source && record === undefined && !isAllowed(ctx.principal, 'connector:query'))
        throw refuse('permission.missing', { value: 'connector:query' })
      // Asked with every key that is typed: who sees all is not looked up.
      if (ctx.principal.groups !== null) await ctx.tenant(tx => requireSeen(tx, ctx, { source, mapping }))
      const request = {
        mapping,
        explain,
        isForeign: onlyLooks(ctx),
        ...(source && { source }),
        ...(target && { target }),
        ...(sourceFields && { sourceFields }),
        ...(record === undefined ? {} : { record }),
      }
      return describePreview(await engine.strategies.preview(ctx.principal.tenantId, request), ctx.tell)
    },
  }
}

type Queries = 'search' | 'list' | 'callbacks' | 'groups' | 'tags' | 'export' | 'nextRuns' | 'counters' | 'live'

function createQueries({ engine, now }: StrategyDeps): Pick<Handlers<typeof strategy>, Queries> {
  return {
    async search({ body }, ctx) {
      const filter = { ...readFilter(body, ctx), sort: body.sort }
      const { rows, total, waiting, known } = await ctx.tenant(async tx => {
        const page = await readPage(body, (limit, offset) => searchStrategies(tx, { ...filter, limit, offset }))
        return {
          ...page,
          waiting: await explainRows(engine, tx, page.rows),
          known: await withOwnPlatforms(engine, tx),
        }
      })
      const content = rows.map(row => describeStrategy(known, row, ctx, waiting.get(row.last_run_id ?? '')))
      return new Page(content, total)
    },
    list: async (_input, ctx) => (await ctx.tenant(listLight)).map(row => ({ ...row, group: row.group_name })),
    async callbacks(_input, ctx) {
      const choices = await ctx.tenant(tx => engine.strategies.listCallbacks(tx, ctx.principal.tenantId))
      return choices.map(({ trouble, ...choice }) => ({ ...choice, trouble: trouble && ctx.tell(trouble) }))
    },
    groups: (_input, ctx) => ctx.tenant(listGroups),
    tags: (_input, ctx) => ctx.tenant(listTags),
    export: ({ body }, ctx) => exportStrategies(engine, body, ctx),
    nextRuns: async ({ body }) =>
      engine.schedule.nextSlots(body.schedule, now(), NEXT_RUNS).map(slot => new Date(slot).toISOString()),
    counters: async ({ params }, ctx) =>
      describeCounters(orRefuse((await ctx.tenant(tx => readCounters(tx, [params.id])))[0]), ctx.tell),
    async live({ query }, ctx) {
      const ids = z.array(z.uuid()).min(1).max(100).safeParse(query.ids.split(','))
      if (!ids.success) throw refuse('invalid.input', { field: 'ids', content: [{ field: 'ids', message: 'ids' }] })
      return watchCounters(ids.data, ctx)
    },
  }
}
