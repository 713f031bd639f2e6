import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { z } from 'zod'
import { refuse } from '../../../http/refuse.ts'

/**
 * `encodedata` = kid.challenge.base64url(0x01 | ephemeral X25519 key 32 | ciphertext | tag 16).
 * Key and IV = HKDF-SHA256(shared secret, salt = ephemeral | server key, info = `login/v1|kid|challenge`, 44 bytes);
 * AES-256-GCM over the padded JSON, AAD = `POST path|kid|challenge`. Each key is used once, so a derived IV is safe.
 * It guards against listeners, proxies, logs and replay. Against one who changes the page only TLS helps.
 */
export interface LoginCipher {
  /** A key to encrypt with and a challenge that works once within two minutes. */
  issue(): { readonly kid: string; readonly pub: string; readonly challenge: string }
  /** @throws Failure `auth.cipher` for everything that is not exactly what `issue` asked for */
  open<T>(encoded: string, path: string, schema: z.ZodType<T>): Promise<T>
}

export interface LoginCipherOptions {
  /** 32 bytes that all processes of one installation share: any of them opens what another issued. */
  readonly secret: Uint8Array
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Notes the use of a challenge. false: it was used before. */
  readonly claim: (challenge: string, expiresAtMs: number) => Promise<boolean>
}

const KEY_MS = 3_600_000
const CHALLENGE_MS = 120_000
const VERSION = 0x01
const MAX_BYTES = 8192
const PATH_LABEL = 'login/v1'
// DER headers of raw X25519 keys, RFC 8410.
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

export function createLoginCipher(options: LoginCipherOptions): LoginCipher {
  const { now } = options
  const keys = new Map<number, { readonly private: KeyObject; readonly public: Buffer }>()
  const keyOf = (hour: number) => {
    const known = keys.get(hour)
    if (known) return known
    const made = deriveKey(options.secret, hour)
    for (const old of keys.keys()) if (old < hour - 1) keys.delete(old)
    keys.set(hour, made)
    return made
  }
  return {
    issue() {
      const hour = Math.floor(now() / KEY_MS)
      const challenge = writeChallenge(options.secret, now(), options.randomBytes(10))
      return { kid: hour.toString(36), pub: keyOf(hour).public.toString('base64url'), challenge }
    },
    async open(encoded, path, schema) {
      const [kid = '', challenge = '', body = '', rest] = encoded.split('.')
      const hour = Number.parseInt(kid, 36)
      const current = Math.floor(now() / KEY_MS)
      const isKnown = hour.toString(36) === kid && (hour === current || hour === current - 1)
      const expiresAtMs = readChallenge(options.secret, challenge)
      if (rest !== undefined || !isKnown || expiresAtMs === null || expiresAtMs < now()) throw refuse('auth.cipher')
      // Spent before it is opened, so that a guess at the content costs a challenge.
      if (!(await options.claim(challenge, expiresAtMs))) throw refuse('auth.cipher')
      return decrypt(keyOf(hour), { kid, challenge, body: Buffer.from(body, 'base64url'), path }, schema)
    },
  }
}

function deriveKey(secret: Uint8Array, hour: number) {
  const seed = createHmac('sha256', secret).update(`${PATH_LABEL}/key/${hour}`).digest()
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return { private: privateKey, public: der.subarray(-32) }
}

/** time 6 | random 10 | mac 16: no memory is kept of a challenge until it is used. */
function writeChallenge(secret: Uint8Array, nowMs: number, random: Buffer): string {
  const head = Buffer.alloc(16)
  head.writeUIntBE(nowMs, 0, 6)
  random.copy(head, 6)
  return Buffer.concat([head, macOf(secret, head)]).toString('base64url')
}

/** When it ends, or null when it is none of ours. */
function readChallenge(secret: Uint8Array, challenge: string): number | null {
  const bytes = Buffer.from(challenge, 'base64url')
  // One spelling only, else a second one would count as unused.
  if (bytes.length !== 32 || bytes.toString('base64url') !== challenge) return null
  if (!timingSafeEqual(macOf(secret, bytes.subarray(0, 16)), bytes.subarray(16))) return null
  return bytes.readUIntBE(0, 6) + CHALLENGE_MS
}

const macOf = (secret: Uint8Array, head: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${PATH_LABEL}/challenge/`).update(head).digest().subarray(0, 16)

interface Sealed {
  readonly kid: string
  readonly challenge: string
  readonly body: Buffer
  readonly path: string
}

function decrypt<T>(
  key: { readonly private: KeyObject; readonly public: Buffer },
  { kid, challenge, body, path }: Sealed,
  schema: z.ZodType<T>,
): T {
  try {
    if (body[0] !== VERSION || body.length < 1 + 32 + 1 + 16 || body.length > MAX_BYTES)
      throw new Error('opening credentials: wrong form')
    const ephemeral = body.subarray(1, 33)
    const theirs = createPublicKey({ key: Buffer.concat([SPKI, ephemeral]), format: 'der', type: 'spki' })
    // OpenSSL refuses low-order points: their shared secret would be known to everybody.
    const shared = diffieHellman({ privateKey: key.private, publicKey: theirs })
    const salt = Buffer.concat([ephemeral, key.public])
    const okm = Buffer.from(hkdfSync('sha256', shared, salt, `${PATH_LABEL}|${kid}|${challenge}`, 44))
    const cipher = createDecipheriv('aes-256-gcm', okm.subarray(0, 32), okm.subarray(32), { authTagLength: 16 })
    cipher.setAAD(Buffer.from(`POST ${path}|${kid}|${challenge}`))
    cipher.setAuthTag(body.subarray(-16))
    const plain = Buffer.concat([cipher.update(body.subarray(33, -16)), cipher.final()])
    return schema.parse(JSON.parse(plain.toString('utf8')))
  } catch (cause) {
    throw refuse('auth.cipher', { cause: new Error('opening credentials', { cause: nameOf(cause) }) })
  }
}

// Only the kind of error: a parse error could quote the password.
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
