import { timingSafeEqual } from 'node:crypto'
import { Failure, lineOf, newId } from '@sluice/contract'
import { type Database, isUniqueViolation, type Tx, type Vault } from '@sluice/db'
import type { Configuration } from 'openid-client'
import { hashToken } from '../../../http/create-sessions.ts'
import type { Outgoing } from '../../../http/outgoing.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { Caller, PassportService, SignedIn } from '../passport/index.ts'
import type { SsoReturn } from './contract.ts'
import {
  type Departure,
  openProvider,
  type Person,
  type ProviderSettings,
  readArrival,
  writeDeparture,
} from './relying-party.ts'
import { findEnabled, insertIdentity, insertState, type ProviderRow, takeState, useIdentity } from './store.ts'

export interface SsoDeps {
  readonly database: Database
  readonly vault: Vault
  readonly throttle: Throttle
  readonly passport: PassportService
  /** null: this process has no way out. */
  readonly outgoing: Outgoing | null
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Why a sign-in failed, for the log. */
  report(error: unknown): void
}

/** Single sign-on by OpenID Connect: authorization code with PKCE. */
export interface SsoService {
  /** @throws Failure `notFound.provider` | `unavailable.sso` */
  begin(providerId: string, from: Origin): Promise<{ url: string; binding: string }>
  /** @throws Failure `auth.sso` | `auth.ssoUnlinked` | `auth.secondFactor` */
  signIn(arrival: SsoReturn, caller: Caller): Promise<SignedIn>
  /** @throws Failure `auth.sso` | `conflict.identity` */
  link(arrival: SsoReturn, owner: Owner, note: (tx: Tx, made: Linked) => Promise<void>): Promise<Linked>
  /**
   * That whoever comes back is the owner, by an identity linked to them.
   * @returns when they last showed the provider who they are; null: it does not say
   * @throws Failure `auth.sso` | `invalid.ssoOther`
   */
  prove(arrival: SsoReturn, owner: Owner): Promise<number | null>
  /** Reads the provider's description anew. */
  check(row: ProviderRow): Promise<string>
}

interface Owner {
  readonly tenantId: string
  readonly userId: string
}

interface Origin {
  readonly ip: string
  /** Who links an identity; null: a sign-in. */
  readonly owner: Owner | null
  /** The provider asks for the sign-in although it remembers one. */
  readonly isFresh?: boolean
  note?(tx: Tx): Promise<void>
}

interface Linked {
  readonly id: string
  readonly provider_label: string
  readonly name: string
}

const STATE_MS = 10 * 60_000
const PER_ADDRESS = { burst: 20, everyMs: 3000 }
/** A description is read again after this; keys the provider adds are fetched as they appear. */
const REMEMBER_MS = 10 * 60_000

export const placeOfSecret = (providerId: string): string => `sso-provider/${providerId}/client_secret`

export function createSsoService(deps: SsoDeps): SsoService {
  const remembered = new Map<string, { readonly config: Configuration; readonly untilMs: number }>()
  const open = async (row: ProviderRow, isFresh = false) => {
    if (!deps.outgoing) throw refuse('unavailable.sso')
    const settings = await readSettings(deps, row)
    const key = `${row.id}/${row.version}`
    const known = remembered.get(key)
    if (known && known.untilMs > deps.now() && !isFresh) return { settings, config: known.config }
    const config = await openProvider(deps.outgoing, settings)
    if (remembered.size > 1000) remembered.clear()
    remembered.set(key, { config, untilMs: deps.now() + REMEMBER_MS })
    return { settings, config }
  }
  /** Whom the arrival names, once it is proved to belong to a departure from this very browser. */
  const recognise = async (arrival: SsoReturn, owner: Owner | null) => {
    const state = await takeState(deps.database, hashToken(arrival.state), new Date(deps.now()))
    if (!state || !timingSafeEqual(state.binding_hash, hashToken(arrival.binding))) throw refuse('auth.sso')
    if (state.user_id !== (owner?.userId ?? null)) throw refuse('auth.sso')
    const row = await findEnabled(deps.database, state.provider_id)
    if (!row || (owner && owner.tenantId !== row.tenant_id)) throw refuse('auth.sso')
    const { settings, config } = await open(row)
    const { binding: _binding, ...query } = arrival
    const sent = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][] // all are texts
    const went = { state: arrival.state, nonce: state.nonce, verifier: state.verifier }
    return { row, person: await readArrival(config, settings, Object.fromEntries(sent), went) }
  }
  return {
    async begin(providerId, { ip, owner, isFresh, note }) {
      await deps.throttle.take(`sso/address/${lineOf(ip)}`, PER_ADDRESS)
      const row = await findEnabled(deps.database, providerId)
      if (!row || (owner && owner.tenantId !== row.tenant_id)) throw refuse('notFound.provider')
      const { settings, config } = await open(row).catch((error: unknown) => reportAndThrow(deps, error))
      const secret = () => deps.randomBytes(32).toString('base64url')
      const went = { state: secret(), nonce: secret(), verifier: secret() }
      const binding = secret()
      const nowMs = deps.now()
      const kept = keepState(row, owner, went, { binding, expiresAt: new Date(nowMs + STATE_MS) })
      await deps.database.withTenant(row.tenant_id, async tx => {
        await insertState(tx, kept, new Date(nowMs))
        await note?.(tx)
      })
      return { url: await writeDeparture(config, settings, went, isFresh), binding }
    },
    async signIn(arrival, caller) {
      await deps.throttle.take(`sso/address/${lineOf(caller.ip)}`, PER_ADDRESS)
      const { row, person } = await recognise(arrival, null).catch((error: unknown) => reportAndThrow(deps, error))
      const at = new Date(deps.now())
      const userId = await deps.database.withTenant(row.tenant_id, tx => useIdentity(tx, row.id, person, at))
      if (userId === null) throw refuse('auth.ssoUnlinked')
      return deps.passport.signInAs(userId, 'sso', caller)
    },
    async link(arrival, owner, note) {
      const { row, person } = await recognise(arrival, owner).catch((error: unknown) => reportAndThrow(deps, error))
      return deps.database.withTenant(owner.tenantId, tx => addIdentity(tx, { row, person, owner, note }, deps.now()))
    },
    async prove(arrival, owner) {
      const arrived = await recognise(arrival, owner).catch((error: unknown) => reportAndThrow(deps, error))
      return proveOwner(deps, arrived, owner)
    },
    async check(row) {
      const { config } = await open(row, true).catch((error: unknown) => reportAndThrow(deps, error))
      return config.serverMetadata().authorization_endpoint ?? ''
    },
  }
}

const keepState = (
  row: ProviderRow,
  owner: Owner | null,
  went: Departure,
  { binding, expiresAt }: { readonly binding: string; readonly expiresAt: Date },
) => ({
  provider_id: row.id,
  nonce: went.nonce,
  verifier: went.verifier,
  user_id: owner?.userId ?? null,
  stateHash: hashToken(went.state),
  binding_hash: hashToken(binding),
  expiresAt,
})

async function proveOwner(
  deps: SsoDeps,
  { row, person }: { readonly row: ProviderRow; readonly person: Person },
  owner: Owner,
): Promise<number | null> {
  const at = new Date(deps.now())
  const userId = await deps.database.withTenant(owner.tenantId, tx => useIdentity(tx, row.id, person, at))
  if (userId !== owner.userId) throw refuse('invalid.ssoOther', { value: person.name })
  return person.authenticatedAtMs
}

async function addIdentity(
  tx: Tx,
  {
    row,
    person,
    owner,
    note,
  }: { row: ProviderRow; person: Person; owner: Owner; note: (tx: Tx, made: Linked) => Promise<void> },
  nowMs: number,
): Promise<Linked> {
  const made = { id: newId(nowMs), provider_label: row.label, name: person.name }
  try {
    await tx.savepoint(() =>
      insertIdentity(tx, {
        issuer: person.issuer,
        subject: person.subject,
        name: person.name,
        id: made.id,
        userId: owner.userId,
        providerId: row.id,
      }),
    )
  } catch (error) {
    throw isUniqueViolation(error) ? refuse('conflict.identity') : error
  }
  await note(tx, made)
  return made
}

async function readSettings({ vault }: SsoDeps, row: ProviderRow): Promise<ProviderSettings> {
  const { issuer, client_id, client_secret, scope, redirect_uri } = row
  return {
    issuer,
    scope,
    clientId: client_id,
    redirectUri: redirect_uri,
    clientSecret: client_secret === null ? null : await vault.open(row.tenant_id, placeOfSecret(row.id), client_secret),
  }
}

/** The caller reads one sentence; what the library found wrong is for the operator. */
function reportAndThrow(deps: SsoDeps, error: unknown): never {
  deps.report(error instanceof Failure && error.cause instanceof Error ? error.cause : error)
  throw error
}
