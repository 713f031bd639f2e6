import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

export const planPriorities = ['high', 'normal', 'low'] as const

/** A plan's limits; those of an application may each stand in place of its plan's. */
export const limitFields = {
  rate_per_minute: z.int().min(1).max(60_000),
  /** Calls at once before the rate counts. */
  burst: z.int().min(1).max(60_000),
  /** By the day of the tenant's zone; null: as many as the rate allows. */
  quota_per_day: z.int().min(1).max(1_000_000_000).nullable(),
  /** By the month of the tenant's zone. */
  quota_per_month: z.int().min(1).max(30_000_000_000).nullable(),
  /** Calls under way at once, over all processes. */
  concurrency: z.int().min(1).max(1000).nullable(),
}

const settings = {
  name: z.string().trim().min(1).max(60),
  remark: z.string().trim().max(500),
  ...limitFields,
  /** Who is turned away first when a process has too much in hand: low, then normal. */
  priority: z.enum(planPriorities),
}

export const Plan = z.object({
  id: z.uuid(),
  name: z.string(),
  remark: z.string(),
  rate_per_minute: z.int(),
  burst: z.int(),
  quota_per_day: z.int().nullable(),
  quota_per_month: z.int().nullable(),
  concurrency: z.int().nullable(),
  priority: z.enum(planPriorities),
  /** How many applications take it. */
  applications: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Plan = z.output<typeof Plan>

const filter = {
  keyword: z.string().max(100).optional(),
  priority: z.enum(planPriorities).optional(),
  sort: z
    .enum(['name', '-name', 'rate_per_minute', '-rate_per_minute', 'created_at', '-created_at'])
    .default('-created_at'),
}

// Plans name no strategy, and who may not see applications may not set what they are allowed.
const whole = { needsWhole: true } as const

export const plan = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/plan',
    summary: 'Plans that applications of the gateway take',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(Plan),
  }),
  export: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/plan-export',
    summary: 'The filtered plans as CSV',
    permission: 'gateway:export',
    ...whole,
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/plan/{id}',
    summary: 'One plan',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    params: id,
    content: Plan,
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/plan',
    summary: 'Create a plan',
    permission: 'gateway:add',
    ...whole,
    audit: 'add',
    body: z.strictObject(settings),
    content: Plan,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/gateway/plan/{id}',
    summary: 'Change a plan; it counts at once for every application that takes it',
    permission: 'gateway:update',
    ...whole,
    audit: 'update',
    params: id,
    body: z.strictObject({ ...settings, version: z.int() }),
    content: Plan,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/gateway/plan/{id}',
    summary: 'Delete a plan that no application takes',
    permission: 'gateway:delete',
    ...whole,
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
