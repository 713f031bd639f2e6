import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import type { BillLine, billing } from './contract.ts'
import { createLineActions, cutPage, describeSum, readPlace, SUM_WITHIN, sayAmount } from './line-routes.ts'
import { billLines, findRaw, type LineRow, listSiblings } from './store.ts'

type Routes = Handlers<typeof billing>

export const createBillingRoutes = (): Routes => ({
  async list({ query: { after, limit, ...filter } }, ctx) {
    const rows = await ctx.tenant(tx => billLines.list(tx, filter, readPlace(after), limit + 1))
    const { shown, next } = cutPage(rows, limit)
    return { lines: shown.map(describe), next }
  },
  sums: async ({ query }, ctx) => (await ctx.tenant(tx => billLines.sum(tx, query), SUM_WITHIN)).map(describeSum),
  raw: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const raw = await findRaw(tx, params.id)
      if (!raw) throw refuse('notFound.rawLine')
      const siblings = await listSiblings(tx, raw.file_id, raw.line_no)
      return {
        ...raw,
        siblings: siblings.map(({ id, kind, amount_minor, currency }) => ({
          ...{ id, kind },
          amount: sayAmount(amount_minor, currency),
        })),
      }
    }),
  ...createLineActions(billLines, 'billLine'),
})

const describe = ({ amount_minor, balance_minor, ...row }: LineRow): BillLine => ({
  ...row,
  amount: sayAmount(amount_minor, row.currency),
  balance_after: balance_minor === null ? null : sayAmount(balance_minor, row.currency),
})
