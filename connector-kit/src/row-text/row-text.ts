import type { Data, Value } from '@sluice/contract'
import type { Column } from '../protocols/sql/column.ts'
import { compileRowMaker } from '../protocols/sql/make-row.ts'
import { makeTextDecoder, type TextType } from './decode-text.ts'

/** One column of rows kept as text. */
export interface TextColumn {
  readonly name: string
  readonly type: TextType
  /** As the source's catalogue describes it; absent where the rows come out of storage. */
  readonly column?: Column
}

/** What the lines of rows are made of; one object for all pages of a read. */
export class TextLayout {
  readonly columns: readonly TextColumn[]
  /** First line of stored rows: says how the others are to be read. */
  readonly head: string
  readonly #decode: (fields: readonly (string | null)[], read: ReadonlyMap<number, Value>) => Data

  constructor(columns: readonly TextColumn[]) {
    this.columns = columns
    this.head = HEAD + JSON.stringify(columns.map(({ name, type }) => [name, type]))
    const decoders = columns.map(({ type }) => makeTextDecoder(type))
    const makeRow = compileRowMaker(columns.map(({ name }) => name))
    this.#decode = (fields, read) => {
      const values = new Array<Value>(decoders.length)
      for (let index = 0; index < decoders.length; index += 1) {
        const text = fields[index] ?? null
        values[index] = read.get(index) ?? (text === null ? null : decoders[index]!(text)) // index < decoders.length
      }
      return makeRow(values)
    }
  }

  /** @throws where a value is nested too deep to be read */
  decode(line: string, read: ReadonlyMap<number, Value> = NONE): Data {
    return this.#decode(cutLine(line), read)
  }
}

const NONE: ReadonlyMap<number, Value> = new Map()

/** No JSON text begins so; stored pages of either kind are told apart by it. */
const HEAD = '#copy '

/** The layout a first line speaks of; null where it is a row in itself. */
function readHead(line: string): TextLayout | null {
  if (!line.startsWith(HEAD)) return null
  const columns = JSON.parse(line.slice(HEAD.length)) as readonly (readonly [string, TextType])[] // written by TextLayout
  return new TextLayout(columns.map(([name, type]) => ({ name, type })))
}

const TAB = 9
const LINE_BREAK = 10
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** One field without its escapes; null for `\N`. */
export function unescapeField(field: string): string | null {
  if (!field.includes('\\')) return field
  if (field === '\\N') return null
  return field.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}

function cutLine(line: string): (string | null)[] {
  const fields: (string | null)[] = line.split('\t')
  // One search in the line spares one in each of its fields.
  if (line.includes('\\'))
    for (let index = 0; index < fields.length; index += 1) fields[index] = unescapeField(fields[index]!) // a split line holds no null yet
  return fields
}

/**
 * Rows as the far system wrote them, in PostgreSQL's COPY text: fields between tabs, a line break behind each row, a
 * backslash before what would be mistaken. What need not be looked at is never decoded.
 */
export class RowText {
  readonly layout: TextLayout
  /** The head line, then the rows. */
  readonly #bytes: Buffer
  /** Where each row begins, and last where the last one ends. */
  readonly #starts: Uint32Array

  constructor(layout: TextLayout, bytes: Buffer, starts: Uint32Array) {
    this.layout = layout
    this.#bytes = bytes
    this.#starts = starts
  }

  /** Rows out of storage, as `toStored` made them; null where the bytes are something else. */
  static fromStored(bytes: Buffer): RowText | null {
    const headEnd = bytes[0] === HEAD.charCodeAt(0) ? bytes.indexOf(LINE_BREAK) : -1
    const layout = headEnd < 0 ? null : readHead(bytes.toString('utf8', 0, headEnd))
    if (!layout) return null
    const starts = [headEnd + 1]
    for (let at = headEnd; at >= 0; ) {
      at = bytes.indexOf(LINE_BREAK, at + 1)
      starts.push((at < 0 ? bytes.length : at) + 1)
    }
    return new RowText(layout, bytes, Uint32Array.from(starts))
  }

  /** Rows of one layout behind each other; their bytes are copied. */
  static join(parts: readonly RowText[]): RowText {
    const [first] = parts
    if (!first) throw new Error('joining rows: there are none')
    const head = Buffer.from(`${first.layout.head}\n`)
    const starts = new Uint32Array(parts.reduce((sum, { count }) => sum + count, 1))
    let [index, at] = [0, head.length]
    for (const part of parts) {
      const shift = at - part.#starts[0]! // there is always one start
      for (let row = 0; row <= part.count; row += 1) starts[index + row] = part.#starts[row]! + shift // row <= count
      index += part.count
      at = starts[index]! // where the part ends, the next one begins
    }
    return new RowText(first.layout, Buffer.concat([head, ...parts.map(part => part.slice(0, part.count))], at), starts)
  }

  get count(): number {
    return this.#starts.length - 1
  }

  /** Of all rows, line breaks included. */
  get bytes(): number {
    return this.#starts[this.count]! - this.#starts[0]! // there is always one start
  }

  /** The bytes of these rows, line breaks included. */
  slice(first: number, end: number): Buffer {
    return this.#bytes.subarray(this.#starts[first], this.#starts[end])
  }

  /** The bytes of one row without its line break. */
  line(index: number): Buffer {
    return this.#bytes.subarray(this.#starts[index], this.#starts[index + 1]! - 1) // index < count
  }

  lineBytes(index: number): number {
    return this.#starts[index + 1]! - this.#starts[index]! - 1 // index < count
  }

  /** Where a row lies among the page's bytes, without its line break. */
  linePlace(index: number): { readonly start: number; readonly end: number } {
    return { start: this.#starts[index]!, end: this.#starts[index + 1]! - 1 } // index < count
  }

  /** Where a field lies among the page's bytes. */
  place(index: number, column: number): { readonly start: number; readonly end: number } {
    const end = this.#starts[index + 1]! - 1 // index < count
    let start = this.#starts[index]! // index < count
    for (let skipped = 0; skipped < column; start += 1) if (this.#bytes[start] === TAB) skipped += 1
    let stop = start
    while (stop < end && this.#bytes[stop] !== TAB) stop += 1
    return { start, end: stop }
  }

  /** Where the first fields of a row begin: as many as `bounds` holds, the last one being the end of the one before. */
  findBounds(index: number, bounds: Uint32Array): void {
    let at = this.#starts[index]! // index < count
    const end = this.#starts[index + 1]! - 1
    bounds[0] = at
    for (let column = 1; column < bounds.length; column += 1) {
      while (at < end && this.#bytes[at] !== TAB) at += 1
      at += 1
      bounds[column] = at
    }
  }

  copyField(to: Buffer, at: number, start: number, end: number): number {
    return this.#bytes.copy(to, at, start, end)
  }

  bytesAt(start: number, end: number): Buffer {
    return this.#bytes.subarray(start, end)
  }

  /** The text of one field; null for null. */
  field(index: number, column: number): string | null {
    const { start, end } = this.place(index, column)
    return unescapeField(this.#bytes.toString('utf8', start, end))
  }

  /** @param read fields whose values are known @throws where a value is nested too deep to be read */
  decode(index: number, read?: ReadonlyMap<number, Value>): Data {
    return this.layout.decode(this.line(index).toString(), read)
  }

  /** These rows alone; the bytes are shared. */
  part(first: number, end: number): RowText {
    if (first === 0 && end === this.count) return this
    return new RowText(this.layout, this.#bytes, this.#starts.subarray(first, end + 1))
  }

  /** Some of the rows, in ascending order; bytes are copied only where others lie between. */
  pick(indexes: readonly number[]): RowText {
    const [first = 0, last = -1] = [indexes[0], indexes.at(-1)]
    if (last - first + 1 === indexes.length) return this.part(first, last + 1)
    const starts = new Uint32Array(indexes.length + 1)
    const lines = indexes.map(index => this.slice(index, index + 1))
    lines.forEach((line, index) => {
      starts[index + 1] = starts[index]! + line.length // as many starts as lines, and one
    })
    return new RowText(this.layout, Buffer.concat(lines), starts)
  }

  /** As it is stored: the head, then the rows, without the last line break. */
  toStored(): Buffer {
    const [start, end] = [this.#starts[0]!, this.#starts[this.count]! - 1] // there is always one start
    const head = Buffer.byteLength(this.layout.head) + 1
    if (start === head) return this.#bytes.subarray(0, end)
    return Buffer.concat([Buffer.from(`${this.layout.head}\n`), this.#bytes.subarray(start, end)])
  }
}

/** Gathers the rows of one page. */
export class RowTextBuilder {
  readonly #layout: TextLayout
  #bytes: Buffer
  #length: number
  #starts = new Uint32Array(FIRST_ROWS)
  #count = 0

  /** `bytes`: how many are expected, head included. */
  constructor(layout: TextLayout, bytes: number) {
    this.#layout = layout
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(bytes, layout.head.length * 3 + 1))
    this.#length = this.#bytes.write(layout.head)
    this.#bytes[this.#length] = LINE_BREAK
    this.#length += 1
    this.#starts[0] = this.#length
  }

  get count(): number {
    return this.#count
  }

  /** Bytes so far, head included. */
  get bytes(): number {
    return this.#length
  }

  get lastByte(): number | undefined {
    return this.#bytes[this.#length - 1]
  }

  /** A piece of a row. */
  add(chunk: Buffer, start: number, end: number): void {
    this.#reserve(end - start)
    chunk.copy(this.#bytes, this.#length, start, end)
    this.#length += end - start
  }

  /** The row added is whole; `drop`: so many of its last bytes are left out. A line break is put behind it. */
  endRow(drop: number): void {
    this.#length -= drop
    this.#reserve(1)
    this.#bytes[this.#length] = LINE_BREAK
    this.#length += 1
    this.#count += 1
    if (this.#count === this.#starts.length) {
      const wider = new Uint32Array(this.#count * 2)
      wider.set(this.#starts)
      this.#starts = wider
    }
    this.#starts[this.#count] = this.#length
  }

  /** Only the first bytes of the row under way are kept. */
  cutRow(bytes: number): void {
    this.#length = Math.min(this.#length, this.#starts[this.#count]! + bytes) // set when the row before ended
  }

  /** Takes the last row back and answers with its bytes. */
  takeBack(): Buffer {
    const end = this.#length - 1
    this.#count -= 1
    this.#length = this.#starts[this.#count]! // it was whole
    return Buffer.from(this.#bytes.subarray(this.#length, end))
  }

  /** Nothing may be added after. */
  finish(): RowText {
    return new RowText(this.#layout, this.#bytes, this.#starts.subarray(0, this.#count + 1))
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const wider = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + bytes))
    this.#bytes.copy(wider, 0, 0, this.#length)
    this.#bytes = wider
  }
}

const FIRST_ROWS = 1025
