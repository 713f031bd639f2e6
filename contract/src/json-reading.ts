import { asBytes, notJson, Reader, setOwn } from './parse-exact.ts'
import type { ValuePath } from './repeated-name.ts'
import type { Value } from './value.ts'

/** Deeper values would exhaust the stack of whoever walks them. */
const MAX_DEPTH = 10_000
/** In one object; what walks the names of more holds the thread. */
export const MAX_NAMES = 100_000
/** Of the paths of names that stand twice, together. */
const MAX_PATH_PARTS = 1_000_000
/** So much is read before the caller is asked whether its turn is over. */
const STEPS = 200
const PIECE = 64 * 1024
const QUOTE = 34
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const SMALL_U = 117
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** An object or a list that is being read. */
interface Open {
  /** null: an object. */
  readonly list: Value[] | null
  readonly data: Record<string, Value>
  name: string
  names: number
  /** So far it holds `$bytes` alone. */
  mayBeBytes: boolean
}

/** A text that is being read: where, and what of it is decoded. */
interface OpenText {
  readonly isName: boolean
  readonly parts: string[]
}

/**
 * Reads a large JSON text a part at a time: what `parseJson` makes of it, and the names that stand twice in one object.
 * Whoever keeps the thread for others reads on when they had their turn.
 */
export class JsonReading {
  readonly #source: string
  readonly #reader: Reader
  readonly #maxDepth: number
  readonly #open: Open[] = []
  #text: OpenText | null = null
  #next: 'value' | 'name' | 'end' = 'value'
  #value: Value = null
  /** Paths of the names that stand twice; the last value is kept. */
  readonly repeated: ValuePath[] = []
  #pathRoom = MAX_PATH_PARTS
  /** Why nothing more is read: deeper than the caller takes, more names in one object or more of them twice than anybody tells. */
  excess: 'deep' | 'wide' | 'repeated' | null = null

  constructor(source: string, maxDepth = MAX_DEPTH) {
    this.#source = source
    this.#reader = new Reader(source)
    this.#maxDepth = maxDepth
  }

  /** @throws Error before `read` has answered true */
  get value(): Value {
    if (this.#next !== 'end' || this.excess !== null) throw new Error('reading JSON: it is not read to its end')
    return this.#value
  }

  /** Reads on until the turn is over. @returns whether it is read to its end @throws SyntaxError */
  read(isOver: () => boolean): boolean {
    for (;;) {
      for (let step = 0; step < STEPS; step += 1) {
        if (this.excess !== null || this.#next === 'end') return true
        if (this.#text !== null) {
          this.#readPiece(this.#text)
          if (isOver()) return false
        } else this.#step()
      }
      if (isOver()) return false
    }
  }

  #step(): void {
    const reader = this.#reader
    reader.skipBlanks()
    const code = this.#source.charCodeAt(reader.at)
    if (this.#next === 'name') this.#begin(true)
    else if (code === OPEN_OBJECT)
      this.#enter({ list: null, data: {}, name: '', names: 0, mayBeBytes: true }, CLOSE_OBJECT)
    else if (code === OPEN_LIST) this.#enter({ list: [], data: {}, name: '', names: 0, mayBeBytes: false }, CLOSE_LIST)
    else if (code === QUOTE) this.#begin(false)
    else this.#put(reader.readScalar())
  }

  #enter(open: Open, close: number): void {
    const reader = this.#reader
    reader.at += 1
    this.#open.push(open)
    if (this.#open.length > this.#maxDepth) {
      this.excess = 'deep'
      return
    }
    reader.skipBlanks()
    if (this.#source.charCodeAt(reader.at) !== close) {
      this.#next = open.list === null ? 'name' : 'value'
      return
    }
    reader.at += 1
    this.#open.pop()
    this.#put(open.list ?? open.data)
  }

  /** A short text at once, a long one piece by piece. */
  #begin(isName: boolean): void {
    const { at } = this.#reader
    const end = this.#source.indexOf('"', at + 1)
    if (end >= 0 && end - at < PIECE && this.#source.charCodeAt(end - 1) !== BACKSLASH)
      this.#take(isName, this.#reader.readText())
    else {
      this.#reader.pass(QUOTE)
      this.#text = { isName, parts: [] }
    }
  }

  #readPiece({ isName, parts }: OpenText): void {
    const start = this.#reader.at
    let end = start
    let code = this.#source.charCodeAt(end)
    for (; code !== QUOTE && end - start < PIECE; code = this.#source.charCodeAt(end)) {
      if (Number.isNaN(code)) throw notJson()
      // An escape is never cut.
      if (code !== BACKSLASH) end += 1
      else end += this.#source.charCodeAt(end + 1) === SMALL_U ? 6 : 2
    }
    parts.push(JSON.parse(`"${this.#source.slice(start, end)}"`) as string) // a quoted text
    this.#reader.at = end
    if (code !== QUOTE) return
    this.#reader.at = end + 1
    this.#text = null
    this.#take(isName, parts.length === 1 ? parts[0]! : parts.join('')) // the length is 1
  }

  #take(isName: boolean, text: string): void {
    if (isName) this.#takeName(text)
    else this.#put(text)
  }

  #takeName(text: string): void {
    const top = this.#open.at(-1)! // a name stands in an object
    this.#reader.skipBlanks()
    this.#reader.pass(COLON)
    top.name = text
    top.names += 1
    top.mayBeBytes &&= text === '$bytes'
    this.#next = 'value'
    if (top.names > MAX_NAMES) this.excess = 'wide'
    if (!Object.hasOwn(top.data, text)) return
    this.repeated.push(this.#path())
    this.#pathRoom -= this.#open.length
    if (this.#pathRoom < 0) this.excess = 'repeated'
  }

  /** A value is read; the objects and lists that end behind it are values, too. */
  #put(read: Value): void {
    let value = read
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      if (top.list === null) setOwn(top.data, top.name, value)
      else top.list.push(value)
      if (!this.#reader.isEnd(top.list === null ? CLOSE_OBJECT : CLOSE_LIST)) {
        this.#next = top.list === null ? 'name' : 'value'
        return
      }
      this.#open.pop()
      value = top.list ?? (top.mayBeBytes ? asBytes(top.data) : top.data)
    }
    this.#reader.skipBlanks()
    if (this.#reader.at < this.#source.length) throw notJson()
    this.#value = value
    this.#next = 'end'
  }

  #path(): ValuePath {
    return this.#open.map(({ list, name }) => (list === null ? name : list.length))
  }
}
