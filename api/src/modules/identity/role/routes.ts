import { newId, type Parsed } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import type { Sessions } from '../../../http/create-sessions.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type Principal, type RouteContext } from '../../../http/route-handler.ts'
import { listPermissions } from '../tenant/index.ts'
import { describeCatalogue } from './catalogue.ts'
import type { role } from './contract.ts'
import { findExcess } from './guard.ts'
import {
  deleteRole,
  findRole,
  findRoleIdOf,
  insertRole,
  listGroups,
  listRoles,
  listUsersOf,
  lockRole,
  type RoleRow,
  type RoleWrite,
  searchRoles,
  updateRole,
} from './store.ts'

export interface RoleDeps {
  readonly sessions: Sessions
  readonly now: () => number
}

/** Users that a role or a refusal names. */
const USERS_SHOWN = 200
const USERS_NAMED = 10

export function createRoleRoutes(deps: RoleDeps): Handlers<typeof role> {
  return {
    async list({ query: { keyword, sort, ...paging } }, ctx) {
      const pattern = keyword ? toPattern(keyword) : null
      return ctx.tenant(async tx => {
        const { rows, total } = await readPage(paging, (limit, offset) =>
          searchRoles(tx, { pattern, sort, limit, offset }),
        )
        const own = await findRoleIdOf(tx, ctx.principal.userId)
        return new Page(
          rows.map(row => describe(row, own)),
          total,
        )
      })
    },
    catalogue: (_input, ctx) =>
      ctx.tenant(async tx => describeCatalogue({ roles: await listRoles(tx), groups: await listGroups(tx) }, ctx)),
    get: ({ params }, ctx) =>
      ctx.tenant(async tx => ({
        ...(await requireRole(tx, params.id, ctx)),
        users: await listUsersOf(tx, params.id, USERS_SHOWN),
      })),
    create: ({ body }, ctx) => create(deps, body, ctx),
    update: ({ params, body }, ctx) => update(deps, params.id, body, ctx),
    delete: ({ params }, ctx) => remove(params.id, ctx),
  }
}

async function create({ now }: RoleDeps, body: RoleWrite, ctx: RouteContext) {
  const id = newId(now())
  const wanted = tidy(body)
  requireKnown(wanted, [])
  requireHeld(ctx.principal, wanted, { permissions: [], groups: [] })
  return orNameTaken(body.name, () =>
    ctx.tenant(async tx => {
      await insertRole(tx, id, wanted)
      await ctx.audit(tx, { objectType: 'role', objectId: id, objectName: wanted.name, after: wanted })
      return requireRole(tx, id, ctx)
    }),
  )
}

type UpdateBody = Parsed<(typeof role)['update']>['body']

async function update({ sessions }: RoleDeps, id: string, { version, ...body }: UpdateBody, ctx: RouteContext) {
  const wanted = tidy(body)
  const saved = await orNameTaken(body.name, () =>
    ctx.tenant(async tx => {
      const before = await lockRole(tx, id)
      if (!before) throw refuse('notFound.role')
      if (before.is_built_in) throw refuse('conflict.builtInRole')
      if (before.version !== version) throw refuse('conflict.version')
      requireKnown(wanted, before.permissions)
      if ((await findRoleIdOf(tx, ctx.principal.userId)) === id && !isSamePower(before, wanted))
        throw refuse('conflict.ownRole')
      if (!isSamePower(before, wanted)) requireCovered(ctx.principal, before)
      requireHeld(ctx.principal, wanted, before)
      await updateRole(tx, id, wanted)
      const { name, remark, permissions, groups } = before
      await ctx.audit(tx, {
        objectType: 'role',
        objectId: id,
        objectName: wanted.name,
        before: { name, remark, permissions, groups },
        after: wanted,
      })
      return requireRole(tx, id, ctx)
    }),
  )
  // Everybody's rights are read anew; other processes do so within five seconds.
  sessions.forget()
  return saved
}

async function remove(id: string, ctx: RouteContext): Promise<null> {
  return ctx.tenant(async tx => {
    const found = await lockRole(tx, id)
    if (!found) throw refuse('notFound.role')
    if (found.is_built_in) throw refuse('conflict.builtInRole')
    requireCovered(ctx.principal, found)
    const users = await listUsersOf(tx, id, USERS_NAMED + 1)
    if (users.length > 0)
      throw refuse('conflict.roleInUse', { value: nameUsers(users, found.user_count), content: users })
    await deleteRole(tx, id)
    const { name, remark, permissions, groups } = found
    await ctx.audit(tx, {
      objectType: 'role',
      objectId: id,
      objectName: name,
      before: { name, remark, permissions, groups },
    })
    return null
  })
}

const nameUsers = (users: readonly { readonly username: string }[], count: number): string => {
  const named = users.slice(0, USERS_NAMED).map(user => user.username)
  return named.join(', ') + (count > named.length ? ` … (${count})` : '')
}

async function requireRole(tx: Tx, id: string, ctx: RouteContext) {
  const found = await findRole(tx, id)
  if (!found) throw refuse('notFound.role')
  return describe(found, await findRoleIdOf(tx, ctx.principal.userId))
}

const describe = (row: RoleRow, ownId: string | null) => ({
  ...row,
  permissions: [...row.permissions],
  groups: row.groups === null ? null : [...row.groups],
  is_own: row.id === ownId,
})

const tidy = ({ name, remark, permissions, groups }: RoleWrite): RoleWrite => ({
  name,
  remark,
  permissions: permissions.includes('*') ? ['*'] : [...new Set(permissions)].sort(),
  groups: groups === null ? null : [...new Set(groups)].sort(),
})

/** What an earlier version gave and this one no longer knows may stay. */
function requireKnown({ permissions }: RoleWrite, before: readonly string[]): void {
  const known = new Set(['*', ...listPermissions(), ...before])
  const strange = permissions.find(name => !known.has(name))
  if (strange !== undefined) throw refuse('invalid.permission', { field: 'permissions', value: strange })
}

/** A role that may do more is for others to change: nobody takes what they could not give back. It may be renamed. */
function requireCovered(principal: Principal, role: Pick<RoleWrite, 'permissions' | 'groups'>): void {
  const excess = findExcess(principal, role)
  if (excess !== null) throw refuse('permission.mightierRole', { value: excess })
}

/** Only what is new must be held: what an earlier version gave may stay. */
function requireHeld(principal: Principal, wanted: RoleWrite, before: Pick<RoleWrite, 'permissions' | 'groups'>): void {
  const had = new Set(before.permissions)
  const added = wanted.permissions.filter(name => !had.has(name) && !had.has('*'))
  const isSameScope = JSON.stringify(before.groups) === JSON.stringify(wanted.groups)
  const groups = isSameScope ? [] : wanted.groups
  const excess = findExcess(principal, { permissions: added, groups })
  if (excess !== null) throw refuse('permission.grant', { value: excess })
}

const isSamePower = (
  a: Pick<RoleWrite, 'permissions' | 'groups'>,
  b: Pick<RoleWrite, 'permissions' | 'groups'>,
): boolean =>
  JSON.stringify([[...a.permissions].sort(), a.groups && [...a.groups].sort()]) ===
  JSON.stringify([b.permissions, b.groups])

async function orNameTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('conflict.name', { field: 'name', value: name })
    throw error
  }
}
