import { MAX_VALUES, measureJson } from './measure-json.ts'
import { refuse } from './refuse.ts'

/**
 * The JSON body of a request. How much it is made of is counted in one pass over the text before anything is built of
 * it, so that no body costs more than its route's bytes allow.
 * @throws Failure `invalid.json`, `tooLarge.values`
 */
export function readBody(text: string): unknown {
  const excess = measureJson(text)
  if (excess === 'deep') throw refuse('invalid.json')
  if (excess === 'many') throw refuse('tooLarge.values', { value: String(MAX_VALUES) })
  try {
    return refusePrototype(JSON.parse(text))
  } catch (cause) {
    throw refuse('invalid.json', { cause })
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
