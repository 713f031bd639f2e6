import {
  type ColumnKind,
  compileEncoder,
  type Encoded,
  type Encoder,
  type EncoderOptions,
  integerKind,
  isLostByDouble,
  parseMoment,
  Refusal,
  readJsonText,
  readLargeJson,
  UnclearJson,
} from '@sluice/connector-kit/sql'
import { Bytes, type FieldSpec, toNumber, type Value } from '@sluice/contract'
import type { Cell } from './messages.ts'

/** What a column is meant to hold by its declared type (SQLite's own rules, then dates by name). */
export function toKind(declared: string): ColumnKind {
  const type = declared.toUpperCase()
  if (/JSON/.test(type)) return { is: 'json' }
  if (/INT/.test(type)) return integerKind(64)
  if (/CHAR|CLOB|TEXT/.test(type)) return { is: 'text' }
  if (/BLOB/.test(type)) return { is: 'bytes' }
  if (/REAL|FLOA|DOUB/.test(type)) return { is: 'float', bits: 64 }
  if (/DATETIME|TIMESTAMP/.test(type)) return { is: 'datetime', zoned: false, digits: 9 }
  if (/DATE/.test(type)) return { is: 'date' }
  // Kept as text, whatever hours it counts.
  if (/TIME/.test(type)) return { is: 'time', digits: 9, isSpan: true }
  if (/BOOL/.test(type)) return integerKind(64)
  return type === '' ? { is: 'other' } : { is: 'decimal', isDouble: true }
}

/** A stored value as it is, whatever its column was declared to be. */
export function decode(cell: Cell, kind: ColumnKind): Value {
  if (cell === null) return null
  if (typeof cell === 'string') return kind.is === 'json' ? readJson(cell) : cell
  if (typeof cell === 'bigint') return toNumber(String(cell))
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? toNumber(Object.is(cell, -0) ? '-0' : String(cell)) : String(cell)
  return Bytes.from(cell)
}

/** Nothing checks a JSON column: text that is no JSON stays text. */
function readJson(text: string): Value {
  try {
    return readJsonText(text)
  } catch (error) {
    if (error instanceof UnclearJson) throw error
    return text
  }
}

/** The same for a large text, in turns. @throws UnclearJson */
export async function decodeLarge(text: string): Promise<Value> {
  const value = await readLargeJson(text)
  if (value instanceof UnclearJson) throw value
  return value instanceof Error ? text : value
}

/** Like other databases' columns, though SQLite itself would take anything: a value arrives equal or is refused. */
export function makeEncoder(kind: ColumnKind, options: EncoderOptions): Encoder {
  if (kind.is === 'other') return encodeAny
  const encode = compileEncoder(kind, options)
  // Dates are text here, so they stay as they came.
  if (kind.is === 'datetime')
    return value =>
      typeof value === 'string' && parseMoment(value) === null
        ? new Refusal('is not a date and time')
        : keepText(value, encode)
  return encode
}

function keepText(value: Value, encode: Encoder): Encoded | Refusal {
  const encoded = encode(value)
  return typeof value === 'string' && typeof encoded === 'string' ? value : encoded
}

/** A column without a type keeps each value's own class; the first letter carries it to `toCell`. */
function encodeAny(value: Value): Encoded | Refusal {
  if (value === null) return null
  if (value instanceof Bytes) return value.toBuffer()
  if (typeof value === 'string')
    return value.isWellFormed()
      ? `t${value}`
      : new Refusal('contains half of a surrogate pair, which UTF-8 cannot hold')
  if (typeof value === 'boolean') return value ? 'n1' : 'n0'
  const numeral = String(value)
  if (!/^-?[\d.]/.test(numeral)) return new Refusal('is a list or an object')
  return isLostByDouble(numeral) ? new Refusal('has more digits than SQLite keeps in a number') : `n${numeral}`
}

/** What is bound for an encoded value; numbers are bound as numbers, because SQLite's own reading of text may round. */
export function toCell(value: Encoded, kind: ColumnKind): Cell {
  if (typeof value !== 'string') return value
  if (kind.is === 'other') return value.startsWith('t') ? value.slice(1) : toNumberCell(value.slice(1))
  return kind.is === 'integer' || kind.is === 'decimal' || kind.is === 'float' ? toNumberCell(value) : value
}

/** Beyond 64 bits a whole number is a double here, and only one that a double keeps comes so far. */
function toNumberCell(numeral: string): Cell {
  if (!/^-?\d+$/.test(numeral) || numeral === '-0') return Number(numeral)
  const whole = BigInt(numeral)
  return BigInt.asIntN(64, whole) === whole ? whole : Number(numeral)
}

/** Counts of what a column holds, from a scan. */
export interface Sample {
  readonly count: number
  readonly integers: number
  readonly reals: number
  readonly blobs: number
  readonly days: number
  readonly moments: number
}

/** The type to suggest for a column: the declared one, unless its values say otherwise. Suggests only; values stay. */
export function suggestType(kind: ColumnKind, declared: FieldSpec['type'], sample: Sample): FieldSpec['type'] {
  const { count, integers, reals, blobs, days, moments } = sample
  if (count === 0) return declared
  const numbers = integers + reals
  if (kind.is === 'date' || kind.is === 'datetime') {
    if (days === count) return 'date'
    if (moments + days === count) return 'datetime'
    return numbers === count ? (reals > 0 ? 'float' : 'int') : 'string'
  }
  if (kind.is === 'integer' || kind.is === 'decimal' || kind.is === 'float') {
    if (numbers < count) return 'string'
    return kind.is === 'integer' && reals > 0 ? 'float' : declared
  }
  if (kind.is === 'other')
    return blobs === count ? 'bytes' : integers === count ? 'int' : numbers === count ? 'float' : 'string'
  return kind.is === 'bytes' && blobs < count ? 'string' : declared
}
