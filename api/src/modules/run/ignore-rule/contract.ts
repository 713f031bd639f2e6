import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const outcome = z.enum(['ignored', 'finished'])

/** A failure whose message contains the text is none: the record is left out, or counts as finished. */
export const IgnoreRule = z.object({
  id: z.uuid(),
  /** null: every strategy. */
  strategy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  contains: z.string(),
  outcome,
  enabled: z.boolean(),
  remark: z.string(),
  /** Records it decided about. */
  hit_count: z.int(),
  last_hit_at: z.string().nullable(),
  version: z.int(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type IgnoreRule = z.output<typeof IgnoreRule>

const settings = {
  strategy_id: z.uuid().nullable(),
  contains: z.string().trim().min(2).max(200),
  outcome,
  enabled: z.boolean(),
  remark: z.string().max(500),
}

export const ignoreRule = {
  search: route({
    method: 'GET',
    path: '/api/dh/lessee/ignore-rule',
    summary: 'Ignore rules, newest first',
    permission: 'strategy:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      strategy_id: z.uuid().optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    content: z.array(IgnoreRule),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/ignore-rule',
    summary: 'Make a rule; it decides about failures from now on',
    permission: 'strategy:update',
    audit: 'add',
    body: z.strictObject({ ...settings, enabled: settings.enabled.default(true), remark: settings.remark.default('') }),
    content: IgnoreRule,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/ignore-rule/{id}',
    summary: 'Change a rule; 409 when someone saved meanwhile',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...settings, version: z.int() }),
    content: IgnoreRule,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/ignore-rule/{id}',
    summary: 'Delete a rule; what it decided stays',
    permission: 'strategy:update',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
