import { route } from '@sluice/contract'
import { z } from 'zod'

export const tokenStates = ['live', 'expired', 'revoked'] as const

/** A personal access token as administrators see it; never the token itself. */
export const TenantToken = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  username: z.string(),
  nickname: z.string(),
  name: z.string(),
  /** How it begins. */
  prefix: z.string(),
  permissions: z.array(z.string()),
  state: z.enum(tokenStates),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_ip: z.string().nullable(),
  expires_at: z.string(),
  /** Its owner may do more than the caller, who therefore cannot end it. */
  is_mightier: z.boolean(),
})
export type TenantToken = z.output<typeof TenantToken>

const filter = {
  /** In owner, name or beginning. */
  keyword: z.string().max(100).optional(),
  state: z.enum(tokenStates).optional(),
  sort: z
    .enum([
      ...(['username', '-username', 'created_at', '-created_at'] as const),
      ...(['last_used_at', '-last_used_at', 'expires_at', '-expires_at'] as const),
    ])
    .default('-created_at'),
}

/** All personal access tokens of a tenant, for its administrators. */
export const accessToken = {
  list: route({
    method: 'GET',
    path: '/api/dp/system/access-token',
    summary: 'Personal access tokens of everybody in the tenant',
    permission: 'user:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(TenantToken),
  }),
  export: route({
    method: 'GET',
    path: '/api/dp/system/access-token/export',
    summary: 'The filtered access tokens as CSV',
    permission: 'user:export',
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/dp/system/access-token/{id}',
    summary: 'End a personal access token of somebody at once',
    permission: 'user:update',
    audit: 'delete',
    params: z.object({ id: z.uuid() }),
    content: z.null(),
  }),
}
