import { randomBytes } from 'node:crypto'
import type { Database, Vault } from '@sluice/db'
import type { Logger } from 'pino'
import type { Sessions } from './http/create-sessions.ts'
import type { Outgoing } from './http/outgoing.ts'
import type { Throttle } from './http/throttle.ts'
import { createCaptchaRoutes, createCaptchaService, type SmsSender } from './modules/identity/captcha/index.ts'
import { createPassportRoutes, createPassportService } from './modules/identity/passport/index.ts'
import { createRegisterRoutes } from './modules/identity/register/index.ts'
import { createSessionRoutes } from './modules/identity/session/index.ts'
import { createSsoRoutes, createSsoService } from './modules/identity/sso/index.ts'
import { createStepUpRoutes } from './modules/identity/step-up/index.ts'
import { createTotpRoutes, createTotpService } from './modules/identity/totp/index.ts'

/** What recognising people needs of the world. */
export interface IdentityDeps {
  /** The guarded way out, for identity providers. Absent: no single sign-on. */
  readonly outgoing?: Outgoing
  /** Absent: no message can be sent, so nobody signs in by phone. */
  readonly sms?: SmsSender
}

export interface IdentityConfig {
  /** 32 bytes that all processes of the installation share, made from the master key. Default random: one process. */
  readonly signInSecret?: Uint8Array
  /** Anybody may register a tenant. Default false. */
  readonly registration?: boolean
  /** Zero bits of the computing question that stands in for a picture. Default 16: half a second of a browser. */
  readonly captchaWorkBits?: number
}

interface Parts extends IdentityDeps {
  readonly database: Database
  readonly vault: Vault
  readonly config: IdentityConfig & {
    readonly website: { readonly short_name: string }
    readonly isDevelopment?: boolean
  }
  readonly now: () => number
  readonly random: () => number
  readonly log: Logger
}

/** Everything about who somebody is. */
export function createIdentityHandlers(parts: Parts, sessions: Sessions, throttle: Throttle) {
  const { database, vault, config, now, random, log } = parts
  const secret = config.signInSecret ?? randomBytes(32)
  const report = (error: unknown) => log.warn({ err: error }, 'identifying somebody')
  const outgoing = parts.outgoing ?? null
  const captcha = createCaptchaService({
    ...{ database, throttle, now, random, randomBytes, secret, report },
    sms: parts.sms ?? null,
    isDevelopment: config.isDevelopment ?? false,
    workBits: config.captchaWorkBits ?? 16,
  })
  const totp = createTotpService({ database, vault, throttle, now, randomBytes, secret })
  const signIn = { database, sessions, throttle, captcha, totp, now, randomBytes, signInSecret: secret }
  const passport = createPassportService(signIn)
  const sso = createSsoService({ database, vault, throttle, passport, outgoing, now, randomBytes, report })
  const registration = config.registration ?? false
  return {
    passport: createPassportRoutes({ service: passport, sessions, captcha, now, registration, sso: outgoing !== null }),
    captcha: createCaptchaRoutes(captcha),
    totp: createTotpRoutes(totp, { sessions, now, issuer: config.website.short_name }),
    session: createSessionRoutes({ sessions, now }),
    stepUp: createStepUpRoutes({ database, throttle, totp, sso, now }),
    sso: createSsoRoutes(sso, { database, vault, throttle, now }),
    register: createRegisterRoutes({ database, throttle, captcha, passport, now, isOpen: registration }),
  }
}
