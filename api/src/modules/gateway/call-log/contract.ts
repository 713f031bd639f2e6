import { route } from '@sluice/contract'
import { z } from 'zod'

const moment = z.iso.datetime({ offset: true })
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
  from: moment.optional(),
  to: moment.optional(),
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
      records: z.array(
        z.object({
          key: z.string(),
          /** null: no run has taken it yet, or it is gone. */
          record_id: z.string().nullable(),
        }),
      ),
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
