import { hash } from 'node:crypto'

/** As it is stored. */
export const HASH_BYTES = 16
const HASH_CHARS = HASH_BYTES * 2

/** Tells a changed record from an unchanged one: 128 bits of SHA-256, hex. With SHA instructions faster than MD5. */
export const hashBytes = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, HASH_CHARS)

// Six digits tell the columns from others but for one time in 16 million; a change of columns nearly always changes the rows too.
const TAG_CHARS = 6

/** What a line's hash says of the columns the line is made of. */
export const tagColumns = (head: string): string => hashBytes(Buffer.from(head)).slice(0, TAG_CHARS)

/** As `hashBytes`, of a line and of the columns that give it its meaning. */
export const hashLine = (tag: string, line: Uint8Array): string =>
  tag + hash('sha256', line, 'hex').slice(TAG_CHARS, HASH_CHARS)
