import { type Credentials, isSameSecret, readBasic } from '../credentials.ts'
import type { Call } from '../server.ts'
import { readBearer, type Tokens } from '../tokens.ts'
import type { Refusal } from './listing.ts'
import { sign } from './signature.ts'

/** null lets the request in. */
export type Guard = (call: Call) => Refusal | null

export interface Guards {
  readonly bearer: Guard
  readonly signed: Guard
  readonly apiKey: Guard
  readonly basic: Guard
  /** Forgets the nonces seen. */
  reset(): void
}

const MAX_SKEW_MS = 5 * 60_000

export function createGuards(credentials: Credentials, tokens: Tokens, now: () => number): Guards {
  const nonces = new Map<string, number>()
  return {
    bearer: call => checkBearer(call, tokens),
    signed: call => checkSignature(call, credentials, nonces, now()),
    apiKey(call) {
      const given = readHeader(call, 'x-api-key') || call.query.get('api_key')
      if (!given) return refuse(40120, '缺少 API Key：请求头 X-Api-Key 或参数 api_key')
      return isSameSecret(given, credentials.apiKey) ? null : refuse(40121, 'API Key 不正确')
    },
    basic(call) {
      const given = readBasic(call.headers.authorization)
      if (given === null) return refuse(40130, '缺少 Basic 认证')
      const isKnown =
        isSameSecret(given.user, credentials.username) && isSameSecret(given.password, credentials.password)
      return isKnown ? null : refuse(40131, '用户名或密码不正确')
    },
    reset: () => nonces.clear(),
  }
}

/** The token of the header, or of the parameter access_token as older platforms have it. */
export const readToken = (call: Call): string | null =>
  readBearer(call.headers.authorization) ?? call.query.get('access_token')

export const expiredToken = { status: 401, code: 40102, msg: 'access_token 已过期，请重新获取' } as const

function checkBearer(call: Call, tokens: Tokens): Refusal | null {
  const token = readToken(call)
  if (token === null) return refuse(40100, '缺少 access_token')
  const state = tokens.check(token)
  if (state === 'expired') return expiredToken
  return state === 'valid' ? null : refuse(40101, 'access_token 无效')
}

function checkSignature(call: Call, credentials: Credentials, nonces: Map<string, number>, nowMs: number) {
  const names = ['x-app-key', 'x-timestamp', 'x-nonce', 'x-sign'] as const
  const missing = names.find(name => readHeader(call, name) === '')
  if (missing !== undefined) return refuse(40110, `缺少请求头 ${missing}`)
  const [appKey, timestamp, nonce, signature] = names.map(name => readHeader(call, name)) as [
    string,
    string,
    string,
    string,
  ] // one per name
  if (!isSameSecret(appKey, credentials.appKey)) return refuse(40111, 'X-App-Key 不存在')
  const sentMs = Number(timestamp) * (timestamp.length === 10 ? 1000 : 1)
  if (!/^(\d{10}|\d{13})$/.test(timestamp) || Math.abs(nowMs - sentMs) > MAX_SKEW_MS)
    return refuse(40112, 'X-Timestamp 与服务器时间相差超过 5 分钟')
  const { method, path, rawQuery: query, body } = call
  const expected = sign({ method, path, query, appKey, timestamp, nonce, body }, credentials.appSecret)
  if (!isSameSecret(signature.toLowerCase(), expected)) return refuse(40113, 'X-Sign 签名不正确')
  // Checked after the signature: a forger must not be able to burn nonces.
  for (const [seen, seenMs] of nonces) if (nowMs - seenMs > 2 * MAX_SKEW_MS) nonces.delete(seen)
  if (nonces.has(nonce)) return refuse(40114, 'X-Nonce 已使用过')
  nonces.set(nonce, nowMs)
  return null
}

function readHeader(call: Call, name: string): string {
  const value = call.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const refuse = (code: number, msg: string): Refusal => ({ status: 401, code, msg })
