import { Moment, route } from '@sluice/contract'
import { z } from 'zod'
import { ADDRESS } from '../application/contract.ts'
import { Delivery, Subscription, webhookStates } from '../webhook/contract.ts'

const ofApplication = z.object({ id: z.uuid() })
const DAYS = { most: 365, fallback: 30 } as const
/** Who sends another form than that holds no link. */
const token = z.string().max(100)
/** Where the reader's page stands, and so the gateway, where it has no address of its own. */
const origin = z
  .string()
  .max(300)
  .regex(/^https?:\/\/(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/)
const at = { params: z.object({ id: z.uuid() }), bodyBytes: 4096, permission: 'public' } as const

export const PortalLink = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  may_rotate: z.boolean(),
  /** Addresses and networks that it may be opened from; none: from anywhere. */
  ip_allow: z.array(z.string()),
  expires_at: z.string(),
  opens: z.string(),
  last_opened_at: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: z.string(),
})
export type PortalLink = z.output<typeof PortalLink>

const left = z.object({
  /** null: no limit. */
  quota: z.int().nullable(),
  used: z.int(),
  left: z.int().nullable(),
  ends_at: z.string(),
})

const Call = z.object({
  /** The trace id that the program got. */
  id: z.uuid(),
  created_at: z.string(),
  strategy_name: z.string().nullable(),
  api_version: z.int().nullable(),
  operation: z.string(),
  method: z.string(),
  ip: z.string(),
  status: z.int(),
  code: z.int(),
  rows: z.int(),
  duration_ms: z.int(),
  times: z.int(),
  failure: z.string().nullable(),
})

/** A webhook as its receiver may know it; that it has a secret is sure, and nothing else is told of that. */
const PortalWebhook = Subscription.pick({
  id: true,
  strategy_name: true,
  events: true,
  url: true,
  is_enabled: true,
  stopped_by: true,
  waiting: true,
  sent: true,
  failed: true,
})

const Sample = z.object({
  language: z.enum(['curl', 'typescript', 'python', 'java']),
  way: z.enum(['token', 'signature', 'certificate']),
  source: z.string(),
})
const document = z.record(z.string(), z.unknown())
const paging = {
  page: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(100).default(20),
}
const whole = { needsWhole: true } as const

export const portal = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/application/{id}/portal',
    summary: 'Links to the portal of an application, newest first; at most 200',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    params: ofApplication,
    content: z.array(PortalLink),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/application/{id}/portal',
    summary: 'Make a link to the portal of an application; its token is shown this once',
    permission: 'gateway:secret',
    ...whole,
    stepUp: true,
    audit: 'add',
    params: ofApplication,
    body: z.strictObject({
      title: z.string().trim().min(1).max(100),
      days: z.int().min(1).max(DAYS.most).default(DAYS.fallback),
      may_rotate: z.boolean().default(false),
      ip_allow: z.array(z.string().trim().max(60).regex(ADDRESS)).max(100).default([]),
    }),
    content: z.object({ link: PortalLink, token: z.string(), path: z.string() }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/dh/lessee/gateway/application/{id}/portal/{link}',
    summary: 'End a link to a portal at once',
    permission: 'gateway:secret',
    ...whole,
    audit: 'delete',
    params: z.object({ id: z.uuid(), link: z.uuid() }),
    content: PortalLink,
  }),
  open: route({
    method: 'POST',
    path: '/api/open/gateway-portal/{id}',
    summary: 'An application’s portal, for whoever holds the link: its APIs, what is left to it, its webhooks',
    audit: 'query',
    ...at,
    body: z.strictObject({ token, origin }),
    content: z.object({
      title: z.string(),
      expires_at: z.string(),
      may_rotate: z.boolean(),
      application_name: z.string(),
      app_key: z.string(),
      limits: z.object({
        plan: z.string().nullable(),
        rate: z.object({ per_minute: z.int(), burst: z.int(), left: z.int() }),
        day: left,
        month: left,
        concurrency: z.object({ most: z.int().nullable(), under_way: z.int() }),
        refused_today: z.int(),
      }),
      openapi: document,
      webhooks: z.array(PortalWebhook),
    }),
  }),
  samples: route({
    method: 'POST',
    path: '/api/open/gateway-portal/{id}/samples',
    summary: 'One operation of the portal as programs that can be run',
    audit: 'query',
    ...at,
    body: z.strictObject({ token, origin, method: z.enum(['GET', 'POST']), path: z.string().max(300) }),
    content: z.array(Sample),
  }),
  postman: route({
    method: 'POST',
    path: '/api/open/gateway-portal/{id}/postman',
    summary: 'The portal’s APIs as a collection of Postman 2.1',
    audit: 'query',
    ...at,
    body: z.strictObject({ token, origin }),
    content: document,
  }),
  calls: route({
    method: 'POST',
    path: '/api/open/gateway-portal/{id}/calls',
    summary: 'What the portal’s application called, newest first; of more than 10,000 the newest 10,000',
    audit: 'query',
    ...at,
    body: z.strictObject({
      token,
      result: z.enum(['ok', 'failed', 'refused']).optional(),
      status: z.int().min(100).max(599).optional(),
      from: Moment.optional(),
      to: Moment.optional(),
      ...paging,
    }),
    content: z.array(Call),
  }),
  deliveries: route({
    method: 'POST',
    path: '/api/open/gateway-portal/{id}/deliveries',
    summary: 'What was sent to a webhook of the portal’s application, newest first',
    audit: 'query',
    ...at,
    body: z.strictObject({ token, webhook: z.uuid(), state: z.enum(webhookStates).optional(), ...paging }),
    content: z.array(Delivery),
  }),
  rotateWebhook: route({
    method: 'POST',
    path: '/api/open/gateway-portal/{id}/webhook-secret',
    summary: 'Replace the secret of a webhook, where the link allows it; the new one is shown this once',
    audit: 'update',
    ...at,
    body: z.strictObject({ token, webhook: z.uuid() }),
    content: z.object({ secret: z.string() }),
  }),
}
