import { type DashboardTemplate, newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { orNameTaken } from '../../../http/name-taken.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { digraph } from './contract.ts'
import type { DashboardDocument } from './design-contract.ts'
import { exportDashboards } from './export-dashboards.ts'
import type { FigureReading } from './figure-contract.ts'
import { type FigureDeps, readFigures } from './read-figures.ts'
import { requireDashboard } from './require-dashboard.ts'
import { shareReadings } from './share-readings.ts'
import { createShareRoutes, type ShareDeps } from './share-routes.ts'
import {
  type DashboardContent,
  type DashboardFilter,
  type DashboardRow,
  deleteDashboard,
  insertDashboard,
  listDashboards,
  listNames,
  readHoldings,
  updateDashboard,
} from './store.ts'
import { buildTemplate } from './templates.ts'
import { type Change, createVersionRoutes } from './version-routes.ts'
import { keepVersion } from './version-store.ts'

export type DigraphDeps = Omit<ShareDeps, 'shared'>

const MOST_DASHBOARDS = 200
const REFRESH_SECONDS = 30
/** While one is designed. */
const DESIGN_AGE_MS = 4500

export function createDigraphRoutes(deps: DigraphDeps): Handlers<typeof digraph> {
  const shared = shareReadings<FigureReading>(deps.now)
  const figureDeps: FigureDeps = { ...deps, shared }
  const at = () => new Date(deps.now()).toISOString()
  return {
    async list({ query }, ctx) {
      const filter = readFilter(query)
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => listDashboards(tx, filter, limit, offset)),
      )
      return new Page(rows, total)
    },
    async export({ query }, ctx) {
      const filter = readFilter(query)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'dashboard', after: { ...query } }))
      return exportDashboards(filter, ctx)
    },
    create: ({ body: { name, template } }, ctx) =>
      ctx.tenant(async tx => {
        const design = buildTemplate(template, await readHoldings(tx))
        return keep(deps, tx, ctx, template, { name, refresh_seconds: REFRESH_SECONDS, design })
      }),
    import: ({ body }, ctx) => ctx.tenant(tx => keep(deps, tx, ctx, body.template, body)),
    get: ({ params }, ctx) => ctx.tenant(tx => requireDashboard(tx, params.id)),
    update: ({ params, body: { version, note, ...content } }, ctx) =>
      change(ctx, params.id, version, () => content, { note }),
    rename: ({ params, body }, ctx) =>
      change(ctx, params.id, body.version, before => ({ ...before, name: body.name }), { note: '' }),
    copy: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requireDashboard(tx, params.id)
        const name = findFreeName(row.name, await listNames(tx))
        return keep(deps, tx, ctx, row.template, { ...row, name })
      }),
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requireDashboard(tx, params.id)
        await deleteDashboard(tx, row.id)
        await ctx.audit(tx, { ...auditOf(row), before: row })
        return null
      }),
    async document({ params }, ctx) {
      const row = await ctx.tenant(async tx => {
        const found = await requireDashboard(tx, params.id)
        await ctx.audit(tx, auditOf(found))
        return found
      })
      return new FileAnswer(`${row.name}.json`, 'application/json; charset=utf-8', writeDocument(row))
    },
    async reading({ params }, ctx) {
      const { version, refresh_seconds, design } = await ctx.tenant(tx => requireDashboard(tx, params.id))
      const names = design.components.flatMap(component => component.sources)
      // A little less than the pace of those who look, or half of them would be shown the reading before.
      const figures = await readFigures(figureDeps, names, refresh_seconds * 900, ctx)
      return { at: at(), version, refresh_seconds, figures }
    },
    figures: async ({ body }, ctx) => ({
      figures: await readFigures(figureDeps, body.names, DESIGN_AGE_MS, ctx),
      at: at(),
    }),
    ...createShareRoutes({ ...deps, shared }),
    ...createVersionRoutes(change),
  }
}

type Query = Parameters<Handlers<typeof digraph>['export']>[0]['query']

const readFilter = ({ keyword, template, sort }: Query): DashboardFilter => ({
  pattern: keyword ? toPattern(keyword) : null,
  template: template ?? null,
  sort,
})

/** A new one. @throws Failure where its name is taken, or there are as many as a tenant may have */
async function keep(
  { now }: DigraphDeps,
  tx: Tx,
  ctx: RouteContext,
  template: DashboardTemplate,
  { name, refresh_seconds, design }: DashboardContent,
): Promise<DashboardRow> {
  const names = await listNames(tx)
  if (names.size >= MOST_DASHBOARDS) throw refuse('conflict.dashboards', { value: String(MOST_DASHBOARDS) })
  const of = { id: newId(now()), template, userId: ctx.principal.userId, name, refresh_seconds, design }
  await orNameTaken(name, () => insertDashboard(tx, of))
  await keepVersion(tx, of.id, of.userId, '')
  const row = await requireDashboard(tx, of.id)
  await ctx.audit(tx, { ...auditOf(row), after: row })
  return row
}

/** @throws Failure `conflict.version` with who saved since */
const change: Change = (ctx, id, version, contentOf, { note, restoredFrom }) =>
  ctx.tenant(async tx => {
    const before = await requireDashboard(tx, id)
    const content = contentOf(before)
    const changed = await orNameTaken(content.name, () =>
      updateDashboard(tx, id, version, ctx.principal.userId, content),
    )
    if (changed === 0) throw tellSaved(await requireDashboard(tx, id))
    await keepVersion(tx, id, ctx.principal.userId, note, restoredFrom ?? null)
    const row = await requireDashboard(tx, id)
    await ctx.audit(tx, { ...auditOf(row), before, after: { ...row, note, restored_from: restoredFrom ?? null } })
    return row
  })

const tellSaved = ({ version, updated_by, updated_at }: DashboardRow) =>
  refuseStale({ version, username: updated_by ?? '', created_at: updated_at })

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let at = 2; ; at++) {
    const end = ` (${at})`
    // Letters beyond the first plane are not cut in half.
    const free = `${Array.from(name)
      .slice(0, 60 - end.length)
      .join('')}${end}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

async function* writeDocument({ name, template, refresh_seconds, design }: DashboardRow): AsyncGenerator<string> {
  const document: DashboardDocument = {
    format: 'sluice-dashboard',
    edition: 1,
    name,
    template,
    refresh_seconds,
    design,
  }
  yield `${JSON.stringify(document, null, 2)}\n`
}

const auditOf = ({ id, name }: DashboardRow) => ({ objectType: 'dashboard', objectId: id, objectName: name })
