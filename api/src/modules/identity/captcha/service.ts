import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { lineOf, newId } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { hashToken } from '../../../http/create-sessions.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { CaptchaProof, CaptchaPurpose } from './contract.ts'
import { CHARACTERS, drawCharacters } from './draw-characters.ts'
import type { SmsSender } from './sms-sender.ts'
import { hasPhone, insertCaptcha, insertSmsCode, spendSmsCode, takeCaptcha, trySmsCode } from './store.ts'

export interface CaptchaDeps {
  readonly database: Database
  readonly throttle: Throttle
  readonly now: () => number
  /** [0, 1), for the looks of a picture; its characters come from the system's generator. */
  readonly random: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Shared by all processes of the installation. */
  readonly secret: Uint8Array
  /** null: no message can be sent. */
  readonly sms: SmsSender | null
  /** Codes in answers. Never in production. */
  readonly isDevelopment: boolean
  /** Zero bits of the computing question. */
  readonly workBits: number
  /** A message that could not be sent to a phone whose owner must not be told apart from nobody. */
  report(error: unknown): void
}

/** Tells a person from a program, and a phone's owner from everybody else. */
export interface CaptchaService {
  readonly hasSms: boolean
  makeImage(purpose: CaptchaPurpose, ip: string): Promise<{ id: string; image: string }>
  makeWork(purpose: CaptchaPurpose, ip: string, bits?: number): Promise<{ id: string; bits: number }>
  /** Zero bits of the easiest computing question. */
  readonly workBits: number
  /** false for a wrong answer; the question is spent either way. */
  check(purpose: CaptchaPurpose, proof: CaptchaProof): Promise<boolean>
  /** Zero bits of the question that was answered, 0 for a picture, null for a wrong answer; the question is spent either way. */
  measure(purpose: CaptchaPurpose, proof: CaptchaProof): Promise<number | null>
  /** A code for signing in. Known and unknown phones get the same answer after the same time. */
  sendLoginCode(phone: string, ip: string): Promise<SentCode>
  /** A code that proves a signed-in user's new phone. @throws Failure `unavailable.sms` when it could not be sent */
  sendConfirmCode(phone: string, userId: string, ip: string): Promise<SentCode>
  /** The phone of a right code, once; null for a wrong, spent or late one. */
  takeCode(purpose: 'login' | 'confirm', ticket: string, code: string, userId: string | null): Promise<string | null>
}

interface SentCode {
  readonly ticket: string
  readonly expires_in: number
  readonly resend_in: number
  readonly code?: string
}

const LIFE_MS = 5 * 60_000
/** A question that takes a browser minutes lives longer than it may take a slow one. */
const LONG_AFTER = 5
const LONG_LIFE_MS = 30 * 60_000
const LENGTH = 4
const MAX_TRIES = 5
const RESEND_MS = 60_000
const PICTURES_PER_ADDRESS = { burst: 60, everyMs: 1000 }
const PER_PHONE = { burst: 1, everyMs: RESEND_MS }
/** Ten a day: whoever has used them waits for a tenth of a day. */
const PER_PHONE_DAY = { burst: 10, everyMs: 8_640_000 }
const SMS_PER_ADDRESS = { burst: 10, everyMs: 60_000 }
/** Of the whole installation: numbers that cost the caller nothing cost us. */
const SMS_AT_ALL = { burst: 200, everyMs: 2000 }

export function createCaptchaService(deps: CaptchaDeps): CaptchaService {
  const { database, now } = deps
  const expiry = () => new Date(now() + LIFE_MS)
  const measure: CaptchaService['measure'] = async (purpose, { id, answer }) => {
    const row = await takeCaptcha(database, id, purpose, new Date(now()))
    if (!row) return null
    if (row.bits === null) {
      const isRight = row.answer_hash !== null && timingSafeEqual(row.answer_hash, hashAnswer(deps, id, answer))
      return isRight ? 0 : null
    }
    return countZeroBits(createHash('sha256').update(`${id}.${answer}`).digest()) >= row.bits ? row.bits : null
  }
  return {
    workBits: deps.workBits,
    measure,
    hasSms: deps.sms !== null,
    async makeImage(purpose, ip) {
      await deps.throttle.take(`captcha/address/${lineOf(ip)}`, PICTURES_PER_ADDRESS)
      const id = newId(now())
      const text = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
      const row = { id, purpose, answer_hash: hashAnswer(deps, id, text), bits: null, expiresAt: expiry() }
      await insertCaptcha(database, row, new Date(now()))
      return { id, image: drawCharacters(text, deps.random) }
    },
    async makeWork(purpose, ip, wantedBits = 0) {
      await deps.throttle.take(`captcha/address/${lineOf(ip)}`, PICTURES_PER_ADDRESS)
      const id = newId(now())
      const bits = Math.max(deps.workBits, wantedBits)
      const lifeMs = bits > deps.workBits + LONG_AFTER ? LONG_LIFE_MS : LIFE_MS
      const row = { id, purpose, answer_hash: null, bits, expiresAt: new Date(now() + lifeMs) }
      await insertCaptcha(database, row, new Date(now()))
      return { id, bits }
    },
    check: async (purpose, proof) => (await measure(purpose, proof)) !== null,
    async sendLoginCode(phone, ip) {
      const { sender, code, sent } = await prepareCode(deps, 'login', phone, null, ip)
      // Not awaited: how long a message takes would tell whether there is somebody to send it to.
      void hasPhone(database, phone)
        .then(isKnown => (isKnown ? sender.send(phone, code, LIFE_MS / 60_000) : undefined))
        .catch(deps.report)
      return sent
    },
    async sendConfirmCode(phone, userId, ip) {
      const { sender, code, sent } = await prepareCode(deps, 'confirm', phone, userId, ip)
      await sender.send(phone, code, LIFE_MS / 60_000).catch((cause: unknown) => {
        deps.report(cause)
        throw refuse('unavailable.sms', { retry: 'later', cause })
      })
      return sent
    },
    async takeCode(purpose, ticket, code, userId) {
      const ticketHash = hashToken(ticket)
      const row = await trySmsCode(database, ticketHash, { purpose, maxTries: MAX_TRIES, now: new Date(now()) })
      if (!row || row.user_id !== userId || !timingSafeEqual(row.code_hash, hashAnswer(deps, ticket, code))) return null
      return (await spendSmsCode(database, ticketHash)) ? row.phone : null
    },
  }
}

async function prepareCode(
  deps: CaptchaDeps,
  purpose: 'login' | 'confirm',
  phone: string,
  userId: string | null,
  ip: string,
): Promise<{ readonly sender: SmsSender; readonly code: string; readonly sent: SentCode }> {
  const sender = deps.sms
  if (!sender) throw refuse('unavailable.sms')
  await deps.throttle.take(`sms/address/${lineOf(ip)}`, SMS_PER_ADDRESS)
  await deps.throttle.take(`sms/phone/${phone}`, PER_PHONE)
  await deps.throttle.take(`sms/phone-day/${phone}`, PER_PHONE_DAY)
  await deps.throttle.take('sms/all', SMS_AT_ALL)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const ticket = deps.randomBytes(24).toString('base64url')
  const nowMs = deps.now()
  const codeHash = hashAnswer(deps, ticket, code)
  const row = { ticketHash: hashToken(ticket), purpose, phone, userId, codeHash, expiresAt: new Date(nowMs + LIFE_MS) }
  await insertSmsCode(deps.database, row, new Date(nowMs))
  const sent = { ticket, expires_in: LIFE_MS / 1000, resend_in: RESEND_MS / 1000 }
  return { sender, code, sent: deps.isDevelopment ? { ...sent, code } : sent }
}

/** Keyed: a copy of the table does not give away six digits. Letters in either case. */
const hashAnswer = ({ secret }: CaptchaDeps, id: string, answer: string): Buffer =>
  createHmac('sha256', secret).update(`captcha/${id}/${answer.trim().toUpperCase()}`).digest()

function countZeroBits(bytes: Uint8Array): number {
  const at = bytes.findIndex(byte => byte !== 0)
  return at < 0 ? bytes.length * 8 : at * 8 + Math.clz32(bytes[at]!) - 24 // at is an index of bytes
}
