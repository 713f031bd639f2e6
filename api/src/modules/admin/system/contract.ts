import { Moment, route } from '@sluice/contract'
import { z } from 'zod'

export const results = ['ok', 'refused', 'failed'] as const

const filter = {
  keyword: z.string().max(100).optional(),
  /** Part of a user name. */
  user: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  operation: z.enum(['add', 'delete', 'update', 'query', 'import', 'export']).optional(),
  object_type: z.string().max(60).optional(),
  result: z.enum(results).optional(),
  /** The beginning of an address. */
  ip: z.string().max(60).optional(),
  from: Moment.optional(),
  to: Moment.optional(),
}

const Name = z.object({ name: z.string(), label: z.string() })

const LogRow = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.string().nullable(),
  action: z.string(),
  /** Readable, in the caller's language. */
  action_name: z.string(),
  operation: z.string(),
  object_type: z.string(),
  object_type_name: z.string(),
  object_id: z.string().nullable(),
  object_name: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Name of the access token that called; null: a signed-in person. */
  via: z.string().nullable(),
  result: z.enum(results),
  /** Why it was not done. */
  code: z.string().nullable(),
  /** Place in the chain, as text. */
  seq: z.string().nullable(),
  hash: z.string().nullable(),
  created_at: z.string(),
})

export const chainProblems = ['changed', 'missing', 'order', 'link', 'unchained', 'head', 'tombstone'] as const

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
      ...filter,
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(LogRow),
  }),
  logNames: route({
    method: 'GET',
    path: '/api/dp/system/log/names',
    summary: 'What may stand in the operation log, with readable names, to filter by',
    permission: 'log:query',
    audit: 'query',
    content: z.object({ actions: z.array(Name), object_types: z.array(Name) }),
  }),
  exportLog: route({
    method: 'GET',
    path: '/api/dp/system/log/export',
    summary: 'The filtered log as CSV to read, or the whole chain as JSON lines to verify without the product',
    permission: 'log:export',
    // The chain is the whole tenant's, and so is what is deleted of it.
    needsWhole: { format: 'jsonl' },
    audit: 'export',
    query: z.strictObject({ ...filter, format: z.enum(['csv', 'jsonl']).default('csv') }),
    content: 'file',
  }),
  verifyLog: route({
    method: 'POST',
    path: '/api/dp/system/log/verify',
    summary: 'Recompute a stretch of the hash chain; ask again from `next` until it is null',
    permission: 'log:query',
    audit: 'query',
    body: z.strictObject({
      /** Place in the chain to begin at, as the answer before said. Default the first. */
      from: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    content: z.object({
      /** Rows of this stretch. */
      checked: z.int(),
      /** Rows of the whole chain, as text. */
      total: z.string(),
      next: z.string().nullable(),
      /** Hash of the newest row: whoever keeps it can tell later that nothing before was touched. */
      head: z.string().nullable(),
      /** The first row that does not fit; null while all do. */
      broken: z.object({ seq: z.string(), problem: z.enum(chainProblems) }).nullable(),
    }),
  }),
  deleteLog: route({
    method: 'POST',
    path: '/api/dp/system/dellog',
    summary: 'Delete rows of the operation log that are older than 180 days; a tombstone and the chain stay',
    permission: 'log:delete',
    needsWhole: true,
    audit: 'delete',
    body: z.strictObject({ before: Moment }),
    content: z.object({ deleted: z.int() }),
  }),
}
