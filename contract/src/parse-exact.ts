import { Bytes, type Data, ExactNumber, type Value } from './value.ts'

/**
 * JSON text to values with every numeral kept, for texts that hold one a double cannot repeat. `JSON.parse` with a
 * reviver that is given the sources took four times as long. What is not quite JSON throws `SyntaxError` without a
 * reason: the caller lets `JSON.parse` say it.
 */
export function parseExact(text: string): Value {
  const reader = new Reader(text)
  const value = reader.readValue()
  reader.skipBlanks()
  if (reader.at < text.length) throw notJson()
  return value
}

/** Where a text stops being JSON, counted from 0; its length where it ends too early, null where it is JSON. */
export function findJsonProblem(text: string): number | null {
  const reader = new Reader(text)
  try {
    reader.readValue()
    reader.skipBlanks()
  } catch {
    return reader.at
  }
  return reader.at < text.length ? reader.at : null
}

export const notJson = (): SyntaxError => new SyntaxError('not JSON')

const [TAB, LINE_BREAK, RETURN, BLANK] = [9, 10, 13, 32] as const
const [QUOTE, COMMA, MINUS, POINT, ZERO, NINE, COLON] = [34, 44, 45, 46, 48, 57, 58] as const
const [LIST_END, OBJECT_END, BACKSLASH, PLUS, LARGE_E, SMALL_E] = [93, 125, 92, 43, 69, 101] as const

/** A backslash, or what a text may hold only behind one. */
const NEEDS_DECODING = /[\\\u0000-\u001f]/
/** As much of a text as is right. */
const RIGHT_TEXT = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/
const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** Whole numbers of so many characters are doubles. */
const SAFE_LENGTH = 15

/** Reads from a place on; who reads in parts calls it for what is neither an object nor a list. */
export class Reader {
  readonly #text: string
  /** Where it reads; after an error, what is wrong. */
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.at)
      if (code !== BLANK && code !== LINE_BREAK && code !== RETURN && code !== TAB) return
      this.at += 1
    }
  }

  readValue(): Value {
    this.skipBlanks()
    switch (this.#text[this.at]) {
      case '{':
        return this.#readObject()
      case '[':
        return this.#readList()
      default:
        return this.readScalar()
    }
  }

  /** A text, a word or a number. */
  readScalar(): Value {
    switch (this.#text[this.at]) {
      case '"':
        return this.readText()
      case 't':
        return this.#readWord('true', true)
      case 'f':
        return this.#readWord('false', false)
      case 'n':
        return this.#readWord('null', null)
      default:
        return this.#readNumber()
    }
  }

  #readObject(): Value {
    const data: Record<string, Value> = {}
    let mayBeBytes = true
    this.at += 1
    this.skipBlanks()
    if (this.#text.charCodeAt(this.at) === OBJECT_END) {
      this.at += 1
      return data
    }
    for (;;) {
      this.skipBlanks()
      const name = this.readText()
      this.skipBlanks()
      this.pass(COLON)
      setOwn(data, name, this.readValue())
      mayBeBytes &&= name === '$bytes'
      if (this.isEnd(OBJECT_END)) return mayBeBytes ? asBytes(data) : data
    }
  }

  #readList(): Value {
    const list: Value[] = []
    this.at += 1
    this.skipBlanks()
    if (this.#text.charCodeAt(this.at) === LIST_END) {
      this.at += 1
      return list
    }
    for (;;) {
      list.push(this.readValue())
      if (this.isEnd(LIST_END)) return list
    }
  }

  /** After an element: whether it was the last. */
  isEnd(end: number): boolean {
    this.skipBlanks()
    const code = this.#text.charCodeAt(this.at)
    if (code !== end && code !== COMMA) throw notJson()
    this.at += 1
    return code === end
  }

  pass(code: number): void {
    if (this.#text.charCodeAt(this.at) !== code) throw notJson()
    this.at += 1
  }

  readText(): string {
    this.pass(QUOTE)
    const start = this.at
    const end = this.#text.indexOf('"', start)
    if (end < 0) throw this.#refuseText(start)
    const bare = this.#text.slice(start, end)
    if (!NEEDS_DECODING.test(bare)) {
      this.at = end + 1
      return bare
    }
    return this.#decodeText(start)
  }

  /** The rules of escapes are JSON.parse's. */
  #decodeText(start: number): string {
    let end = start
    for (let code = this.#text.charCodeAt(end); code !== QUOTE; code = this.#text.charCodeAt(end)) {
      if (Number.isNaN(code)) throw this.#refuseText(start)
      end += code === BACKSLASH ? 2 : 1
    }
    this.at = end + 1
    try {
      return JSON.parse(this.#text.slice(start - 1, end + 1)) as string // a quoted text
    } catch {
      throw this.#refuseText(start)
    }
  }

  #refuseText(start: number): SyntaxError {
    const right = new RegExp(RIGHT_TEXT, 'y')
    right.lastIndex = start
    right.test(this.#text)
    this.at = right.lastIndex
    return notJson()
  }

  #readWord<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.at)) throw notJson()
    this.at += word.length
    return value
  }

  #readNumber(): number | ExactNumber {
    const start = this.at
    let isWhole = true
    for (; ; this.at += 1) {
      const code = this.#text.charCodeAt(this.at)
      if (code >= ZERO && code <= NINE) continue
      if (code !== MINUS && code !== POINT && code !== PLUS && code !== LARGE_E && code !== SMALL_E) break
      isWhole &&= code === MINUS && this.at === start
    }
    const numeral = this.#text.slice(start, this.at)
    if (!NUMERAL.test(numeral)) {
      this.at = start
      throw notJson()
    }
    const number = Number(numeral)
    if (isWhole && numeral.length <= SAFE_LENGTH && numeral !== '-0') return number
    return String(number) === numeral && !Object.is(number, -0) ? number : new ExactNumber(numeral)
  }
}

/** Assigning to `__proto__` would set the prototype. */
export function setOwn(data: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__')
    Object.defineProperty(data, name, { value, enumerable: true, writable: true, configurable: true })
  else data[name] = value
}

/** `{"$bytes": "…"}` is binary content. What is not base64 as we write it would come back as other bytes. */
export function asBytes(data: Data): Value {
  const { $bytes } = data
  return typeof $bytes === 'string' && isBase64($bytes) ? new Bytes($bytes) : data
}

const NO_BASE64 = /[^A-Za-z0-9+/]/
/** Four digits, or fewer whose unused bits are zero. */
const LAST_BASE64 = /^(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/

const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && LAST_BASE64.test(text.slice(-4)) && !NO_BASE64.test(text.slice(0, -4))
