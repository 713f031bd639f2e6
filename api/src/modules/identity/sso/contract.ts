import { route } from '@sluice/contract'
import { z } from 'zod'
import { SignedIn } from '../passport/contract.ts'

const id = z.object({ id: z.uuid() })
const Choice = z.object({ id: z.uuid(), label: z.string() })
/** Where the browser goes, and the secret it keeps until it is back. */
export const Departure = z.object({ url: z.string(), binding: z.string() })

/** What the provider sent the browser back with, and the browser's own secret. */
export const SsoReturn = z.strictObject({
  state: z.string().min(1).max(200),
  binding: z.string().min(1).max(200),
  code: z.string().max(4000).optional(),
  iss: z.string().max(1000).optional(),
  error: z.string().max(200).optional(),
})
export type SsoReturn = z.output<typeof SsoReturn>

const ProviderWrite = {
  label: z.string().trim().min(1).max(60),
  issuer: z.url().max(500),
  client_id: z.string().trim().min(1).max(300),
  scope: z
    .string()
    .trim()
    .max(300)
    .regex(/(^| )openid( |$)/)
    .default('openid profile email'),
  redirect_uri: z.url().max(500),
  is_enabled: z.boolean().default(true),
  /** Absent or the mask keeps the stored one; '' removes it: a public client. */
  client_secret: z.string().max(1000).optional(),
}

const Provider = z.object({
  id: z.uuid(),
  label: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** The mask where one is stored. */
  client_secret: z.string(),
  scope: z.string(),
  redirect_uri: z.string(),
  is_enabled: z.boolean(),
  identities: z.int(),
  version: z.int(),
  updated_at: z.string(),
})

export const sso = {
  choices: route({
    method: 'GET',
    path: '/api/passport/sso/providers',
    summary: 'The identity providers of a tenant, by its code; none for a code nobody has',
    permission: 'public',
    audit: 'query',
    query: z.strictObject({ tenant: z.string().trim().min(1).max(40) }),
    content: z.array(Choice),
  }),
  begin: route({
    method: 'POST',
    path: '/api/passport/sso/begin',
    summary: 'Set out to an identity provider to sign in',
    permission: 'public',
    audit: 'query',
    body: z.strictObject({ provider_id: z.uuid() }),
    content: Departure,
  }),
  complete: route({
    method: 'POST',
    path: '/api/passport/sso',
    summary: 'Sign in with what the identity provider sent the browser back with',
    permission: 'public',
    audit: 'update',
    body: SsoReturn,
    content: SignedIn,
  }),
  identities: route({
    method: 'GET',
    path: '/api/dp/account/identities',
    summary: 'Identities linked to one’s account',
    permission: null,
    audit: 'query',
    content: z.array(
      z.object({
        id: z.uuid(),
        provider_id: z.uuid(),
        provider_label: z.string(),
        name: z.string(),
        created_at: z.string(),
        last_used_at: z.string().nullable(),
      }),
    ),
  }),
  linkable: route({
    method: 'GET',
    path: '/api/dp/account/identity-providers',
    summary: 'Identity providers of one’s tenant',
    permission: null,
    audit: 'query',
    content: z.array(Choice),
  }),
  beginLink: route({
    method: 'POST',
    path: '/api/dp/account/identities/begin',
    summary: 'Set out to an identity provider to link an identity',
    permission: null,
    audit: 'update',
    stepUp: true,
    body: z.strictObject({ provider_id: z.uuid() }),
    content: Departure,
  }),
  link: route({
    method: 'POST',
    path: '/api/dp/account/identities',
    summary: 'Link the identity the provider sent the browser back with',
    permission: null,
    audit: 'add',
    stepUp: true,
    body: SsoReturn,
    content: z.object({ provider_label: z.string(), name: z.string() }),
  }),
  unlink: route({
    method: 'DELETE',
    path: '/api/dp/account/identities/{id}',
    summary: 'Unlink an identity, which then signs in no longer',
    permission: null,
    audit: 'delete',
    stepUp: true,
    params: id,
    content: z.null(),
  }),
  list: route({
    method: 'GET',
    path: '/api/dp/system/sso-provider',
    summary: 'Identity providers of the tenant with their settings',
    permission: 'sso:query',
    audit: 'query',
    content: z.array(Provider),
  }),
  create: route({
    method: 'POST',
    path: '/api/dp/system/sso-provider',
    summary: 'Add an identity provider',
    permission: 'sso:add',
    audit: 'add',
    body: z.strictObject(ProviderWrite),
    content: id,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dp/system/sso-provider/{id}',
    summary: 'Change an identity provider',
    permission: 'sso:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...ProviderWrite, version: z.int() }),
    content: z.null(),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/dp/system/sso-provider/{id}',
    summary: 'Remove an identity provider with all identities linked through it',
    permission: 'sso:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  check: route({
    method: 'POST',
    path: '/api/dp/system/sso-provider/{id}/check',
    summary: 'Read the provider’s own description, as the first sign-in would',
    permission: 'sso:update',
    audit: 'query',
    params: id,
    content: z.object({ ok: z.boolean(), message: z.string(), authorization_endpoint: z.string().nullable() }),
  }),
}
