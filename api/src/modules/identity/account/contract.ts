import { route } from '@sluice/contract'
import { z } from 'zod'
import { MAX_TOKEN_DAYS } from '../totp/contract.ts'

/** Control and direction characters would let a name look like something else. */
const plainText = /^[^\p{Cc}\p{Bidi_Control}]*$/u

const Center = z.object({
  email: z.string().nullable(),
  /** Only a confirmed one is sent anything. */
  email_confirmed: z.boolean(),
  /** E.164: +8613800000000 */
  phone: z.string().nullable(),
  /** Only a confirmed one signs in. */
  phone_confirmed: z.boolean(),
  created_at: z.string(),
  last_login_at: z.string().nullable(),
  /** What the user made; newest change first, at most eight. */
  strategies: z.array(z.object({ id: z.uuid(), name: z.string(), status: z.string(), updated_at: z.string() })),
  strategy_count: z.int(),
  connector_count: z.int(),
  /** Rows of the operation log in the last 30 days. */
  operation_count: z.int(),
})
export type Center = z.output<typeof Center>

const Activity = z.object({
  id: z.uuid(),
  /** Name of the route, and what people call it. */
  action: z.string(),
  action_name: z.string(),
  operation: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  object_name: z.string().nullable(),
  ip: z.string().nullable(),
  /** Name of the access token that did it; null: the user was signed in. */
  via: z.string().nullable(),
  created_at: z.string(),
})
export type Activity = z.output<typeof Activity>

export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How it begins, to tell it from others. The whole is shown once, when it is made. */
  prefix: z.string(),
  permissions: z.array(z.string()),
  state: z.enum(['live', 'expired', 'revoked']),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  last_ip: z.string().nullable(),
  created_at: z.string(),
})
export type AccessToken = z.output<typeof AccessToken>

export const AVATAR_BYTES = 2 * 2 ** 20

export const account = {
  center: route({
    method: 'GET',
    path: '/api/dp/account/center',
    summary: 'What the personal centre shows of the signed-in user',
    permission: null,
    audit: 'query',
    content: Center,
  }),
  activity: route({
    method: 'GET',
    path: '/api/dp/account/activity',
    summary: 'What the signed-in user did, newest first',
    permission: null,
    audit: 'query',
    query: z.strictObject({
      operation: z.enum(['add', 'delete', 'update', 'query', 'import', 'export']).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(Activity),
  }),
  saveBase: route({
    method: 'PUT',
    path: '/api/dp/account/base',
    summary: 'Nickname, e-mail and phone of the signed-in user; another address or phone must be confirmed again',
    permission: null,
    audit: 'update',
    body: z.strictObject({
      nickname: z.string().trim().min(1).max(60).regex(plainText),
      email: z.email().max(200).nullable(),
      phone: z
        .string()
        .regex(/^\+[1-9]\d{6,14}$/)
        .nullable(),
    }),
    content: z.null(),
  }),
  sendEmailCode: route({
    method: 'POST',
    path: '/api/dp/account/email/code',
    summary: 'Send a code to one’s e-mail address, to confirm that it is one’s own',
    permission: null,
    audit: 'update',
    content: z.object({ email: z.string(), minutes: z.int() }),
  }),
  confirmEmail: route({
    method: 'POST',
    path: '/api/dp/account/email/confirm',
    summary: 'Make an e-mail address one’s own by the code it received; from then on it counts',
    permission: null,
    audit: 'update',
    body: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/),
    }),
    content: z.object({ email: z.string() }),
  }),
  setAvatar: route({
    method: 'POST',
    path: '/api/dp/account/avatar',
    summary: 'The picture of the signed-in user: PNG, JPEG or WebP, cut to a small square of our own',
    permission: null,
    audit: 'update',
    upload: { maxBytes: AVATAR_BYTES },
    content: z.object({ avatar: z.string() }),
  }),
  removeAvatar: route({
    method: 'DELETE',
    path: '/api/dp/account/avatar',
    summary: 'Go without a picture',
    permission: null,
    audit: 'update',
    content: z.null(),
  }),
  tokens: route({
    method: 'GET',
    path: '/api/dp/account/token',
    summary: 'Personal access tokens of the signed-in user, newest first',
    permission: null,
    audit: 'query',
    content: z.array(AccessToken),
  }),
  tokenPolicy: route({
    method: 'GET',
    path: '/api/dp/account/token/policy',
    summary: 'How long a new access token may live, by the policy of the tenant',
    permission: null,
    audit: 'query',
    content: z.object({ max_days: z.int() }),
  }),
  createToken: route({
    method: 'POST',
    path: '/api/dp/account/token',
    summary: 'Make a personal access token for scripts; only this answer ever shows it',
    permission: null,
    audit: 'add',
    stepUp: true,
    body: z.strictObject({
      name: z.string().trim().min(1).max(60).regex(plainText),
      /** A part of the user's own. */
      permissions: z.array(z.string().max(80)).min(1).max(200),
      days: z.int().min(1).max(MAX_TOKEN_DAYS),
    }),
    content: z.object({ token: z.string(), item: AccessToken }),
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/api/dp/account/token/{id}',
    summary: 'End a personal access token at once',
    permission: null,
    audit: 'delete',
    params: z.object({ id: z.uuid() }),
    content: z.null(),
  }),
}
