import type { Engine, Waiting } from '@sluice/engine'
import { FileAnswer, type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { shareReadings, sightOf } from '../digraph/index.ts'
import { type Book, readBook, type Sight } from './book.ts'
import type { MonitorConnector, MonitorObjective, MonitorRun, monitor } from './contract.ts'
import { findDateFields, removeGoal, saveGoal } from './goals.ts'
import { burnOf, hasWord, isConnector, isObjective, leftOf, sortBy } from './select.ts'
import { writeObjectives } from './write-objectives.ts'

export interface MonitorDeps {
  readonly engine: Pick<Engine, 'health' | 'runs'>
  readonly now: () => number
}

/** So many look at once; a little less than the pace at which they ask. */
const AGE_MS = 4500
const READ_MS = 15_000

export function createMonitorRoutes(deps: MonitorDeps): Handlers<typeof monitor> {
  const { engine, now } = deps
  const books = shareReadings<Book>(now)
  const waits = shareReadings<ReadonlyMap<string, Waiting>>(now)
  const at = () => new Date(now()).toISOString()
  const asked = { statementTimeoutMs: READ_MS, readOnly: true }
  // Whoever sets a goal sees it at once.
  const changes = new Map<string, number>()
  const keyOf = (ctx: RouteContext): string => {
    const { connectors, pools } = toSight(ctx)
    return `${changes.get(ctx.principal.tenantId) ?? 0} ${sightOf(ctx.principal, connectors, pools)}`
  }
  const read = (ctx: RouteContext): Promise<Book> =>
    books.get(keyOf(ctx), AGE_MS, () => ctx.tenant(tx => readBook(tx, engine.health, now(), toSight(ctx)), asked))
  const noteChange = ({ principal: { tenantId } }: RouteContext) =>
    changes.set(tenantId, (changes.get(tenantId) ?? 0) + 1)
  return {
    get: async (_input, ctx) => ({ ...toFigures(await read(ctx)), at: at() }),
    async runs({ query: { state, keyword, sort, page, pageSize } }, ctx) {
      const found = (await read(ctx)).runs.filter(
        run => (state === undefined || run.state === state) && hasWord(run.strategy_name, keyword),
      )
      const rows = pageOf(sortBy(found, sort, runKeys), page, pageSize)
      const why = await waits.get(`${keyOf(ctx)} ${rows.map(({ id }) => id)}`, AGE_MS, () =>
        ctx.tenant(tx => engine.runs.explainWaiting(tx, rows), asked),
      )
      return new Page(
        rows.map(({ created_at: _asked, updated_at: _moved, ...run }) => ({
          ...run,
          waits: why.has(run.id) ? ctx.tell(why.get(run.id)?.message ?? '') : null,
        })),
        found.length,
      )
    },
    async objectives({ query }, ctx) {
      const rows = selectObjectives(await read(ctx), query)
      return new Page(pageOf(rows, query.page, query.pageSize), rows.length)
    },
    async connectors({ query: { only, keyword, sort, page, pageSize } }, ctx) {
      const found = ((await read(ctx)).connectors ?? []).filter(
        row => (only === undefined || isConnector[only](row)) && hasWord(row.name, keyword),
      )
      return new Page(pageOf(sortBy(found, sort, connectorKeys), page, pageSize), found.length)
    },
    async export({ query }, ctx) {
      const rows = selectObjectives(await read(ctx), query)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'objective', after: { ...query } }))
      return new FileAnswer('objectives.csv', 'text/csv; charset=utf-8', writeObjectives(rows, ctx))
    },
    dates: ({ params }, ctx) => ctx.tenant(tx => findDateFields(deps, tx, params.id), asked),
    async save({ params, body }, ctx) {
      const row = await ctx.tenant(tx => saveGoal(deps, tx, ctx, params.id, body))
      noteChange(ctx)
      return row
    },
    async remove({ params }, ctx) {
      await ctx.tenant(tx => removeGoal(tx, ctx, params.id))
      noteChange(ctx)
      return null
    },
  }
}

const toSight = ({ principal }: RouteContext): Sight => ({
  connectors: isAllowed(principal, 'connector:query'),
  pools: isAllowed(principal, 'process:query'),
})

function toFigures({ read_at, runs, objectives, connectors, pools, followers }: Book) {
  const inState = (state: MonitorRun['state']) => runs.filter(run => run.state === state)
  const count = (name: keyof typeof isObjective) => objectives.filter(isObjective[name]).length
  const far = (name: keyof typeof isConnector) => (connectors ?? []).filter(isConnector[name]).length
  const looks = objectives.flatMap(({ fresh, looked_at: looked }) => (fresh && looked ? [looked] : []))
  return {
    read_at,
    running: inState('running').length,
    queued: inState('queued').length,
    stopping: inState('stopping').length,
    // They stand in the order in which they were asked for.
    waits_since: inState('queued')[0]?.since ?? null,
    objectives: {
      set: count('set'),
      none: count('none'),
      stale: count('stale'),
      burning: count('burning'),
      spent: count('spent'),
      unmeasured: count('unmeasured'),
    },
    looked_at: looks.toSorted()[0] ?? null,
    connectors: connectors && { trouble: far('trouble'), held: far('held'), full: far('full') },
    pools: pools && [...pools],
    followers: [...followers],
  }
}

const pageOf = <Row>(rows: readonly Row[], page: number, pageSize: number): Row[] =>
  rows.slice((page - 1) * pageSize, page * pageSize)

const runKeys = {
  since: (row: { since: string }) => row.since,
  rate: (row: { rate: number | null }) => row.rate ?? -1,
  behind: (row: { behind: number }) => row.behind,
  read: (row: { read: number }) => row.read,
}
const connectorKeys = {
  name: (row: MonitorConnector) => row.name,
  used: (row: MonitorConnector) => row.used ?? -1,
  failed: (row: MonitorConnector) => row.failed,
  p95: (row: MonitorConnector) => row.p95_ms ?? -1,
  calls: (row: MonitorConnector) => row.calls,
}
const objectiveKeys = {
  name: (row: MonitorObjective) => row.name,
  left: leftOf,
  burn: burnOf,
  age: (row: MonitorObjective) => row.age_minutes ?? -1,
}

type Query = Parameters<Handlers<typeof monitor>['export']>[0]['query']

const selectObjectives = ({ objectives }: Book, { only, keyword, sort }: Query): MonitorObjective[] =>
  sortBy(
    objectives.filter(row => (only === undefined || isObjective[only](row)) && hasWord(row.name, keyword)),
    sort,
    objectiveKeys,
  )
