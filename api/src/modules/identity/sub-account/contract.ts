import { DOCUMENT_BYTES, route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const BASE = '/api/dp/system/lessee-user'

/** Begins with a letter or digit; signing in ignores the case. After an @ there is a point, because `name@code` is how people of other tenants sign in. */
const Username = z
  .string()
  .trim()
  .regex(/^(?!.*@[^.]*$)[A-Za-z0-9][A-Za-z0-9._@-]{2,59}$/)
/** Empty, or a number with or without its country code; 11 digits are taken for one of mainland China. */
const Phone = z
  .string()
  .trim()
  .regex(/^$|^\+[1-9]\d{6,14}$|^1[3-9]\d{9}$/)
const Email = z.union([z.literal(''), z.email().max(120)])

const fields = {
  nickname: z.string().trim().max(40).default(''),
  phone: Phone.default(''),
  email: Email.default(''),
  remark: z.string().trim().max(200).default(''),
}

export const userStatuses = ['active', 'disabled', 'locked'] as const

export const SubAccount = z.object({
  id: z.uuid(),
  username: z.string(),
  /** What the person types to sign in. */
  sign_in_name: z.string(),
  nickname: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  remark: z.string(),
  avatar: z.string().nullable(),
  role_id: z.uuid(),
  role_name: z.string(),
  status: z.enum(userStatuses),
  /** After wrong passwords; null: may sign in. */
  locked_until: z.string().nullable(),
  must_change_password: z.boolean(),
  has_totp: z.boolean(),
  /** Sign-ins that are alive now. */
  sessions: z.int(),
  /** The caller: some things nobody does to themselves. */
  is_own: z.boolean(),
  /** May do more than the caller, who therefore cannot change the account. */
  is_mightier: z.boolean(),
  last_login_at: z.string().nullable(),
  created_at: z.string(),
})
export type SubAccount = z.output<typeof SubAccount>

const filter = {
  keyword: z.string().max(100).optional(),
  role_id: z.uuid().optional(),
  status: z.enum(userStatuses).optional(),
  sort: z
    .enum(['username', '-username', 'created_at', '-created_at', 'last_login_at', '-last_login_at'])
    .default('-created_at'),
}

/** One line of a file as people write it: judged here, so that every fault is told with its line. */
const ImportRow = z.strictObject({
  username: z.string().max(200),
  nickname: z.string().max(200).default(''),
  phone: z.string().max(200).default(''),
  email: z.string().max(200).default(''),
  /** The role's name. */
  role: z.string().max(200),
  remark: z.string().max(500).default(''),
})
const rows = z.strictObject({ rows: z.array(ImportRow).min(1).max(200) })
const Fault = z.object({ field: z.string(), message: z.string() })
const act = { permission: 'user:update', audit: 'update', params: id } as const

export const subAccount = {
  list: route({
    method: 'GET',
    path: BASE,
    summary: 'Sub-accounts of the tenant',
    permission: 'user:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(SubAccount),
  }),
  export: route({
    method: 'GET',
    path: `${BASE}/export`,
    summary: 'The filtered sub-accounts as CSV',
    permission: 'user:export',
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
  save: route({
    method: 'POST',
    path: `${BASE}/store`,
    summary: 'Make a sub-account, or change the one of `id`; without a password a new one gets one that works once',
    permission: 'user:add',
    audit: 'add',
    body: z.strictObject({
      id: z.uuid().optional(),
      username: Username,
      ...fields,
      role_id: z.uuid(),
      password: z.string().max(200).optional(),
      password2: z.string().max(200).optional(),
    }),
    content: z.object({
      id: z.uuid(),
      /** Shown this once; null when none was made. */
      one_time_password: z.string().nullable(),
      /** What a new person types to sign in. */
      sign_in_name: z.string().nullable(),
    }),
  }),
  update: route({
    method: 'PUT',
    path: `${BASE}/{id}`,
    summary: 'Change a sub-account; the user name stays',
    permission: 'user:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...fields, role_id: z.uuid() }),
    content: z.null(),
  }),
  assignRole: route({
    method: 'POST',
    path: '/api/dp/system/updaterole',
    summary: 'Give people a role; one result each',
    permission: 'user:update',
    audit: 'update',
    body: z.strictObject({ user_ids: z.array(z.uuid()).min(1).max(200), role_id: z.uuid() }),
    content: z.array(z.object({ id: z.uuid(), ok: z.boolean(), code: z.string(), message: z.string() })),
  }),
  enable: route({
    ...act,
    method: 'POST',
    path: `${BASE}/{id}/enable`,
    summary: 'Let sign in again',
    content: z.null(),
  }),
  disable: route({
    ...act,
    method: 'POST',
    path: `${BASE}/{id}/disable`,
    summary: 'Disable: every sign-in and access token ends at once',
    content: z.null(),
  }),
  signOut: route({
    ...act,
    method: 'POST',
    path: `${BASE}/{id}/sign-out`,
    summary: 'End every sign-in and access token of a person',
    content: z.object({ ended: z.int() }),
  }),
  resetPassword: route({
    ...act,
    method: 'POST',
    path: `${BASE}/{id}/reset-password`,
    summary: 'A password that works once, shown this once; every sign-in and access token ends',
    stepUp: true,
    /** The name as the person types it. */
    content: z.object({ username: z.string(), one_time_password: z.string() }),
  }),
  destroyByGet: route({
    method: 'GET',
    path: `${BASE}/destroy/{id}`,
    summary: 'Delete (the specified verb; the console uses the DELETE twin)',
    permission: 'user:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  destroy: route({
    method: 'DELETE',
    path: `${BASE}/{id}`,
    summary: 'Delete a sub-account; what it did stays in the log',
    permission: 'user:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  previewImport: route({
    method: 'POST',
    path: `${BASE}/import/preview`,
    summary: 'What an import would do with each line, changing nothing',
    permission: 'user:import',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: rows,
    content: z.array(z.object({ line: z.int(), username: z.string(), faults: z.array(Fault) })),
  }),
  import: route({
    method: 'POST',
    path: `${BASE}/import`,
    summary: 'Make the sub-accounts of the lines without fault; the others are told with their faults',
    permission: 'user:import',
    audit: 'import',
    bodyBytes: DOCUMENT_BYTES,
    body: rows,
    content: z.object({
      /** Names as the people type them to sign in. */
      created: z.array(z.object({ line: z.int(), username: z.string(), one_time_password: z.string() })),
      refused: z.array(z.object({ line: z.int(), username: z.string(), faults: z.array(Fault) })),
    }),
  }),
}
