import { createHash, randomUUID } from 'node:crypto'
import { Failure, type Value } from '@sluice/contract'
import type { ConnectorContext } from '../../connector.ts'
import type { EgressResponse } from '../../egress.ts'
import type { GrantClient } from '../../grant.ts'
import { createGrantedTokens } from '../../granted-tokens.ts'
import { parseRetryAfter } from './answer.ts'
import { tryJsonOf } from './answer-json.ts'
import { signRequest, signWebhook } from './hmac.ts'
import type { ApiKey, GrantedAuth, HmacAuth, HttpAuth, LoginAuth, OAuthClient } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { pickTexts } from './json-path.ts'
import type { Secrets } from './secrets.ts'

/** Puts credentials on requests. */
export interface Authorization {
  readonly usesTokens: boolean
  /** Tries with a renewed token. Default 2: a far system may let two tokens in a row expire. */
  readonly maxRefreshes?: number
  /** An answer that refuses the token otherwise than by 401. */
  isRefused?(answer: EgressResponse): boolean
  signIn(signal?: AbortSignal): Promise<void>
  /** `forget` drops the token this request carried, and only that one: two refusals lead to one refresh. */
  sign(request: HttpRequest, signal?: AbortSignal): Promise<{ readonly request: HttpRequest; forget(): void }>
}

export interface AuthTools {
  readonly context: ConnectorContext
  readonly secrets: Secrets
  resolve(path: string): URL
  /** Sends without credentials. */
  exchange(request: HttpRequest, signal?: AbortSignal): Promise<EgressResponse>
  /** Repeats while it may heal. */
  retry<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export function createAuthorization(auth: HttpAuth, tools: AuthTools): Authorization {
  for (const secret of secretsOf(auth)) tools.secrets.add(secret)
  if (auth.kind === 'granted') return createGrantedAuthorization(auth, tools)
  if (auth.kind === 'oauth2' || auth.kind === 'login') return createTokenAuthorization(auth, tools)
  return {
    usesTokens: false,
    signIn: async () => undefined,
    sign: async request => ({ request: signPlain(auth, request, tools), forget: () => undefined }),
  }
}

function secretsOf(auth: HttpAuth): readonly string[] {
  switch (auth.kind) {
    case 'none':
      return []
    case 'apiKey':
      return [auth.value]
    case 'apiKeys':
      return auth.keys.map(key => key.value)
    case 'basic':
      return [auth.password, writeBasic(auth.username, auth.password)]
    case 'bearer':
      return [auth.token]
    case 'granted':
    case 'oauth2':
      return [auth.clientSecret, writeBasic(auth.clientId, auth.clientSecret)]
    case 'login':
      // Which of the fields is the secret is the far system's affair; user names are hidden with it.
      return Object.values(auth.fields)
    case 'hmac':
      return [auth.appSecret]
    case 'webhook':
      return [auth.secret]
  }
}

const writeBasic = (user: string, password: string): string => Buffer.from(`${user}:${password}`).toString('base64')

function signPlain(
  auth: Exclude<HttpAuth, OAuthClient | LoginAuth | GrantedAuth>,
  request: HttpRequest,
  tools: AuthTools,
): HttpRequest {
  switch (auth.kind) {
    case 'none':
      return request
    case 'basic':
      return withHeader(request, 'authorization', `Basic ${writeBasic(auth.username, auth.password)}`)
    case 'bearer':
      return withHeader(request, 'authorization', `Bearer ${auth.token}`)
    case 'hmac':
      return signHmac(auth, request, tools.context)
    case 'webhook':
      return { ...request, headers: { ...request.headers, ...signWebhook(auth, request, tools.context.now()) } }
    case 'apiKey':
      return withKey(request, auth)
    case 'apiKeys':
      return auth.keys.reduce(withKey, request)
  }
}

function withKey(request: HttpRequest, { place, name, value }: ApiKey): HttpRequest {
  if (place === 'header') return withHeader(request, name, value)
  const url = new URL(request.url)
  url.searchParams.set(name, value)
  return { ...request, url }
}

const withHeader = (request: HttpRequest, name: string, value: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})

function signHmac(auth: HmacAuth, request: HttpRequest, context: ConnectorContext): HttpRequest {
  const nowMs = context.now()
  const timestamp = String(auth.timestampUnit === 'seconds' ? Math.floor(nowMs / 1000) : nowMs)
  const nonce = randomUUID()
  const { method, url, body } = request
  const signature = signRequest(
    { method, url, body: body ?? '', appKey: auth.appKey, timestamp, nonce },
    auth.appSecret,
  )
  const { headers } = auth
  const signed = {
    [headers.appKey]: auth.appKey,
    [headers.timestamp]: timestamp,
    [headers.nonce]: nonce,
    [headers.signature]: signature,
  }
  return { ...request, headers: { ...request.headers, ...signed } }
}

/** Who asks for tokens, and where. */
export const readGrantClient = (
  { tokenUrl, refreshUrl, clientId, clientSecret, style }: GrantedAuth,
  resolve: (path: string) => string,
): GrantClient => ({
  tokenUrl: resolve(tokenUrl),
  ...(refreshUrl ? { refreshUrl: resolve(refreshUrl) } : {}),
  clientId,
  clientSecret,
  style,
})

function createGrantedAuthorization(auth: GrantedAuth, tools: AuthTools): Authorization {
  const client = readGrantClient(auth, path => tools.resolve(path).href)
  const tokens = createGrantedTokens(client, tools.context, tools.retry)
  const getToken = async (signal?: AbortSignal): Promise<string> => {
    const token = await tokens.get(signal)
    tools.secrets.add(token)
    return token
  }
  return {
    usesTokens: true,
    signIn: async signal => void (await getToken(signal)),
    sign: async (request, signal) => {
      const token = await getToken(signal)
      return {
        request: withHeader(request, 'authorization', `Bearer ${token}`),
        forget: () => tokens.forget(token),
      }
    },
  }
}

function createTokenAuthorization(auth: OAuthClient | LoginAuth, tools: AuthTools): Authorization {
  // A token is shown only to the far system that gave it: the same credentials elsewhere sign in there.
  const what = JSON.stringify([auth, tools.resolve('').href])
  const key = `http-token:${createHash('sha256').update(what).digest('base64url').slice(0, 22)}`
  const { cache } = tools.context
  const getToken = async (signal?: AbortSignal): Promise<string> => {
    const token = await cache.get(key, () => tools.retry(() => fetchToken(auth, tools, signal), signal))
    tools.secrets.add(token)
    return token
  }
  const [header, prefix] = auth.kind === 'oauth2' ? ['authorization', 'Bearer '] : [auth.header, auth.prefix]
  return {
    usesTokens: true,
    signIn: async signal => void (await getToken(signal)),
    sign: async (request, signal) => {
      const token = await getToken(signal)
      return { request: withHeader(request, header, prefix + token), forget: () => cache.drop(key, token) }
    },
  }
}

/** A refreshed token is taken this share of its life early, at most a minute. */
const MARGIN_SHARE = 0.1
const MAX_MARGIN_SECONDS = 60
const DEFAULT_LIFE_SECONDS = 1200

async function fetchToken(auth: OAuthClient | LoginAuth, tools: AuthTools, signal?: AbortSignal) {
  const request = auth.kind === 'oauth2' ? writeGrant(auth, tools) : writeLogin(auth, tools)
  const answer = await tools.exchange(request, signal)
  const where = `${request.url.origin}${request.url.pathname}`
  const body = tryJsonOf(answer)
  const [tokenPath, expiresPath] =
    auth.kind === 'oauth2' ? ['access_token', 'expires_in'] : [auth.tokenPath, auth.expiresPath]
  const token = pickTexts(body, tokenPath)[0]
  if (answer.status >= 400 || token === undefined)
    throw refuseSignIn(answer, where, tokenPath, explain(body, tools.secrets))
  tools.secrets.add(token)
  const seconds = Number(pickTexts(body, expiresPath)[0] ?? DEFAULT_LIFE_SECONDS)
  const life = Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_LIFE_SECONDS
  const marginSeconds = Math.min(MAX_MARGIN_SECONDS, life * MARGIN_SHARE)
  return { value: token, expiresAtMs: tools.context.now() + (life - marginSeconds) * 1000 }
}

function writeGrant(auth: OAuthClient, tools: AuthTools): HttpRequest {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (auth.scope) form.set('scope', auth.scope)
  if (auth.style === 'body') {
    form.set('client_id', auth.clientId)
    form.set('client_secret', auth.clientSecret)
  }
  // RFC 6749 §2.3.1: both parts are form-encoded before they are joined.
  const basic = writeBasic(encodeURIComponent(auth.clientId), encodeURIComponent(auth.clientSecret))
  return {
    method: 'POST',
    url: tools.resolve(auth.tokenUrl),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(auth.style === 'basic' ? { authorization: `Basic ${basic}` } : {}),
    },
    body: form.toString(),
  }
}

const writeLogin = (auth: LoginAuth, tools: AuthTools): HttpRequest => ({
  method: 'POST',
  url: tools.resolve(auth.url),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(auth.fields),
})

/** What the far system says, by the names such messages usually have. */
function explain(body: Value | undefined, secrets: Secrets): string {
  const paths = ['error_description', 'msg', 'message', 'error', 'Message', 'Result.ResponseStatus.Errors.Message']
  const text = paths.flatMap(path => pickTexts(body, path))[0]
  return text === undefined ? '' : secrets.hideStart(text, 200)
}

function refuseSignIn(answer: EgressResponse, where: string, tokenPath: string, said: string): Failure {
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
  const heals = answer.status === 429 || answer.status >= 500
  const what = answer.status >= 400 ? `answered ${answer.status}` : `gave no token at ${tokenPath}`
  return new Failure({
    code: 'connector.auth',
    message: `Signing in at ${where} ${what}${said === '' ? '.' : `: ${said}`}`,
    advice: heals
      ? 'Try again later.'
      : 'Check the credentials, the address for signing in and the place of the token.',
    retry: heals ? 'later' : 'never',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
