import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { refuse } from '../../../http/refuse.ts'

const NONCE = 12
const TAG = 16

/** A cursor names a record and its time, which may not be shared: it is sealed with the token that it was asked with. */
export function sealCursor(cursor: string, token: string, nonce: Buffer): string {
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce)
  const sealed = Buffer.concat([cipher.update(cursor, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws Failure `invalid.cursor` */
export function openCursor(text: string, token: string): string {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw refuse('invalid.cursor', { field: 'cursor', cause })
  }
}

const keyOf = (token: string): Buffer => createHash('sha256').update(`cursor of a share\n${token}`).digest()
