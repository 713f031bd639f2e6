import { route } from '@sluice/contract'
import { z } from 'zod'
import { Phone } from '../captcha/contract.ts'

/** All three opaque; the access token lives at most 15 minutes and is renewed by the refresh token. */
const Tokens = z.object({ access_token: z.string(), expires_in: z.int(), refresh_token: z.string() })
export const SignedIn = Tokens.extend({ must_change_password: z.boolean() })

export const passport = {
  loginKey: route({
    method: 'GET',
    path: '/api/passport/login-key',
    summary: 'A one-time key to encrypt credentials with (two minutes)',
    permission: 'public',
    audit: 'query',
    content: z.object({ kid: z.string(), pub: z.string(), challenge: z.string() }),
  }),
  options: route({
    method: 'GET',
    path: '/api/passport/options',
    summary: 'Which ways to sign in and register this installation offers',
    permission: 'public',
    audit: 'query',
    content: z.object({ sms: z.boolean(), sso: z.boolean(), registration: z.boolean() }),
  }),
  login: route({
    method: 'POST',
    path: '/api/passport/login',
    summary:
      'Sign in; encodedata holds {username, password, captcha?} or {phone, ticket, code}, encrypted for the login key',
    permission: 'public',
    audit: 'update',
    body: z.strictObject({ encodedata: z.string().min(1).max(16_384) }),
    content: SignedIn,
  }),
  secondFactor: route({
    method: 'POST',
    path: '/api/passport/second-factor',
    summary: 'Finish a sign-in that answered auth.secondFactor: its ticket and a code, or a recovery code',
    permission: 'public',
    audit: 'update',
    body: z.strictObject({ ticket: z.string().min(20).max(100), code: z.string().trim().min(6).max(20) }),
    content: SignedIn,
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
  phone: route({
    method: 'GET',
    path: '/api/dp/account/phone',
    summary: 'The phone one signs in with, its middle hidden',
    permission: null,
    audit: 'query',
    content: z.object({ phone: z.string().nullable(), confirmed: z.boolean(), sms: z.boolean() }),
  }),
  sendPhoneCode: route({
    method: 'POST',
    path: '/api/dp/account/phone/code',
    summary: 'Send a code to a phone that is to become one’s own',
    stepUp: true,
    permission: null,
    audit: 'update',
    body: z.strictObject({ phone: Phone }),
    content: z.object({
      ticket: z.string(),
      expires_in: z.int(),
      resend_in: z.int(),
      /** In development only. */
      code: z.string().optional(),
    }),
  }),
  confirmPhone: route({
    method: 'POST',
    path: '/api/dp/account/phone',
    summary: 'Make a phone one’s own by the code it received; from then on it signs in',
    stepUp: true,
    permission: null,
    audit: 'update',
    body: z.strictObject({ ticket: z.string().min(20).max(100), code: z.string().trim().min(1).max(10) }),
    content: z.object({ phone: z.string() }),
  }),
  removePhone: route({
    method: 'DELETE',
    path: '/api/dp/account/phone',
    summary: 'Forget one’s phone; it signs in no longer',
    stepUp: true,
    permission: null,
    audit: 'delete',
    content: z.null(),
  }),
  unlock: route({
    method: 'POST',
    path: '/api/dp/system/lessee-user/{id}/unlock',
    summary: 'Let a user try again who is locked after wrong passwords',
    permission: 'user:update',
    audit: 'update',
    params: z.object({ id: z.uuid() }),
    content: z.null(),
  }),
}
