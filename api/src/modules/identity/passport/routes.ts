import type { Sessions } from '../../../http/create-sessions.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed } from '../../../http/route-handler.ts'
import type { CaptchaService } from '../captcha/index.ts'
import type { passport } from './contract.ts'
import { unlockUser } from './failure-store.ts'
import { createPhoneRoutes } from './phone-routes.ts'
import type { PassportService } from './service.ts'
import { findNamed } from './store.ts'

export interface PassportRouteDeps {
  readonly passport: PassportService
  readonly sessions: Sessions
  readonly captcha: CaptchaService
  readonly now: () => number
  readonly registration: boolean
  /** Whether any provider could be reached at all. */
  readonly hasSso: boolean
}

export function createPassportRoutes(deps: PassportRouteDeps): Handlers<typeof passport> {
  const { passport: service, sessions, captcha } = deps
  return {
    ...createPhoneRoutes(captcha, deps.now),
    loginKey: async () => service.cipher.issue(),
    options: async () => ({ sms: captcha.hasSms, sso: deps.hasSso, registration: deps.registration }),
    login: async ({ body }, ctx) => service.login(body.encodedata, ctx),
    secondFactor: async ({ body }, ctx) => service.secondFactor(body.ticket, body.code, ctx),
    refresh: async ({ body }, ctx) => service.refresh(body.refresh_token, ctx),
    async logout(_input, ctx) {
      const { principal } = ctx
      await ctx.tenant(async tx => {
        await service.logout(tx, principal)
        await ctx.audit(tx, { objectType: 'session', objectId: principal.familyId, objectName: principal.username })
      })
      sessions.forget(principal.userId)
      // The cache only: the console's own settings are kept in the storage and outlive a sign-in.
      ctx.setHeader('clear-site-data', '"cache"')
      return null
    },
    async unlock({ params }, ctx) {
      await ctx.tenant(async tx => {
        const user = await findNamed(tx, params.id)
        if (!user?.permissions.every(permission => isAllowed(ctx.principal, permission))) throw refuse('notFound.user')
        await unlockUser(tx, params.id)
        const after = { change: 'unlocked' }
        await ctx.audit(tx, { objectType: 'user', objectId: params.id, objectName: user.username, after })
      })
      return null
    },
  }
}
