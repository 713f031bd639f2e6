import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { SolutionPackage } from '@sluice/contract'
import { refuse } from '../http/refuse.ts'

/** Who signs. `secret`: PKCS#8 as base64; it never leaves the vault but for this. */
export interface Publisher {
  readonly name: string
  readonly secret: string
}

/** A new pair of keys: the public one raw, base64url; the secret one as a `Publisher` has it. */
export function createPublisherKey(): { readonly key: string; readonly secret: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { key: readKey(secret), secret }
}

const readKey = (secret: string): string => createPublicKey(readSecret(secret)).export({ format: 'jwk' }).x ?? ''
const readSecret = (secret: string) =>
  createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' })

export function signPackage(document: SolutionPackage, { name, secret }: Publisher): SolutionPackage {
  return { ...document, signature: { publisher: name, ...signText(toSigned(document, name), secret) } }
}

/** Signed by a secret key, with the public one that tells. */
export const signText = (bytes: Buffer, secret: string): { readonly key: string; readonly value: string } => ({
  key: readKey(secret),
  value: sign(null, bytes, readSecret(secret)).toString('base64url'),
})

export function verifyText(bytes: Buffer, key: string, value: string): boolean {
  const read = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  return verify(null, bytes, read, Buffer.from(value, 'base64url'))
}

/** Whoever the file says signed it did, and nothing is another since. @throws Failure `invalid.packageUnsigned`, `invalid.packageAltered` */
export function requireSigned(document: SolutionPackage): NonNullable<SolutionPackage['signature']> {
  const { signature } = document
  if (signature === null) throw refuse('invalid.packageUnsigned', { field: 'text' })
  if (!verifyText(toSigned(document, signature.publisher), signature.key, signature.value))
    throw refuse('invalid.packageAltered', { field: 'text', value: signature.publisher })
  return signature
}

/** The publisher's name is signed too: nobody puts another one over a package. */
function toSigned(document: SolutionPackage, publisher: string): Buffer {
  return Buffer.from(`sluice-package-1\n${publisher}\n${hashPackage(document)}`)
}

/** SHA-256, hexadecimal, of all but the signature: the same package has the same one, however its file is laid out. */
export function hashPackage({ manifest, files, pictures }: SolutionPackage): string {
  const byPath = <T extends { readonly path: string }>(all: readonly T[]): T[] =>
    [...all].sort((one, other) => (one.path < other.path ? -1 : 1))
  const told = sortKeys({ manifest, files: byPath(files), pictures: byPath(pictures) })
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, each]) => [name, sortKeys(each)]),
  )
}
