import type { Database } from '@sluice/db'
import { refuse } from '../../platform/refuse.ts'
import type { CaptchaProof } from '../captcha/contract.ts'
import type { CaptchaService } from '../captcha/index.ts'
import { clearFailures, countFailure, readFailures } from './failure-store.ts'

/** Wrong passwords within this time count together. */
const WINDOW_MS = 15 * 60_000
/** The first lock; each further one without a right password between lasts twice as long, up to two hours. */
const LOCK_MS = 15 * 60_000
/** Names: from here a picture is asked for, and here the door shuts. */
const ASK_AFTER = 3
const LOCK_AFTER = 5
/** An address may belong to a whole company, so it is asked later and never shut out by this. */
const ASK_ADDRESS_AFTER = 10

/**
 * Counts wrong passwords by name, whether or not somebody has that name, and by address. So a refusal says nothing about
 * who exists. A try is counted before it is judged: a thousand at once are still five.
 */
export interface LoginGuard {
  /** @throws Failure `tooMany.locked` | `auth.captchaNeeded` | `auth.captcha` */
  enter(username: string, ip: string, proof: CaptchaProof | undefined): Promise<void>
  /** The password was wrong. */
  blame(ip: string): Promise<void>
  /** It was right. */
  clear(username: string): Promise<void>
}

export function createLoginGuard(deps: {
  readonly database: Database
  readonly captcha: CaptchaService
  readonly now: () => number
}): LoginGuard {
  const { database, captcha, now } = deps
  return {
    async enter(username, ip, proof) {
      const name = `name/${username}`
      const known = await readFailures(database, [name, `address/${ip}`], new Date(now() - WINDOW_MS))
      const [byName, byAddress] = known
      if (byName?.locked_until) refuseUntil(Date.parse(byName.locked_until), now())
      if ((byName?.failures ?? 0) >= ASK_AFTER || (byAddress?.failures ?? 0) >= ASK_ADDRESS_AFTER) {
        if (!proof) throw refuse('auth.captchaNeeded')
        if (!(await captcha.check('login', proof))) throw refuse('auth.captcha')
      }
      const limit = { lockAfter: LOCK_AFTER, lockMs: LOCK_MS, windowMs: WINDOW_MS }
      const lockedUntil = await countFailure(database, name, limit, new Date(now()))
      if (lockedUntil !== null) refuseUntil(Date.parse(lockedUntil), now())
    },
    async blame(ip) {
      const limit = { lockAfter: null, lockMs: 0, windowMs: WINDOW_MS }
      await countFailure(database, `address/${ip}`, limit, new Date(now()))
    },
    clear: username => clearFailures(database, `name/${username}`),
  }
}

function refuseUntil(untilMs: number, nowMs: number): void {
  const retryAfterMs = untilMs - nowMs
  if (retryAfterMs <= 0) return
  throw refuse('tooMany.locked', { value: String(Math.ceil(retryAfterMs / 60_000)), retryAfterMs, retry: 'later' })
}
