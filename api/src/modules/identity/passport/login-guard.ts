import { lineOf, rangeOf } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { CaptchaProof } from '../captcha/contract.ts'
import type { CaptchaService } from '../captcha/index.ts'
import { clearFailures, countFailure, type FailureRow, readFailures } from './failure-store.ts'

/** Wrong passwords for a name within this time count together, and those from an address within this. */
const NAME_WINDOW_MS = 24 * 3_600_000
const ADDRESS_WINDOW_MS = 15 * 60_000
/** From here a question is asked: a picture to read or a little computing. */
const ASK_AFTER = 3
/** From here each further guess takes twice the computing of the one before, up to so many bits more. */
const WORK_AFTER = 5
const MAX_EXTRA_BITS = 6
/** From here on the work grows on, twice for each so many guesses, up to what a browser still computes in minutes. */
const MANY = 60
const MANY_STEP = 10
const MOST_EXTRA_BITS = 10
/** And from here on a part of the network has so many guesses a day, and then one an hour. */
const PER_RANGE = 20
const RANGE_PAUSE_MS = 3_600_000
/** An address may belong to a whole company, so it is asked later, never shut out by this, and known browsers not at all. */
const ASK_ADDRESS_AFTER = 10

/**
 * Counts wrong passwords by name, whether or not somebody has that name, and by address. So a refusal says nothing about
 * who exists. A try is counted before it is judged: a thousand at once are no more than one after the other. Guessing
 * stays bounded, and still shuts nobody out of an account: a browser the owner has used before has a count of its own,
 * and any other gets in by computing, unless the guesses come from its own part of the network
 * (docs/decisions/0150-no-door-is-shut.md has the arithmetic).
 */
export interface LoginGuard {
  /**
   * @param device of a browser that this user has signed in with
   * @returns what to `clear` when the password is right
   * @throws Failure `tooMany.locked` | `auth.captchaNeeded` | `auth.workNeeded` (content `[{bits}]`) | `auth.captcha`
   */
  enter(name: string, device: string | null, ip: string, proof: CaptchaProof | undefined): Promise<string>
  /** The password was wrong. */
  blame(ip: string): Promise<void>
  /** It was right. */
  clear(key: string): Promise<void>
}

export function createLoginGuard(deps: {
  readonly database: Database
  readonly captcha: CaptchaService
  readonly now: () => number
}): LoginGuard {
  const { database, captcha, now } = deps
  const { workBits } = captcha
  const addressOf = (ip: string) => `address/${lineOf(ip)}`
  const sinceOf = (windowMs: number) => new Date(now() - windowMs)
  return {
    async enter(name, device, ip, proof) {
      const key = device === null ? `name/${name}` : `device/${device}`
      const counted = { key, since: sinceOf(NAME_WINDOW_MS) }
      const address = { key: addressOf(ip), since: sinceOf(ADDRESS_WINDOW_MS) }
      const range = { key: `range/${rangeOf(ip)}/${key}`, since: sinceOf(NAME_WINDOW_MS) }
      const [byKey, byAddress, byRange] = await readFailures(database, [counted, address, range])
      const isAsked = device === null && countOf(byAddress) >= ASK_ADDRESS_AFTER
      const failures = Math.max(countOf(byKey), isAsked ? ASK_AFTER : 0)
      const isMany = failures >= MANY
      const pauseMs = isMany && byRange?.locked_until ? Date.parse(byRange.locked_until) - now() : 0
      if (pauseMs > 0) throw refusePause(pauseMs)
      let bits: number | null = null
      if (failures >= ASK_AFTER) {
        if (!proof) throw refuseUnproved(failures, workBits)
        bits = await captcha.measure('login', proof)
        if (bits === null) throw refuse('auth.captcha')
      }
      const reach = reachOf(bits, workBits)
      if (reach !== null && failures >= reach) throw refuseUnproved(failures, workBits)
      const at = new Date(now())
      const pause = { below: null, lockAfter: isMany ? PER_RANGE : null, lockMs: RANGE_PAUSE_MS, isPause: isMany }
      if (!(await countFailure(database, range.key, { ...pause, windowMs: NAME_WINDOW_MS }, at)))
        throw refusePause(RANGE_PAUSE_MS)
      const limit = { below: reach, lockAfter: MANY, lockMs: NAME_WINDOW_MS, windowMs: NAME_WINDOW_MS, isPause: false }
      if (await countFailure(database, key, limit, at)) return key
      // Others came in between.
      const [current] = await readFailures(database, [counted])
      throw refuseUnproved(countOf(current), workBits)
    },
    async blame(ip) {
      const limit = { below: null, lockAfter: null, lockMs: 0, windowMs: ADDRESS_WINDOW_MS, isPause: false }
      await countFailure(database, addressOf(ip), limit, new Date(now()))
    },
    clear: key => clearFailures(database, key),
  }
}

const countOf = (row: FailureRow | undefined): number => row?.failures ?? 0

/** After so many failures, the zero bits a computing question must have. */
const bitsAfter = (failures: number, workBits: number): number =>
  workBits +
  (failures < MANY
    ? Math.min(failures - WORK_AFTER + 1, MAX_EXTRA_BITS)
    : Math.min(MAX_EXTRA_BITS + 1 + Math.floor((failures - MANY) / MANY_STEP), MOST_EXTRA_BITS))

/** Below how many failures an answer opens: none, a picture (0 bits), or computing. null: always. */
function reachOf(bits: number | null, workBits: number): number | null {
  if (bits === null) return ASK_AFTER
  const extra = bits - workBits
  if (extra >= MOST_EXTRA_BITS) return null
  if (extra >= MAX_EXTRA_BITS) return MANY + (extra - MAX_EXTRA_BITS) * MANY_STEP
  return WORK_AFTER + Math.max(extra, 0)
}

const refuseUnproved = (failures: number, workBits: number) =>
  failures < WORK_AFTER
    ? refuse('auth.captchaNeeded')
    : refuse('auth.workNeeded', { content: [{ bits: bitsAfter(failures, workBits) }] })

const refusePause = (retryAfterMs: number) =>
  refuse('tooMany.locked', { value: String(Math.ceil(retryAfterMs / 60_000)), retryAfterMs, retry: 'later' })
