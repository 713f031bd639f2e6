import { Bytes, ExactNumber, type Value } from './value.ts'

/** The way to a value: names of objects and places in lists. */
export type ValuePath = readonly (string | number)[]

/**
 * The dotted path of a name that stands twice in one object of a JSON text: all but its last value would be lost without
 * a word, so doors that take texts of others refuse it. null when there is none.
 * @param value what `parseJson` made of the text
 */
export const findRepeatedName = (text: string, value: Value): string | null =>
  listRepeatedNames(text, value)[0]?.join('.') ?? null

/** The paths of all of them. Names are only counted unless some are missing. */
export function listRepeatedNames(text: string, value: Value): ValuePath[] {
  let missing = -countFields(value)
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = findTextEnd(text, at)
    if (isName(text, end)) missing += 1
    at = text.indexOf('"', end + 1)
  }
  return missing === 0 ? [] : collectRepeated(text)
}

/** Names of all objects in a value; without recursion, because values may be deep. */
function countFields(value: Value): number {
  let count = 0
  const open: Value[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || next instanceof ExactNumber) continue
    if (next instanceof Bytes) count += 1
    else if (Array.isArray(next)) for (const item of next) open.push(item)
    else
      for (const item of Object.values(next)) {
        count += 1
        open.push(item)
      }
  }
  return count
}

/** The closing quote of a text in JSON; the length where none closes it. @param at of the opening quote */
export function findTextEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let start = end
    while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1
    if ((end - start) % 2 === 0) return end
  }
  return text.length
}

/** Only a name is followed by a colon. @param end of the text */
function isName(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= BLANK) at += 1
  return text.charCodeAt(at) === COLON
}

interface Open {
  /** null: a list. */
  readonly names: Set<string> | null
  at: string | number
}

function collectRepeated(text: string): ValuePath[] {
  const open: Open[] = []
  const found: ValuePath[] = []
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place]
    const top = open.at(-1)
    if (sign === '{') open.push({ names: new Set(), at: '' })
    else if (sign === '[') open.push({ names: null, at: 0 })
    else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ',' && typeof top?.at === 'number') top.at += 1
    else if (sign === '"') {
      const end = findTextEnd(text, place)
      if (top?.names && isName(text, end)) {
        top.at = JSON.parse(text.slice(place, end + 1)) as string // a quoted text
        if (top.names.has(top.at)) found.push(open.map(each => each.at))
        top.names.add(top.at)
      }
      place = end
    }
  }
  return found
}

const BLANK = 32
const COLON = 58
const BACKSLASH = 92
