import { route } from '@sluice/contract'
import { z } from 'zod'

/** What the tenant may use and uses; null: no limit. The operator sets it from the command line. */
export const Quota = z.object({
  /** Share of the places where tenants compete. */
  weight: z.number(),
  runs: z.object({ used: z.int(), limit: z.int().nullable() }),
  strategies: z.object({ used: z.int(), limit: z.int().nullable() }),
  connectors: z.object({ used: z.int(), limit: z.int().nullable() }),
  /** The shortest time between two slots of a schedule; null: any. */
  least_minutes: z.int().nullable(),
  /** Whether a strategy may follow its source. */
  may_follow: z.boolean(),
  may_script: z.boolean(),
  /** Of this month, in the tenant's time zone. Beyond the limit runs wait; nothing is lost. */
  records: z.object({ used: z.int(), limit: z.int().nullable(), resets_at: z.string() }),
  /** Measured now and then, and only where there is a limit. */
  storage_bytes: z.object({ used: z.int(), limit: z.int().nullable(), measured_at: z.string().nullable() }),
})
export type Quota = z.output<typeof Quota>

export const quota = {
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/quota',
    summary: 'What the tenant may use, and what it uses',
    permission: 'strategy:query',
    audit: 'query',
    content: Quota,
  }),
}
