import { route } from '@sluice/contract'
import { z } from 'zod'

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
    body: z.strictObject({ password: z.string().min(1).max(200) }),
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
    params: z.object({ id: z.uuid() }),
    content: z.null(),
  }),
  policy: route({
    method: 'GET',
    path: '/api/dp/system/sign-in-policy',
    summary: 'Whether administrators of the tenant need a second factor',
    permission: 'sso:query',
    audit: 'query',
    content: z.object({ require_totp: z.boolean() }),
  }),
  savePolicy: route({
    method: 'PUT',
    path: '/api/dp/system/sign-in-policy',
    summary: 'Ask administrators of the tenant for a second factor, or no longer',
    permission: 'sso:update',
    audit: 'update',
    body: z.strictObject({ require_totp: z.boolean() }),
    content: z.null(),
  }),
}
