import { Remedy, route, vanishedPolicies } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
/** A bound of the increment field, in the source's own text. */
const bound = z.string().trim().min(1).max(200)

export const CursorChange = z.object({
  id: z.string(),
  /** edit: set by a person; reset: forgotten by a person; source: another source or field was chosen. */
  kind: z.enum(['edit', 'reset', 'source']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string(),
  changed_by: z.string().nullable(),
  created_at: z.string(),
})

/** How far a strategy has read, and what looks after what it may have missed. */
export const StrategyCursor = z.object({
  /** null: no increment is chosen, so every run reads everything. */
  field: z.string().nullable(),
  /** In the source's own text; null: the next run reads from the start. */
  watermark: z.string().nullable(),
  moved_at: z.string().nullable(),
  look_back_seconds: z.int(),
  end_lag_seconds: z.int(),
  history: z.array(CursorChange),
  remedy: z.object({
    config: Remedy.nullable(),
    /** What the increment field held last, where days cannot be counted back in it; null: they can. */
    no_time: z.string().nullable(),
    next_at: z.string().nullable(),
    runs: z.int(),
    /** Records that the increment had missed. */
    caught: z.int(),
    last_at: z.string().nullable(),
  }),
  deletes: z.object({
    policy: z.enum(['ignore', 'mark', 'delete']),
    max_percent: z.number(),
    /** What becomes of documents that no row gives any more; null: the strategy groups nothing. */
    retirement: z.enum([...vanishedPolicies, 'keep']).nullable(),
    /** Records known as deleted. */
    deleted: z.int(),
    scan: z
      .object({
        run_id: z.uuid(),
        state: z.enum(['reading', 'blocked', 'done']),
        pass: z.int(),
        known: z.int().nullable(),
        vanished: z.int().nullable(),
        unreadable: z.int(),
        updated_at: z.string(),
      })
      .nullable(),
  }),
})
export type StrategyCursor = z.output<typeof StrategyCursor>

const Started = z.object({ run_id: z.uuid(), already_running: z.boolean() })

export const strategyCursor = {
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-cursor/{id}',
    summary: 'How far the strategy has read, its history, remedy and key scan',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: StrategyCursor,
  }),
  count: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-cursor/{id}/count',
    summary: 'How many records the source holds in a range of the increment field; null where it cannot say',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    body: z.strictObject({ from: bound.nullable(), to: bound.nullable() }),
    content: z.object({ count: z.int().nullable() }),
  }),
  move: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy-cursor/{id}',
    summary: 'Set the cursor, or forget it (null); 409 while a run is live or when it moved meanwhile',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      watermark: bound.nullable(),
      /** As it was shown. */
      expected: z.string().max(200).nullable(),
      reason: z.string().trim().min(1).max(500),
    }),
    content: StrategyCursor,
  }),
  range: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-cursor/{id}/range',
    summary: 'Read a range again, day by day; the cursor does not move',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ from: bound, to: bound, overwrite: z.boolean().default(false) }),
    content: Started,
  }),
  remedy: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-cursor/{id}/remedy',
    summary: 'Run the remedy for omissions now',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    content: Started,
  }),
  scan: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-cursor/{id}/scan',
    summary: 'Read all keys of the source and delete or mark what is gone; `confirmed` agrees to so many',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ confirmed: z.int().min(1).optional() }),
    content: Started,
  }),
}
