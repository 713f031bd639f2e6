import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import { findStrategyName, readFilter, searchRecords } from '../strategy-data/index.ts'
import type { strategyTable, TableView } from './contract.ts'
import { exportTable } from './export-table.ts'
import { listFields } from './list-fields.ts'
import { readRows, readTable, type TableDeps, type TableQuery, toRecordFilter } from './read-table.ts'
import { createOpening, list, revoke, type ShareDeps, share } from './share-routes.ts'
import { compileCells, compileTests, isOfData } from './table-plan.ts'

const SAMPLE = 100
const STATEMENT_MS = 10_000
/** Records that are looked at for one page, of which conditions keep few. */
const MOST_LOOKED_AT = 2000

export function createStrategyTableRoutes(deps: ShareDeps): Handlers<typeof strategyTable> {
  const open = createOpening(deps)
  const reading = (ctx: RouteContext): TableDeps => ({
    engine: deps.engine,
    tenant: work => ctx.tenant(work, { statementTimeoutMs: STATEMENT_MS, readOnly: true }),
    signal: ctx.signal,
  })
  return {
    async fields({ params: { strategy }, query: { side } }, ctx) {
      const name = await requireStrategy(strategy, ctx)
      const filter = readFilter(strategy, {})
      const rows = await ctx.tenant(tx => searchRecords(tx, { ...filter, after: null, limit: SAMPLE }))
      const read = await readRows(reading(ctx), { strategyId: strategy, side, needsData: true }, rows)
      return { strategy_name: name, fields: listFields(read.flatMap(({ data }) => (data === null ? [] : [data]))) }
    },
    async rows({ params: { strategy }, body: { cursor, pageSize, ...view } }, ctx) {
      await requireStrategy(strategy, ctx)
      const at = { cursor, pageSize, most: MOST_LOOKED_AT }
      const page = await readTable(reading(ctx), toQuery(strategy, view, ctx), at)
      const cellsOf = compileCells(view.columns, ctx.tell)
      const rows = page.rows.map(each => ({
        ...{ id: each.row.id, status: each.row.status, lack: each.lack },
        cells: cellsOf(each),
      }))
      return { ...page, rows }
    },
    async export({ params: { strategy }, body: { format, ...view } }, ctx) {
      const query = toQuery(strategy, view, ctx)
      const name = await requireStrategy(strategy, ctx)
      await ctx.tenant(tx =>
        ctx.audit(tx, { objectType: 'strategy', objectId: strategy, objectName: name, after: { format, ...view } }),
      )
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8'
      const cellsOf = compileCells(view.columns, ctx.tell, { isWhole: true })
      const table = { columns: view.columns, format, cellsOf }
      return new FileAnswer(`${name}.${format}`, type, exportTable(reading(ctx), query, table, ctx))
    },
    shares: ({ params }, ctx) => list(params.strategy, ctx),
    share: ({ params, body }, ctx) => share(deps, params.strategy, body, ctx),
    revoke: ({ params }, ctx) => revoke(params.strategy, params.id, ctx),
    openShare: ({ params, body }, ctx) => open(params.id, body, ctx),
  }
}

const toQuery = (strategyId: string, view: TableView, ctx: RouteContext): TableQuery => ({
  ...{ strategyId, side: view.side, filter: toRecordFilter(strategyId, view) },
  isMet: compileTests(view.conditions, ctx.tell),
  isFiltered: view.conditions.length > 0,
  needsData: view.columns.some(({ of }) => of === 'data') || view.conditions.some(isOfData),
})

async function requireStrategy(id: string, ctx: RouteContext): Promise<string> {
  const name = await ctx.tenant(tx => findStrategyName(tx, id))
  if (name === undefined) throw refuse('notFound.strategy')
  return name
}
