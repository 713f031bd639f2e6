import type { Handlers } from '../../../http/route-handler.ts'
import { MOST_COUNTED, type StrategyDay, type strategyDay } from './contract.ts'
import { type CountRow, countChanged, type HourRow, listHours } from './store.ts'

export const createStrategyDayRoutes = (): Handlers<typeof strategyDay> => ({
  list: ({ body: { ids, from } }, ctx) =>
    ctx.tenant(async tx => {
      const counts = Map.groupBy(await countChanged(tx, ids, from), row => row.strategy_id)
      const hours = Map.groupBy(await listHours(tx, ids), row => row.id)
      return [...hours].map(([id, rows]) => describeDay(id, counts.get(id) ?? [], rows))
    }),
})

const describeDay = (id: string, counts: readonly CountRow[], hours: readonly HourRow[]): StrategyDay => ({
  id,
  counts: counts.map(({ status, count }) => ({ status, count })),
  is_more: counts.reduce((sum, { count }) => sum + count, 0) > MOST_COUNTED,
  hours: hours.map(({ hour, read, written, failed, unknown }) => ({
    hour,
    read: Number(read),
    written: Number(written),
    failed: Number(failed),
    unknown: Number(unknown),
  })),
})
