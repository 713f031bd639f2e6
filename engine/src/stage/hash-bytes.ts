import { hash } from 'node:crypto'

/** As it is stored. */
export const HASH_BYTES = 16
const HASH_CHARS = HASH_BYTES * 2

/** Tells a changed record from an unchanged one: 128 bits of SHA-256, hex. With SHA instructions faster than MD5. */
export const hashBytes = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, HASH_CHARS)

// Three bytes tell the columns from others but for one time in 16 million; a change of columns nearly always changes the rows too.
const TAG_BYTES = 3

/** What a line's hash says of the columns the line is made of. */
export const tagColumns = (head: string): Buffer =>
  Buffer.from(hashBytes(Buffer.from(head)), 'hex').subarray(0, TAG_BYTES)

/** As `hashBytes`, of a line and of the columns that give it its meaning, put at `at`: text of it would be made a million times. */
export function putLineHash(tag: Buffer, line: Uint8Array, to: Buffer, at: number): void {
  to.write(hash('sha256', line, 'binary'), at, HASH_BYTES, 'binary')
  for (let index = 0; index < TAG_BYTES; index += 1) to[at + index] = tag[index]! // as many as it has
}

/** What has a hash: hex text and, where they are at hand, its bytes. */
export interface Hashed {
  readonly hash: string
  copyHash?(to: Buffer, at: number): void
}

export function copyHash(hashed: Hashed, to: Buffer, at: number): void {
  if (hashed.copyHash) hashed.copyHash(to, at)
  else to.write(hashed.hash, at, HASH_BYTES, 'hex')
}
