import { route } from '@sluice/contract'
import { z } from 'zod'
import { Departure, SsoReturn } from '../sso/contract.ts'

const base = { permission: null, audit: 'update' } as const

/** Showing again who one is, for what lasts beyond the sign-in. */
export const stepUp = {
  prove: route({
    ...base,
    method: 'POST',
    path: '/api/dp/account/step-up',
    summary: 'Show who one is by the password, or by a code of the second factor where there is one',
    body: z.union([
      z.strictObject({ password: z.string().min(1).max(200) }),
      z.strictObject({ code: z.string().trim().min(6).max(20) }),
    ]),
    content: z.object({ minutes: z.int() }),
  }),
  beginSso: route({
    ...base,
    method: 'POST',
    path: '/api/dp/account/step-up/sso',
    summary: 'Set out to a linked identity provider, which asks for the sign-in anew',
    body: z.strictObject({ provider_id: z.uuid() }),
    content: Departure,
  }),
  completeSso: route({
    ...base,
    method: 'POST',
    path: '/api/dp/account/step-up/sso/complete',
    summary: 'Show who one is by a fresh sign-in at a linked identity provider',
    body: SsoReturn,
    content: z.object({ minutes: z.int() }),
  }),
}
