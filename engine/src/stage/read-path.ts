import { Bytes, type Data, ExactNumber, type Value } from '@sluice/contract'

/** Reads one path; undefined means missing, which is not null. */
export type PathReader = (from: Value | undefined) => Value | undefined

/**
 * Value at a dotted path; undefined when it is missing. Only own properties are seen, so `constructor` and `__proto__`
 * of a record never resolve. A field whose whole name equals the path (or the rest of it) wins over splitting at dots;
 * `["Order Details"].qty` and `items[0]` name a field or an element exactly.
 */
export function readPath(data: Data, path: string): Value | undefined {
  let reader = readers.get(path)
  if (!reader) {
    if (readers.size >= MAX_CACHED) readers.clear()
    reader = compilePath(path)
    readers.set(path, reader)
  }
  return reader(data)
}

// Paths come from saved configurations, so few differ; the cap only bounds a caller that makes them up.
const MAX_CACHED = 10_000
const readers = new Map<string, PathReader>()

/** A reader that splits the path once. A text that is no bracket path is taken as plain names. */
export function compilePath(path: string): PathReader {
  const steps = splitPath(path)
  const first = steps[0]
  if (steps.length === 1 && first) return from => readOwn(from, first.name)
  return from => readSteps(from, steps, 0)
}

interface Step {
  readonly name: string
  /** The path from here to its end as written, for fields with dots in their name; absent after brackets. */
  readonly rest?: string
}

const BRACKET = /\[(?:(\d+)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\]/y

/** The names of a path in their order. */
export function splitPath(path: string): readonly Step[] {
  const steps: Step[] = []
  let at = 0
  while (at < path.length) {
    BRACKET.lastIndex = at
    const bracket = BRACKET.exec(path)
    if (bracket) {
      steps.push({ name: bracket[1] ?? unescapeName(bracket[2] ?? bracket[3] ?? '') })
      at = BRACKET.lastIndex
      if (path[at] === '.') at++
      continue
    }
    const end = endOfName(path, at)
    steps.push({ name: path.slice(at, end), rest: path.slice(at) })
    at = path[end] === '.' ? end + 1 : end
    if (path[end] === '.' && at === path.length) steps.push({ name: '', rest: '' })
  }
  return steps.length === 0 ? [{ name: '' }] : steps
}

const unescapeName = (text: string): string => text.replace(/\\(.)/g, '$1')

/** A name ends at a dot or at a bracket that reads as one; `a[b` stays a name. */
function endOfName(path: string, start: number): number {
  for (let at = start; at < path.length; at++) {
    if (path[at] === '.') return at
    BRACKET.lastIndex = at
    if (path[at] === '[' && at > start && BRACKET.test(path)) return at
  }
  return path.length
}

function readSteps(from: Value | undefined, steps: readonly Step[], at: number): Value | undefined {
  const step = steps[at]
  if (!step) return from
  if (step.rest !== undefined && step.rest !== step.name) {
    const whole = readOwn(from, step.rest)
    if (whole !== undefined) return whole
  }
  const next = readOwn(from, step.name)
  return next === undefined ? undefined : readSteps(next, steps, at + 1)
}

function readOwn(from: Value | undefined, name: string): Value | undefined {
  if (typeof from !== 'object' || from === null) return undefined
  if (Array.isArray(from)) return readElement(from, name)
  if (from instanceof ExactNumber || from instanceof Bytes) return undefined
  // Neither list, numeral nor bytes: the only object left of Value is Data.
  return Object.hasOwn(from, name) ? (from as Data)[name] : undefined
}

function readElement(list: readonly Value[], name: string): Value | undefined {
  const index = Number(name)
  return String(index) === name && Object.hasOwn(list, index) ? list[index] : undefined
}
