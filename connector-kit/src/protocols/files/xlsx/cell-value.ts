import { ExactNumber, toNumber, type Value } from '@sluice/contract'
import { formatSerial, type NumberFormat } from './cell-date.ts'

/** A cell as it stands in the XML. */
export interface RawCell {
  /** Attribute `t`: `s`, `str`, `inlineStr`, `b`, `e`, `d`, `n`. */
  readonly type: string
  readonly style: number
  readonly text: string
  /** Whether there is a value at all. */
  readonly hasValue: boolean
}

export interface CellRules {
  readonly strings: readonly string[]
  readonly formats: readonly (NumberFormat | undefined)[]
  readonly is1904: boolean
  /** By the style number of a cell: so many digits the sheet shows, with zeros in front; undefined for other formats. */
  readonly widths: readonly (number | undefined)[]
}

/**
 * null for an empty cell; numbers are the ones that are meant; errors (`#N/A`) are their text. Undefined when the cell
 * points to a shared text that is not there.
 */
export function readCell(cell: RawCell, rules: CellRules): Value | undefined {
  if (!cell.hasValue) return null
  const { type, text } = cell
  if (type === 's') return /^\s*\d+\s*$/.test(text) ? rules.strings[Number(text)] : undefined
  if (type === 'str' || type === 'inlineStr') return decodeEscapes(text)
  if (type === 'b') return BOOLEANS.get(text.trim()) ?? text
  if (type === 'e' || type === 'd') return text
  const width = rules.widths[cell.style]
  if (width !== undefined && /^\d{1,15}$/.test(text.trim())) return text.trim().padStart(width, '0')
  return readNumber(text.trim(), rules.formats[cell.style], rules.is1904)
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

function readNumber(text: string, format: NumberFormat | undefined, is1904: boolean): Value {
  if (text === '') return null
  const date = format === undefined ? null : formatSerial(Number(text), format, is1904)
  if (date !== null) return date
  const number = Number(text)
  // 4.687E+11 is how some programs write a whole number.
  if (/e/i.test(text) && Number.isSafeInteger(number) && countDigits(text) <= 15) return number
  try {
    return toNumber(findShort(text, number) ?? text)
  } catch (error) {
    if (error instanceof RangeError) return text
    throw error
  }
}

/**
 * A fraction as it was entered, where a program has written all digits of its double: 1.1000000000000001 is 1.1, the very
 * same double in fewer digits. null where the digits are other ones, or none are spared.
 */
function findShort(text: string, number: number): string | null {
  const digits = countDigits(text)
  if (digits <= MAX_DIGITS || digits > 21 || !/^-?\d+\.\d+(?:[eE][+-]?\d+)?$/.test(text)) return null
  const short = String(number)
  if (!Number.isFinite(number) || countDigits(short) >= digits) return null
  return toDigits(number.toPrecision(digits)) === toDigits(text) ? short : null
}

const toDigits = (numeral: string): string =>
  numeral
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')

/** Excel keeps 15 significant digits: a longer number has lost its end already. */
export const MAX_DIGITS = 15

/** Significant digits of a numeral. */
export const countDigits = (numeral: string): number =>
  numeral.replace(/e.*$/i, '').replace(/[^\d]/g, '').replace(/^0+/, '').length

/** Why a value cannot be a key: its digits are not the ones that were typed. */
export function findLostDigits(value: Value): string | null {
  const numeral = typeof value === 'number' ? String(value) : value instanceof ExactNumber ? value.text : ''
  // 1.2E+17 shows two digits, yet the other sixteen may have been typed.
  if (countDigits(numeral) <= MAX_DIGITS && !(Math.abs(Number(numeral)) >= 10 ** MAX_DIGITS)) return null
  return `Excel keeps 15 digits of a number, so the key ${numeral} is not the one that was entered; format the column as text and enter it again.`
}

/** `_x000D_` stands for a character that XML cannot hold. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
