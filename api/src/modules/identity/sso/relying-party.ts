import { Failure } from '@sluice/contract'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { Outgoing } from '../../../http/outgoing.ts'
import { refuse } from '../../../http/refuse.ts'

/** What one provider is called with; the secret in clear. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scope: string
  readonly redirectUri: string
}

/** What must come back as it went. */
export interface Departure {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Who the provider says it is. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  /** When they last showed the provider who they are; null: it does not say. */
  readonly authenticatedAtMs: number | null
}

const MAX_BYTES = 1_000_000
const TIMEOUT_SECONDS = 15

/** Reads the provider's description. @throws Failure `unavailable.sso` | `auth.sso` */
export async function openProvider(outgoing: Outgoing, settings: ProviderSettings): Promise<Configuration> {
  const isInsecure = new URL(settings.issuer).protocol === 'http:'
  try {
    return await discovery(new URL(settings.issuer), settings.clientId, {}, authenticate(settings.clientSecret), {
      [customFetch]: createFetch(outgoing),
      timeout: TIMEOUT_SECONDS,
      // The signature counts even where the token came straight from the provider over TLS.
      execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
    })
  } catch (error) {
    throw explain(error)
  }
}

/** The provider's page to send the browser to. */
export async function writeDeparture(
  config: Configuration,
  { scope, redirectUri }: ProviderSettings,
  { state, nonce, verifier }: Departure,
  isFresh = false,
): Promise<string> {
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Whoever sits there must show who they are, whatever the provider remembers.
    ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
  }).href
}

/** Exchanges the code. The library checks state, nonce, issuer, audience, times, signature. @throws Failure `auth.sso` */
export async function readArrival(
  config: Configuration,
  { redirectUri }: ProviderSettings,
  arrival: Readonly<Record<string, string>>,
  { state, nonce, verifier }: Departure,
): Promise<Person> {
  const url = new URL(redirectUri)
  url.search = new URLSearchParams(arrival).toString()
  try {
    const tokens = await authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('reading an arrival: no id token')
    // All of whom a provider says nothing would be one.
    if (claims.sub.trim() === '') throw new Error('reading an arrival: the subject is empty')
    const name = [claims['name'], claims['preferred_username'], claims['email']].find(
      value => typeof value === 'string' && value !== '',
    )
    const at = claims.auth_time
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: String(name ?? claims.sub).slice(0, 200),
      authenticatedAtMs: typeof at === 'number' ? at * 1000 : null,
    }
  } catch (error) {
    throw explain(error)
  }
}

/** As the provider's description asks: in a header unless it knows the body only. */
function authenticate(secret: string | null): ClientAuth {
  if (secret === null) return None()
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isHeader = methods === undefined || methods.includes('client_secret_basic')
    return (isHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret))(server, client, body, headers)
  }
}

/** The library's `fetch` over our one way out; it wants every redirect refused. */
const createFetch =
  (outgoing: Outgoing): CustomFetch =>
  async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body
    if (text !== undefined && text !== null && typeof text !== 'string')
      throw new Error('calling an identity provider: a body of an unknown kind')
    const answer = await outgoing.fetch(url, {
      method,
      headers,
      ...(text ? { body: text } : {}),
      timeoutMs: TIMEOUT_SECONDS * 1000,
      maxBytes: MAX_BYTES,
    })
    if (answer.url !== new URL(url).href) throw new Error('calling an identity provider: it redirects')
    const isBare = answer.status === 204 || answer.status === 304
    return new Response(isBare ? null : Buffer.from(answer.bytes), { status: answer.status, headers: answer.headers })
  }

/** A provider that cannot be reached, or an arrival that is not what was asked for. */
function explain(error: unknown): Failure {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof Failure && cause.code.startsWith('egress.'))
      return refuse('unavailable.sso', { cause: error, retry: 'later' })
  }
  return refuse('auth.sso', { cause: error })
}
