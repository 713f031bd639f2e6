import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with what every authenticator knows: SHA-1, six digits, steps of thirty seconds. */
const STEP_MS = 30_000
const DIGITS = 6
/** One step early or late: clocks differ, and a code may end while it is typed. */
const DRIFT_STEPS = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticators take it. */
export function writeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(group => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function readBase32(text: string): Buffer {
  const bits = Array.from(text, letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** RFC 4226. */
export function writeTimeCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[19]! & 15 // a SHA-1 digest has twenty bytes
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export const stepOf = (nowMs: number): number => Math.floor(nowMs / STEP_MS)

/** The step whose code this is, or null. */
export function findStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const given = Buffer.from(code)
  for (let drift = -DRIFT_STEPS; drift <= DRIFT_STEPS; drift++) {
    const step = stepOf(nowMs) + drift
    if (timingSafeEqual(Buffer.from(writeTimeCode(secret, step)), given)) return step
  }
  return null
}

/** What the picture holds: `otpauth://totp/Sluice:name?…`. */
export function writeTotpUri(issuer: string, username: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
