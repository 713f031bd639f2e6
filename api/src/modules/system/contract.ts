import { route } from '@sluice/contract'
import { z } from 'zod'

export const system = {
  setPassword: route({
    method: 'POST',
    path: '/api/dp/system/password',
    summary: 'Set a password: one’s own with the old one, or another user’s as an administrator',
    permission: null,
    audit: 'update',
    body: z.strictObject({
      user_id: z.uuid(),
      password: z.string().max(200),
      password2: z.string().max(200),
      oldpassword: z.string().max(200).optional(),
    }),
    content: z.null(),
  }),
  log: route({
    method: 'GET',
    path: '/api/dp/system/log',
    summary: 'Operation log, newest first',
    permission: 'log:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      action: z.string().max(100).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(
      z.object({
        id: z.uuid(),
        username: z.string(),
        action: z.string(),
        operation: z.string(),
        object_type: z.string(),
        object_id: z.string().nullable(),
        object_name: z.string().nullable(),
        before: z.unknown(),
        after: z.unknown(),
        ip: z.string().nullable(),
        created_at: z.string(),
      }),
    ),
  }),
}
