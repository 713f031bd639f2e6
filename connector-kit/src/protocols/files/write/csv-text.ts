import { Bytes, type Data, ExactNumber, toJson, type Value } from '@sluice/contract'
import type { TargetOptions } from '../file-params.ts'

/** Starts a formula in a spreadsheet; the full-width forms do so in Chinese and Japanese ones. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const NUMERAL = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const NEEDS_QUOTES = /[",;\t\r\n]/
/**
 * Where a spreadsheet that separates by `;` or tab, as many countries set it, begins a cell in the middle of ours: there
 * it knows no quotes of ours either.
 */
const CELL_INSIDE = /(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])(?![+-]?\d+(?:[.,]\d+)?(?:[;\t\r\n]|$))/g
const GUARD_INSIDE = /(?<=[;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g

/** One line of a CSV with its line break. */
export const formatCsvRow = (record: Data, columns: readonly string[], options: TargetOptions): string =>
  `${columns.map(name => formatCell(record[name], options)).join(',')}\r\n`

export const formatCsvHeader = (columns: readonly string[], options: TargetOptions): string =>
  `${columns.map(name => quote(guard(name, options))).join(',')}\r\n`

function formatCell(value: Value | undefined, options: TargetOptions): string {
  const nullText = options.null_text ?? ''
  if (value === null || value === undefined) return nullText
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (value instanceof ExactNumber) return value.text
  if (value instanceof Bytes) return value.base64 === '' ? '""' : value.base64
  const text = guard(typeof value === 'string' ? value : toJson(value), options)
  // In quotes it is a text and not the null it looks like.
  return text === '' || text === nullText ? `"${text.replaceAll('"', '""')}"` : quote(text)
}

const quote = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A real number is never a formula, a negative one neither. A text that looks guarded gets one more, so that it comes back. */
const guard = (text: string, options: TargetOptions): string =>
  options.guard_formulas === true && !NUMERAL.test(text) ? guardInside(FORMULA.test(text) ? `'${text}` : text) : text

const guardInside = (text: string): string => text.replaceAll(CELL_INSIDE, "'")

/** The text that `guard` was given. */
export const takeGuard = (text: string): string =>
  (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text).replaceAll(GUARD_INSIDE, '')
