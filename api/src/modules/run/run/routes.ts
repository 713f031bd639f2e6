import { PublicFailure, translateTold } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { Run, RunLog, run } from './contract.ts'
import { describeRuns } from './describe-run.ts'
import { findRun, listLogs, listRejected, type RunRow, searchRuns } from './store.ts'

export function createRunRoutes({ engine }: { readonly engine: Engine }): Handlers<typeof run> {
  return {
    async list({ query }, ctx) {
      const filter = {
        strategyId: query.strategy_id ?? null,
        state: query.state ?? null,
        trigger: query.trigger ?? null,
        from: query.from ?? null,
        to: query.to ?? null,
        after: query.after ?? null,
      }
      return ctx.tenant(async tx => {
        const { rows, total } = await readPage(query, (limit, offset) => searchRuns(tx, { ...filter, limit, offset }))
        return new Page(await describeRuns(engine, tx, rows, ctx.tell), total)
      })
    },
    get: ({ params }, ctx) => ctx.tenant(tx => show(engine, tx, params.id, ctx)),
    stop: ({ params }, ctx) => stop(engine, params.id, ctx),
    async rejected({ params, query }, ctx) {
      const { rows, total } = await ctx.tenant(async tx => {
        const { id } = orRefuse(await findRun(tx, params.id))
        return readPage(query, (limit, offset) => listRejected(tx, id, limit, offset, query.after ?? null))
      })
      const content = rows.map(row => ({
        ...row,
        failure: translateTold(PublicFailure.parse(row.failure), ctx.tell),
      }))
      return new Page(content, total)
    },
    async logs({ params, query }, ctx) {
      const { rows, total } = await ctx.tenant(async tx => {
        const { id } = orRefuse(await findRun(tx, params.id))
        return readPage(query, (limit, offset) =>
          listLogs(tx, id, query.level ?? null, limit, offset, query.after ?? null),
        )
      })
      const content = rows.map(row => ({
        ...row,
        text: ctx.tell(row.text),
        level: row.level as (typeof RunLog)['_zod']['output']['level'], // checked by the table
      }))
      return new Page(content, total)
    },
  }
}

async function show(engine: Engine, tx: Tx, runId: string, ctx: RouteContext): Promise<Run> {
  const [run] = await describeRuns(engine, tx, [orRefuse(await findRun(tx, runId))], ctx.tell)
  return run! // one for one
}

async function stop(engine: Engine, runId: string, ctx: RouteContext): Promise<Run> {
  const { tenantId } = ctx.principal
  return ctx.tenant(async tx => {
    const before = orRefuse(await findRun(tx, runId))
    const state = await engine.runs.requestStop(tx, { tenantId, runId })
    if (state === null) throw refuse('conflict.state', { value: before.state })
    await ctx.audit(tx, {
      objectType: 'run',
      objectId: runId,
      objectName: before.strategy_name,
      before: { state: before.state },
      after: { state },
    })
    return show(engine, tx, runId, ctx)
  })
}

function orRefuse(row: RunRow | undefined): RunRow {
  if (!row) throw refuse('notFound.run')
  return row
}
