import type { Tx } from '@sluice/db'
import type { Sessions } from '../../../http/create-sessions.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import type { totp } from './contract.ts'
import type { TotpService } from './service.ts'
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  findUser,
  readPolicy,
  type SignInPolicy,
  savePolicy,
  shortenTokens,
} from './store.ts'
import { writeTotpUri } from './time-code.ts'

export interface TotpRouteDeps {
  readonly totp: TotpService
  readonly sessions: Sessions
  readonly now: () => number
  /** What authenticators show beside the user's name. */
  readonly issuer: string
}

export function createTotpRoutes(deps: TotpRouteDeps): Handlers<typeof totp> {
  const service = deps.totp
  const noting = (ctx: RouteContext, change: string) => (tx: Tx) => {
    const { userId, username } = ctx.principal
    return ctx.audit(tx, { objectType: 'user', objectId: userId, objectName: username, after: { change } })
  }
  const proveOwn = async (ctx: RouteContext, code: string): Promise<void> => {
    const { userId, tenantId } = ctx.principal
    if (!(await service.isEnabled({ tenantId, userId }))) throw refuse('conflict.noTotp')
    if (!(await service.verify({ tenantId, userId }, code))) throw refuse('invalid.totp', { field: 'code' })
  }
  return {
    async status(_input, ctx) {
      const { userId } = ctx.principal
      return ctx.tenant(async tx => ({
        enabled: (await findTotp(tx, userId))?.confirmed_at != null,
        required: ctx.principal.permissions.has('*') && (await readPolicy(tx)).require_totp,
        recovery_codes_left: await countRecoveryCodes(tx, userId),
      }))
    },
    async begin(_input, ctx) {
      const { userId, tenantId, username } = ctx.principal
      const secret = await service.begin({ tenantId, userId }, noting(ctx, 'second factor begun'))
      return { secret, uri: writeTotpUri(deps.issuer, username, secret) }
    },
    async confirm({ body }, ctx) {
      const { userId, tenantId } = ctx.principal
      const codes = await service.confirm({ tenantId, userId }, body.code, async tx => {
        await tellOwner(tx, { tenantId, userId }, { kind: 'factor', change: 'on', by: null })
        await noting(ctx, 'second factor on')(tx)
      })
      if (!codes) throw refuse('invalid.totp', { field: 'code' })
      deps.sessions.forget(userId)
      return { recovery_codes: codes }
    },
    async renewRecovery({ body }, ctx) {
      const { userId, tenantId } = ctx.principal
      await proveOwn(ctx, body.code)
      const codes = await service.renewRecovery({ tenantId, userId }, noting(ctx, 'recovery codes renewed'))
      return { recovery_codes: codes }
    },
    async disable({ body }, ctx) {
      const { userId, permissions } = ctx.principal
      const { require_totp } = await ctx.tenant(readPolicy)
      if (require_totp && permissions.has('*')) throw refuse('conflict.totpRequired')
      await proveOwn(ctx, body.code)
      await ctx.tenant(async tx => {
        await deleteTotp(tx, userId)
        await tellOwner(tx, ctx.principal, { kind: 'factor', change: 'off', by: null })
        await noting(ctx, 'second factor off')(tx)
      })
      return null
    },
    ...createAdministratorRoutes(service, deps),
  }
}

const DAY_MS = 24 * 3_600_000

type Administrator = 'reset' | 'policy' | 'savePolicy'

const createAdministratorRoutes = (
  service: TotpService,
  deps: TotpRouteDeps,
): Pick<Handlers<typeof totp>, Administrator> => ({
  async reset({ params }, ctx) {
    await ctx.tenant(async tx => {
      const user = await findUser(tx, params.id)
      // Nobody weakens the sign-in of somebody who may do more.
      if (!user?.permissions.every(permission => isAllowed(ctx.principal, permission))) throw refuse('notFound.user')
      await deleteTotp(tx, user.id)
      const of = { tenantId: ctx.principal.tenantId, userId: user.id }
      await tellOwner(tx, of, { kind: 'factor', change: 'off', by: ctx.principal.username })
      await ctx.audit(tx, {
        objectType: 'user',
        objectId: user.id,
        objectName: user.username,
        after: { change: 'second factor reset' },
      })
    })
    deps.sessions.forget(params.id)
    return null
  },
  policy: (_input, ctx) => ctx.tenant(readPolicy),
  async savePolicy({ body }, ctx) {
    const { userId, tenantId } = ctx.principal
    // Whoever asks it of others shows first that it works, and is not shut out by their own switch.
    if (body.require_totp && !(await service.isEnabled({ tenantId, userId }))) throw refuse('conflict.noTotp')
    await ctx.tenant(async tx => {
      const before = await readPolicy(tx)
      const after = { ...before, ...(body.token_max_days !== undefined && { token_max_days: body.token_max_days }) }
      const wanted = { ...after, require_totp: body.require_totp }
      const nowMs = deps.now()
      await savePolicy(tx, wanted, new Date(nowMs))
      const shortened = await shortenTokens(tx, new Date(nowMs + wanted.token_max_days * DAY_MS), new Date(nowMs))
      const told = { ...tell(wanted), shortened_access: shortened }
      await ctx.audit(tx, { objectType: 'sign-in-policy', before: tell(before), after: told })
    })
    deps.sessions.forget()
    return null
  },
})

/** What is named after a token is masked in the log, and this is no secret. */
const tell = (policy: SignInPolicy) => ({ require_totp: policy.require_totp, access_max_days: policy.token_max_days })
