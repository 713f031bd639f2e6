import { newId, type Parsed, toFailure } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { readFailure } from '../../../http/answer-failure.ts'
import type { Sessions } from '../../../http/create-sessions.ts'
import { hashPassword } from '../../../http/hash-password.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import { endAccess } from '../passport/index.ts'
import { checkPassword, makePassword } from '../password/index.ts'
import { coversRole, findExcess, requireAdministrator } from '../role/index.ts'
import type { subAccount } from './contract.ts'
import { describeUser } from './describe-user.ts'
import { exportUsers } from './export-users.ts'
import { importUsers, judgeRows } from './import-users.ts'
import {
  deleteUser,
  findGivenRole,
  findUser,
  type GivenRole,
  insertUser,
  lockUser,
  readTenantNames,
  type SubAccountRow,
  searchUsers,
  type UserFilter,
  type UserWrite,
  updatePassword,
  updateRoleOf,
  updateStatus,
  updateUser,
} from './store.ts'
import { toE164 } from './to-e164.ts'

export interface SubAccountDeps {
  readonly sessions: Sessions
  readonly now: () => number
}

type Routes = Handlers<typeof subAccount>
type SaveBody = Parsed<(typeof subAccount)['save']>['body']
type UpdateBody = Parsed<(typeof subAccount)['update']>['body']
type Query = Omit<Parsed<(typeof subAccount)['list']>['query'], 'page' | 'pageSize'>

export function createSubAccountRoutes(deps: SubAccountDeps): Routes {
  const at = () => new Date(deps.now())
  return {
    async list({ query: { page, pageSize, ...query } }, ctx) {
      const filter = readFilter(query, at())
      const { rows, total } = await ctx.tenant(tx =>
        readPage({ page, pageSize }, (limit, offset) => searchUsers(tx, filter, limit, offset)),
      )
      return new Page(
        rows.map(row => describeUser(row, ctx.principal)),
        total,
      )
    },
    async export({ query }, ctx) {
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'user', after: query }))
      return exportUsers(readFilter(query, at()), ctx)
    },
    async save({ body }, ctx) {
      const { id } = body
      if (id === undefined) return create(deps, body, ctx)
      if (!isAllowed(ctx.principal, 'user:update')) throw refuse('permission.missing', { value: 'user:update' })
      await update(deps, id, body, ctx)
      return { id, one_time_password: null, sign_in_name: null }
    },
    async update({ params, body }, ctx) {
      await update(deps, params.id, body, ctx)
      return null
    },
    assignRole: ({ body }, ctx) => assignRoles(deps, body.user_ids, body.role_id, ctx),
    async enable({ params }, ctx) {
      await change(deps, params.id, ctx, async (tx, user) => {
        await updateStatus(tx, user.id, 'active')
        return { before: { status: user.status }, after: { status: 'active' } }
      })
      return null
    },
    async disable({ params }, ctx) {
      await change(deps, params.id, ctx, async (tx, user) => {
        refuseOwn(user.id, ctx)
        await updateStatus(tx, user.id, 'disabled')
        await requireAdministrator(tx)
        const ended = await end(deps, tx, user.id, null, ctx)
        return {
          before: { status: user.status },
          after: { status: 'disabled', ...ended, ended_sign_ins: user.sessions },
        }
      })
      return null
    },
    async signOut({ params }, ctx) {
      const user = await change(deps, params.id, ctx, async (tx, found) => {
        const ended = await end(
          deps,
          tx,
          found.id,
          found.id === ctx.principal.userId ? ctx.principal.sessionId : null,
          ctx,
        )
        return { after: { ...ended, ended_sign_ins: found.sessions } }
      })
      return { ended: user.sessions }
    },
    resetPassword: ({ params }, ctx) => resetPassword(deps, params.id, ctx),
    destroyByGet: ({ params }, ctx) => destroy(deps, params.id, ctx),
    destroy: ({ params }, ctx) => destroy(deps, params.id, ctx),
    previewImport: ({ body }, ctx) =>
      judgeRows(body.rows, ctx).then(lines => lines.map(({ user: _, ...line }) => line)),
    import: ({ body }, ctx) => importUsers(deps, body.rows, ctx),
  }
}

async function resetPassword(deps: SubAccountDeps, id: string, ctx: RouteContext) {
  const password = makePassword()
  const hash = await hashPassword(password, ctx.principal.userId)
  const user = await change(deps, id, ctx, async (tx, found) => {
    // One's own is changed with the old one.
    refuseOwn(found.id, ctx)
    await updatePassword(tx, found.id, hash)
    const ended = await end(deps, tx, found.id, null, ctx)
    const of = { tenantId: ctx.principal.tenantId, userId: found.id }
    await tellOwner(tx, of, { kind: 'password', by: ctx.principal.username })
    return { after: { change: 'password reset', ...ended } }
  })
  return { username: user.sign_in_name, one_time_password: password }
}

async function end({ now }: SubAccountDeps, tx: Tx, userId: string, exceptSessionId: string | null, ctx: RouteContext) {
  const of = { tenantId: ctx.principal.tenantId, userId, exceptSessionId }
  return { revoked_access: (await endAccess(tx, of, new Date(now()))).tokens }
}

const readFilter = ({ keyword, role_id, status, sort }: Query, now: Date): UserFilter => ({
  pattern: keyword ? toPattern(keyword) : null,
  roleId: role_id ?? null,
  status: status ?? null,
  sort,
  now,
})

async function create({ now }: SubAccountDeps, body: SaveBody, ctx: RouteContext) {
  const given = body.password || null
  if (given !== null) checkGiven(body, await ctx.tenant(readTenantNames))
  const password = given ?? makePassword()
  const passwordHash = await hashPassword(password, ctx.principal.userId)
  const id = newId(now())
  const user = toWrite(body)
  const signInName = await orNameTaken(user.username, () =>
    ctx.tenant(async tx => {
      const role = await requireGivable(tx, body.role_id, ctx)
      const name = await insertUser(tx, {
        ...user,
        id,
        passwordHash,
        mustChange: true,
        createdBy: ctx.principal.userId,
      })
      await ctx.audit(tx, { objectType: 'user', objectId: id, objectName: user.username, after: tell(user, role) })
      return name
    }),
  )
  return { id, one_time_password: given === null ? password : null, sign_in_name: signInName }
}

function checkGiven({ password = '', password2 = '', username, nickname }: SaveBody, tenant: readonly string[]): void {
  const problem = checkPassword({ password, password2, isOwn: false, context: [username, nickname, ...tenant] })
  if (problem !== null)
    throw refuse(problem, { field: problem === 'invalid.passwordMismatch' ? 'password2' : 'password' })
}

async function update(deps: SubAccountDeps, id: string, body: UpdateBody, ctx: RouteContext): Promise<void> {
  await change(deps, id, ctx, async (tx, found) => {
    const user = { ...toWrite({ ...body, username: found.username }) }
    const role = await moveRole(tx, found, body.role_id, ctx)
    await updateUser(tx, id, user)
    const of = { tenantId: ctx.principal.tenantId, userId: id }
    if (user.email !== found.email) await tellOwner(tx, of, { kind: 'email', value: user.email })
    if (user.phone !== found.phone) await tellOwner(tx, of, { kind: 'phone', value: user.phone })
    await requireAdministrator(tx)
    return { before: tell(found, { name: found.role_name }), after: tell(user, role) }
  })
}

/** The role that is given, when the caller may give it and it is not to themselves. */
async function moveRole(tx: Tx, user: SubAccountRow, roleId: string, ctx: RouteContext): Promise<GivenRole> {
  if (roleId !== user.role_id) {
    refuseOwn(user.id, ctx)
    return requireGivable(tx, roleId, ctx)
  }
  const role = await findGivenRole(tx, roleId)
  if (!role) throw refuse('notFound.role')
  return role
}

async function requireGivable(tx: Tx, roleId: string, ctx: RouteContext): Promise<GivenRole> {
  const role = await findGivenRole(tx, roleId)
  if (!role) throw refuse('notFound.role')
  const excess = findExcess(ctx.principal, role)
  if (excess !== null) throw refuse('permission.grant', { field: 'role_id', value: excess })
  return role
}

async function assignRoles(deps: SubAccountDeps, ids: readonly string[], roleId: string, ctx: RouteContext) {
  await ctx.tenant(tx => requireGivable(tx, roleId, ctx))
  const results = []
  for (const id of new Set(ids)) results.push(await tryAssign(deps, id, roleId, ctx))
  return results
}

async function tryAssign(deps: SubAccountDeps, id: string, roleId: string, ctx: RouteContext) {
  try {
    await change(deps, id, ctx, async (tx, user) => {
      const role = await moveRole(tx, user, roleId, ctx)
      await updateRoleOf(tx, id, roleId)
      await requireAdministrator(tx)
      return { before: { role: user.role_name }, after: { role: role.name } }
    })
    return { id, ok: true, code: '0', message: '' }
  } catch (error) {
    return { id, ok: false, ...readFailure(toFailure(error), ctx) }
  }
}

async function destroy(deps: SubAccountDeps, id: string, ctx: RouteContext): Promise<null> {
  await change(deps, id, ctx, async (tx, user) => {
    refuseOwn(id, ctx)
    await deleteUser(tx, id)
    await requireAdministrator(tx)
    return { before: tell(user, { name: user.role_name }) }
  })
  return null
}

/** One change of one account with its row in the log; nobody changes somebody who may do more. */
async function change(
  { sessions, now }: SubAccountDeps,
  id: string,
  ctx: RouteContext,
  act: (tx: Tx, user: SubAccountRow) => Promise<{ readonly before?: unknown; readonly after?: unknown }>,
): Promise<SubAccountRow> {
  const user = await ctx.tenant(async tx => {
    await lockUser(tx, id)
    const found = await findUser(tx, id, new Date(now()))
    if (!found) throw refuse('notFound.user')
    if (!coversRole(ctx.principal, found)) throw refuse('permission.mightier')
    const told = await act(tx, found)
    await ctx.audit(tx, { objectType: 'user', objectId: id, objectName: found.username, ...told })
    return found
  })
  sessions.forget(id)
  return user
}

function refuseOwn(id: string, ctx: RouteContext): void {
  if (id === ctx.principal.userId) throw refuse('conflict.ownAccount')
}

const toWrite = (
  body: Pick<SaveBody, 'username' | 'nickname' | 'phone' | 'email' | 'remark' | 'role_id'>,
): UserWrite => ({
  username: body.username,
  nickname: body.nickname,
  phone: toE164(body.phone),
  email: body.email || null,
  remark: body.remark,
  roleId: body.role_id,
})

const tell = (user: Omit<UserWrite, 'roleId'>, role: { readonly name: string }) => ({
  username: user.username,
  nickname: user.nickname,
  phone: user.phone,
  email: user.email,
  remark: user.remark,
  role: role.name,
})

async function orNameTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_username'))
      throw refuse('conflict.username', { field: 'username', value: name })
    throw error
  }
}
