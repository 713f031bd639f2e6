import { newReconAccount } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => ({
  'orderStory.get': async world => {
    const { id } = await newReconAccount(world)
    const line = await server.database.withTenant(world.tenantId, async tx => {
      const [row] = await tx.query<{ id: string }>(
        `insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date)
         values ($1, '\\x01', 'story-1', 100, 'CNY', now(), current_date) returning id`,
        [id],
      )
      return row!.id // an insert answers with its row
    })
    return { query: { key: `a${line}` } }
  },
})
