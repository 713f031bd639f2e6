import type { Sessions } from '../../platform/create-sessions.ts'
import type { Handlers } from '../../platform/route-handler.ts'
import type { passport } from './contract.ts'
import type { PassportService } from './service.ts'

export function createPassportRoutes(service: PassportService, sessions: Sessions): Handlers<typeof passport> {
  return {
    loginKey: async () => service.issueKey(),
    login: async ({ body }, ctx) => service.login(body.encodedata, ctx),
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
  }
}
