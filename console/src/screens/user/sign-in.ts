import { ApiError } from '@sluice/contract'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { clearSession } from '../../lib/session.ts'
import { storeTokens } from '../../lib/tokens.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export type SignIn =
  | { readonly kind: 'done' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly error: unknown }

const DEFAULT_WAIT_MS = 60_000

/** The cipher (14 kB) is loaded while the user still types. */
export const loadCipher = () => import('../../lib/encode-credentials.ts')

/** Signs in; the credentials leave this browser only encrypted for a one-time key. */
export async function signIn(credentials: Credentials): Promise<SignIn> {
  try {
    const [{ encodeCredentials }, key] = await Promise.all([loadCipher(), api.passport.loginKey()])
    const answer = await api.passport.login({ body: { encodedata: encodeCredentials(key.content, credentials) } })
    // Nothing of another user may be left in memory.
    queryClient.clear()
    clearSession()
    storeTokens(answer.content)
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', error }
    if (error.status === 401) return { kind: 'wrong' }
    if (error.status === 429)
      return { kind: 'wait', seconds: Math.ceil((error.retryAfterMs ?? DEFAULT_WAIT_MS) / 1000) }
    return { kind: 'failed', error }
  }
}
