import { Moment, route } from '@sluice/contract'
import { z } from 'zod'

const id = z.uuid()

export const callOperations = [
  'query',
  'data-link',
  'find-one',
  'store',
  'receipt',
  'map-lookup',
  'asset-call',
  'dispatch-source',
  'dispatch-target',
  'oauth',
] as const
export const callResults = ['ok', 'failed', 'refused'] as const

const filter = {
  application_id: id.optional(),
  strategy_id: id.optional(),
  /** API asset that was called. */
  asset_id: id.optional(),
  operation: z.enum(callOperations).optional(),
  result: z.enum(callResults).optional(),
  /** HTTP status. */
  status: z.coerce.number().int().min(100).max(599).optional(),
  /** The beginning of an address. */
  ip: z.string().max(60).optional(),
  /** Calls that took at least so long. */
  slower_ms: z.coerce.number().int().min(0).max(600_000).optional(),
  /** Trace id of one call. */
  trace: id.optional(),
  from: Moment.optional(),
  to: Moment.optional(),
}

const Call = z.object({
  /** The trace id that the caller got. */
  id,
  created_at: z.string(),
  application_id: id,
  application_name: z.string(),
  strategy_id: id.nullable(),
  strategy_name: z.string().nullable(),
  asset_id: id.nullable(),
  /** As it was named when it was called. */
  asset_name: z.string().nullable(),
  /** null: what has no versions, or a call from before there were any. */
  api_version: z.int().nullable(),
  operation: z.string(),
  method: z.string(),
  ip: z.string(),
  status: z.int(),
  /** What the caller's program goes by; 0: done. */
  code: z.int(),
  rows: z.int(),
  duration_ms: z.int(),
  /** More than 1: so many alike were refused in one moment. */
  times: z.int(),
  failure: z.string().nullable(),
  /** It was judged, and nothing happened. */
  is_dry_run: z.boolean(),
  /** Sent again by somebody of the tenant: the call that failed. */
  replay_of: id.nullable(),
})

const Body = z.object({
  /** Masked as the application sees it, at most 8 KB; null: it could not be masked, so nothing of it was kept. */
  text: z.string().nullable(),
  /** As it came. */
  bytes: z.int(),
  is_cut: z.boolean(),
})

/** Who sees a part of the strategies sees no calls: they tell keys of records of the others. */
const whole = { needsWhole: true } as const

export const callLog = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/log',
    summary: 'Calls of the gateway, newest first; of more than 10,000 the newest 10,000',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(Call),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/log/{id}',
    summary: 'One call with the records that it read or brought',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    params: z.object({ id }),
    content: Call.extend({
      /** null: none are kept of it, or no more. */
      bodies: z
        .object({
          /** The reader may not read what the API hands out; then there is no text. */
          is_withheld: z.boolean(),
          request: Body,
          answer: Body,
          ends_at: z.string(),
        })
        .nullable(),
      /** It may be sent again, as far as the log knows. */
      may_replay: z.boolean(),
      /** The call by which it was. */
      replay_id: id.nullable(),
      records: z.array(
        z.object({
          key: z.string(),
          /** null: no run has taken it yet, or it is gone. */
          record_id: z.string().nullable(),
        }),
      ),
    }),
  }),
  replay: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/log/{id}/replay',
    summary: 'Take once more what an application sent in a call that failed, with the rights that it has now; once',
    permission: 'gateway:update',
    ...whole,
    audit: 'update',
    params: z.object({ id }),
    content: z.object({
      /** Of the new call. */
      call_id: id,
      staged: z.int(),
      rejected: z.int(),
      receipts: z.array(id),
    }),
  }),
  stats: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/log-stats',
    summary: 'Calls of the last 24 hours: how many, how many failed, how long they took, whose most are',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    query: z.strictObject({ application_id: id.optional() }),
    content: z.object({
      calls: z.int(),
      failed: z.int(),
      /** Beyond a limit; they are not among the calls. */
      refused: z.int(),
      p50_ms: z.int().nullable(),
      p95_ms: z.int().nullable(),
      p99_ms: z.int().nullable(),
      top: z.array(z.object({ application_id: id, application_name: z.string(), calls: z.int() })),
    }),
  }),
  export: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/log-export',
    summary: 'The filtered calls as CSV',
    permission: 'gateway:export',
    ...whole,
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
}
