import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

const HeaderName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,80}$/)

/** How a sender proves itself and what it may send. */
export const PushSettings = z.strictObject({
  /** token: in the address or a header; signature: over the bytes of the body; both: the two together. */
  auth: z.enum(['token', 'signature', 'both']).default('token'),
  /** Whose way of signing; `custom` is described by the five settings after it. */
  scheme: z.enum(['github', 'shopify', 'stripe', 'custom']).default('custom'),
  signature_header: HeaderName.default('x-signature'),
  signature_encoding: z.enum(['hex', 'base64']).default('hex'),
  /** What stands before the signature: `sha256=`. */
  signature_prefix: z.string().max(40).default(''),
  /** When given, `<its value>.<body>` is signed, and a value too far from now is refused. */
  timestamp_header: z.union([HeaderName, z.literal('')]).default('x-timestamp'),
  tolerance_seconds: z.int().min(1).max(3600).default(300),
  /** Names the delivery; one that came before is answered and not stored again. */
  delivery_header: z.union([HeaderName, z.literal('')]).default('x-delivery-id'),
  rate_per_minute: z.int().min(1).max(600_000).default(6000),
  max_kilobytes: z.int().min(1).max(10_240).default(1024),
  /** Taken rows stay so long, and as long their delivery ids are known. */
  retain_days: z.int().min(1).max(90).default(7),
})
export type PushSettings = z.output<typeof PushSettings>

export const PushEndpoint = z.object({
  /** Path to push to; the host is that of the console. */
  path: z.string(),
  /** The strategy takes what is pushed: its source is the passive reception of this platform. */
  is_passive: z.boolean(),
  token_set_at: z.string().nullable(),
  /** `******` when a signing secret is kept, else "". */
  secret: z.string(),
  settings: PushSettings,
  /** Pushed and not yet taken. */
  waiting: z.int(),
  last_push_at: z.string().nullable(),
  /** Other strategies that read the same inbox; then nothing may be pushed. */
  shared_with: z.array(z.string()),
})
export type PushEndpoint = z.output<typeof PushEndpoint>

const MEGABYTE = 2 ** 20

export const push = {
  receive: route({
    method: 'POST',
    path: '/api/open/operation/{strategyId}',
    summary: 'Push records into a passive strategy: a JSON object, a list, or {content, id?, multiple?, idCheck?}',
    permission: 'public',
    // What it leaves is the stored row itself; no operation of a person.
    audit: 'import',
    params: z.object({ strategyId: z.uuid() }),
    query: z.strictObject({ token: z.string().max(200).optional() }),
    raw: { maxBytes: 10 * MEGABYTE },
    content: z.object({
      accepted: z.int(),
      /** Known by their delivery id; not stored again. */
      duplicate: z.int(),
      /** Kept like the others, but the run will reject them and say the same: nothing tells them from others. */
      rejected: z.int(),
      /** Why, of the first ones. */
      refusals: z.array(
        z.object({
          at: z.int().describe('Place in what was pushed, from 0'),
          field: z.string(),
          message: z.string(),
          advice: z.string(),
        }),
      ),
      /** A run takes them now; false while the strategy is stopped. */
      running: z.boolean(),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/push',
    summary: 'How to push into a strategy',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: PushEndpoint,
  }),
  save: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy/{id}/push',
    summary: 'Change how senders prove themselves; ****** keeps the signing secret',
    permission: 'strategy:secret',
    audit: 'update',
    params: id,
    body: z.strictObject({ settings: PushSettings, secret: z.string().max(500).default('') }),
    content: PushEndpoint,
  }),
  resetToken: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/push-token',
    summary: 'Make a new push token, shown this once; the old one ends',
    permission: 'strategy:secret',
    audit: 'update',
    params: id,
    content: z.object({ token: z.string(), path: z.string() }),
  }),
}
