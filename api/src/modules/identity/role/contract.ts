import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

const Permission = z.string().regex(/^(\*|[a-z][a-zA-Z-]{0,39}:[a-z]{2,20})$/)

const RoleWrite = z.strictObject({
  name: z.string().trim().min(1).max(40),
  remark: z.string().trim().max(200).default(''),
  permissions: z.array(Permission).max(500),
  /** Strategy groups the role sees; null: all. The empty text is "no group". */
  groups: z.array(z.string().max(100)).max(500).nullable().default(null),
})

export const Role = z.object({
  id: z.uuid(),
  name: z.string(),
  remark: z.string(),
  permissions: z.array(z.string()),
  groups: z.array(z.string()).nullable(),
  is_built_in: z.boolean(),
  /** The caller's own: its permissions are for somebody else to change. */
  is_own: z.boolean(),
  version: z.int(),
  user_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Role = z.output<typeof Role>

const Named = z.object({ name: z.string(), label: z.string() })

export const PermissionCatalogue = z.object({
  verbs: z.array(Named),
  modules: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      permissions: z.array(
        z.object({
          name: z.string(),
          verb: z.string(),
          /** What it opens, in the caller's language. */
          opens: z.array(z.string()),
          /** The caller holds it, so may give it. */
          is_held: z.boolean(),
        }),
      ),
    }),
  ),
  presets: z.array(z.object({ key: z.string(), label: z.string(), permissions: z.array(z.string()) })),
  /** Roles of the tenant with what they hold, `*` not written out. */
  roles: z.array(z.object({ id: z.uuid(), name: z.string(), permissions: z.array(z.string()), user_count: z.int() })),
  /** Strategy groups there are, to choose a scope from. */
  groups: z.array(z.string()),
})
export type PermissionCatalogue = z.output<typeof PermissionCatalogue>

export const role = {
  list: route({
    method: 'GET',
    path: '/api/dp/system/role',
    summary: 'Roles with what they hold and how many people have them',
    permission: 'role:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      sort: z.enum(['name', '-name', 'created_at', '-created_at', 'user_count', '-user_count']).default('created_at'),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(Role),
  }),
  catalogue: route({
    method: 'GET',
    path: '/api/dp/system/permission',
    summary: 'Every permission of the product, what it opens and which roles hold it',
    permission: 'role:query',
    audit: 'query',
    content: PermissionCatalogue,
  }),
  get: route({
    method: 'GET',
    path: '/api/dp/system/role/{id}',
    summary: 'One role and the people who have it',
    permission: 'role:query',
    audit: 'query',
    params: id,
    content: Role.extend({
      users: z.array(z.object({ id: z.uuid(), username: z.string(), nickname: z.string(), status: z.string() })),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/dp/system/role',
    summary: 'Make a role; nobody gives what they do not hold',
    permission: 'role:add',
    audit: 'add',
    body: RoleWrite,
    content: Role,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dp/system/role/{id}',
    summary: 'Change a role; counts for everybody who has it within five seconds',
    permission: 'role:update',
    audit: 'update',
    params: id,
    body: RoleWrite.extend({ version: z.int().min(1) }),
    content: Role,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dp/system/role/{id}',
    summary: 'Delete a role that nobody has',
    permission: 'role:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
