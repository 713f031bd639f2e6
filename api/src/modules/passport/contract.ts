import { route } from '@sluice/contract'
import { z } from 'zod'

/** All three opaque; the access token lives at most 15 minutes and is renewed by the refresh token. */
const Tokens = z.object({ access_token: z.string(), expires_in: z.int(), refresh_token: z.string() })

export const passport = {
  loginKey: route({
    method: 'GET',
    path: '/api/passport/login-key',
    summary: 'A one-time key to encrypt credentials with (two minutes)',
    permission: 'public',
    audit: 'query',
    content: z.object({ kid: z.string(), pub: z.string(), challenge: z.string() }),
  }),
  login: route({
    method: 'POST',
    path: '/api/passport/login',
    summary: 'Sign in; encodedata holds {username, password} encrypted for the login key',
    permission: 'public',
    audit: 'update',
    body: z.strictObject({ encodedata: z.string().min(1).max(16_384) }),
    content: Tokens.extend({ must_change_password: z.boolean() }),
  }),
  refresh: route({
    method: 'POST',
    path: '/api/passport/refresh',
    summary: 'Exchange a refresh token; each works once, a second use ends the whole sign-in',
    permission: 'public',
    audit: 'update',
    body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
    content: Tokens,
  }),
  logout: route({
    method: 'POST',
    path: '/api/account/logout',
    summary: 'End this sign-in',
    permission: null,
    audit: 'update',
    content: z.null(),
  }),
}
