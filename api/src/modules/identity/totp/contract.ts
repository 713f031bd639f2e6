import { route } from '@sluice/contract'
import { z } from 'zod'

/** No tenant lets a token live longer. */
export const MAX_TOKEN_DAYS = 730

const Code = z.string().trim().min(6).max(20)

export const totp = {
  status: route({
    method: 'GET',
    path: '/api/dp/account/totp',
    summary: 'Whether one’s second factor is set up, and whether it must be',
    permission: null,
    audit: 'query',
    content: z.object({ enabled: z.boolean(), required: z.boolean(), recovery_codes_left: z.int() }),
  }),
  begin: route({
    method: 'POST',
    path: '/api/dp/account/totp/begin',
    summary: 'A new secret for an authenticator; it counts once a code of it is confirmed',
    permission: null,
    audit: 'update',
    stepUp: true,
    content: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: route({
    method: 'POST',
    path: '/api/dp/account/totp/confirm',
    summary: 'Switch the second factor on by its first code; answers the recovery codes, once',
    permission: null,
    audit: 'update',
    body: z.strictObject({ code: Code }),
    content: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  renewRecovery: route({
    method: 'POST',
    path: '/api/dp/account/totp/recovery',
    summary: 'New recovery codes in the place of the old ones',
    permission: null,
    audit: 'update',
    body: z.strictObject({ code: Code }),
    content: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  disable: route({
    method: 'POST',
    path: '/api/dp/account/totp/disable',
    summary: 'Switch one’s second factor off, by a code of it',
    permission: null,
    audit: 'update',
    body: z.strictObject({ code: Code }),
    content: z.null(),
  }),
  reset: route({
    method: 'POST',
    path: '/api/dp/system/lessee-user/{id}/reset-totp',
    summary: 'Take a lost second factor from a user, who then signs in without it',
    permission: 'user:update',
    audit: 'update',
    stepUp: true,
    params: z.object({ id: z.uuid() }),
    content: z.null(),
  }),
  policy: route({
    method: 'GET',
    path: '/api/dp/system/sign-in-policy',
    summary: 'Whether administrators need a second factor, and how long access tokens may live',
    permission: 'sso:query',
    audit: 'query',
    content: z.object({ require_totp: z.boolean(), token_max_days: z.int() }),
  }),
  savePolicy: route({
    method: 'PUT',
    path: '/api/dp/system/sign-in-policy',
    summary:
      'Ask administrators for a second factor or no longer, and bound the life of access tokens, those that exist included',
    permission: 'sso:update',
    audit: 'update',
    body: z.strictObject({
      require_totp: z.boolean(),
      /** Absent: as it is. */
      token_max_days: z.int().min(1).max(MAX_TOKEN_DAYS).optional(),
    }),
    content: z.null(),
  }),
}
