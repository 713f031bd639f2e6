import { findTextEnd } from '@sluice/contract'
import { refuse } from './refuse.ts'

/** Levels of brackets; deeper than any document of ours. */
const MAX_DEPTH = 64
/**
 * Values of one body or one text. Reading, checking and judging so many takes well under 100 ms; ten megabytes of the
 * smallest values were five million of them and held the process for half a minute.
 */
export const MAX_VALUES = 200_000

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 58, 91, 93, 123, 125] as const

/**
 * Whether JSON text is too deep or of too many values, in one pass before anything is built of it. What stands inside of
 * texts is passed over; whether it is JSON is for the parser to say.
 */
/** What is read as JSON where it is: the engine says what is wrong with it. @throws Failure `tooLarge.text` */
export function requireMeasured(text: string, field: string): void {
  if (measureJson(text) === 'many') throw refuse('tooLarge.text', { field, value: String(MAX_VALUES) })
}

export function measureJson(text: string): 'deep' | 'many' | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = findTextEnd(text, at)
    else if (code === COMMA || code === COLON) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      values += 1
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
    if (depth > MAX_DEPTH) return 'deep'
    if (values > MAX_VALUES) return 'many'
  }
  return null
}
