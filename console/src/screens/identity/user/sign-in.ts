import { ApiError } from '@sluice/contract'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import { clearSession } from '../../../lib/session.ts'
import { storeTokens } from '../../../lib/tokens.ts'

/** A question's id and its answer. */
export interface CaptchaProof {
  readonly id: string
  readonly answer: string
}

export type Credentials =
  | { readonly username: string; readonly password: string; readonly captcha?: CaptchaProof }
  | { readonly phone: string; readonly ticket: string; readonly code: string }

export type SignIn =
  | { readonly kind: 'done' }
  | { readonly kind: 'wrong' }
  /** The picture was wrong, or the code of a phone. */
  | { readonly kind: 'captcha' }
  | { readonly kind: 'captchaNeeded' }
  /** Many wrong passwords for this name: only an answer of so many zero bits opens. */
  | { readonly kind: 'workNeeded'; readonly bits: number }
  | { readonly kind: 'secondFactor'; readonly ticket: string }
  | { readonly kind: 'wait'; readonly seconds: number; readonly isLocked: boolean }
  | { readonly kind: 'failed'; readonly error: unknown }

const DEFAULT_WAIT_MS = 60_000

/** The cipher (14 kB) is loaded while the user still types. */
export const loadCipher = () => import('../../../lib/encode-credentials.ts')

/** What only the server may read, encrypted for a one-time key and for one call. */
export async function encode(content: object, path?: string): Promise<string> {
  const [{ encodeCredentials }, key] = await Promise.all([loadCipher(), api.passport.loginKey()])
  return encodeCredentials(key.content, content, path)
}

/** Signs in; the credentials leave this browser only encrypted. */
export const signIn = (credentials: Credentials): Promise<SignIn> =>
  attempt(async () => (await api.passport.login({ body: { encodedata: await encode(credentials) } })).content)

export const finishSignIn = (ticket: string, code: string): Promise<SignIn> =>
  attempt(async () => (await api.passport.secondFactor({ body: { ticket, code } })).content)

/** Any way that ends with tokens, and every way it may end without. */
export async function attempt(
  call: () => Promise<{ readonly access_token: string; readonly refresh_token: string }>,
): Promise<SignIn> {
  try {
    const tokens = await call()
    // Nothing of another user may be left in memory.
    queryClient.clear()
    clearSession()
    storeTokens(tokens)
    return { kind: 'done' }
  } catch (error) {
    return readRefusal(error)
  }
}

/** What a refused call means for the form. */
export function readRefusal(error: unknown): Exclude<SignIn, { readonly kind: 'done' }> {
  if (!(error instanceof ApiError)) return { kind: 'failed', error }
  const code = error.body?.code
  if (code === 'auth.secondFactor') {
    const [first] = (error.body?.content ?? []) as readonly { readonly ticket: string }[] // says the contract's summary
    if (first) return { kind: 'secondFactor', ticket: first.ticket }
  }
  if (code === 'auth.workNeeded') {
    const [first] = (error.body?.content ?? []) as readonly { readonly bits: number }[] // says the guard of the door
    if (first) return { kind: 'workNeeded', bits: first.bits }
  }
  if (code === 'auth.refused') return { kind: 'wrong' }
  if (code === 'auth.captcha') return { kind: 'captcha' }
  if (code === 'auth.captchaNeeded') return { kind: 'captchaNeeded' }
  if (error.status !== 429) return { kind: 'failed', error }
  const seconds = Math.ceil((error.retryAfterMs ?? DEFAULT_WAIT_MS) / 1000)
  return { kind: 'wait', seconds, isLocked: code === 'tooMany.locked' }
}
