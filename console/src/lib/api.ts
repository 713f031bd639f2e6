import { type ApiError, createClient, type RouteDef } from '@sluice/contract'
import { announce, announceAfterReload } from './announce.ts'
import { contracts } from './contracts.ts'
import { storeException } from './error-ring.ts'
import { getLanguage, pickWords } from './i18n.ts'
import { goToLogin } from './login-redirect.ts'
import { clearSession, getTimeZone } from './session.ts'
import { askStepUp, readStepUp } from './step-up.ts'
import { withTabLock } from './tab-lock.ts'
import { clearTokens, readTokens, storeTokens } from './tokens.ts'

/** Every call of the console, typed by the modules' contracts: `useQuery(api.connector.list.query({ query }))`. */
export const api = createClient(contracts, {
  base: '',
  token: () => readTokens()?.access ?? null,
  language: getLanguage,
  timeZone: getTimeZone,
  onError: handleError,
})

/** Renewed by another request or tab this recently: the answer was to the old token, so just ask again. */
const JUST_RENEWED_MS = 5000
let renewal: Promise<boolean> | null = null

/** The error catalogue of spec §8; everything else is the caller's. */
async function handleError(error: ApiError, route: RouteDef): Promise<'retry' | undefined> {
  // A 401 of a public route is a wrong password, not an ended session.
  if (error.status === 401 && route.permission !== 'public') {
    renewal ??= withTabLock('renew-tokens', () => renewTokens()).finally(() => {
      renewal = null
    })
    if (await renewal) return 'retry'
    endSession()
  }
  const due = readStepUp(error.body)
  if (due !== null) return (await askStepUp(due)) ? 'retry' : undefined
  if (error.status === 405) {
    const title = pickWords({ zh: '权限不足 insufficient permission', en: 'insufficient permission' })
    announce({ kind: 'error', title, text: error.message })
  }
  if (error.status === 500) storeException(`${route.method} ${route.path}`, error.body)
  return undefined
}

/**
 * Whoever holds a copy of the pair that is here now has an old one then, and ends the whole sign-in by using it: for after a
 * change of the password.
 */
export const renewAtOnce = (): Promise<boolean> => withTabLock('renew-tokens', () => renewTokens(true))

/** A refresh token works once, so only one tab may use it. false: the session is over. */
async function renewTokens(isForced = false): Promise<boolean> {
  const tokens = readTokens()
  if (tokens === null || tokens.refresh === '') return false
  if (!isForced && Date.now() - tokens.givenAtMs < JUST_RENEWED_MS) return true
  try {
    const answer = await api.passport.refresh({ body: { refresh_token: tokens.refresh } })
    storeTokens(answer.content)
    return true
  } catch {
    return false
  }
}

let isSigningOut = false

/** From now on a refused request is no session that ran out: who signs out goes where they are led. */
export function beginSignOut(): void {
  isSigningOut = true
}

/** Forgets the session and leaves for the sign-in page, which then says why. */
export function endSession(): void {
  if (isSigningOut || readTokens() === null) return
  clearTokens()
  clearSession()
  announceAfterReload({
    kind: 'error',
    title: pickWords({ zh: '登录已失效 Unauthorized', en: 'Unauthorized' }),
    text: pickWords({
      zh: '身份验证未通过（Authorization verification failed），请重新登录。',
      en: 'Authorization verification failed. Please sign in again.',
    }),
  })
  goToLogin()
}
