import type { Parsed } from '@sluice/contract'
import type { Sessions } from '../../../http/create-sessions.ts'
import { hashPassword, verifyPassword } from '../../../http/hash-password.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, type Principal, type RouteContext } from '../../../http/route-handler.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { endAccess } from '../../identity/passport/index.ts'
import { checkPassword } from '../../identity/password/index.ts'
import type { system } from './contract.ts'
import { createLogRoutes } from './log-routes.ts'
import { findUser, setPassword, type UserRow } from './store.ts'

export interface SystemDeps {
  readonly sessions: Sessions
  readonly throttle: Throttle
  readonly now: () => number
}

/** What an administrator needs to set another user's password. */
const RESET_PERMISSION = 'user:update'
const PER_USER = { burst: 5, everyMs: 60_000 }

type PasswordBody = Parsed<(typeof system)['setPassword']>['body']

export function createSystemRoutes(deps: SystemDeps): Handlers<typeof system> {
  return {
    async setPassword({ body }, ctx) {
      await changePassword(deps, body, ctx)
      return null
    },
    ...createLogRoutes(deps.now),
  }
}

async function changePassword(deps: SystemDeps, body: PasswordBody, ctx: RouteContext): Promise<void> {
  const { principal } = ctx
  const isOwn = body.user_id === principal.userId
  if (!isOwn && !isAllowed(principal, RESET_PERMISSION)) throw refuse('permission.missing', { value: RESET_PERMISSION })
  if (!isOwn && principal.mustChangePassword) throw refuse('permission.changePassword')
  const user = await ctx.tenant(tx => findUser(tx, body.user_id))
  // Nobody sets the password of somebody who may do more.
  if (!user || (!isOwn && !mayReset(principal, user))) throw refuse('notFound.user')
  const context = [user.username, user.nickname, user.tenant_name, user.tenant_code]
  const problem = checkPassword({ ...body, isOwn, context })
  if (problem !== null) throw refuse(problem, { field: problem.startsWith('invalid.old') ? 'oldpassword' : 'password' })
  if (isOwn) await verifyOld(deps, user, body.oldpassword ?? '')
  else await ctx.requireStepUp()
  const hash = await hashPassword(body.password, principal.userId)
  await ctx.tenant(async tx => {
    await setPassword(tx, user.id, hash, !isOwn)
    // One's own change keeps the pair of tokens it was made by; a reset ends them all. Tokens end in either case.
    const of = { tenantId: principal.tenantId, userId: user.id, exceptSessionId: isOwn ? principal.sessionId : null }
    const ended = await endAccess(tx, of, new Date(deps.now()))
    const by = isOwn ? null : principal.username
    await tellOwner(tx, { tenantId: principal.tenantId, userId: user.id }, { kind: 'password', by })
    await ctx.audit(tx, {
      objectType: 'user',
      objectId: user.id,
      objectName: user.username,
      after: { change: isOwn ? 'own password' : 'password reset', revoked_access: ended.tokens },
    })
  })
  deps.sessions.forget(user.id)
}

async function verifyOld(deps: SystemDeps, user: UserRow, oldPassword: string): Promise<void> {
  const key = `password/user/${user.id}`
  await deps.throttle.take(key, PER_USER)
  if (!(await verifyPassword(user.password_hash, oldPassword, user.id)))
    throw refuse('invalid.oldPassword', { field: 'oldpassword' })
  await deps.throttle.reset(key)
}

const mayReset = (principal: Principal, user: UserRow): boolean =>
  user.permissions.every(permission => isAllowed(principal, permission))
