import type { Handlers } from '../../../http/route-handler.ts'
import type { quota } from './contract.ts'
import { readQuota } from './store.ts'

const limitOf = (text: string | null): number | null => (text === null ? null : Number(text))

export const createQuotaRoutes = (): Handlers<typeof quota> => ({
  async get(_input, ctx) {
    const row = await ctx.tenant(readQuota)
    return {
      weight: row.weight,
      runs: { used: row.running, limit: row.runs },
      strategies: { used: row.strategy_count, limit: row.strategies },
      connectors: { used: row.connector_count, limit: row.connectors },
      least_minutes: row.least_minutes,
      may_follow: row.may_follow,
      may_script: row.may_script,
      records: { used: Number(row.records), limit: limitOf(row.records_per_month), resets_at: row.resets_at },
      storage_bytes: {
        used: Number(row.stored_bytes),
        limit: limitOf(row.storage_bytes),
        measured_at: row.measured_at,
      },
    }
  },
})
