import { noticeKindNames, route } from '@sluice/contract'
import { z } from 'zod'

const kind = z.enum(noticeKindNames)

/** A notice as the bell lists it. Spec §3, and what leads on. */
export const Notice = z.object({
  key: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** When it happened last. */
  datetime: z.string(),
  avatar: z.string().nullable(),
  /** `×12`; empty when it happened once. */
  extra: z.string(),
  /** open: somebody should look; settled: over by itself; told: nothing to do. */
  status: z.enum(['open', 'settled', 'told']),
  read: z.boolean(),
  kind,
  group: z.enum(['message', 'todo']),
  level: z.enum(['info', 'warning', 'error', 'fatal']),
  count: z.int(),
  first_at: z.string(),
  settled_at: z.string().nullable(),
  /** Address in the console of what it is about. */
  path: z.string().nullable(),
})
export type Notice = z.output<typeof Notice>

export const Unread = z.object({ message: z.int(), todo: z.int() })
export type Unread = z.output<typeof Unread>

export const NoticePreference = z.object({ kind, in_app: z.boolean(), email: z.boolean() })
export type NoticePreference = z.output<typeof NoticePreference>

const MailService = z.object({
  /** The installation has a mail service. */
  is_on: z.boolean(),
  /** The user's, to which notices are sent. */
  address: z.string().nullable(),
})

const group = z.enum(['message', 'todo']).optional()

export const notice = {
  list: route({
    method: 'GET',
    path: '/api/dp/notice',
    summary: 'Notices for the signed-in user, newest first: of kinds the role may see and the user wants',
    permission: null,
    audit: 'query',
    query: z.strictObject({
      group,
      kind: kind.optional(),
      unread: z.enum(['1']).optional(),
      keyword: z.string().max(100).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(Notice),
  }),
  unread: route({
    method: 'GET',
    path: '/api/dp/notice/unread',
    summary: 'How many notices are unread; the console asks every 15 seconds',
    permission: null,
    audit: 'query',
    content: Unread,
  }),
  // What one has read is no operation on the tenant's data: it leaves no row in the operation log.
  read: route({
    method: 'POST',
    path: '/api/dp/notice/read',
    summary: 'Mark notices as read',
    permission: null,
    audit: 'query',
    body: z.strictObject({ keys: z.array(z.uuid()).min(1).max(200) }),
    content: Unread,
  }),
  readAll: route({
    method: 'POST',
    path: '/api/dp/notice/read-all',
    summary: 'Mark all notices as read, or all of a group',
    permission: null,
    audit: 'query',
    body: z.strictObject({ group }),
    content: Unread,
  }),
  clear: route({
    method: 'POST',
    path: '/api/dp/notice/clear',
    summary: 'Put notices away for oneself; what happens again comes back',
    permission: null,
    audit: 'delete',
    body: z.strictObject({ group, keys: z.array(z.uuid()).min(1).max(200).optional() }),
    content: Unread,
  }),
  preferences: route({
    method: 'GET',
    path: '/api/dp/notice/preference',
    summary: 'Which kinds of notices the signed-in user wants, and where',
    permission: null,
    audit: 'query',
    content: z.array(NoticePreference),
  }),
  savePreferences: route({
    method: 'PUT',
    path: '/api/dp/notice/preference',
    summary: 'Choose which kinds of notices to see',
    permission: null,
    audit: 'update',
    body: z.strictObject({
      preferences: z
        .array(z.strictObject({ kind, in_app: z.boolean(), email: z.boolean() }))
        .min(1)
        .max(50),
    }),
    content: z.array(NoticePreference),
  }),
  mail: route({
    method: 'GET',
    path: '/api/dp/notice/mail',
    summary: 'Whether notices can be sent by e-mail, and to which address of the signed-in user',
    permission: null,
    audit: 'query',
    content: MailService,
  }),
  testMail: route({
    method: 'POST',
    path: '/api/dp/notice/mail/test',
    summary: 'Send the signed-in user a mail to their own address, to see whether mails arrive',
    permission: null,
    audit: 'update',
    content: z.object({ address: z.string() }),
  }),
}
