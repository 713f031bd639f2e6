import { Counts, Moment, recordStates, route } from '@sluice/contract'
import { z } from 'zod'

/** A list counts no further than this. */
export const MOST_COUNTED = 10_000

/** Live numbers: source → stage → target of the current or last run, and what is stored per state. */
export const StrategyCounters = z.object({
  /** Stored records per state code. */
  records: z.array(z.object({ status: z.literal(recordStates), count: z.int() })),
  run: z
    .object({
      id: z.uuid(),
      /** Of the strategy, as the run began. */
      version: z.int(),
      state: z.string(),
      counts: Counts,
      records_per_second: z.number(),
      started_at: z.string().nullable(),
      /** When its books or its state moved last. */
      moved_at: z.string(),
    })
    .nullable(),
  /** Why the newest run that was to read the source broke off; null: it did not, or one is under way. */
  broken: z.string().nullable(),
})

export type StrategyCounters = z.output<typeof StrategyCounters>

export const StrategyDay = z.object({
  id: z.uuid(),
  /** Records by their state whose last change is not older than `from`: the list of records with that filter. */
  counts: z.array(z.object({ status: z.literal(recordStates), count: z.int() })),
  /** More than 10,000 changed; `counts` then tells of the newest 10,000. */
  is_more: z.boolean(),
  /** The last 24 hours, oldest first, the present one last: what the books of its runs moved in each. */
  hours: z.array(z.object({ hour: z.string(), read: z.int(), written: z.int(), failed: z.int(), unknown: z.int() })),
})
export type StrategyDay = z.output<typeof StrategyDay>

export const strategyDay = {
  list: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-day',
    summary: 'What strategies moved in the last 24 hours, and how many of their records changed since a time',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(100),
      /** The day's beginning where the reader is. */
      from: Moment,
    }),
    content: z.array(StrategyDay),
  }),
}
