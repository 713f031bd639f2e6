import { findTextEnd } from '@sluice/contract'
import { refuse } from './refuse.ts'

/** Levels of brackets; deeper than any document of ours. */
const MAX_DEPTH = 64
/**
 * Values of one body. Reading, checking and judging so many takes well under 100 ms; ten megabytes of the smallest
 * values were five million of them and held the process for half a minute.
 */
const MAX_VALUES = 200_000

/**
 * The JSON body of a request. How much it is made of is counted in one pass over the text before anything is built of
 * it, so that no body costs more than its route's bytes allow.
 * @throws Failure `invalid.json`, `tooLarge.values`
 */
export function readBody(text: string): unknown {
  measure(text)
  try {
    return refusePrototype(JSON.parse(text))
  } catch (cause) {
    throw refuse('invalid.json', { cause })
  }
}

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 58, 91, 93, 123, 125] as const

/** What stands inside of texts is passed over; whether it is JSON is for `JSON.parse` to say. */
function measure(text: string): void {
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
    if (depth > MAX_DEPTH) throw refuse('invalid.json')
    if (values > MAX_VALUES) throw refuse('tooLarge.values', { value: String(MAX_VALUES) })
  }
}

/** Depth and number of values are bounded by now. @throws SyntaxError */
function refusePrototype(value: unknown): unknown {
  const open: unknown[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) throw new SyntaxError('reading a body: __proto__ is no field')
    for (const inner of Object.values(next)) if (typeof inner === 'object') open.push(inner)
  }
  return value
}
