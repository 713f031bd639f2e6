import { newId } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { hashToken } from '../../../http/create-sessions.ts'
import { refuse } from '../../../http/refuse.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import { noteProof } from '../../../http/step-up.ts'
import { writeAudit } from '../../../http/write-audit.ts'
import type { TotpService } from '../totp/index.ts'
import type { Cookies, KnownDevices } from './known-devices.ts'
import { dropEnded, insertSession, insertTicket, type LoginUser, noteLogin } from './store.ts'

/** Where a call comes from. */
export interface Caller extends Cookies {
  readonly ip: string
  readonly userAgent: string
}

export interface Tokens {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token: string
}

export type SignedIn = Tokens & { readonly must_change_password: boolean }

/** By what somebody proved who they are. */
export type SignInMethod = 'password' | 'sms' | 'sso'

export interface SessionDeps {
  readonly database: Database
  readonly totp: TotpService
  readonly devices: KnownDevices
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
}

const ACCESS_MS = 15 * 60_000
/** Without any call for so long after the access token has ended, the sign-in is over. */
const IDLE_MS = 30 * 60_000
/** That of the whole sign-in: nobody stays signed in longer. */
const ABSOLUTE_MS = 12 * 3_600_000
const KEEP_ENDED_MS = 7 * 24 * 3_600_000
const TICKET_MS = 5 * 60_000

/**
 * After the first factor: tokens, or a ticket for the second one.
 * @throws Failure `auth.secondFactor` whose content is `[{ticket, expires_in}]`
 */
export async function finishFirstFactor(
  deps: SessionDeps,
  user: LoginUser,
  method: SignInMethod,
  caller: Caller,
  newHash: string | null = null,
): Promise<SignedIn> {
  const owner = { tenantId: user.tenant_id, userId: user.id }
  if (!(await deps.totp.isEnabled(owner))) return openSession(deps, user, { method, caller, newHash })
  const ticket = deps.randomBytes(24).toString('base64url')
  const nowMs = deps.now()
  const row = { ticketHash: hashToken(ticket), userId: user.id, method, expiresAt: new Date(nowMs + TICKET_MS) }
  await deps.database.withTenant(user.tenant_id, tx => insertTicket(tx, row, new Date(nowMs)))
  throw refuse('auth.secondFactor', { content: [{ ticket, expires_in: TICKET_MS / 1000 }] })
}

/** A new sign-in, with its row in the operation log. */
export async function openSession(
  deps: SessionDeps,
  user: LoginUser,
  { method, caller, newHash }: { readonly method: string; readonly caller: Caller; readonly newHash: string | null },
): Promise<SignedIn> {
  const nowMs = deps.now()
  const isNew = deps.devices.find(user.id, caller) === null
  const tokens = await deps.database.withTenant(user.tenant_id, async tx => {
    await dropEnded(tx, new Date(nowMs - KEEP_ENDED_MS))
    const hadSignedIn = await noteLogin(tx, user.id, new Date(nowMs), newHash)
    if (hadSignedIn && isNew) await tellNewDevice(tx, user, caller)
    const familyId = newId(nowMs)
    const origin = { tenantId: user.tenant_id, userId: user.id, familyId, absoluteMs: nowMs + ABSOLUTE_MS }
    const made = await addSession(deps, tx, origin, caller)
    if (proves(method)) await noteProof(tx, { ...origin, method }, new Date(nowMs))
    await auditSignIn(tx, user, caller, nowMs, { objectId: familyId, after: { method } })
    return made
  })
  deps.devices.remember(user.id, caller)
  return { ...tokens, must_change_password: user.must_change_password }
}

const tellNewDevice = (tx: Tx, user: LoginUser, { ip, userAgent }: Caller): Promise<void> =>
  tellOwner(tx, { tenantId: user.tenant_id, userId: user.id }, { kind: 'device', agent: userAgent, ip })

/** Who has just typed the password or a code need not do so again; a code by SMS, or a session at a provider, is less. */
const proves = (method: string): boolean => method === 'password' || method.endsWith('+totp')

/** One row in the words of the route that signs in, whichever way it went. */
export const auditSignIn = (
  tx: Tx,
  user: { readonly id: string; readonly username: string },
  caller: Caller,
  nowMs: number,
  entry: { readonly objectId: string; readonly after: unknown; readonly action?: string },
): Promise<void> =>
  writeAudit(
    tx,
    {
      userId: user.id,
      username: user.username,
      action: entry.action ?? 'passport.login',
      operation: 'update',
      ip: caller.ip,
      userAgent: caller.userAgent,
      nowMs,
    },
    { objectType: 'session', objectId: entry.objectId, objectName: user.username, after: entry.after },
  )

/** A pair of tokens within a sign-in. */
export async function addSession(
  deps: Pick<SessionDeps, 'now' | 'randomBytes'>,
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
    refreshExpiresAt: new Date(Math.min(accessEndsMs + IDLE_MS, origin.absoluteMs)),
    absoluteExpiresAt: new Date(origin.absoluteMs),
    ip: caller.ip,
    userAgent: caller.userAgent,
  })
  const expiresInSeconds = Math.floor((accessEndsMs - nowMs) / 1000)
  return { access_token: accessToken, expires_in: expiresInSeconds, refresh_token: refreshToken }
}
