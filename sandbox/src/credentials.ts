import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * What a connector needs to sign in. Fixed by the seed, so that a configured connector survives a restart of the sandbox.
 * They open nothing but invented data on loopback.
 */
export interface Credentials {
  /** OAuth2 client credentials of the shop (`POST /oauth/token`). */
  readonly clientId: string
  readonly clientSecret: string
  /** Signed requests to the shop (`/signed/orders`). */
  readonly appKey: string
  readonly appSecret: string
  /** `/apikey/orders`, as header X-Api-Key or query api_key. */
  readonly apiKey: string
  /** `/basic/orders`. */
  readonly username: string
  readonly password: string
  /** The ERP: `POST /auth/login`, or its `POST /oauth/token` as client id and secret. */
  readonly erpAppId: string
  readonly erpAppSecret: string
}

export function createCredentials(seed: number): Credentials {
  const derive = (name: string): string =>
    createHash('sha256').update(`sandbox:${seed}:${name}`).digest('base64url').slice(0, 32)
  return {
    clientId: 'sandbox-client',
    clientSecret: derive('client'),
    appKey: 'sandbox-app',
    appSecret: derive('app'),
    apiKey: derive('api-key'),
    username: 'sandbox',
    password: derive('basic'),
    erpAppId: 'sandbox-erp',
    erpAppSecret: derive('erp'),
  }
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** User and password of an `Authorization: Basic` header, else null. */
export function readBasic(header: string | undefined): { readonly user: string; readonly password: string } | null {
  if (header === undefined || !/^basic /i.test(header)) return null
  const text = Buffer.from(header.slice(6).trim(), 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
