import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { createLineActions, cutPage, describeSum, readPlace, SUM_WITHIN, sayAmount } from '../billing/index.ts'
import type { SupplyLine, supplyChain } from './contract.ts'
import { exportLines } from './export-lines.ts'
import { findOrigin, type LineRow, supplyLines } from './store.ts'

type Routes = Handlers<typeof supplyChain>

export const createSupplyChainRoutes = ({ engine }: { readonly engine: Engine }): Routes => ({
  async list({ query: { after, limit, ...filter } }, ctx) {
    const rows = await ctx.tenant(tx => supplyLines.list(tx, filter, readPlace(after), limit + 1))
    const { shown, next } = cutPage(rows, limit)
    return { lines: shown.map(describe), next }
  },
  sums: async ({ query }, ctx) => (await ctx.tenant(tx => supplyLines.sum(tx, query), SUM_WITHIN)).map(describeSum),
  async export({ query }, ctx) {
    await ctx.tenant(tx => ctx.audit(tx, { objectType: 'supplyLine', after: query }))
    return exportLines(query, ctx)
  },
  async record({ params }, ctx) {
    const origin = await ctx.tenant(tx => findOrigin(tx, params.side, params.id))
    if (!origin) throw refuse('notFound.supplyRecord')
    const { strategy_id, record_id } = origin
    const detail =
      record_id === null ? null : await engine.records.readDetail(ctx.principal.tenantId, strategy_id, record_id)
    return { ...origin, original: detail?.original ?? null }
  },
  ...createLineActions(supplyLines, 'supplyLine'),
})

const describe = ({ amount_minor, ...row }: LineRow): SupplyLine => ({
  ...row,
  amount: sayAmount(amount_minor, row.currency),
})
