import { gcm } from '@noble/ciphers/aes.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** A one-time key of the server, valid for two minutes. */
export interface LoginKey {
  readonly kid: string
  readonly pub: string
  readonly challenge: string
}

const LOGIN_PATH = '/api/passport/login'
const VERSION = 1
/** Plain text is filled up to a multiple of this, so that its length does not tell the password's. */
const BLOCK_BYTES = 128
const KEY_BYTES = 32
const IV_BYTES = 12

/**
 * Credentials for `encodedata`: an ephemeral X25519 key agreed with the server's one-time key, HKDF-SHA-256, then
 * AES-256-GCM bound to the call and its challenge. Needs only getRandomValues, so it works on plain http too.
 * Form: `kid.challenge.base64url(version | ephemeral public key | ciphertext | tag)`.
 */
export function encodeCredentials(key: LoginKey, credentials: object, path = LOGIN_PATH): string {
  const utf8 = new TextEncoder()
  const server = fromBase64Url(key.pub)
  const own = x25519.keygen()
  const secret = x25519.getSharedSecret(own.secretKey, server)
  const info = utf8.encode(`login/v${VERSION}|${key.kid}|${key.challenge}`)
  // The key serves one message, so the IV may be derived together with it.
  const derived = hkdf(sha256, secret, join(own.publicKey, server), info, KEY_BYTES + IV_BYTES)
  const bound = utf8.encode(`POST ${path}|${key.kid}|${key.challenge}`)
  const cipher = gcm(derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES), bound)
  const sealed = cipher.encrypt(pad(utf8.encode(JSON.stringify(credentials))))
  return `${key.kid}.${key.challenge}.${toBase64Url(join(Uint8Array.of(VERSION), own.publicKey, sealed))}`
}

/** Spaces after JSON mean nothing to its parser. */
function pad(plain: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((plain.length + 1) / BLOCK_BYTES) * BLOCK_BYTES).fill(0x20)
  padded.set(plain)
  return padded
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
