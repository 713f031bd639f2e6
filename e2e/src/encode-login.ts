import { createCipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'

export interface LoginKey {
  readonly kid: string
  readonly pub: string
  readonly challenge: string
}

// DER prefix of an X25519 public key (RFC 8410).
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

/** `encodedata` as the console makes it, with Node's own cryptography. */
export function encodeLogin(key: LoginKey, data: object, path = '/api/passport/login'): string {
  const pub = Buffer.from(key.pub, 'base64url')
  const ephemeral = generateKeyPairSync('x25519')
  const ephemeralPub = ephemeral.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const serverKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, pub]), format: 'der', type: 'spki' })
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: serverKey })
  const salt = Buffer.concat([ephemeralPub, pub])
  const okm = Buffer.from(hkdfSync('sha256', secret, salt, `login/v1|${key.kid}|${key.challenge}`, 44))
  const cipher = createCipheriv('aes-256-gcm', okm.subarray(0, 32), okm.subarray(32))
  cipher.setAAD(Buffer.from(`POST ${path}|${key.kid}|${key.challenge}`))
  const plain = Buffer.from(JSON.stringify(data))
  const padded = Buffer.concat([plain, Buffer.alloc(128 - (plain.length % 128), 0x20)])
  const body = Buffer.concat([Buffer.of(1), ephemeralPub, cipher.update(padded), cipher.final(), cipher.getAuthTag()])
  return `${key.kid}.${key.challenge}.${body.toString('base64url')}`
}
