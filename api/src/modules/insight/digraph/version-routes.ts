import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { requireDashboard } from './require-dashboard.ts'
import type { DashboardContent, DashboardRow } from './store.ts'
import type { versionRoutes } from './version-contract.ts'
import { findVersion, listVersions, type VersionRow } from './version-store.ts'

/** How a dashboard is changed, with what is kept of the change. */
export type Change = (
  ctx: RouteContext,
  id: string,
  version: number,
  contentOf: (before: DashboardRow) => DashboardContent,
  kept: { readonly note: string; readonly restoredFrom?: number },
) => Promise<DashboardRow>

export function createVersionRoutes(change: Change): Handlers<typeof versionRoutes> {
  const read = (ctx: RouteContext, id: string, version: number): Promise<VersionRow> =>
    ctx.tenant(async tx => {
      await requireDashboard(tx, id)
      const row = await findVersion(tx, id, version)
      if (!row) throw refuse('notFound.dashboardVersion')
      return row
    })
  return {
    async versions({ params, query }, ctx) {
      const { rows, total } = await ctx.tenant(async tx => {
        await requireDashboard(tx, params.id)
        return readPage(query, (limit, offset) => listVersions(tx, params.id, limit, offset))
      })
      return new Page(rows, total)
    },
    version: ({ params }, ctx) => read(ctx, params.id, params.version),
    async restore({ params: { id, version }, body }, ctx) {
      const { design, refresh_seconds } = await read(ctx, id, version)
      const contentOf = ({ name }: DashboardRow) => ({ name, design, refresh_seconds })
      const row = await change(ctx, id, body.current, contentOf, { note: body.note, restoredFrom: version })
      return { version: row.version }
    },
  }
}
