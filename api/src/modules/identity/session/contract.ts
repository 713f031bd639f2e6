import { route } from '@sluice/contract'
import { z } from 'zod'

export const session = {
  list: route({
    method: 'GET',
    path: '/api/dp/account/sessions',
    summary: 'Where one is signed in now, the newest use first',
    permission: null,
    audit: 'query',
    content: z.array(
      z.object({
        id: z.uuid(),
        is_current: z.boolean(),
        ip: z.string().nullable(),
        user_agent: z.string().nullable(),
        signed_in_at: z.string(),
        last_used_at: z.string(),
        ends_at: z.string(),
      }),
    ),
  }),
  end: route({
    method: 'DELETE',
    path: '/api/dp/account/sessions/{id}',
    summary: 'Sign out at one place',
    permission: null,
    audit: 'delete',
    params: z.object({ id: z.uuid() }),
    content: z.null(),
  }),
  endOthers: route({
    method: 'POST',
    path: '/api/dp/account/sessions/end-others',
    summary: 'Sign out everywhere but here; personal access tokens end, too',
    permission: null,
    audit: 'delete',
    content: z.object({
      ended: z.int(),
      /** Personal access tokens that were alive. */
      tokens: z.int(),
    }),
  }),
}
