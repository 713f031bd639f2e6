import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

export const GrantStatus = z.object({
  /** `none`: nobody has granted; `ended`: it is over or could not be refreshed, a person has to grant again. */
  state: z.enum(['none', 'granted', 'ended']),
  scope: z.string(),
  granted_by: z.string().nullable(),
  granted_at: z.string().nullable(),
  refreshed_at: z.string().nullable(),
  /** Of the access token: it is refreshed before, or when it is wanted next. */
  expires_at: z.string().nullable(),
  /** Of the whole access: whoever granted has to come again. null: it is refreshed as long as nobody refuses that. */
  ends_at: z.string().nullable(),
  /** Why it could not be refreshed. */
  failure: z.string().nullable(),
})
export type GrantStatus = z.output<typeof GrantStatus>

export const connectorGrant = {
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/connector/{id}/grant',
    summary: 'Access granted to a connector by OAuth2 code, in its environment',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: GrantStatus,
  }),
  begin: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/grant',
    summary: 'Begin to grant access: the address of the authorization server to open',
    permission: 'connector:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      /** The console's page `/connector/grant`; it must be registered at the authorization server. */
      redirect_uri: z.url({ protocol: /^https?$/ }).max(500),
    }),
    content: z.object({ authorize_url: z.string() }),
  }),
  finish: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/grant/finish',
    summary: 'Finish a grant with what the authorization server sent back; once, and by who began',
    permission: 'connector:update',
    audit: 'update',
    body: z.strictObject({ state: z.string().min(20).max(200), code: z.string().min(1).max(4000) }),
    content: z.object({ connector_id: z.uuid(), name: z.string(), scope: z.string() }),
  }),
}
