import { config } from '@sluice/api/modules/admin/config/contract.ts'
import { personData } from '@sluice/api/modules/admin/person-data/contract.ts'
import { quota } from '@sluice/api/modules/admin/quota/contract.ts'
import { savedFilter } from '@sluice/api/modules/admin/saved-filter/contract.ts'
import { search } from '@sluice/api/modules/admin/search/contract.ts'
import { system } from '@sluice/api/modules/admin/system/contract.ts'
import { tenantEnd } from '@sluice/api/modules/admin/tenant-end/contract.ts'
import { website } from '@sluice/api/modules/admin/website/contract.ts'
import { adapter } from '@sluice/api/modules/asset/adapter/contract.ts'
import { apiAsset } from '@sluice/api/modules/asset/api-asset/contract.ts'
import { approval } from '@sluice/api/modules/asset/approval/contract.ts'
import { collection } from '@sluice/api/modules/asset/collection/contract.ts'
import { assistant } from '@sluice/api/modules/assistant/assistant/contract.ts'
import { catalogue } from '@sluice/api/modules/connect/catalogue/contract.ts'
import { connector } from '@sluice/api/modules/connect/connector/contract.ts'
import { connectorEnv } from '@sluice/api/modules/connect/connector-env/contract.ts'
import { connectorGrant } from '@sluice/api/modules/connect/connector-grant/contract.ts'
import { file } from '@sluice/api/modules/connect/file/contract.ts'
import { pack } from '@sluice/api/modules/connect/pack/contract.ts'
import { platform } from '@sluice/api/modules/connect/platform/contract.ts'
import { process } from '@sluice/api/modules/connect/process/contract.ts'
import { accessToken } from '@sluice/api/modules/identity/access-token/contract.ts'
import { account } from '@sluice/api/modules/identity/account/contract.ts'
import { captcha } from '@sluice/api/modules/identity/captcha/contract.ts'
import { notice } from '@sluice/api/modules/identity/notice/contract.ts'
import { passport } from '@sluice/api/modules/identity/passport/contract.ts'
import { register } from '@sluice/api/modules/identity/register/contract.ts'
import { role } from '@sluice/api/modules/identity/role/contract.ts'
import { session } from '@sluice/api/modules/identity/session/contract.ts'
import { sso } from '@sluice/api/modules/identity/sso/contract.ts'
import { stepUp } from '@sluice/api/modules/identity/step-up/contract.ts'
import { subAccount } from '@sluice/api/modules/identity/sub-account/contract.ts'
import { totp } from '@sluice/api/modules/identity/totp/contract.ts'
import { user } from '@sluice/api/modules/identity/user/contract.ts'
import { aggregate } from '@sluice/api/modules/insight/aggregate/contract.ts'
import { alert } from '@sluice/api/modules/insight/alert/contract.ts'
import { workplace } from '@sluice/api/modules/insight/workplace/contract.ts'
import { mapping } from '@sluice/api/modules/mapping/mapping/contract.ts'
import { errorGroup } from '@sluice/api/modules/run/error-group/contract.ts'
import { ignoreRule } from '@sluice/api/modules/run/ignore-rule/contract.ts'
import { recordPassport } from '@sluice/api/modules/run/record-passport/contract.ts'
import { replay } from '@sluice/api/modules/run/replay/contract.ts'
import { run } from '@sluice/api/modules/run/run/contract.ts'
import { storage } from '@sluice/api/modules/run/storage/contract.ts'
import { strategyDay } from '@sluice/api/modules/run/strategy-day/contract.ts'
import { strategyHealth } from '@sluice/api/modules/run/strategy-health/contract.ts'
import { strategyLog } from '@sluice/api/modules/run/strategy-log/contract.ts'
import { exportJob } from '@sluice/api/modules/strategy/export-job/contract.ts'
import { push } from '@sluice/api/modules/strategy/push/contract.ts'
import { strategy } from '@sluice/api/modules/strategy/strategy/contract.ts'
import { strategyAct } from '@sluice/api/modules/strategy/strategy-act/contract.ts'
import { strategyCopy } from '@sluice/api/modules/strategy/strategy-copy/contract.ts'
import { strategyCursor } from '@sluice/api/modules/strategy/strategy-cursor/contract.ts'
import { strategyData } from '@sluice/api/modules/strategy/strategy-data/contract.ts'
import { strategyDebug } from '@sluice/api/modules/strategy/strategy-debug/contract.ts'
import { strategyFollow } from '@sluice/api/modules/strategy/strategy-follow/contract.ts'
import { strategyMapping } from '@sluice/api/modules/strategy/strategy-mapping/contract.ts'
import { strategyPublish } from '@sluice/api/modules/strategy/strategy-publish/contract.ts'
import { strategyTemplate } from '@sluice/api/modules/strategy/strategy-template/contract.ts'
import { strategyVersion } from '@sluice/api/modules/strategy/strategy-version/contract.ts'
import { type ApiError, createClient, type RouteDef } from '@sluice/contract'
import { announce, announceAfterReload } from './announce.ts'
import { storeException } from './error-ring.ts'
import { getLanguage, pickWords } from './i18n.ts'
import { goToLogin } from './login-redirect.ts'
import { clearSession, getTimeZone } from './session.ts'
import { askStepUp, readStepUp } from './step-up.ts'
import { withTabLock } from './tab-lock.ts'
import { clearTokens, readTokens, storeTokens } from './tokens.ts'

/** Every call of the console, typed by the modules' contracts: `useQuery(api.connector.list.query({ query }))`. */
export const api = createClient(
  {
    accessToken,
    account,
    adapter,
    aggregate,
    alert,
    apiAsset,
    approval,
    assistant,
    collection,
    captcha,
    config,
    connector,
    catalogue,
    connectorEnv,
    connectorGrant,
    errorGroup,
    exportJob,
    file,
    ignoreRule,
    mapping,
    notice,
    passport,
    pack,
    personData,
    platform,
    process,
    push,
    quota,
    recordPassport,
    register,
    replay,
    role,
    run,
    savedFilter,
    search,
    session,
    sso,
    stepUp,
    storage,
    strategy,
    strategyAct,
    strategyCopy,
    strategyTemplate,
    strategyCursor,
    strategyData,
    strategyDay,
    strategyDebug,
    strategyFollow,
    strategyLog,
    strategyMapping,
    strategyHealth,
    strategyPublish,
    strategyVersion,
    subAccount,
    system,
    tenantEnd,
    totp,
    user,
    website,
    workplace,
  },
  {
    base: '',
    token: () => readTokens()?.access ?? null,
    language: getLanguage,
    timeZone: getTimeZone,
    onError: handleError,
  },
)

/** Renewed by another request or tab this recently: the answer was to the old token, so just ask again. */
const JUST_RENEWED_MS = 5000
let renewal: Promise<boolean> | null = null

/** The error catalogue of spec §8; everything else is the caller's. */
async function handleError(error: ApiError, route: RouteDef): Promise<'retry' | undefined> {
  // A 401 of a public route is a wrong password, not an ended session.
  if (error.status === 401 && route.permission !== 'public') {
    renewal ??= withTabLock('renew-tokens', renewTokens).finally(() => {
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

/** A refresh token works once, so only one tab may use it. false: the session is over. */
async function renewTokens(): Promise<boolean> {
  const tokens = readTokens()
  if (tokens === null || tokens.refresh === '') return false
  if (Date.now() - tokens.givenAtMs < JUST_RENEWED_MS) return true
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
