import { newId } from '@sluice/contract'
import { orNameTaken } from '../../../http/name-taken.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import { tellChange } from '../application/index.ts'
import type { plan } from './contract.ts'
import { exportPlans } from './export-plans.ts'
import { deletePlan, findPlan, insertPlan, listPlans, lockPlan, type PlanRow, updatePlan } from './store.ts'

export const createPlanRoutes = ({ now }: { readonly now: () => number }): Handlers<typeof plan> => ({
  async list({ query }, ctx) {
    const filter = readFilter(query)
    const { rows, total } = await ctx.tenant(tx =>
      readPage(query, (limit, offset) => listPlans(tx, filter, limit, offset)),
    )
    return new Page(rows.map(describe), total)
  },
  async export({ query }, ctx) {
    const filter = readFilter(query)
    await ctx.tenant(async tx => {
      // What the store cannot compare is refused now: a file that has begun says nothing any more.
      await listPlans(tx, filter, 1, 0)
      await ctx.audit(tx, { objectType: 'gatewayPlan', after: { ...query } })
    })
    return exportPlans(filter, ctx)
  },
  get: async ({ params }, ctx) => describe(orRefuse(await ctx.tenant(tx => findPlan(tx, params.id)))),
  create: ({ body }, ctx) =>
    ctx.tenant(async tx => {
      const id = newId(now())
      await orNameTaken(body.name, () => insertPlan(tx, id, body, ctx.principal.userId))
      const row = orRefuse(await findPlan(tx, id))
      await ctx.audit(tx, { ...auditOf(row), after: describe(row) })
      return describe(row)
    }),
  update: ({ params, body: { version, ...settings } }, ctx) =>
    ctx.tenant(async tx => {
      const before = orRefuse(await lockPlan(tx, params.id))
      if (before.version !== version) throw refuseStale()
      await orNameTaken(settings.name, () => updatePlan(tx, before.id, settings, ctx.principal.userId))
      await tellChange(tx)
      const row = orRefuse(await findPlan(tx, params.id))
      await ctx.audit(tx, { ...auditOf(row), before: describe(before), after: describe(row) })
      return describe(row)
    }),
  delete: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const row = orRefuse(await lockPlan(tx, params.id))
      if (row.applications > 0) throw refuse('conflict.gatewayPlanTaken', { value: String(row.applications) })
      await deletePlan(tx, row.id)
      await ctx.audit(tx, { ...auditOf(row), before: describe(row) })
      return null
    }),
})

const readFilter = ({ keyword, priority, sort }: Parameters<Handlers<typeof plan>['export']>[0]['query']) => ({
  pattern: keyword ? toPattern(keyword) : null,
  priority: priority ?? null,
  sort,
})

function orRefuse(row: PlanRow | undefined): PlanRow {
  if (!row) throw refuse('notFound.gatewayPlan')
  return row
}

const auditOf = (row: PlanRow) => ({ objectType: 'gatewayPlan', objectId: row.id, objectName: row.name })

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text))

const describe = ({ total: _total, ...row }: PlanRow) => ({
  ...row,
  quota_per_day: toNumber(row.quota_per_day),
  quota_per_month: toNumber(row.quota_per_month),
})
