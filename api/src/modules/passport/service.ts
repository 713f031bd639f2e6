import { newId } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { hashToken, type Sessions } from '../../platform/create-sessions.ts'
import { hashPassword, isOutdated, verifyNothing, verifyPassword } from '../../platform/hash-password.ts'
import { refuse } from '../../platform/refuse.ts'
import type { Principal } from '../../platform/route-handler.ts'
import type { Throttle } from '../../platform/throttle.ts'
import { writeAudit } from '../../platform/write-audit.ts'
import { createLoginCipher, type LoginCipher } from './login-cipher.ts'
import {
  claimChallenge,
  dropEnded,
  findLoginUser,
  insertSession,
  type LoginUser,
  lockByRefresh,
  markRefreshUsed,
  noteLogin,
  revokeFamily,
  type SessionRow,
} from './store.ts'

export interface PassportDeps {
  readonly database: Database
  readonly sessions: Sessions
  readonly throttle: Throttle
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Shared by all processes of the installation; see LoginCipher. */
  readonly signInSecret: Uint8Array
}

/** Where a call comes from. */
interface Caller {
  readonly ip: string
  readonly userAgent: string
}

interface Tokens {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token: string
}

const ACCESS_MS = 15 * 60_000
/** The refresh token's life, and that of the whole sign-in: nobody stays signed in longer. */
const ABSOLUTE_MS = 12 * 3_600_000
/** Two tabs may renew at the same moment; a thief has another address or program, or comes later. */
const RACE_MS = 10_000
const KEEP_ENDED_MS = 7 * 24 * 3_600_000
const PER_ACCOUNT = { burst: 5, everyMs: 60_000 }
const PER_ADDRESS = { burst: 20, everyMs: 1000 }
const REFRESH_PER_ADDRESS = { burst: 60, everyMs: 1000 }
const LOGIN_PATH = '/api/passport/login'

export interface PassportService {
  issueKey: LoginCipher['issue']
  login(encodedata: string, caller: Caller): Promise<Tokens & { must_change_password: boolean }>
  refresh(refreshToken: string, caller: Caller): Promise<Tokens>
  logout(tx: Tx, principal: Principal): Promise<void>
}

export function createPassportService(deps: PassportDeps): PassportService {
  const cipher = createLoginCipher({
    secret: deps.signInSecret,
    now: deps.now,
    randomBytes: deps.randomBytes,
    claim: (challenge, expiresAtMs) => claimChallenge(deps.database, challenge, expiresAtMs, deps.now()),
  })
  void verifyNothing('') // makes the dummy hash now, so that the first unknown user takes no longer than the next
  return {
    issueKey: () => cipher.issue(),
    async login(encodedata, caller) {
      await deps.throttle.take(`login/address/${caller.ip}`, PER_ADDRESS)
      const { username, password } = await cipher.open(encodedata, LOGIN_PATH)
      const account = `login/account/${username.toLowerCase()}`
      await deps.throttle.take(account, PER_ACCOUNT)
      const user = await verifyUser(deps, username, password)
      await deps.throttle.reset(account)
      return { ...(await openSession(deps, user, password, caller)), must_change_password: user.must_change_password }
    },
    async refresh(refreshToken, caller) {
      await deps.throttle.take(`refresh/address/${caller.ip}`, REFRESH_PER_ADDRESS)
      return renew(deps, refreshToken, caller)
    },
    async logout(tx, principal) {
      await revokeFamily(tx, principal.tenantId, principal.familyId, new Date(deps.now()))
    },
  }
}

/** One sentence and one duration for a wrong name, a wrong password and a disabled account. */
async function verifyUser(deps: PassportDeps, username: string, password: string): Promise<LoginUser> {
  const user = await findLoginUser(deps.database, username)
  const isRight = user ? await verifyPassword(user.password_hash, password) : await verifyNothing(password)
  if (!user?.is_active || !isRight) throw refuse('auth.refused')
  return user
}

async function openSession(deps: PassportDeps, user: LoginUser, password: string, caller: Caller): Promise<Tokens> {
  const nowMs = deps.now()
  const newHash = isOutdated(user.password_hash) ? await hashPassword(password) : null
  return deps.database.withTenant(user.tenant_id, async tx => {
    await dropEnded(tx, new Date(nowMs - KEEP_ENDED_MS))
    await noteLogin(tx, user.id, new Date(nowMs), newHash)
    const origin = {
      tenantId: user.tenant_id,
      userId: user.id,
      familyId: newId(nowMs),
      absoluteMs: nowMs + ABSOLUTE_MS,
    }
    const tokens = await addSession(deps, tx, origin, caller)
    const actor = {
      userId: user.id,
      username: user.username,
      action: 'passport.login',
      operation: 'update',
      ip: caller.ip,
      nowMs,
    }
    await writeAudit(tx, actor, { objectType: 'session', objectId: origin.familyId, objectName: user.username })
    return tokens
  })
}

async function addSession(
  deps: PassportDeps,
  tx: Tx,
  origin: {
    readonly tenantId: string
    readonly userId: string
    readonly familyId: string
    readonly absoluteMs: number
  },
  caller: Caller,
): Promise<Tokens> {
  const nowMs = deps.now()
  const accessToken = deps.randomBytes(32).toString('base64url')
  const refreshToken = deps.randomBytes(32).toString('base64url')
  const accessEndsMs = Math.min(nowMs + ACCESS_MS, origin.absoluteMs)
  await insertSession(tx, {
    ...origin,
    id: newId(nowMs),
    accessHash: hashToken(accessToken),
    accessExpiresAt: new Date(accessEndsMs),
    refreshHash: hashToken(refreshToken),
    refreshExpiresAt: new Date(origin.absoluteMs),
    absoluteExpiresAt: new Date(origin.absoluteMs),
    ip: caller.ip,
    userAgent: caller.userAgent,
  })
  const expiresInSeconds = Math.floor((accessEndsMs - nowMs) / 1000)
  return { access_token: accessToken, expires_in: expiresInSeconds, refresh_token: refreshToken }
}

async function renew(deps: PassportDeps, refreshToken: string, caller: Caller): Promise<Tokens> {
  const at = new Date(deps.now())
  // The end of a family must be committed, so a reuse is answered after the transaction.
  const tokens = await deps.database.withSystem(async tx => {
    const session = await lockByRefresh(tx, hashToken(refreshToken))
    if (!session?.is_active || session.revoked_at !== null || Date.parse(session.refresh_expires_at) <= at.getTime())
      throw refuse('auth.expired')
    if (session.refresh_used_at !== null && !isRace(session, caller, at)) {
      await revokeFamily(tx, session.tenant_id, session.family_id, at)
      return null
    }
    // A racing tab gets a pair of its own; the mark stays at the first use, so the race ends on time.
    if (session.refresh_used_at === null) await markRefreshUsed(tx, session, at)
    const origin = {
      tenantId: session.tenant_id,
      userId: session.user_id,
      familyId: session.family_id,
      absoluteMs: Date.parse(session.absolute_expires_at),
    }
    return addSession(deps, tx, origin, caller)
  })
  if (tokens !== null) return tokens
  deps.sessions.forget()
  throw refuse('auth.refreshReused')
}

const isRace = (session: SessionRow, caller: Caller, at: Date): boolean =>
  session.refresh_used_at !== null &&
  at.getTime() - Date.parse(session.refresh_used_at) <= RACE_MS &&
  session.ip === caller.ip &&
  session.user_agent === caller.userAgent
