import { createCipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'

export interface LoginKey {
  readonly kid: string
  readonly pub: string
  readonly challenge: string
}

const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

/** The browser's side of `encodedata`, by node:crypto. */
export function encodeCredentials(key: LoginKey, credentials: object, path = '/api/passport/login'): string {
  const server = Buffer.from(key.pub, 'base64url')
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const ephemeral = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const theirs = createPublicKey({ key: Buffer.concat([SPKI, server]), format: 'der', type: 'spki' })
  const shared = diffieHellman({ privateKey, publicKey: theirs })
  const salt = Buffer.concat([ephemeral, server])
  const okm = Buffer.from(hkdfSync('sha256', shared, salt, `login/v1|${key.kid}|${key.challenge}`, 44))
  const cipher = createCipheriv('aes-256-gcm', okm.subarray(0, 32), okm.subarray(32))
  cipher.setAAD(Buffer.from(`POST ${path}|${key.kid}|${key.challenge}`))
  const plain = Buffer.from(JSON.stringify(credentials))
  const padded = Buffer.alloc(Math.ceil((plain.length + 1) / 128) * 128, 0x20)
  plain.copy(padded)
  const box = Buffer.concat([Buffer.of(1), ephemeral, cipher.update(padded), cipher.final(), cipher.getAuthTag()])
  return `${key.kid}.${key.challenge}.${box.toString('base64url')}`
}
