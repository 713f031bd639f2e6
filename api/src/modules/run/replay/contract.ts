import { PublicFailure, recordStates, replayItemStates, replayKinds, replayStates, route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const recordId = z.string().regex(/^\d{1,19}$/)
const kind = z.enum(replayKinds)

/** `value` is lossless JSON text; null takes the field out. */
export const Change = z.strictObject({
  field: z.string().trim().min(1).max(200),
  value: z.string().max(20_000).nullable(),
})
export type Change = z.output<typeof Change>

const Counts = z.object(
  // every state of an item has its number
  Object.fromEntries(replayItemStates.map(state => [state, z.int()])) as {
    [state in (typeof replayItemStates)[number]]: z.ZodInt
  },
)

export const Replay = z.object({
  id: z.uuid(),
  strategy: z.object({ id: z.uuid(), name: z.string() }),
  group_id: z.uuid().nullable(),
  kind,
  changes: z.array(z.object({ field: z.string(), value: z.string().nullable() })),
  state: z.enum(replayStates),
  /** Asked to end; what a run has already comes to its end. */
  cancelling: z.boolean(),
  total: z.int(),
  counts: Counts,
  failure: PublicFailure.nullable(),
  requested_by: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
export type Replay = z.output<typeof Replay>

export const ReplayItem = z.object({
  record_id: z.string(),
  key: z.string().nullable(),
  number: z.string().nullable(),
  state: z.enum(replayItemStates),
  /** Why it was left out, or what it failed with this time. */
  note: z.string().nullable(),
  updated_at: z.string(),
})
export type ReplayItem = z.output<typeof ReplayItem>

export const PreviewedRecord = z.object({
  id: z.string(),
  key: z.string(),
  effect: z.enum(['create', 'change', 'same', 'refused', 'unclear', 'excluded']),
  reason: z.string().nullable(),
  /** Lossless JSON texts. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  mapped: z.string().nullable(),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  fields: z.array(z.object({ field: z.string(), held: z.string().nullable(), given: z.string().nullable() })),
})
export type PreviewedRecord = z.output<typeof PreviewedRecord>

const what = { kind, changes: z.array(Change).max(20).default([]) }

export const replay = {
  preview: route({
    method: 'POST',
    path: '/api/dh/lessee/replay/preview',
    summary:
      'What a replay would do with some records: mapped, and compared with what the target holds; nothing is changed',
    // By made-up keys it would tell of any row of the target.
    permission: 'strategy:update',
    audit: 'query',
    body: z.strictObject({ ...what, strategy_id: z.uuid(), ids: z.array(recordId).min(1).max(20) }),
    content: z.array(PreviewedRecord),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/replay',
    summary: 'Mend records of a group and write them again, in the background',
    permission: 'strategy:update',
    audit: 'update',
    body: z.strictObject({
      ...what,
      group_id: z.uuid(),
      /** Absent: all of the group that the filter leaves. */
      ids: z.array(recordId).min(1).max(1000).optional(),
      keyword: z.string().max(200).optional(),
      /** Default: those in error. */
      statuses: z.array(z.literal(recordStates)).min(1).max(recordStates.length).optional(),
    }),
    content: Replay,
  }),
  search: route({
    method: 'GET',
    path: '/api/dh/lessee/replay',
    summary: 'Replays, newest first',
    permission: 'strategy:query',
    audit: 'query',
    query: z.strictObject({
      group_id: z.uuid().optional(),
      strategy_id: z.uuid().optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(Replay),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/replay/{id}',
    summary: 'One replay and how far it is',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: Replay,
  }),
  items: route({
    method: 'POST',
    path: '/api/dh/lessee/replay/{id}/item',
    summary: 'What became of each record, by key-set paging',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    body: z.strictObject({
      state: z.array(z.enum(replayItemStates)).max(replayItemStates.length).optional(),
      cursor: recordId.optional(),
      pageSize: z.int().min(1).max(200).default(20),
    }),
    content: z.object({ rows: z.array(ReplayItem), next: z.string().nullable() }),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/dh/lessee/replay/{id}/cancel',
    summary: 'Touch no further record; what a run has already comes to its end',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    content: Replay,
  }),
}
