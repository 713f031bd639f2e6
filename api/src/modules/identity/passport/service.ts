import { lineOf } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { z } from 'zod'
import { hashToken, type Sessions } from '../../../http/create-sessions.ts'
import { hashPassword, ITSELF, isOutdated, verifyNothing, verifyPassword } from '../../../http/hash-password.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Principal } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { CaptchaProof } from '../captcha/contract.ts'
import type { CaptchaService } from '../captcha/index.ts'
import type { TotpService } from '../totp/index.ts'
import { createKnownDevices } from './known-devices.ts'
import { createLoginCipher, type LoginCipher } from './login-cipher.ts'
import { createLoginGuard, type LoginGuard } from './login-guard.ts'
import {
  addSession,
  auditSignIn,
  type Caller,
  finishFirstFactor,
  openSession,
  type SessionDeps,
  type SignedIn,
  type SignInMethod,
  type Tokens,
} from './open-session.ts'
import {
  claimChallenge,
  findLoginUser,
  findUserById,
  findUserByPhone,
  type LoginUser,
  lockByRefresh,
  markRefreshUsed,
  readTypedName,
  revokeFamily,
  type SessionRow,
  spendTicket,
  tryTicket,
} from './store.ts'

export interface PassportDeps {
  readonly database: Database
  readonly sessions: Sessions
  readonly throttle: Throttle
  readonly captcha: CaptchaService
  readonly totp: TotpService
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Shared by all processes of the installation; see LoginCipher. */
  readonly signInSecret: Uint8Array
}

const ByPassword = z.strictObject({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1000),
  captcha: CaptchaProof.optional(),
})
const ByPhone = z.strictObject({
  /** For the screen's own sake; whose phone it is, the ticket says. */
  phone: z.string().max(30),
  ticket: z.string().min(1).max(100),
  code: z.string().min(1).max(20),
})
const Credentials = z.union([ByPassword, ByPhone])

/** Two tabs may renew at the same moment; a thief has another address or program, or comes later. */
const RACE_MS = 10_000
/** A third use is no race of two. */
const RACE_USES = 2
const PER_ADDRESS = { burst: 20, everyMs: 1000 }
const REFRESH_PER_ADDRESS = { burst: 60, everyMs: 1000 }
const LOGIN_PATH = '/api/passport/login'
const TICKET_TRIES = 5

export interface PassportService {
  readonly cipher: LoginCipher
  login(encodedata: string, caller: Caller): Promise<SignedIn>
  /** @throws Failure `auth.ticket` | `auth.secondFactorWrong` */
  secondFactor(ticket: string, code: string, caller: Caller): Promise<SignedIn>
  /** Somebody whom another module has recognised. @throws Failure `auth.secondFactor` */
  signInAs(userId: string, method: SignInMethod, caller: Caller): Promise<SignedIn>
  refresh(refreshToken: string, caller: Caller): Promise<Tokens>
  logout(tx: Tx, principal: Principal): Promise<void>
}

export function createPassportService(settings: PassportDeps): PassportService {
  const deps = { ...settings, devices: createKnownDevices(settings) }
  const { database, throttle, now } = deps
  const cipher = createLoginCipher({
    secret: deps.signInSecret,
    now,
    randomBytes: deps.randomBytes,
    claim: (challenge, expiresAtMs) => claimChallenge(database, challenge, expiresAtMs, now()),
  })
  const guard = createLoginGuard(deps)
  verifyNothing('', ITSELF).catch(() => undefined) // makes the dummy hash now, so that the first unknown user takes no longer than the next
  return {
    cipher,
    async login(encodedata, caller) {
      await throttle.take(`login/address/${lineOf(caller.ip)}`, PER_ADDRESS)
      const credentials = await cipher.open(encodedata, LOGIN_PATH, Credentials)
      if ('ticket' in credentials) return loginByPhone(deps, credentials, caller)
      return loginByPassword(deps, guard, credentials, caller)
    },
    async secondFactor(ticket, code, caller) {
      await throttle.take(`login/address/${lineOf(caller.ip)}`, PER_ADDRESS)
      const ticketHash = hashToken(ticket)
      const row = await tryTicket(database, ticketHash, TICKET_TRIES, new Date(now()))
      if (!row) throw refuse('auth.ticket')
      const isRight = await deps.totp.verify({ tenantId: row.tenant_id, userId: row.user_id }, code)
      if (!isRight) throw refuse('auth.secondFactorWrong')
      const user = await findUserById(database, row.user_id)
      if (!user?.is_active || !(await spendTicket(database, ticketHash))) throw refuse('auth.ticket')
      return openSession(deps, user, { method: `${row.method}+totp`, caller, newHash: null })
    },
    async signInAs(userId, method, caller) {
      const user = await findUserById(database, userId)
      if (!user?.is_active) throw refuse('auth.refused')
      return finishFirstFactor(deps, user, method, caller)
    },
    async refresh(refreshToken, caller) {
      await throttle.take(`refresh/address/${lineOf(caller.ip)}`, REFRESH_PER_ADDRESS)
      return renew(deps, refreshToken, caller)
    },
    async logout(tx, principal) {
      await revokeFamily(tx, principal.tenantId, principal.familyId, new Date(now()))
    },
  }
}

/** One sentence and one duration for a wrong name, a wrong password and a disabled account. */
async function loginByPassword(
  deps: SessionDeps,
  guard: LoginGuard,
  { username, password, captcha }: z.output<typeof ByPassword>,
  caller: Caller,
): Promise<SignedIn> {
  const { name, user } = await deps.database.withSystem(async tx => {
    const typed = await readTypedName(tx, username)
    return { name: typed, user: await findLoginUser(tx, typed) }
  })
  const counted = await guard.enter(name, deps.devices.find(user?.id ?? null, caller), caller.ip, captcha)
  const from = lineOf(caller.ip)
  const isRight = user ? await verifyPassword(user.password_hash, password, from) : await verifyNothing(password, from)
  if (!user?.is_active || !isRight) {
    await guard.blame(caller.ip)
    throw refuse('auth.refused')
  }
  await guard.clear(counted)
  const newHash = isOutdated(user.password_hash) ? await hashPassword(password, from) : null
  return finishFirstFactor(deps, user, 'password', caller, newHash)
}

/** A phone nobody has confirmed is answered like a wrong code: nobody but its owner could have read the right one. */
async function loginByPhone(
  deps: SessionDeps & Pick<PassportDeps, 'captcha'>,
  { ticket, code }: z.output<typeof ByPhone>,
  caller: Caller,
): Promise<SignedIn> {
  const phone = await deps.captcha.takeCode('login', ticket, code, null)
  const user: LoginUser | undefined = phone === null ? undefined : await findUserByPhone(deps.database, phone)
  if (!user?.is_active) throw refuse('auth.captcha')
  return finishFirstFactor(deps, user, 'sms', caller)
}

async function renew(deps: PassportDeps, refreshToken: string, caller: Caller): Promise<Tokens> {
  const at = new Date(deps.now())
  // The end of a family must be committed, so a reuse is answered after the transaction.
  const outcome = await deps.database.withSystem(async tx => {
    const session = await lockByRefresh(tx, hashToken(refreshToken))
    if (!session?.is_active || session.revoked_at !== null || Date.parse(session.refresh_expires_at) <= at.getTime())
      throw refuse('auth.expired')
    if (session.refresh_used_at !== null && !isRace(session, caller, at)) {
      await revokeFamily(tx, session.tenant_id, session.family_id, at)
      return { reused: session }
    }
    // A racing tab gets a pair of its own; the mark stays at the first use, so the race ends on time.
    await markRefreshUsed(tx, session, at)
    const origin = {
      tenantId: session.tenant_id,
      userId: session.user_id,
      familyId: session.family_id,
      absoluteMs: Date.parse(session.absolute_expires_at),
    }
    return { tokens: await addSession(deps, tx, origin, caller) }
  })
  if ('tokens' in outcome) return outcome.tokens
  deps.sessions.forget()
  await noteReuse(deps, outcome.reused, caller)
  throw refuse('auth.refreshReused')
}

/** Somebody had a copy of the token: the tenant's administrators should read of it. */
async function noteReuse(deps: PassportDeps, session: SessionRow, caller: Caller): Promise<void> {
  const user = { id: session.user_id, username: session.username }
  const entry = {
    objectId: session.family_id,
    after: { event: 'refresh token used twice' },
    action: 'passport.refresh',
  }
  await deps.database.withTenant(session.tenant_id, tx => auditSignIn(tx, user, caller, deps.now(), entry))
}

const isRace = (session: SessionRow, caller: Caller, at: Date): boolean =>
  session.refresh_used_at !== null &&
  session.refresh_uses < RACE_USES &&
  at.getTime() - Date.parse(session.refresh_used_at) <= RACE_MS &&
  session.ip === caller.ip &&
  session.user_agent === caller.userAgent
