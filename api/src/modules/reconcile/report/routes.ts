import type { Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { listAges, listDays } from '../difference/index.ts'
import type { report } from './contract.ts'
import { dateRates } from './date-rates.ts'
import { exportReport } from './export-report.ts'
import { type DatedRate, listFees, listFeesAfter, listRates, sumFees } from './fee-rows.ts'
import { listItems, listItemsAfter, type ReportSearch, sumDays, sumItems } from './item-rows.ts'
import { listRules } from './rule-rows.ts'

export interface ReportDeps {
  readonly now: () => number
}

type Asked = Parsed<(typeof report)['rules']>['query']

const readSearch = ({ account_id, currency, from, to }: Asked): ReportSearch => ({
  ...{ accountId: account_id ?? null, currency: currency ?? null, from: from ?? null, to: to ?? null },
})

/** Rates of all accounts, as their published models have them. */
async function readRates(tx: Tx): Promise<DatedRate[]> {
  return (await listRates(tx)).flatMap(({ account_id, rates }) => dateRates(account_id, rates))
}

/** Figures whose parts are lists: every sum is taken over the lines that its row opens. */
export function createReportRoutes({ now }: ReportDeps): Handlers<typeof report> {
  const read = <T>(ctx: RouteContext, work: (tx: Tx) => Promise<T>) => ctx.tenant(work, { readOnly: true })
  const open = (query: Asked) => ({ ...readSearch(query), at: new Date(now()).toISOString() })
  return {
    items: ({ query: { page, pageSize, ...query } }, ctx) =>
      read(ctx, async tx => {
        const search = readSearch(query)
        const rows = await listItems(tx, search, pageSize, (page - 1) * pageSize)
        const totals = await sumItems(tx, search)
        const days = await sumDays(tx, search)
        return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0, totals, days }
      }),
    fees: ({ query: { page, pageSize, different, ...query } }, ctx) =>
      read(ctx, async tx => {
        const [search, rates] = [readSearch(query), await readRates(tx)]
        const asked = { isDifferent: different, limit: pageSize, offset: (page - 1) * pageSize }
        const rows = await listFees(tx, search, rates, asked)
        const totals = await sumFees(tx, search, rates)
        const accounts = new Set(rates.map(({ account_id }) => account_id)).size
        return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0, totals, accounts }
      }),
    ages: ({ query }, ctx) => read(ctx, tx => listAges(tx, open(query))),
    open: ({ query }, ctx) => read(ctx, tx => listDays(tx, open(query))),
    rules: ({ query }, ctx) => read(ctx, tx => listRules(tx, readSearch(query))),
    async export({ params: { kind }, query: { format, different, ...query } }, ctx) {
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'reconReport', objectId: kind, objectName: '', after: query }))
      const search = open(query)
      return exportReport(
        {
          ...{ kind, format },
          items: (tx, limit, after) => listItemsAfter(tx, search, after, limit),
          fees: async (tx, limit, after) =>
            listFeesAfter(tx, search, await readRates(tx), { isDifferent: different, limit, after }),
          ages: tx => listAges(tx, search),
          open: tx => listDays(tx, search),
          rules: tx => listRules(tx, search),
        },
        ctx,
      )
    },
  }
}
