import { route } from '@sluice/contract'
import { z } from 'zod'

export const search = {
  find: route({
    method: 'GET',
    path: '/api/dp/search',
    summary: 'Strategies, connectors and records by what people know of them; only what the caller may see',
    permission: null,
    audit: 'query',
    query: z.strictObject({
      /** Part of a name or code; of a record its whole business number or key. */
      q: z.string().trim().min(1).max(200),
    }),
    content: z.object({
      /** At most 8 of each, the best first. */
      strategies: z.array(z.object({ id: z.uuid(), name: z.string(), code: z.string() })),
      connectors: z.array(z.object({ id: z.uuid(), name: z.string(), platform_id: z.string() })),
      records: z.array(
        z.object({
          id: z.string(),
          strategy_id: z.uuid(),
          strategy_name: z.string(),
          key: z.string(),
          number: z.string().nullable(),
          status: z.int(),
        }),
      ),
    }),
  }),
}
