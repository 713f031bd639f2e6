import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed } from '../../../http/route-handler.ts'
import type { user } from './contract.ts'
import { listPermissions } from './list-permissions.ts'
import { listMenu } from './menu.ts'
import { findProfile, saveSettings } from './store.ts'

interface UserDeps {
  /** Every permission that some route of the product asks for. */
  readonly permissions: readonly string[]
}

export function createUserRoutes({ permissions }: UserDeps): Handlers<typeof user> {
  return {
    async profile(_input, ctx) {
      const row = await ctx.tenant(tx => findProfile(tx, ctx.principal.userId))
      if (!row) throw refuse('auth.expired')
      return {
        userid: row.id,
        user_id: row.id,
        username: row.username,
        name: row.nickname || row.username,
        nickname: row.nickname,
        avatar: row.avatar,
        must_change_password: row.must_change_password,
        must_set_up_totp: row.must_set_up_totp,
        role: {
          id: row.role_id,
          name: row.role_name,
          permissions: listPermissions(row.permissions, permissions).map(name => ({ name })),
          is_scoped: ctx.principal.groups !== null,
        },
        lessee: { id: row.tenant_id, name: row.tenant_name, time_zone: row.time_zone },
        settings: row.settings,
      }
    },
    menu: async (_input, ctx) => listMenu(permission => isAllowed(ctx.principal, permission)),
    async saveSettings({ body }, ctx) {
      const { userId, username } = ctx.principal
      await ctx.tenant(async tx => {
        await saveSettings(tx, userId, body)
        await ctx.audit(tx, { objectType: 'user', objectId: userId, objectName: username, after: body })
      })
      return null
    },
  }
}
