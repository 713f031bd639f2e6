import { setTimeout as wait } from 'node:timers/promises'
import type { Egress, EgressResponse, Grant, GrantClient, GrantedToken } from '@sluice/connector-kit'
import { Failure, newId } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import { warnFrom } from '../account/credential-end.ts'
import { noticeCredentials } from '../account/notice-credentials.ts'

/** OAuth2 access of connectors: stored sealed, refreshed by one process at a time. */
export interface Grants {
  /** What the context of one environment of a connector holds. */
  lend(tenantId: string, connectorId: string, env: string): Grant
  /** Changes a code into tokens and keeps them for the environment. @throws Failure */
  redeem(place: GrantPlace, client: GrantClient, code: RedeemedCode): Promise<{ readonly scope: string }>
}

interface GrantPlace {
  readonly tenantId: string
  readonly connectorId: string
  readonly env: string
}

interface RedeemedCode {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
  /** Who granted, for people. */
  readonly username: string
}

export interface GrantDeps {
  readonly database: Database
  readonly vault: Pick<Vault, 'open' | 'seal'>
  readonly egress: Pick<Egress, 'fetch'>
  now(): number
}

interface Tokens {
  readonly access: string
  readonly refresh: string | null
}

interface GrantRow {
  readonly tokens: string
  readonly refresh_at: string | null
  readonly failure: string | null
}

/** A token is refreshed at this share of its life. */
const REFRESH_SHARE = 0.8
const DEFAULT_LIFE_SECONDS = 3600
/** Longer than an exchange may take, so that a refresh token is never used by two. */
const LEASE_SECONDS = 40
const EXCHANGE_MS = 20_000
const POLL_MS = 150
const GIVE_UP_MS = 60_000

export function createGrants(deps: GrantDeps): Grants {
  return {
    lend: (tenantId, connectorId, env) => ({
      token: (client, stale, signal) => getToken(deps, { tenantId, connectorId, env }, client, stale, signal),
    }),
    async redeem(place, client, { code, verifier, redirectUri, username }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      const answer = await exchange(deps, client, form)
      const sealed = await sealTokens(deps, place, { access: answer.access, refresh: answer.refresh })
      await deps.database.withTenant(place.tenantId, async tx => {
        await tx.execute(
          `insert into connector_grant as g (connector_id, env, tokens, expires_at, refresh_at, scope, issuer, granted_by,
             ends_at, warn_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (tenant_id, connector_id, env) do update set tokens = excluded.tokens,
             expires_at = excluded.expires_at, refresh_at = excluded.refresh_at, scope = excluded.scope,
             ends_at = excluded.ends_at, warn_at = excluded.warn_at,
             issuer = excluded.issuer, granted_by = excluded.granted_by, granted_at = now(), refreshed_at = null,
             failure = null, lease_id = null, lease_until = '-infinity'`,
          [
            place.connectorId,
            place.env,
            sealed,
            answer.expiresAt,
            answer.refreshAt,
            answer.scope,
            client.tokenUrl,
            username,
            answer.endsAt,
            answer.warnAt,
          ],
        )
        await noticeCredentials(tx, deps.now(), place.connectorId)
      })
      return { scope: answer.scope }
    },
  }
}

/** The stored token while it is good; else a refreshed one: by us, or by whoever holds the lease. */
async function getToken(
  deps: GrantDeps,
  place: GrantPlace,
  client: GrantClient,
  stale: string | null,
  signal?: AbortSignal,
): Promise<GrantedToken> {
  const startedMs = performance.now()
  for (;;) {
    signal?.throwIfAborted()
    const row = await readGrant(deps, place)
    if (!row) throw notGranted()
    if (row.failure !== null) throw grantEnded(row.failure)
    const tokens = await openTokens(deps, place, row.tokens)
    const refreshAtMs = row.refresh_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.refresh_at)
    if (refreshAtMs > deps.now() && tokens.access !== stale) return { value: tokens.access, refreshAtMs }
    if (tokens.refresh === null) throw grantEnded('there is no refresh token')
    const leaseId = await takeLease(deps, place, row.tokens)
    if (leaseId !== null) return refresh(deps, place, client, tokens.refresh, leaseId)
    if (performance.now() - startedMs > GIVE_UP_MS) throw busy()
    await wait(POLL_MS, undefined, signal ? { signal } : {})
  }
}

const readGrant = async (
  { database }: GrantDeps,
  { tenantId, connectorId, env }: GrantPlace,
): Promise<GrantRow | undefined> =>
  (
    await database.withTenant(tenantId, tx =>
      tx.query<GrantRow>(
        'select tokens, refresh_at, failure from connector_grant where connector_id = $1 and env = $2',
        [connectorId, env],
      ),
    )
  )[0]

/** null: another holds it, or has refreshed in the meantime. */
async function takeLease({ database }: GrantDeps, place: GrantPlace, seen: string): Promise<string | null> {
  const id = newId()
  const taken = await database.withTenant(place.tenantId, tx =>
    tx.execute(
      `update connector_grant set lease_id = $4, lease_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
        where connector_id = $1 and env = $2 and tokens = $3 and lease_until < clock_timestamp()`,
      [place.connectorId, place.env, seen, id],
    ),
  )
  return taken === 1 ? id : null
}

async function refresh(
  deps: GrantDeps,
  place: GrantPlace,
  client: GrantClient,
  refreshToken: string,
  leaseId: string,
): Promise<GrantedToken> {
  try {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const answer = await exchange(deps, { ...client, tokenUrl: client.refreshUrl ?? client.tokenUrl }, form)
    // A server that does not rotate gives no new one: the old one stays good.
    const tokens = { access: answer.access, refresh: answer.refresh ?? refreshToken }
    const sealed = await sealTokens(deps, place, tokens)
    await endLease(deps, place, leaseId, { ...answer, tokens: sealed })
    return { value: answer.access, refreshAtMs: Date.parse(answer.refreshAt) }
  } catch (error) {
    const isFinal = error instanceof Failure && error.code === 'connector.grantEnded'
    await endLease(deps, place, leaseId, { failure: isFinal ? error.message : null })
    throw error
  }
}

type LeaseEnd =
  | ({ readonly tokens: string } & Pick<TokenAnswer, 'expiresAt' | 'refreshAt' | 'endsAt' | 'warnAt'>)
  | { readonly failure: string | null }

async function endLease(
  { database, now }: GrantDeps,
  place: GrantPlace,
  leaseId: string,
  end: LeaseEnd,
): Promise<void> {
  const fresh = 'tokens' in end ? end : null
  await database.withTenant(place.tenantId, async tx => {
    await tx.execute(
      `update connector_grant set lease_id = null, lease_until = '-infinity', tokens = coalesce($4, tokens),
         expires_at = coalesce($5, expires_at), refresh_at = coalesce($6, refresh_at), failure = $7,
         ends_at = coalesce($8, ends_at), warn_at = coalesce($9, warn_at),
         refreshed_at = case when $4::text is null then refreshed_at else now() end
        where connector_id = $1 and env = $2 and lease_id = $3`,
      [
        place.connectorId,
        place.env,
        leaseId,
        fresh?.tokens ?? null,
        fresh?.expiresAt ?? null,
        fresh?.refreshAt ?? null,
        'failure' in end ? end.failure : null,
        fresh?.endsAt ?? null,
        fresh?.warnAt ?? null,
      ],
    )
    await noticeCredentials(tx, now(), place.connectorId)
  })
}

interface TokenAnswer extends Tokens {
  readonly expiresAt: string
  readonly refreshAt: string
  readonly scope: string
  /** Of the whole access: of a refresh token that says so, or of an access token without one. null: not known. */
  readonly endsAt: string | null
  readonly warnAt: string | null
}

/** @throws Failure `connector.grantEnded` when the server refuses, another one when it may heal */
async function exchange(
  { egress, now }: GrantDeps,
  client: GrantClient,
  form: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const body = new URLSearchParams(form)
  const basic = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`
  if (client.style === 'body') {
    body.set('client_id', client.clientId)
    body.set('client_secret', client.clientSecret)
  }
  const answer = await egress.fetch(client.tokenUrl, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(client.style === 'basic' ? { authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {}),
    },
    body: body.toString(),
    timeoutMs: EXCHANGE_MS,
    maxBytes: 1_000_000,
  })
  const told = readTold(answer)
  const access = told['access_token']
  if (answer.status >= 400 || typeof access !== 'string' || access === '') throw refused(answer, told)
  const seconds = Number(told['expires_in'] ?? DEFAULT_LIFE_SECONDS)
  const lifeMs = (Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_LIFE_SECONDS) * 1000
  const refreshToken = told['refresh_token']
  const refresh = typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : null
  const endMs = refresh === null ? now() + lifeMs : readRefreshEnd(told, now())
  return {
    access,
    refresh,
    endsAt: endMs === null ? null : new Date(endMs).toISOString(),
    warnAt: endMs === null ? null : new Date(warnFrom(now(), endMs)).toISOString(),
    expiresAt: new Date(now() + lifeMs).toISOString(),
    refreshAt: new Date(now() + lifeMs * REFRESH_SHARE).toISOString(),
    scope: typeof told['scope'] === 'string' ? told['scope'].slice(0, 500) : '',
  }
}

/** Not in the standard, and told by many: how long the refresh token lives. 0 stands for ever. */
function readRefreshEnd(told: Readonly<Record<string, unknown>>, nowMs: number): number | null {
  const seconds = Number(told['refresh_expires_in'] ?? told['refresh_token_expires_in'])
  return Number.isFinite(seconds) && seconds > 0 ? nowMs + seconds * 1000 : null
}

function readTold(answer: EgressResponse): Readonly<Record<string, unknown>> {
  try {
    const told: unknown = JSON.parse(answer.text())
    return typeof told === 'object' && told !== null ? (told as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The server's own words are left out but for its error code: they may repeat what was sent. */
function refused(answer: EgressResponse, told: Readonly<Record<string, unknown>>): Failure {
  const code = typeof told['error'] === 'string' && /^[a-z_]{1,60}$/.test(told['error']) ? told['error'] : ''
  if (answer.status === 429 || answer.status >= 500)
    return new Failure({
      code: 'connector.auth',
      message: `The authorization server answered ${answer.status}.`,
      advice: 'Try again later.',
      retry: 'later',
    })
  return grantEnded(code === '' ? `the answer was ${answer.status}` : code)
}

const notGranted = (): Failure =>
  new Failure({
    code: 'connector.notGranted',
    message: 'Nobody has granted this connector access yet.',
    advice: 'Grant access on the page of the connector.',
  })

const grantEnded = (reason: string): Failure => {
  const message = `The granted access has ended: ${reason.replace(/^The granted access has ended: |\.$/g, '')}.`
  return new Failure({
    code: 'connector.grantEnded',
    message,
    advice: 'Grant access again on the page of the connector.',
  })
}

const busy = (): Failure =>
  new Failure({
    code: 'connector.auth',
    message: 'Another process has been refreshing the granted access for too long.',
    advice: 'Try again later.',
    retry: 'later',
  })

const placeOf = ({ connectorId, env }: GrantPlace): string => `connector/${connectorId}/grant/${env}`

const sealTokens = ({ vault }: GrantDeps, place: GrantPlace, tokens: Tokens): Promise<string> =>
  vault.seal(place.tenantId, placeOf(place), JSON.stringify(tokens))

/** Written by sealTokens. */
const openTokens = async ({ vault }: GrantDeps, place: GrantPlace, sealed: string): Promise<Tokens> =>
  JSON.parse(await vault.open(place.tenantId, placeOf(place), sealed)) as Tokens
