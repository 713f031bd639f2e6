import type { Sessions } from '../../../http/create-sessions.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { endAccess } from '../passport/index.ts'
import type { session } from './contract.ts'
import { endSignIn, listSignIns } from './store.ts'

export interface SessionRouteDeps {
  readonly sessions: Sessions
  readonly now: () => number
}

export function createSessionRoutes({ sessions, now }: SessionRouteDeps): Handlers<typeof session> {
  return {
    async list(_input, ctx) {
      const { userId, familyId } = ctx.principal
      const rows = await ctx.tenant(tx => listSignIns(tx, userId, new Date(now())))
      return rows.map(row => ({ ...row, is_current: row.id === familyId }))
    },
    async end({ params }, ctx) {
      const { userId, username } = ctx.principal
      await ctx.tenant(async tx => {
        if ((await endSignIn(tx, userId, params.id, new Date(now()))) === 0) throw refuse('notFound.session')
        await ctx.audit(tx, { objectType: 'session', objectId: params.id, objectName: username })
      })
      sessions.forget(userId)
      return null
    },
    async endOthers(_input, ctx) {
      const { tenantId, userId, username, familyId, sessionId } = ctx.principal
      const ended = await ctx.tenant(async tx => {
        const others = (await listSignIns(tx, userId, new Date(now()))).filter(row => row.id !== familyId)
        const { tokens } = await endAccess(tx, { tenantId, userId, exceptSessionId: sessionId }, new Date(now()))
        const counts = { ended: others.length, tokens }
        // What is named after a token is masked in the log, and this is no secret.
        await ctx.audit(tx, {
          objectType: 'session',
          objectName: username,
          after: { ended: others.length, ended_access: tokens },
        })
        return counts
      })
      sessions.forget(userId)
      return ended
    },
  }
}
