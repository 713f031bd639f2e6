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
}

/**
 * null for an empty cell; numbers keep the digits of the file; errors (`#N/A`) are their text. Undefined when the cell
 * points to a shared text that is not there.
 */
export function readCell(cell: RawCell, rules: CellRules): Value | undefined {
  if (!cell.hasValue) return null
  const { type, text } = cell
  if (type === 's') return /^\s*\d+\s*$/.test(text) ? rules.strings[Number(text)] : undefined
  if (type === 'str' || type === 'inlineStr') return decodeEscapes(text)
  if (type === 'b') return BOOLEANS.get(text.trim()) ?? text
  if (type === 'e' || type === 'd') return text
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
    return toNumber(text)
  } catch (error) {
    if (error instanceof RangeError) return text
    throw error
  }
}

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
