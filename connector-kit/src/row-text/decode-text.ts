import { Bytes, findTextEnd, parseJson, toNumber, type Value } from '@sluice/contract'
import { openTurn } from '../in-turns.ts'

/**
 * What the text of a field means, in the words of PostgreSQL's output. `integer` fits a double, `whole` need not;
 * `numeral` may also be NaN or an infinity, which stay text. A list has the type of its elements before the brackets.
 */
export type TextType = 'text' | 'integer' | 'whole' | 'numeral' | 'boolean' | 'bytes' | 'json' | `${string}[]`

export type TextDecoder = (text: string) => Value

/** Turns the text of a field, without its escapes, into the value it means. */
export function makeTextDecoder(type: TextType): TextDecoder {
  if (type.endsWith('[]')) return makeListDecoder(makeTextDecoder(type.slice(0, -2) as TextType)) // the element's type
  return decoders[type] ?? decoders.text
}

/** Types whose value as plain text is the field's own text. */
export const isPlainText = (type: TextType): boolean => plainTypes.has(type)
const plainTypes: ReadonlySet<TextType> = new Set(['text', 'integer', 'whole', 'numeral'])

const decoders: Readonly<Record<string, TextDecoder>> & { readonly text: TextDecoder } = {
  text: text => text,
  integer: Number,
  whole: toNumber,
  numeral: decodeNumber,
  boolean: text => text === 't',
  bytes: text => Bytes.from(Buffer.from(text.slice(2), 'hex')),
  json: parseJson,
}

/** NaN and ±Infinity stay text: JSON has no numeral for them. */
function decodeNumber(text: string): Value {
  const last = text.charCodeAt(text.length - 1)
  return last >= 48 && last <= 57 ? toNumber(text) : text
}

/** `{1,NULL,"a b"}` as a list; a form with other bounds than 1 stays text. */
function makeListDecoder(decode: TextDecoder): TextDecoder {
  return text => {
    if (!text.startsWith('{')) return text
    const reading = new ListReading(text, decode)
    reading.read(() => false)
    return reading.value
  }
}

/** The same for a long text, without keeping the thread. */
export async function readListInTurns(type: TextType, text: string): Promise<Value> {
  if (!text.startsWith('{')) return text
  let element = type
  while (element.endsWith('[]')) element = element.slice(0, -2) as TextType // the element's type
  const reading = new ListReading(text, makeTextDecoder(element))
  const turn = openTurn()
  while (!reading.read(turn.isOver)) await turn.give()
  return reading.value
}

/** So much is read before the caller is asked whether its turn is over. */
const STEPS = 200

/** Reads the text of a list, an element at a time. */
class ListReading {
  readonly #text: string
  readonly #decode: TextDecoder
  readonly #open: Value[][] = []
  #at = 0
  value: Value = null

  constructor(text: string, decode: TextDecoder) {
    this.#text = text
    this.#decode = decode
  }

  /** Reads on until the turn is over. @returns whether it is read to its end */
  read(isOver: () => boolean): boolean {
    for (;;) {
      for (let step = 0; step < STEPS; step += 1) if (this.#step()) return true
      if (isOver()) return false
    }
  }

  #step(): boolean {
    const first = this.#text[this.#at]
    const top = this.#open.at(-1)
    if (first === '{') {
      this.#open.push([])
      this.#at += 1
    } else if (first === ',') this.#at += 1
    else if (first === '"') top?.push(this.#decode(this.#readQuoted()))
    else if (first !== '}' && first !== undefined) top?.push(this.#readBare())
    else return this.#close()
    return false
  }

  #close(): boolean {
    this.#at += 1
    this.value = this.#open.pop() ?? []
    const around = this.#open.at(-1)
    around?.push(this.value)
    return around === undefined
  }

  #readQuoted(): string {
    const end = findTextEnd(this.#text, this.#at)
    const item = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    return item.includes('\\') ? item.replace(/\\(.)/gs, '$1') : item
  }

  #readBare(): Value {
    const start = this.#at
    for (let sign = this.#text[start]; sign !== undefined && sign !== ',' && sign !== '}'; ) {
      this.#at += 1
      sign = this.#text[this.#at]
    }
    const item = this.#text.slice(start, this.#at)
    return item === 'NULL' ? null : this.#decode(item)
  }
}
