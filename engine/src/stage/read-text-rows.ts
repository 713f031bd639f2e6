import { isPlainText, makeTextDecoder, type RowText, type TextColumn, type TextLayout } from '@sluice/connector-kit'
import { type Data, Failure, toText } from '@sluice/contract'
import { HASH_BYTES, putLineHash, tagColumns } from './hash-bytes.ts'
import type { LinePlace } from './page-text.ts'
import { readPath } from './read-path.ts'
import {
  asDelete,
  askConditions,
  checkKey,
  filtered,
  type Identity,
  type RowRules,
  type SourceRow,
  toNumberText,
} from './read-row.ts'
import { recordKey } from './record-key.ts'

/** As `readRow` for rows kept as text: nothing but what identifies them is read. null: one is longer than a record may be. */
export function readTextRows(rows: RowText, rules: RowRules): SourceRow[] | null {
  const identity = compileReaders(rows.layout, rules)
  const hashes = Buffer.alloc(rows.count * HASH_BYTES)
  const read: SourceRow[] = []
  for (let index = 0; index < rows.count; index += 1) {
    if (rows.lineBytes(index) > rules.recordBytes) return null
    read.push(readTextRow(rows, index, { rules, identity, hashes }))
  }
  return read
}

interface Reading {
  readonly rules: RowRules
  readonly identity: IdentityReaders
  /** Of all rows, side by side. */
  readonly hashes: Buffer
}

function readTextRow(rows: RowText, index: number, { rules, identity, hashes }: Reading): SourceRow {
  const isKept = rules.filter === null || askConditions(rules.filter, rows.decode(index))
  if (isKept === false) return { place: rows.linePlace(index), failure: filtered }
  if (isKept !== true) return { place: rows.linePlace(index), failure: isKept, data: rows.decode(index) }
  const key = identity.readKey(rows, index)
  if (key instanceof Failure) return { place: rows.linePlace(index), failure: key.toDetail(), data: rows.decode(index) }
  putLineHash(identity.tag, rows.line(index), hashes, index * HASH_BYTES)
  const row = new TextRow(rows, hashes, index, key, identity.readNumber(rows, index))
  const isDeleted = rules.deletes !== null && askConditions(rules.deletes.isDeleted, row.data)
  if (isDeleted === false) return row
  return isDeleted === true
    ? asDelete(row.place, row.data, row)
    : { place: row.place, failure: isDeleted, data: row.data }
}

/** Decoded when somebody asks for its data. Thousands live at once, so it holds nothing that can be told from the page. */
class TextRow implements Identity {
  readonly key: string
  readonly number: string | null
  readonly #rows: RowText
  readonly #hashes: Buffer
  readonly #index: number

  constructor(rows: RowText, hashes: Buffer, index: number, key: string, number: string | null) {
    this.key = key
    this.number = number
    this.#rows = rows
    this.#hashes = hashes
    this.#index = index
  }

  get failure(): null {
    return null
  }

  get identity(): Identity {
    return this
  }

  get hash(): string {
    return this.#hashes.toString('hex', this.#index * HASH_BYTES, (this.#index + 1) * HASH_BYTES)
  }

  copyHash(to: Buffer, at: number): void {
    this.#hashes.copy(to, at, this.#index * HASH_BYTES, (this.#index + 1) * HASH_BYTES)
  }

  get place(): LinePlace {
    return this.#rows.linePlace(this.#index)
  }

  get data(): Data {
    return this.#rows.decode(this.#index)
  }
}

/** What identifies a row of these columns: the same key and number as of its data, and the hash of its bytes. */
export function compileIdentity(
  layout: TextLayout,
  rules: Pick<RowRules, 'key' | 'number'>,
): (rows: RowText, index: number) => Identity | Failure {
  const { tag, readKey, readNumber } = compileReaders(layout, rules)
  const hash = Buffer.alloc(HASH_BYTES)
  return (rows, index) => {
    const key = readKey(rows, index)
    if (key instanceof Failure) return key
    putLineHash(tag, rows.line(index), hash, 0)
    return { key, hash: hash.toString('hex'), number: readNumber(rows, index) }
  }
}

interface IdentityReaders {
  readonly tag: Buffer
  readonly readKey: ReadKey
  readNumber(rows: RowText, index: number): string | null
}

function compileReaders(layout: TextLayout, rules: Pick<RowRules, 'key' | 'number'>): IdentityReaders {
  const readAnyKey = compileKey(layout, rules.key)
  return {
    tag: tagColumns(layout.head),
    readKey: (rows, index) => {
      const key = readAnyKey(rows, index)
      return key instanceof Failure ? key : (checkKey(key, rules.key) ?? key)
    },
    readNumber: rules.number === undefined ? () => null : compileNumber(layout, rules.number),
  }
}

type ReadKey = (rows: RowText, index: number) => string | Failure

function compileKey({ columns }: TextLayout, fields: readonly string[]): ReadKey {
  const readers = fields.map(field => compileText(columns, field))
  const slow: ReadKey = (rows, index) => recordKey(rows.decode(index), fields)
  if (readers.some(reader => reader === null)) return slow
  return (rows, index) => {
    const texts = readers.map(read => read!(rows, index)) // none is null
    // A field that is missing or empty is told by the way that looks at values.
    if (texts.some(text => text === '')) return slow(rows, index)
    return texts.length === 1 ? texts[0]! : JSON.stringify(texts) // length is 1
  }
}

function compileNumber({ columns }: TextLayout, path: string): (rows: RowText, index: number) => string | null {
  const read = compileText(columns, path)
  return (rows, index) => toNumberText(read ? read(rows, index) : toText(readPath(rows.decode(index), path)))
}

/** The text of a column's value, "" for null; null where the path is more than the name of a column. */
export function compileText(
  columns: readonly TextColumn[],
  path: string,
): ((rows: RowText, index: number) => string) | null {
  const at = findColumn(columns, path)
  if (at < 0) return null
  const { type } = columns[at]! // found
  if (isPlainText(type)) return (rows, index) => rows.field(index, at) ?? ''
  const decode = makeTextDecoder(type)
  return (rows, index) => {
    const text = rows.field(index, at)
    return text === null ? '' : toText(decode(text))
  }
}

/** Place of the column that a path names as a whole; -1 where the path means more than a name. */
export const findColumn = (columns: readonly TextColumn[], path: string): number =>
  /[[\]]/.test(path) ? -1 : columns.findIndex(column => column.name === path)
