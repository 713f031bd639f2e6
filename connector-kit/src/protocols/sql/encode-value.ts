import { Bytes, ExactNumber, toJson, toText, type Value } from '@sluice/contract'
import type { ColumnKind } from './column.ts'
import { countFraction, countWhole, dropEndZeros, formatDecimal, isKeptByFloat, parseDecimal } from './decimal.ts'
import { formatMoment, isDay, parseMoment, shiftMoment } from './temporal.ts'

/** Why a value does not fit a column; one public phrase without the field's name. */
export class Refusal {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** What a driver is given: text the database parses by the column's type, bytes, or null. */
export type Encoded = string | Uint8Array | null
export type Encoder = (value: Value) => Encoded | Refusal

export interface EncoderOptions {
  /** Minutes east of UTC of the session's clock, for offsets written into columns without a zone. */
  readonly offsetMinutes: number
  /** Whether a literal may name its offset; else instants are written on the session's clock. */
  readonly writesOffset: boolean
  /** [false, true] as the dialect spells them. */
  readonly booleans: readonly [string, string]
  /** Text of a list in the dialect's own form; absent where there are no list columns. */
  readonly formatList?: (items: readonly (Encoded | Refusal)[], isNested: readonly boolean[]) => Encoded | Refusal
}

/**
 * A function that turns a value into what the column keeps unchanged, or says why it would not be kept.
 * Nothing is cut, rounded or guessed: `"12"` fits an integer, `""`, `"007"` and `12.5` do not.
 */
export function compileEncoder(kind: ColumnKind, options: EncoderOptions): Encoder {
  const encode = selectEncoder(kind, options)
  return value => (value === null ? null : encode(value))
}

function selectEncoder(kind: ColumnKind, options: EncoderOptions): Encoder {
  if (kind.is === 'text') return value => encodeText(value, kind)
  if (kind.is === 'integer') return compileInteger(kind)
  if (kind.is === 'decimal') return compileDecimal(kind)
  if (kind.is === 'float') return value => encodeFloat(value, kind)
  if (kind.is === 'boolean') return value => encodeBoolean(value, options.booleans)
  if (kind.is === 'date') return withinYears(encodeDate, kind.years)
  if (kind.is === 'time') return value => encodeTime(value, kind)
  if (kind.is === 'datetime') return withinYears(compileMoment(kind, options), kind.years)
  if (kind.is === 'json') return value => encodeJson(value, kind.refuses)
  if (kind.is === 'bytes') return value => encodeBytes(value, kind)
  if (kind.is === 'bits') return value => encodeBits(value, kind.width)
  if (kind.is === 'list') return compileList(kind.element, options)
  return encodeOther
}

function encodeText(value: Value, kind: ColumnKind & { is: 'text' }): Encoded | Refusal {
  if (value instanceof Bytes)
    return kind.takesBytes ? value.toBuffer() : new Refusal('binary content does not fit a text column')
  const text = typeof value === 'string' ? value : toText(value)
  if (kind.refuses === 'nul' && text.includes('\0'))
    return new Refusal('contains the character U+0000, which the database cannot hold')
  if (!text.isWellFormed()) return new Refusal('contains half of a surrogate pair, which UTF-8 cannot hold')
  if (kind.refuses === 'emoji' && /[\u{10000}-\u{10FFFF}]/u.test(text))
    return new Refusal('contains a character outside the 3-byte charset of the column (use utf8mb4)')
  if (kind.refuses === 'beyond latin1') {
    const beyond = BEYOND_LATIN1.exec(text)?.[0]
    if (beyond !== undefined)
      return new Refusal(`contains ${beyond}, which the charset of the column (latin1) cannot hold (use utf8mb4)`)
  }
  if (kind.isTrimmed && text.endsWith(' '))
    return new Refusal('ends with a blank, which a CHAR column drops (use VARCHAR)')
  if (kind.maxChars !== undefined && text.length > kind.maxChars && countChars(text) > kind.maxChars)
    return new Refusal(`is ${countChars(text)} characters long, the column takes ${kind.maxChars}`)
  if (kind.maxBytes !== undefined && text.length * 3 > kind.maxBytes && Buffer.byteLength(text) > kind.maxBytes)
    return new Refusal(`is ${Buffer.byteLength(text)} bytes long, the column takes ${kind.maxBytes}`)
  return text
}

/** MySQL's latin1 is Windows-1252, whose five unused bytes stand for themselves. */
const BEYOND_LATIN1 = /[^\0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f]/u

/** Code points, as databases count characters. */
function countChars(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The numeral of a value, or null when it is none. Text must be a numeral as it stands. */
function toNumeral(value: Value): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (value instanceof ExactNumber) return value.text
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' && parseDecimal(value) !== null ? value : null
}

/** Whole numbers of up to 18 digits fit 64 bits whatever they are. */
const FITS_64_BITS = /^-?[1-9]\d{0,17}$/

/** The forms met nearly always are told without arithmetic. */
function compileInteger({ min, max, takesZero = false }: ColumnKind & { is: 'integer' }): Encoder {
  // Rounded where they are beyond 2^53, which a safe integer never reaches.
  const [least, most] = [Number(min), Number(max)]
  const isWide = min <= -(10n ** 18n) && max >= 10n ** 18n
  return value => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return String(value)
    if (isWide && value instanceof ExactNumber && FITS_64_BITS.test(value.text)) return value.text
    const encoded = encodeInteger(value, min, max)
    return takesZero && encoded instanceof Refusal && encodeInteger(value, 0n, 0n) === '0' ? '0' : encoded
  }
}

function encodeInteger(value: Value, min: bigint, max: bigint): Encoded | Refusal {
  const numeral = toNumeral(value)
  const decimal = numeral === null ? null : parseDecimal(numeral)
  if (!decimal) return new Refusal('is not a whole number')
  if (countFraction(decimal) > 0) return new Refusal('has digits after the point, the column takes whole numbers')
  if (countWhole(decimal) > 80) return new Refusal(`is outside ${min} … ${max}`)
  const whole = BigInt(formatDecimal(decimal))
  return whole < min || whole > max ? new Refusal(`is outside ${min} … ${max}`) : String(whole)
}

const SPECIAL = /^(?:NaN|-?Infinity)$/

function compileDecimal(kind: ColumnKind & { is: 'decimal' }): Encoder {
  if (kind.isUnsigned) return refuseNegative(compileDecimal({ ...kind, isUnsigned: false }))
  if (kind.isDouble) return refuseLost(compileDecimal({ ...kind, isDouble: false }))
  const { precision = 0, scale = 0 } = kind
  if (scale < 0 || precision <= scale) return value => encodeDecimal(value, kind)
  const fraction = scale === 0 ? '' : `(?:\\.\\d{1,${scale}})?`
  const plain = new RegExp(`^-?(?:0|[1-9]\\d{0,${precision - scale - 1}})${fraction}$`)
  return value => {
    const numeral = typeof value === 'number' ? String(value) : value instanceof ExactNumber ? value.text : null
    return numeral !== null && plain.test(numeral) ? numeral : encodeDecimal(value, kind)
  }
}

const refuseNegative =
  (encode: Encoder): Encoder =>
  value => {
    const encoded = encode(value)
    const isNegative = typeof encoded === 'string' && /^-.*[1-9]/.test(encoded)
    return isNegative ? new Refusal('is below zero, the column is unsigned') : encoded
  }

const refuseLost =
  (encode: Encoder): Encoder =>
  value => {
    const numeral = encode(value)
    return typeof numeral === 'string' && isLostByDouble(numeral)
      ? new Refusal('has more digits than SQLite keeps in a number (use a TEXT column)')
      : numeral
  }

/** Neither a whole number of 64 bits nor a double keeps it. */
export const isLostByDouble = (numeral: string): boolean => !/^-?\d{1,18}$/.test(numeral) && !isKeptByFloat(numeral, 64)

function encodeDecimal(value: Value, kind: ColumnKind & { is: 'decimal' }): Encoded | Refusal {
  // Where digits are limited nothing infinite fits.
  const isSpecial = typeof value === 'string' && (kind.precision === undefined ? SPECIAL.test(value) : value === 'NaN')
  if (kind.allowsSpecial && isSpecial) return value
  const numeral = toNumeral(value)
  const decimal = numeral === null ? null : parseDecimal(numeral)
  if (numeral === null || !decimal) return new Refusal('is not a number')
  const { precision, scale = 0 } = kind
  if (precision === undefined) return /[eE+]/.test(numeral) ? formatDecimal(decimal) : numeral
  if (
    countFraction(decimal) > Math.max(0, scale) ||
    (scale < 0 && decimal.point - decimal.digits.length < -scale && decimal.digits !== '')
  )
    return new Refusal(`has more digits after the point than the column keeps (${precision},${scale})`)
  if (countWhole(decimal) > precision - scale)
    return new Refusal(`has more digits before the point than the column keeps (${precision},${scale})`)
  return /[eE+]/.test(numeral) ? formatDecimal(decimal) : numeral
}

function encodeFloat(value: Value, kind: ColumnKind & { is: 'float' }): Encoded | Refusal {
  if (kind.isUnsigned) return refuseNegative(each => encodeFloat(each, { ...kind, isUnsigned: false }))(value)
  if (kind.bits === 64 && typeof value === 'number' && Number.isFinite(value))
    return Object.is(value, -0) ? '-0' : String(value)
  if (kind.allowsSpecial && typeof value === 'string' && SPECIAL.test(value)) return value
  const numeral = toNumeral(value)
  if (numeral === null) return new Refusal('is not a number')
  return isKeptByFloat(numeral, kind.bits)
    ? numeral
    : new Refusal(`has more digits than a ${kind.bits}-bit float keeps (use a decimal column)`)
}

const YES = /^(?:true|t|1)$/i
const NO = /^(?:false|f|0)$/i

function encodeBoolean(value: Value, [no, yes]: readonly [string, string]): Encoded | Refusal {
  if (typeof value === 'boolean') return value ? yes : no
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (YES.test(text)) return yes
  return NO.test(text) ? no : new Refusal('is not true or false')
}

const PG_DATE = /^(?:-?infinity|\d{4,7}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[+-]\d{2}(?::\d{2}){0,2})?)? BC)$/

function encodeDate(value: Value): Encoded | Refusal {
  if (typeof value !== 'string') return new Refusal('is not a date (YYYY-MM-DD)')
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value)) return value
  if (PG_DATE.test(value)) return value
  const moment = parseMoment(value)
  if (!moment) return new Refusal('is not a date (YYYY-MM-DD)')
  const isMidnight = moment.time === '00:00:00' && moment.fraction === '' && moment.offsetMinutes === null
  return isMidnight ? moment.date : new Refusal('has a time of day, which a date column would drop')
}

function encodeTime(value: Value, { digits, isSpan }: ColumnKind & { is: 'time' }): Encoded | Refusal {
  const match =
    typeof value === 'string' ? /^-?\d{2,3}:\d{2}(?::\d{2}(?:\.(\d+))?)?(?:[+-]\d{2}(?::\d{2})?)?$/.exec(value) : null
  if (!match || typeof value !== 'string') return new Refusal('is not a time (HH:MM:SS)')
  if (!isSpan && !TIME_OF_DAY.test(value)) return new Refusal('is no time of a day (00:00:00 … 24:00:00)')
  const isTooFine = dropEndZeros(match[1] ?? '').length > digits
  return isTooFine ? new Refusal(`is finer than the ${digits} digits of a second the column keeps`) : value
}

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):|^24:00(?::00(?:\.0+)?)?(?:[+-]|$)/

/** Before Christ and without an end are years that only some databases have: those know no bounds. */
function withinYears(encode: Encoder, years: readonly [number, number] | undefined): Encoder {
  if (!years) return encode
  const [first, last] = years
  return value => {
    const encoded = encode(value)
    if (typeof encoded !== 'string') return encoded
    const year = /^\d{4,7}(?=-)/.exec(encoded)?.[0]
    // 0000-00-00 is no year.
    if (year === '0000' && first <= 1) return encoded
    return year !== undefined && Number(year) >= first && Number(year) <= last && !encoded.endsWith('BC')
      ? encoded
      : new Refusal(`is outside the years ${first} … ${last} that the column keeps`)
  }
}

/** An instant as the database itself writes it, on a day that every month has, goes as it is. */
function compileMoment(kind: ColumnKind & { is: 'datetime' }, options: EncoderOptions): Encoder {
  if (!kind.zoned || !options.writesOffset) return value => encodeMoment(value, kind, options)
  const fraction = kind.digits === 0 ? '' : `(?:\\.\\d{0,${kind.digits - 1}}[1-9])?`
  const day = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])'
  const own = new RegExp(`^${day} (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d${fraction}\\+00$`)
  return value => (typeof value === 'string' && own.test(value) ? value : encodeMoment(value, kind, options))
}

function encodeMoment(
  value: Value,
  kind: ColumnKind & { is: 'datetime' },
  { offsetMinutes, writesOffset }: EncoderOptions,
): Encoded | Refusal {
  if (typeof value !== 'string') return new Refusal('is not a date and time')
  if (PG_DATE.test(value)) return value
  const moment = parseMoment(value)
  if (!moment) return new Refusal('is not a date and time')
  if (moment.fraction.length > kind.digits)
    return new Refusal(`is finer than the ${kind.digits} digits of a second the column keeps`)
  if (moment.offsetMinutes === null) return formatMoment(moment)
  if (kind.zoned && writesOffset) return `${formatMoment(shiftMoment(moment, 0))}+00`
  return formatMoment(shiftMoment(moment, offsetMinutes))
}

function encodeJson(value: Value, refuses: 'nul' | 'long numbers' | undefined): Encoded | Refusal {
  const text = toJson(value)
  // What is half of a pair alone is escaped.
  if (text.includes('\\ud') && /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/.test(text))
    return new Refusal('contains half of a surrogate pair, which UTF-8 cannot hold')
  if (refuses === 'nul' && /(?:^|[^\\])(?:\\\\)*\\u0000/.test(text))
    return new Refusal('contains the character U+0000, which the database cannot hold')
  const lost = refuses === 'long numbers' ? findLostNumber(value) : undefined
  return lost === undefined ? text : new Refusal(`contains ${lost}, which the database would round`)
}

/** The first number that neither a 64-bit integer nor a double keeps. */
function findLostNumber(value: Value): string | undefined {
  if (value instanceof ExactNumber) {
    const isWhole = /^-?\d{1,18}$/.test(value.text)
    return isWhole || isKeptByFloat(value.text, 64) ? undefined : value.text
  }
  if (typeof value !== 'object' || value === null || value instanceof Bytes) return undefined
  for (const item of Object.values(value)) {
    const lost = findLostNumber(item as Value) // items of a list or of an object
    if (lost !== undefined) return lost
  }
  return undefined
}

function encodeBytes(value: Value, kind: ColumnKind & { is: 'bytes' }): Encoded | Refusal {
  if (!(value instanceof Bytes)) return new Refusal('is not binary content')
  const bytes = value.toBuffer()
  if (kind.maxBytes !== undefined && bytes.length > kind.maxBytes)
    return new Refusal(`is ${bytes.length} bytes long, the column takes ${kind.maxBytes}`)
  if (kind.width !== undefined && bytes.length !== kind.width)
    return new Refusal(`is ${bytes.length} bytes long, the column pads to ${kind.width}`)
  return bytes
}

/** Bits as the bytes that hold them, the last bit lowest. */
function encodeBits(value: Value, width: number): Encoded | Refusal {
  const text = typeof value === 'boolean' ? String(Number(value)) : value
  if (typeof text !== 'string' || !/^[01]+$/.test(text)) return new Refusal('is not a row of 0 and 1')
  if (text.length > width) return new Refusal(`has ${text.length} bits, the column takes ${width}`)
  const hex = BigInt(`0b${text}`).toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

/** As PostgreSQL writes a list; no object of JSON. */
const LIST_TEXT = /^\s*(?:(?:\[-?\d+:-?\d+\])+=)?\{(?:[^"]|"(?:[^"\\]|\\.)*"(?=\s*[,}]))*\}\s*$/s

function compileList(element: ColumnKind, options: EncoderOptions): Encoder {
  const encodeItem = compileEncoder(element, options)
  const { formatList } = options
  const encode = (value: Value): Encoded | Refusal => {
    if (typeof value === 'string' && LIST_TEXT.test(value)) return value
    if (!Array.isArray(value) || !formatList) return new Refusal('is not a list')
    // A list in a list of JSON is a value of its own, and no second dimension.
    const isNested = value.map((item: Value) => element.is !== 'json' && Array.isArray(item))
    return formatList(
      value.map((item: Value, at) => (isNested[at] ? encode(item) : encodeItem(item))),
      isNested,
    )
  }
  return encode
}

function encodeOther(value: Value): Encoded | Refusal {
  if (value instanceof Bytes) return new Refusal('binary content does not fit this column')
  const text = toText(value)
  return text.includes('\0') || !text.isWellFormed()
    ? new Refusal('contains a character the database cannot hold')
    : text
}
