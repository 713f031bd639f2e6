/**
 * The messages of the output plugin pgoutput, protocol version 1, with values as the server's own text. Unlike the
 * parsers there are, nothing is turned into a JavaScript value here: numbers and times keep every digit.
 */
export type PgOutput =
  | { readonly kind: 'begin'; readonly finalLsn: bigint; readonly committedAtMs: number }
  | { readonly kind: 'commit'; readonly endLsn: bigint }
  | Relation
  | { readonly kind: 'insert'; readonly relation: number; readonly row: Tuple }
  | {
      readonly kind: 'update'
      readonly relation: number
      readonly row: Tuple
      readonly old: Tuple | null
      /** `old` holds the columns of the replica identity only. */
      readonly isKey: boolean
    }
  | { readonly kind: 'delete'; readonly relation: number; readonly old: Tuple; readonly isKey: boolean }
  | { readonly kind: 'truncate'; readonly relations: readonly number[] }
  /** Origins, types, messages of applications. */
  | { readonly kind: 'other' }

export interface Relation {
  readonly kind: 'relation'
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly columns: readonly RelationColumn[]
}

export interface RelationColumn {
  readonly name: string
  readonly isKey: boolean
  readonly typeId: number
  readonly modifier: number
}

/** The server did not send this value, because it lies outside the row and did not change. */
export const unchanged = Symbol('unchanged')
export type Tuple = readonly (string | null | typeof unchanged)[]

/** Between the epoch of PostgreSQL, 2000-01-01, and the one of JavaScript. */
const EPOCH_MS = 946_684_800_000

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  letter(): string {
    return String.fromCharCode(this.int8())
  }

  int8(): number {
    this.#at += 1
    return this.#bytes.readUInt8(this.#at - 1)
  }

  int16(): number {
    this.#at += 2
    return this.#bytes.readUInt16BE(this.#at - 2)
  }

  int32(): number {
    this.#at += 4
    return this.#bytes.readInt32BE(this.#at - 4)
  }

  oid(): number {
    return this.int32() >>> 0
  }

  int64(): bigint {
    this.#at += 8
    return this.#bytes.readBigUInt64BE(this.#at - 8)
  }

  name(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  text(bytes: number): string {
    this.#at += bytes
    return this.#bytes.toString('utf8', this.#at - bytes, this.#at)
  }

  tuple(): Tuple {
    return Array.from({ length: this.int16() }, () => this.#value())
  }

  #value(): string | null | typeof unchanged {
    const letter = this.letter()
    if (letter === 'n') return null
    if (letter === 'u') return unchanged
    if (letter === 't') return this.text(this.int32())
    throw new Error(`reading pgoutput: a value of kind ${letter}`)
  }
}

export function parsePgOutput(bytes: Buffer): PgOutput {
  const reader = new Reader(bytes)
  switch (reader.letter()) {
    case 'B':
      return {
        kind: 'begin',
        finalLsn: reader.int64(),
        committedAtMs: Number(BigInt.asIntN(64, reader.int64()) / 1000n) + EPOCH_MS,
      }
    case 'C': {
      reader.int8()
      reader.int64()
      return { kind: 'commit', endLsn: reader.int64() }
    }
    case 'R':
      return parseRelation(reader)
    case 'I': {
      const relation = reader.oid()
      reader.letter()
      return { kind: 'insert', relation, row: reader.tuple() }
    }
    case 'U':
      return parseUpdate(reader)
    case 'D': {
      const relation = reader.oid()
      return { kind: 'delete', relation, isKey: reader.letter() === 'K', old: reader.tuple() }
    }
    case 'T': {
      const count = reader.int32()
      reader.int8()
      return { kind: 'truncate', relations: Array.from({ length: count }, () => reader.oid()) }
    }
    default:
      return { kind: 'other' }
  }
}

function parseRelation(reader: Reader): Relation {
  const id = reader.oid()
  const schema = reader.name()
  const name = reader.name()
  reader.int8()
  const columns = Array.from({ length: reader.int16() }, () => {
    const isKey = (reader.int8() & 1) === 1
    return { isKey, name: reader.name(), typeId: reader.oid(), modifier: reader.int32() }
  })
  return { kind: 'relation', id, schema, name, columns }
}

function parseUpdate(reader: Reader): PgOutput {
  const relation = reader.oid()
  const first = reader.letter()
  if (first === 'N') return { kind: 'update', relation, old: null, isKey: false, row: reader.tuple() }
  const old = reader.tuple()
  reader.letter()
  return { kind: 'update', relation, old, isKey: first === 'K', row: reader.tuple() }
}
