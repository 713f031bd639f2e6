import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RawBody } from '@sluice/contract'
import { hashToken } from '../../../http/create-sessions.ts'
import { refuse } from '../../../http/refuse.ts'
import type { PushSettings } from './contract.ts'

export interface Sender {
  readonly body: RawBody
  /** From the address. */
  readonly token: string | undefined
  /** Of the machine that sends. */
  readonly ip: string
}

/** @throws Failure `auth.push*`; one sentence for every wrong token, whether the strategy exists or not */
export function verifyToken({ body, token }: Sender, tokenHash: Buffer | null): void {
  const bearer = /^Bearer (\S+)$/i.exec(body.header('authorization') ?? '')?.[1]
  const given = hashToken(bearer ?? body.header('x-push-token') ?? token ?? '')
  // Compared with something even where there is nothing, so that time tells nothing.
  const isEqual = timingSafeEqual(given, tokenHash ?? Buffer.alloc(32))
  if (!isEqual || tokenHash === null) throw refuse('auth.push')
}

/**
 * The signature over the bytes as they came. Answers what names this delivery where the sender gives no name: a signature
 * with a time in it comes once. @throws Failure `auth.signature` | `auth.timestamp`
 */
export function verifySignature(
  body: RawBody,
  settings: PushSettings,
  secret: string | null,
  nowMs: number,
): string | null {
  if (secret === null) throw refuse('auth.signature')
  const { time, signatures, encoding } = readSignature(body, settings)
  if (time !== null) requireRecent(time, settings.tolerance_seconds, nowMs)
  const hmac = createHmac('sha256', secret)
  if (time !== null) hmac.update(`${time}.`)
  const expected = hmac.update(body.bytes).digest()
  if (!signatures.some(text => isEqual(decode(text, encoding), expected))) throw refuse('auth.signature')
  return time === null ? null : `signature:${expected.toString('base64url')}`
}

const isEqual = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

/** Buffer skips what is not of the encoding; a signature is taken whole or not at all. */
const decode = (text: string, encoding: 'hex' | 'base64'): Buffer =>
  (encoding === 'hex' ? /^[0-9a-f]{64}$/i : /^[A-Za-z0-9+/_-]{43}=?$/).test(text)
    ? Buffer.from(text, encoding)
    : Buffer.alloc(0)

interface Signature {
  readonly time: string | null
  /** Several while the sender changes its secret. */
  readonly signatures: readonly string[]
  readonly encoding: 'hex' | 'base64'
}

function readSignature(body: RawBody, settings: PushSettings): Signature {
  const text = (name: string): string => body.header(name)?.trim() ?? ''
  switch (settings.scheme) {
    case 'github':
      return { time: null, signatures: [cutPrefix(text('x-hub-signature-256'), 'sha256=')], encoding: 'hex' }
    case 'shopify':
      return { time: null, signatures: [text('x-shopify-hmac-sha256')], encoding: 'base64' }
    case 'stripe': {
      const parts = text('stripe-signature')
        .split(',')
        .map(part => part.trim().split('='))
      const all = (name: string): string[] => parts.flatMap(([key, value = '']) => (key === name ? [value] : []))
      return { time: all('t')[0] ?? '', signatures: all('v1'), encoding: 'hex' }
    }
    case 'custom': {
      const { signature_header, signature_prefix, signature_encoding: encoding, timestamp_header } = settings
      const signatures = [cutPrefix(text(signature_header), signature_prefix)]
      return { time: timestamp_header === '' ? null : text(timestamp_header), signatures, encoding }
    }
  }
}

const cutPrefix = (text: string, prefix: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : '')

/** Seconds or milliseconds since the epoch. @throws Failure `auth.timestamp` */
function requireRecent(time: string, toleranceSeconds: number, nowMs: number): void {
  if (!/^\d{9,14}$/.test(time)) throw refuse('auth.timestamp', { value: String(toleranceSeconds) })
  const ms = time.length > 11 ? Number(time) : Number(time) * 1000
  if (Math.abs(nowMs - ms) > toleranceSeconds * 1000)
    throw refuse('auth.timestamp', { value: String(toleranceSeconds) })
}

const deliveryHeaders: Readonly<Record<PushSettings['scheme'], string | null>> = {
  github: 'x-github-delivery',
  shopify: 'x-shopify-webhook-id',
  stripe: null,
  custom: null,
}

/** What the sender calls this delivery; null when it gives no name. */
export function readDeliveryId(body: RawBody, settings: PushSettings): string | null {
  const name = deliveryHeaders[settings.scheme] ?? settings.delivery_header
  const text = name === '' ? '' : (body.header(name)?.trim() ?? '')
  return text === '' ? null : text
}
