import { randomBytes } from 'node:crypto'
import type { Sessions } from '../http/create-sessions.ts'
import { createThrottle } from '../http/throttle.ts'
import type { LoopDelay } from '../http/watch-loop.ts'
import { publishVersion as publishAdapter } from '../modules/asset/adapter/index.ts'
import { publishVersion as publishAsset } from '../modules/asset/api-asset/index.ts'
import { createConnectorService } from '../modules/connect/connector/index.ts'
import { createCaptchaService } from '../modules/identity/captcha/index.ts'
import { createPassportService } from '../modules/identity/passport/index.ts'
import { createSsoService } from '../modules/identity/sso/index.ts'
import { listPermissions } from '../modules/identity/tenant/index.ts'
import { createTotpService } from '../modules/identity/totp/index.ts'
import type { DemoModules } from '../modules/insight/workplace/index.ts'
import { createStrategyLife, createStrategyService } from '../modules/strategy/strategy/index.ts'
import type { ServerDeps } from './server-deps.ts'

/** What all modules are handed; each names in its `create…Routes` those that it takes. */
export type Parts = ReturnType<typeof createParts>

/** Services that belong to the process and not to a module. */
export interface ProcessParts {
  readonly sessions: Sessions
  readonly isDraining: () => boolean
  readonly measureLoop: () => LoopDelay
}

const ANSWER_WITHIN_MS = 55_000
const TENANT_END_DAYS = 7

/** Services that several modules share. One that a single module uses is made in that module. */
export function createParts(deps: ServerDeps, process: ProcessParts) {
  const { config } = deps
  const throttle = createThrottle(deps.database, deps.now)
  return {
    ...deps,
    ...process,
    ...createModules(deps),
    ...createIdentityParts(deps, process.sessions, throttle),
    throttle,
    randomBytes,
    permissions: listPermissions(),
    publishers: { api: publishAsset, adapter: publishAdapter },
    website: config.website,
    version: config.version,
    gatewayOrigin: config.gatewayOrigin ?? null,
    hearsCertificates: Boolean(config.proxies?.certificate),
    waitDays: config.tenantEndDays ?? TENANT_END_DAYS,
    answerWithinMs: config.answerWithinMs ?? ANSWER_WITHIN_MS,
  }
}

/** The services by which screens, files and the demo make connectors and strategies. */
const createModules = (deps: ServerDeps): DemoModules => ({
  connector: createConnectorService(deps),
  strategy: createStrategyService(deps),
  life: createStrategyLife(deps),
})

/** Who somebody is. */
function createIdentityParts(deps: ServerDeps, sessions: Sessions, throttle: ReturnType<typeof createThrottle>) {
  const { database, vault, config, now, random, log } = deps
  const secret = config.signInSecret ?? randomBytes(32)
  const report = (error: unknown) => log.warn({ err: error }, 'identifying somebody')
  const outgoing = deps.outgoing ?? null
  const captcha = createCaptchaService({
    ...{ database, throttle, now, random, randomBytes, secret, report },
    sms: deps.sms ?? null,
    isDevelopment: config.isDevelopment ?? false,
    workBits: config.captchaWorkBits ?? 16,
  })
  const totp = createTotpService({ database, vault, throttle, now, randomBytes, secret })
  const signIn = { database, sessions, throttle, captcha, totp, now, randomBytes, signInSecret: secret }
  const passport = createPassportService(signIn)
  const sso = createSsoService({ database, vault, throttle, passport, outgoing, now, randomBytes, report })
  return {
    ...{ captcha, totp, passport, sso },
    hasSso: outgoing !== null,
    registration: config.registration ?? false,
    issuer: config.website.short_name,
  }
}
