import type { Database, Tx } from '@sluice/db'
import { MUST_SET_UP_TOTP } from './must-set-up-totp.ts'
import { refuse } from './refuse.ts'
import type { Principal } from './route-handler.ts'
import { writeAudit } from './write-audit.ts'

/** Every personal access token begins so: people and secret scanners know it when they see it. */
export const TOKEN_PREFIX = 'slp_'

interface TokenRow {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
  readonly user_id: string
  readonly username: string
  readonly must_change_password: boolean
  readonly must_set_up_totp: boolean
  readonly scopes: readonly string[]
  readonly permissions: readonly string[]
  readonly role_name: string
  readonly groups: readonly string[] | null
  readonly expires_at: string
  readonly last_ip: string | null
  readonly last_used_at: string | null
}

/** The last use is shown to the minute; more would be a write per request. */
const NOTE_MS = 60_000

/**
 * Who a personal access token works as: its user, with the permissions that token and role both hold now. The first use
 * from an address leaves a row in the operation log. `ip` null: only asked whether it still holds, which is no use.
 * @throws Failure `auth.expired`
 */
export async function findAccessToken(
  database: Database,
  hash: Buffer,
  ip: string | null,
  nowMs: number,
): Promise<Principal> {
  const row = await database.withSystem(tx => readToken(tx, hash, new Date(nowMs)))
  if (!row) throw refuse('auth.expired')
  if (ip === null) return toPrincipal(row)
  const isNewPlace = row.last_ip !== ip
  const lastUsedMs = row.last_used_at === null ? 0 : Date.parse(row.last_used_at)
  if (isNewPlace || nowMs - lastUsedMs > NOTE_MS)
    await database.withTenant(row.tenant_id, async tx => {
      await noteUse(tx, row, ip, new Date(nowMs))
      if (isNewPlace) await writeUse(tx, row, ip, nowMs)
    })
  return toPrincipal(row)
}

function toPrincipal(row: TokenRow): Principal {
  const held = new Set(row.permissions)
  return {
    userId: row.user_id,
    tenantId: row.tenant_id,
    username: row.username,
    sessionId: row.id,
    familyId: row.id,
    mustChangePassword: row.must_change_password,
    // What its user owes first, a script does not get around.
    mustSetUpTotp: row.must_set_up_totp,
    // Written out when it was made, so a role that grew later gives it nothing new, and one that shrank takes away.
    permissions: new Set(row.scopes.filter(scope => held.has('*') || held.has(scope))),
    roleName: row.role_name,
    groups: row.groups,
    expiresAtMs: Date.parse(row.expires_at),
    token: { id: row.id, name: row.name },
  }
}

async function readToken(tx: Tx, hash: Buffer, now: Date): Promise<TokenRow | undefined> {
  const [row] = await tx.query<TokenRow>(
    `select a.tenant_id, a.id, a.name, a.user_id, u.username, u.must_change_password, a.permissions as scopes,
            r.permissions, r.name as role_name, r.groups, a.expires_at, a.last_ip, a.last_used_at,
            ${MUST_SET_UP_TOTP} as must_set_up_totp
       from access_token a
       join app_user u on u.tenant_id = a.tenant_id and u.id = a.user_id
       join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
       join tenant t on t.id = a.tenant_id
      where a.token_hash = $1 and a.revoked_at is null and a.expires_at > $2
        and u.status = 'active' and t.status = 'active'`,
    [hash, now],
  )
  return row
}

const noteUse = (tx: Tx, { id }: TokenRow, ip: string, now: Date): Promise<number> =>
  tx.execute('update access_token set last_used_at = $2, last_ip = $3 where id = $1', [id, now, ip])

function writeUse(tx: Tx, row: TokenRow, ip: string, nowMs: number): Promise<void> {
  const { user_id: userId, username, id, name } = row
  const actor = { userId, username, action: 'account.useToken', operation: 'query', ip, nowMs, via: name }
  return writeAudit(tx, actor, { objectType: 'accessToken', objectId: id, objectName: name })
}
