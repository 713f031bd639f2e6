import { createHash } from 'node:crypto'

type TokenState = 'valid' | 'expired' | 'unknown'

/** Bearer tokens of one server: short-lived, revocable, forgotten at a restart. */
export interface Tokens {
  issue(): { readonly token: string; readonly expiresInSeconds: number }
  check(token: string): TokenState
  /** Makes the token expire at once. */
  expire(token: string): void
  reset(): void
}

interface TokensOptions {
  readonly seed: number
  readonly prefix: string
  readonly ttlMs: number
  readonly now: () => number
}

export function createTokens({ seed, prefix, ttlMs, now }: TokensOptions): Tokens {
  const expiries = new Map<string, number>()
  let issued = 0
  return {
    issue() {
      issued += 1
      const token = `${prefix}${createHash('sha256').update(`${seed}:${prefix}:${issued}`).digest('hex').slice(0, 40)}`
      expiries.set(token, now() + ttlMs)
      return { token, expiresInSeconds: Math.max(1, Math.floor(ttlMs / 1000)) }
    },
    check(token) {
      const expiry = expiries.get(token)
      if (expiry === undefined) return 'unknown'
      return expiry > now() ? 'valid' : 'expired'
    },
    expire: token => void expiries.set(token, 0),
    reset: () => expiries.clear(),
  }
}

/** The token of `Authorization: Bearer …`, else null. */
export function readBearer(header: string | undefined): string | null {
  return header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : null
}
