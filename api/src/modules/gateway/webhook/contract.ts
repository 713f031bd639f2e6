import { Moment, route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

/**
 * Of a record: it came, what it holds became another, the target took it, it could not be written. Of an alert about the
 * strategy: it began, it is over.
 */
export const webhookEvents = ['created', 'changed', 'written', 'error', 'alert', 'recovered'] as const
export const webhookStates = ['waiting', 'sending', 'sent', 'failed'] as const

const settings = {
  url: z.url({ protocol: /^https?$/ }).max(2000),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
}

export const Subscription = z.object({
  id: z.uuid(),
  application_id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  events: z.array(z.enum(webhookEvents)),
  url: z.string(),
  is_enabled: z.boolean(),
  /** Stopped by itself: the address answered that it is gone, or nothing arrived for three days. */
  stopped_by: z.enum(['gone', 'failing']).nullable(),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  version: z.int(),
  created_at: z.string(),
})
export type Subscription = z.output<typeof Subscription>

export const Delivery = z.object({
  /** The webhook-id that the receiver got. */
  id: z.string(),
  event: z.enum(webhookEvents),
  /** "0": it is about no record. */
  record_id: z.string(),
  state: z.enum(webhookStates),
  tries: z.int(),
  next_at: z.string().nullable(),
  last_status: z.int().nullable(),
  failure: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
})
export type Delivery = z.output<typeof Delivery>

const whole = { needsWhole: true } as const

export const webhook = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/application/{id}/webhook',
    summary: 'What an application hears of, and where',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    params: id,
    content: z.array(Subscription),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/application/{id}/webhook',
    summary: 'Tell an application of a strategy’s records and alerts; the secret is shown this once',
    permission: 'gateway:update',
    ...whole,
    audit: 'add',
    params: id,
    body: z.strictObject({ strategy_id: z.uuid(), ...settings }),
    content: Subscription.extend({ secret: z.string() }),
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/gateway/webhook/{id}',
    summary: 'Change where events go, or pause them: they wait meanwhile',
    permission: 'gateway:update',
    ...whole,
    audit: 'update',
    params: id,
    body: z.strictObject({ ...settings, is_enabled: z.boolean(), version: z.int() }),
    content: Subscription,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/gateway/webhook/{id}',
    summary: 'Tell the application nothing more; its deliveries go too',
    permission: 'gateway:delete',
    ...whole,
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/webhook/{id}/delivery',
    summary: 'What was sent, newest first',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    params: id,
    query: z.strictObject({
      state: z.enum(webhookStates).optional(),
      record: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(Delivery),
  }),
  replay: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/webhook/{id}/replay',
    summary: 'Send again what was made in a time, or about a record, or one delivery, under the same ids',
    permission: 'gateway:update',
    ...whole,
    audit: 'update',
    params: id,
    body: z.union([
      z.strictObject({ from: Moment, to: Moment }),
      z.strictObject({ record: z.string().regex(/^\d{1,18}$/) }),
      /** Alerts are about no record. */
      z.strictObject({ delivery: z.uuid() }),
    ]),
    content: z.object({ count: z.int() }),
  }),
}
