import { parseExact } from './parse-exact.ts'
import type { Value } from './value.ts'

/**
 * Texts that a double may not repeat: 16 digits or more, trailing zeros after the point, exponents, -0, and small
 * fractions that JavaScript prints with an exponent. Everything else is safe for JSON.parse.
 */
const NEEDS_CARE = /[\d.]{16}|\d\.\d*0(?!\d)|\d[eE]|-0(?![.\d])|0\.0{5}|"\$bytes"/

/**
 * JSON text to values with every numeral kept. About as fast as JSON.parse for ordinary pages: the slow path
 * (`parseExact`) runs only when the text holds a numeral a double cannot repeat, or bytes.
 * Of a name that stands twice in an object the last value is kept; doors for the texts of others ask `findRepeatedName`.
 * @throws SyntaxError as JSON.parse does
 */
export function parseJson(text: string): Value {
  if (!NEEDS_CARE.test(text)) return JSON.parse(text) as Value
  try {
    return parseExact(text)
  } catch (error) {
    // JSON.parse says better what is wrong.
    if (error instanceof SyntaxError) JSON.parse(text)
    throw error
  }
}
