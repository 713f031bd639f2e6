import type { Parsed } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { AggregateReport, aggregate, ReportRow } from './contract.ts'
import { exportResult } from './export-result.ts'
import { listFields } from './list-fields.ts'
import {
  changeReport,
  copyReport,
  createReport,
  describe,
  drillReport,
  prepare,
  previewReport,
  removeReport,
  requireOwn,
  requireReport,
  requireStrategy,
} from './service.ts'
import {
  cancelReport,
  countOpen,
  findResult,
  queueReport,
  readRows,
  type StoredReport,
  searchReports,
} from './store.ts'
import type { WalkDeps } from './walk.ts'

export interface AggregateDeps {
  readonly engine: Pick<Engine, 'records'>
  readonly throttle: Throttle
  readonly now: () => number
}

const AT_ONCE = 3
/** Each preview reads for up to 10 s; a person types slower than this. */
const PACE = { burst: 40, everyMs: 1000 }

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const auditOf = (report: StoredReport) => ({
  objectType: 'aggregate',
  objectId: report.id,
  objectName: report.name,
})

export function createAggregateRoutes({ engine, throttle, now }: AggregateDeps): Handlers<typeof aggregate> {
  const walkOf = (ctx: RouteContext): WalkDeps => ({ engine, tenant: ctx.tenant, signal: ctx.signal })
  const pace = (ctx: RouteContext) => throttle.take(`aggregate/${ctx.principal.userId}`, PACE)
  return {
    list: ({ params, query }, ctx) => list(params.strategy, query, ctx),
    async fields({ params, query }, ctx) {
      await ctx.tenant(tx => requireStrategy(tx, params.strategy))
      return listFields(walkOf(ctx), params.strategy, query.side)
    },
    async preview({ params, body }, ctx) {
      await ctx.tenant(tx => requireStrategy(tx, params.strategy))
      await pace(ctx)
      return previewReport(walkOf(ctx), params.strategy, body)
    },
    async drill({ params, body }, ctx) {
      await ctx.tenant(tx => requireStrategy(tx, params.strategy))
      await pace(ctx)
      return drillReport(walkOf(ctx), params.strategy, body, ctx.tell)
    },
    create: ({ params, body }, ctx) => createReport(params.strategy, body, ctx, now()),
    get: ({ params }, ctx) => ctx.tenant(async tx => describe(await requireReport(tx, params.id, ctx), ctx)),
    update: ({ params, body }, ctx) => changeReport(params.id, body, ctx),
    copy: ({ params }, ctx) => copyReport(params.id, ctx, now()),
    remove: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        await removeReport(tx, await requireOwn(tx, params.id, ctx), ctx)
        return null
      }),
    compute: ({ params }, ctx) => compute(params.id, ctx),
    cancel: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const before = await requireReport(tx, params.id, ctx)
        if ((await cancelReport(tx, params.id)) === 0) throw refuse('conflict.state', { value: before.state })
        await ctx.audit(tx, { ...auditOf(before), before: { state: before.state } })
        return describe(await requireReport(tx, params.id, ctx), ctx)
      }),
    result: ({ params, query }, ctx) =>
      ctx.tenant(async tx => {
        await requireReport(tx, params.id, ctx)
        const { result, computed_at } = await requireResult(tx, params.id)
        const rows = await readRows(tx, params.id, query.pageSize, (query.page - 1) * query.pageSize)
        return { ...result, columns: [...result.columns], rows, computed_at }
      }),
    export: ({ params, query }, ctx) => exportReport(params.id, query.format, ctx),
  }
}

type ListQuery = Parsed<(typeof aggregate)['list']>['query']

async function list(strategyId: string, query: ListQuery, ctx: RouteContext): Promise<Page<AggregateReport[]>> {
  const { keyword, mine, sort } = query
  const search = {
    strategyId,
    userId: ctx.principal.userId,
    pattern: keyword ? toPattern(keyword) : null,
    isMine: mine === '1',
    sort,
  }
  const { rows, total } = await ctx.tenant(async tx => {
    await requireStrategy(tx, strategyId)
    return readPage(query, async (limit, offset) =>
      (await searchReports(tx, search, limit, offset)).map(report => ({ total: report.count, report })),
    )
  })
  return new Page(
    rows.map(({ report }) => describe(report, ctx)),
    total,
  )
}

async function exportReport(id: string, format: 'csv' | 'xlsx', ctx: RouteContext): Promise<FileAnswer> {
  const { report, result } = await ctx.tenant(async tx => {
    const report = await requireReport(tx, id, ctx)
    const { result } = await requireResult(tx, id)
    await ctx.audit(tx, { ...auditOf(report), after: { format } })
    return { report, result }
  })
  const bytes = exportResult(result, listRows(id, ctx), format, ctx.language)
  return new FileAnswer(`${report.name}.${format}`, types[format], bytes)
}

async function requireResult(tx: Parameters<typeof findResult>[0], id: string) {
  const found = await findResult(tx, id)
  if (!found) throw refuse('conflict.noResult')
  return found
}

const ROWS = 500

async function* listRows(id: string, ctx: RouteContext): AsyncGenerator<ReportRow> {
  for (let at = 0; ; at += ROWS) {
    const rows = await ctx.tenant(tx => readRows(tx, id, ROWS, at))
    yield* rows
    if (rows.length < ROWS) return
  }
}

/** Whoever sees a report may have it computed: the result says nothing that they could not read. */
const compute = (id: string, ctx: RouteContext): Promise<AggregateReport> =>
  ctx.tenant(async tx => {
    const { userId } = ctx.principal
    const before = await requireReport(tx, id, ctx)
    if ((await countOpen(tx, userId)) >= AT_ONCE) throw refuse('conflict.computations', { value: String(AT_ONCE) })
    const { of } = await prepare(tx, before.strategy_id, before.definition)
    if ((await queueReport(tx, id, userId, of)) === 0) throw refuse('conflict.state', { value: before.state })
    await ctx.audit(tx, { ...auditOf(before), before: { state: before.state }, after: { state: 'queued' } })
    return describe(await requireReport(tx, id, ctx), ctx)
  })
