import { Failure } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { hashPassword, ITSELF } from '../../../http/hash-password.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import { actFor, writeAudit } from '../../../http/write-audit.ts'
import { endAccess, findLoginUser, unlockUser } from '../../identity/passport/index.ts'
import { makePassword } from '../../identity/password/index.ts'
import { setPassword } from './store.ts'

/**
 * A one-time password for somebody nobody else can help, by the operator's command line: all sign-ins and access tokens of the user end,
 * a lock after wrong passwords too, and the tenant's operation log says so. A second factor stays.
 * @returns the password in clear, to be shown once
 * @throws Failure `notFound.user`
 */
export async function resetPassword(database: Database, username: string, nowMs: number): Promise<string> {
  const password = makePassword()
  const hash = await hashPassword(password, ITSELF)
  await database.withSystem(async tx => {
    const user = await findLoginUser(tx, username)
    if (!user)
      throw new Failure({
        code: 'notFound.user',
        message: `There is no user ${username}.`,
        field: 'user',
        value: username,
        advice: 'Name the user as they sign in: --user admin, or --user name@code of the tenant',
      })
    await actFor(tx, user.tenant_id)
    await setPassword(tx, user.id, hash, true)
    const of = { tenantId: user.tenant_id, userId: user.id, exceptSessionId: null }
    const ended = await endAccess(tx, of, new Date(nowMs))
    await unlockUser(tx, user.id)
    await tellOwner(tx, { tenantId: user.tenant_id, userId: user.id }, { kind: 'password', by: 'command line' })
    const actor = {
      userId: null,
      username: 'command line',
      action: 'system.setPassword',
      operation: 'update',
      ip: null,
    }
    await writeAudit(
      tx,
      { ...actor, nowMs },
      {
        objectType: 'user',
        objectId: user.id,
        objectName: user.username,
        after: { change: 'password reset', revoked_access: ended.tokens },
      },
    )
  })
  return password
}
