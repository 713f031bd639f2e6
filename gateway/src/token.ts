import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a token says of itself: `v1.<application>.<end in seconds>.<epoch>.<seal>`. */
interface TokenClaims {
  readonly applicationId: string
  readonly endsAtMs: number
  readonly epoch: number
}

const FORM = /^(v1\.([0-9a-f-]{36})\.(\d{1,12})\.(\d{1,9}))\.([A-Za-z0-9_-]{43})$/

/** Every process of the installation makes and knows the same tokens, by the key it has in common with the others. */
export function createTokens(key: Uint8Array) {
  const seal = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  return {
    issue({ applicationId, endsAtMs, epoch }: TokenClaims): string {
      const text = `v1.${applicationId}.${Math.floor(endsAtMs / 1000)}.${epoch}`
      return `${text}.${seal(text)}`
    },
    /** null: nobody here made it. Whether it has ended is the caller's to judge. */
    read(token: string): TokenClaims | null {
      const [, text, applicationId, ends, epoch, given] = FORM.exec(token) ?? []
      if (text === undefined || applicationId === undefined || given === undefined) return null
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(seal(text)))) return null
      return { applicationId, endsAtMs: Number(ends) * 1000, epoch: Number(epoch) }
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
