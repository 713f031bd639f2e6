import { Bytes, ExactNumber, type Value } from './value.ts'

/**
 * A name that stands twice in one object of a JSON text: all but its last value would be lost without a word, so doors
 * that take texts of others refuse it. null when there is none. Names are only counted unless some are missing.
 * @param value what `parseJson` made of the text
 */
export function findRepeatedName(text: string, value: Value): string | null {
  let missing = -countFields(value)
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = findTextEnd(text, at)
    if (isName(text, end)) missing += 1
    at = text.indexOf('"', end + 1)
  }
  return missing === 0 ? null : nameRepeated(text)
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

function nameRepeated(text: string): string | null {
  const objects: Set<string>[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '{') objects.push(new Set())
    else if (sign === '}') objects.pop()
    else if (sign === '"') {
      const end = findTextEnd(text, at)
      const names = objects.at(-1)
      if (names && isName(text, end)) {
        const name = JSON.parse(text.slice(at, end + 1)) as string // a quoted text
        if (names.has(name)) return name
        names.add(name)
      }
      at = end
    }
  }
  return null
}

const BLANK = 32
const COLON = 58
const BACKSLASH = 92
