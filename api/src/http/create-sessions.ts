import { createHash } from 'node:crypto'
import type { Database, Tx } from '@sluice/db'
import { findAccessToken, TOKEN_PREFIX } from './find-access-token.ts'
import { MUST_SET_UP_TOTP } from './must-set-up-totp.ts'
import { refuse } from './refuse.ts'
import { isAllowed, type Principal } from './route-handler.ts'

/** Finds who a token belongs to. */
export interface Sessions {
  /** @throws Failure `auth.*` */
  authenticate(authorization: string | undefined, ip?: string): Promise<Principal>
  /** For a stream: false once its token or the sign-in has ended, or what the stream was allowed by is not held any more. */
  isAlive(principal: Principal, permission: string | null): Promise<boolean>
  /** For a download, which may outlive its access token: false once the sign-in has ended, or as above. */
  isHeld(principal: Principal, permission: string | null): Promise<boolean>
  /** Forget what is remembered of a user or of everybody, so that a change counts at once in this process. */
  forget(userId?: string): void
}

// Other processes learn of a logout, a new password or a changed role within this time.
const REMEMBER_MS = 5000
const MAX_REMEMBERED = 10_000

interface SessionRow {
  readonly tenant_id: string
  readonly id: string
  readonly user_id: string
  readonly family_id: string
  readonly access_expires_at: string
  readonly username: string
  readonly must_change_password: boolean
  readonly must_set_up_totp: boolean
  readonly permissions: readonly string[]
  readonly role_name: string
  readonly groups: readonly string[] | null
}

type Seek = (hash: Buffer) => Promise<Principal>

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function createSessions(database: Database, now: () => number): Sessions {
  const remembered = new Map<string, { readonly principal: Principal; readonly untilMs: number }>()
  const hashes = new Map<string, string>()
  const seekSession: Seek = hash => load(database, hash, now())
  const seekToken =
    (ip: string | null): Seek =>
    hash =>
      findAccessToken(database, hash, ip, now())

  const find = async (hash: string, seek: Seek): Promise<Principal> => {
    const cached = remembered.get(hash)
    if (cached && cached.untilMs > now() && cached.principal.expiresAtMs > now()) return cached.principal
    remembered.delete(hash)
    const principal = await seek(Buffer.from(hash, 'base64'))
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(hash, { principal, untilMs: now() + REMEMBER_MS })
    if (hashes.size >= MAX_REMEMBERED) hashes.clear()
    hashes.set(principal.sessionId, hash)
    return principal
  }

  return {
    async authenticate(authorization, ip = '') {
      const token = /^Bearer ([A-Za-z0-9_-]{20,100})$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) throw refuse('auth.missing')
      return find(hashToken(token).toString('base64'), token.startsWith(TOKEN_PREFIX) ? seekToken(ip) : seekSession)
    },
    async isAlive(principal, permission) {
      const hash = hashes.get(principal.sessionId)
      return (
        hash !== undefined &&
        find(hash, principal.token ? seekToken(null) : seekSession).then(
          held => isStillAllowed(principal, held, permission),
          () => false,
        )
      )
    },
    async isHeld(principal, permission) {
      const [row] = await database.withSystem(tx => loadHeld(tx, principal, new Date(now())))
      return row !== undefined && isStillAllowed(principal, toHeld(row), permission)
    },
    forget(userId) {
      for (const [hash, { principal }] of remembered) {
        if (userId === undefined || principal.userId === userId) remembered.delete(hash)
      }
    },
  }
}

type Held = Pick<Principal, 'permissions' | 'groups'>

/** What a call that lasts reads by was set when it began: less sight ends it, more is for the next call. */
function isStillAllowed({ groups }: Principal, held: Held, permission: string | null): boolean {
  if (permission !== null && permission !== 'public' && !isAllowed(held, permission)) return false
  if (held.groups === null) return true
  return groups?.every(group => held.groups?.includes(group)) ?? false
}

interface HeldRow {
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
  /** Of a personal access token; null: a sign-in. */
  readonly scopes: readonly string[] | null
}

const toHeld = ({ permissions, groups, scopes }: HeldRow): Held => {
  const held = { permissions: new Set(permissions) }
  return { groups, permissions: scopes ? new Set(scopes.filter(scope => isAllowed(held, scope))) : held.permissions }
}

const loadHeld = (tx: Tx, { tenantId, userId, familyId, token }: Principal, now: Date): Promise<HeldRow[]> =>
  tx.query<HeldRow>(
    `select r.permissions, r.groups, a.permissions as scopes
       from app_user u
       join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
       join tenant t on t.id = u.tenant_id
       left join access_token a on a.tenant_id = u.tenant_id and a.user_id = u.id and a.id = $3 and a.revoked_at is null
                               and a.expires_at > $5
      where u.tenant_id = $1 and u.id = $2 and u.status = 'active' and t.status = 'active'
        and case when $4::bool then a.id is not null
            else exists (select 1 from session s where s.tenant_id = u.tenant_id and s.user_id = u.id and s.family_id = $3
                            and s.revoked_at is null and s.refresh_expires_at > $5) end`,
    [tenantId, userId, familyId, token !== undefined, now],
  )

async function load(database: Database, hash: Buffer, nowMs: number): Promise<Principal> {
  const rows = await database.withSystem(tx =>
    tx.query<SessionRow>(
      `select s.tenant_id, s.id, s.user_id, s.family_id, s.access_expires_at,
              u.username, u.must_change_password, r.permissions, r.name as role_name, r.groups,
              ${MUST_SET_UP_TOTP} as must_set_up_totp
         from session s
         join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
         join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
         join tenant t on t.id = s.tenant_id
        where s.access_hash = $1 and s.revoked_at is null and s.access_expires_at > $2
          and u.status = 'active' and t.status = 'active'`,
      [hash, new Date(nowMs)],
    ),
  )
  const row = rows[0]
  if (!row) throw refuse('auth.expired')
  return {
    userId: row.user_id,
    tenantId: row.tenant_id,
    username: row.username,
    sessionId: row.id,
    familyId: row.family_id,
    mustChangePassword: row.must_change_password,
    mustSetUpTotp: row.must_set_up_totp,
    permissions: new Set(row.permissions),
    roleName: row.role_name,
    groups: row.groups,
    expiresAtMs: Date.parse(row.access_expires_at),
  }
}
