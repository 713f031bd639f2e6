import { newId } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { orNameTaken } from '../../../http/name-taken.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { writeCellText } from './cell-text.ts'
import { changeMap, type Draft, problemsOf, refuseProblems } from './change-map.ts'
import { completeMisses, reprocessMisses } from './complete-misses.ts'
import type { LineBody, mapping } from './contract.ts'
import { auditOf, describeMap, orRefuse, settingsOf } from './describe-map.ts'
import { listFields } from './list-fields.ts'
import { searchMisses, setIgnored } from './miss-store.ts'
import { type LinePlan, planEdit, planImport, planRules } from './plan-lines.ts'
import {
  applyPlan,
  deleteMap,
  findMap,
  insertMap,
  listChangedLines,
  listChanges,
  listLines,
  listReferences,
  lockMap,
  type MapRow,
  type Settings,
  searchLines,
  searchMaps,
  updateMap,
} from './store.ts'

export interface MappingDeps {
  readonly engine: Engine
  readonly now: () => number
}

type Routes = Handlers<typeof mapping>

/** Lines an import shows before it is carried out. */
const PREVIEW_LINES = 100
const PROBLEMS = 1000

export function createMappingRoutes(deps: MappingDeps): Routes {
  const { engine } = deps
  const show = (row: MapRow, ctx: RouteContext) => describeMap(engine, row, ctx)
  return {
    ...queries,
    async list({ query }, ctx) {
      const pattern = query.keyword ? toPattern(query.keyword) : null
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchMaps(tx, { pattern, sort: query.sort, limit, offset })),
      )
      return new Page(
        rows.map(row => show(row, ctx)),
        total,
      )
    },
    get: async ({ params }, ctx) => show(orRefuse(await ctx.tenant(tx => findMap(tx, params.id))), ctx),
    create: async ({ body }, ctx) => show(await create(deps, body, null, ctx), ctx),
    async copy({ params, body }, ctx) {
      const source = orRefuse(await ctx.tenant(tx => findMap(tx, params.id)))
      return show(await create(deps, { ...settingsOf(source), name: body.name }, source.id, ctx), ctx)
    },
    async update({ params, body: { version, ...settings } }, ctx) {
      const row = await orNameTaken(settings.name, () =>
        changeMap(params.id, version, ctx, async (tx, map) => {
          const plan = planRules(await listLines(tx, map.id), settings)
          refuseProblems(plan, ctx)
          await updateMap(tx, map.id, settings)
          return { plan, kind: 'settings', settings, before: settingsOf(map), after: settings }
        }),
      )
      return show(row, ctx)
    },
    async saveLines({ params, body }, ctx) {
      const row = await changeMap(params.id, body.version, ctx, async (tx, map) => {
        const plan = planEdit(await listLines(tx, map.id), body.upsert, body.remove, map)
        refuseProblems(plan, ctx)
        return { plan, kind: 'lines', settings: settingsOf(map), before: null, after: countsOf(plan) }
      })
      return show(row, ctx)
    },
    async import({ params, body }, ctx) {
      const planOf = async (draft: Draft) =>
        planImport(await listLines(draft.tx, draft.map.id), body.lines, body.mode, draft.map)
      if (body.dry_run)
        return ctx.tenant(async tx =>
          describePlan(await planOf({ tx, map: orRefuse(await findMap(tx, params.id)) }), ctx),
        )
      let result: LinePlan | null = null
      await changeMap(params.id, null, ctx, async (tx, map) => {
        const plan = await planOf({ tx, map })
        refuseProblems(plan, ctx)
        result = plan
        return {
          plan,
          kind: 'import',
          settings: settingsOf(map),
          before: null,
          after: { mode: body.mode, ...countsOf(plan) },
        }
      })
      // Set by the change, which throws otherwise.
      return describePlan(result!, ctx)
    },
    complete: (input, ctx) => completeMisses(engine, input.params.id, input.body, ctx),
    reprocessMisses: (input, ctx) => reprocessMisses(engine, input.params.id, input.body, ctx),
  }
}

const countsOf = ({ added, changed, removed }: LinePlan) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
})

const bodyOf = ({ a_value, a_label, b_value, b_label, enabled, remark }: LineBody): LineBody => ({
  a_value,
  a_label,
  b_value,
  b_label,
  enabled,
  remark,
})

function describePlan(plan: LinePlan, ctx: RouteContext) {
  const preview = [
    ...plan.changed.map(({ before, after }) => ({
      kind: 'changed' as const,
      before: bodyOf(before),
      after: bodyOf(after),
    })),
    ...plan.added.map(after => ({ kind: 'added' as const, before: null, after: bodyOf(after) })),
    ...plan.removed.map(before => ({ kind: 'removed' as const, before: bodyOf(before), after: null })),
  ].slice(0, PREVIEW_LINES)
  return {
    ...countsOf(plan),
    unchanged: plan.unchanged,
    problems: problemsOf(plan, ctx).slice(0, PROBLEMS),
    problem_count: plan.problems.length,
    preview,
  }
}

async function create(
  deps: MappingDeps,
  settings: Settings,
  copyOf: string | null,
  ctx: RouteContext,
): Promise<MapRow> {
  const id = newId(deps.now())
  return orNameTaken(settings.name, () =>
    ctx.tenant(async tx => {
      await insertMap(tx, id, settings, ctx.principal.userId)
      const lines = copyOf === null ? [] : await listLines(tx, copyOf)
      const fresh = lines.map(({ id: _id, a_key: _key, ...line }) => line)
      const plan = planEdit([], fresh, [], settings)
      await applyPlan(tx, { id, version: 0, settings }, plan, { kind: 'create', username: ctx.principal.username })
      const row = orRefuse(await findMap(tx, id))
      await ctx.audit(tx, { ...auditOf(row), after: { ...settings, lines: fresh.length } })
      return row
    }),
  )
}

const queries: Pick<
  Routes,
  'delete' | 'lines' | 'export' | 'references' | 'changes' | 'changedLines' | 'misses' | 'ignoreMisses'
> = {
  async delete({ params }, ctx) {
    await ctx.tenant(async tx => {
      const row = orRefuse(await lockMap(tx, params.id))
      const list = () => listReferences(tx, row.id)
      await requireUnused(tx, list, uses => {
        const value = uses.slice(0, 5).map(use => use.name)
        const content = uses.map(({ id, name, status }) => ({ id, name, status }))
        return refuse('conflict.inUse', { value: value.join(', '), content })
      })
      await deleteMap(tx, row.id)
      await ctx.audit(tx, { ...auditOf(row), before: settingsOf(row) })
    })
    return null
  },
  async lines({ params, query }, ctx) {
    const filter = { pattern: query.keyword ? toPattern(query.keyword) : null, only: query.only ?? null }
    return ctx.tenant(async tx => {
      orRefuse(await findMap(tx, params.id))
      const { rows, total } = await readPage(query, (limit, offset) =>
        searchLines(tx, params.id, { ...filter, limit, offset }),
      )
      return new Page(rows, total)
    })
  },
  async export({ params }, ctx) {
    const { name, lines } = await ctx.tenant(async tx => {
      const row = orRefuse(await findMap(tx, params.id))
      await ctx.audit(tx, { ...auditOf(row), after: { lines: row.line_count } })
      return { name: row.name, lines: await listLines(tx, row.id) }
    })
    return new FileAnswer(`${name}.csv`, 'text/csv; charset=utf-8', writeLines(lines))
  },
  references: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      orRefuse(await findMap(tx, params.id))
      const rows = await listReferences(tx, params.id)
      return rows.map(({ mapping, ...row }) => ({ ...row, fields: listFields(mapping, params.id) }))
    }),
  changes: ({ params, query }, ctx) =>
    ctx.tenant(async tx => {
      orRefuse(await findMap(tx, params.id))
      const { rows, total } = await readPage(query, (limit, offset) => listChanges(tx, params.id, limit, offset))
      return new Page(rows, total)
    }),
  changedLines: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      orRefuse(await findMap(tx, params.id))
      const rows = await listChangedLines(tx, params.id, params.version)
      return rows.map(row => ({
        ...row,
        kind:
          row.before === null ? ('added' as const) : row.after === null ? ('removed' as const) : ('changed' as const),
      }))
    }),
  misses: ({ params, query }, ctx) =>
    ctx.tenant(async tx => {
      orRefuse(await findMap(tx, params.id))
      const pattern = query.keyword ? toPattern(query.keyword) : null
      const { rows, total } = await readPage(query, (limit, offset) =>
        searchMisses(tx, params.id, { pattern, state: query.state, limit, offset }),
      )
      return new Page(rows, total)
    }),
  ignoreMisses: ({ params, body }, ctx) =>
    ctx.tenant(async tx => {
      const row = orRefuse(await findMap(tx, params.id))
      const changed = await setIgnored(tx, row.id, body.ids, body.ignored)
      await ctx.audit(tx, { ...auditOf(row), after: { ignored: body.ignored, values: changed } })
      return { changed }
    }),
}

/** The heads are those that the import recognises. */
const HEADS = ['a_value', 'a_label', 'b_value', 'b_label', 'enabled', 'remark']

async function* writeLines(lines: Awaited<ReturnType<typeof listLines>>): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(HEADS)
  for (let at = 0; at < lines.length; at += 1000)
    yield lines
      .slice(at, at + 1000)
      .map(line =>
        writeCsvLine([
          writeCellText(line.a_value),
          line.a_label,
          writeCellText(line.b_value),
          line.b_label,
          line.enabled ? '1' : '0',
          line.remark,
        ]),
      )
      .join('')
}
