/**
 * The values a record may hold between a source and a target. A value arrives equal or is refused.
 *
 * - `number` only where its shortest text equals the source's text; every other numeral is an `ExactNumber`
 *   (so 12.50, 1e400 and 9007199254740993 keep their digits).
 * - dates and times are text as the source gave them; the field's declared type says what they are.
 * - null, missing (no key) and "" are three different things.
 */
export type Value = null | boolean | number | string | ExactNumber | Bytes | readonly Value[] | Data
export interface Data {
  readonly [field: string]: Value
}

// A JSON numeral (RFC 8259 §6), the only texts an ExactNumber may hold.
const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** JSON.rawJSON exists in Node 24 and in current browsers but not yet in TypeScript's library. */
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/** A numeral kept digit by digit. Serialises to JSON as the bare numeral. */
export class ExactNumber {
  readonly text: string

  /** @throws RangeError when the text is not a JSON numeral */
  constructor(text: string) {
    if (!NUMERAL.test(text)) throw new RangeError(`not a numeral: ${text.slice(0, 40)}`)
    this.text = text
  }

  toString(): string {
    return this.text
  }

  toJSON(): unknown {
    return rawJson(this.text)
  }
}

/** Binary content. Serialises to JSON as `{"$bytes": base64}`, the one tagged form. */
export class Bytes {
  readonly base64: string

  constructor(base64: string) {
    this.base64 = base64
  }

  static from(bytes: Uint8Array): Bytes {
    return new Bytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'))
  }

  toBuffer(): Buffer {
    return Buffer.from(this.base64, 'base64')
  }

  toJSON(): unknown {
    return { $bytes: this.base64 }
  }
}

/**
 * `number` when nothing is lost by it, else `ExactNumber`. The rule at every door.
 * @throws RangeError when the text is not a JSON numeral, as NaN and Infinity are not
 */
export function toNumber(text: string): number | ExactNumber {
  const number = Number(text)
  const isSame = String(number) === text && Number.isFinite(number) && !Object.is(number, -0)
  return isSame ? number : new ExactNumber(text)
}

export const isData = (value: Value | undefined): value is Data =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof ExactNumber) &&
  !(value instanceof Bytes)

/** Values to JSON text; `parseJson` gives the same values back. */
export const toJson = (value: Value): string => JSON.stringify(value)

const texts = new WeakMap<Data, string>()

/** As `toJson`, and remembered for as long as the record lives: what one has hashed another stores. */
export function rememberJson(data: Data, text = toJson(data)): string {
  texts.set(data, text)
  return text
}

/** As `toJson`, without making the text anew where it is remembered. */
export const recallJson = (data: Data): string => texts.get(data) ?? toJson(data)

/** A value as plain text for keys, templates and messages: "" for null and missing, JSON for lists and objects. */
export function toText(value: Value | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'object' && !(value instanceof ExactNumber)) return toJson(value)
  return String(value)
}
