import {
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { expect, it } from 'vitest'
import { encodeCredentials } from './encode-credentials.ts'

const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

function makeServer() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI.length)
  return { privateKey, raw, key: { kid: 'k1', pub: raw.toString('base64url'), challenge: 'c1' } }
}

/** The server's half of the construction, by node:crypto instead of noble. */
function open(text: string, privateKey: KeyObject, serverRaw: Buffer, path: string): unknown {
  const [kid, challenge, body = ''] = text.split('.')
  const bytes = Buffer.from(body, 'base64url')
  const ephemeral = bytes.subarray(1, 33)
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, ephemeral]), format: 'der', type: 'spki' })
  const secret = diffieHellman({ privateKey, publicKey })
  const salt = Buffer.concat([ephemeral, serverRaw])
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, `login/v1|${kid}|${challenge}`, 44))
  const decipher = createDecipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32))
  decipher.setAAD(Buffer.from(`POST ${path}|${kid}|${challenge}`))
  decipher.setAuthTag(bytes.subarray(-16))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(33, -16)), decipher.final()]).toString())
}

it('is opened by the holder of the key, with non-ASCII credentials equal', () => {
  const { privateKey, raw, key } = makeServer()
  const credentials = { username: '王晓明', password: 'pä$$ 密码 🔑' }
  expect(open(encodeCredentials(key, credentials), privateKey, raw, '/api/passport/login')).toEqual(credentials)
})
it('is bound to the sign-in call', () => {
  const { privateKey, raw, key } = makeServer()
  const sealed = encodeCredentials(key, { username: 'a', password: 'b' })
  expect(() => open(sealed, privateKey, raw, '/api/other')).toThrow()
})
it('does not tell the length of the password', () => {
  const { key } = makeServer()
  const lengthOf = (password: string) => encodeCredentials(key, { username: 'admin', password }).length
  expect(lengthOf('a')).toBe(lengthOf('a-much-longer-password-of-42-characters!!'))
})
it('is never the same twice', () => {
  const { key } = makeServer()
  expect(encodeCredentials(key, {})).not.toBe(encodeCredentials(key, {}))
})
