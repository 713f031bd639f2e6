/** Where something is in a text, in characters. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

export interface ReadSource {
  readonly value: unknown
  /** Each value's place by its way from the top: `fields.0.value.kind`. */
  readonly places: ReadonlyMap<string, TextRange>
}

/** JSON that is not: what was expected, and where. */
export class SourceError extends Error {
  readonly range: TextRange
  readonly expected: 'value' | 'comma' | 'colon' | 'name' | 'text' | 'end' | 'repeated'

  constructor(expected: SourceError['expected'], range: TextRange) {
    super(expected)
    this.expected = expected
    this.range = range
  }
}

const MAX_DEPTH = 200
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y

/**
 * Reads JSON and remembers where each value stands.
 * @throws SourceError
 */
export function readSource(text: string): ReadSource {
  const reader = new Reader(text)
  const value = reader.readValue('', 0)
  reader.skip()
  if (reader.at < text.length) throw new SourceError('end', { from: reader.at, to: text.length })
  return { value, places: reader.places }
}

class Reader {
  readonly places = new Map<string, TextRange>()
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  skip(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++
  }

  fail(expected: SourceError['expected'], from = this.at): never {
    throw new SourceError(expected, { from, to: Math.min(this.text.length, from + 1) })
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? null
    if (found !== null) this.at += found.length
    return found
  }

  readValue(way: string, depth: number): unknown {
    this.skip()
    if (depth > MAX_DEPTH) this.fail('value')
    const from = this.at
    const value = this.readBare(way, depth)
    this.places.set(way, { from, to: this.at })
    return value
  }

  readBare(way: string, depth: number): unknown {
    const first = this.text[this.at]
    if (first === '{') return this.readObject(way, depth)
    if (first === '[') return this.readList(way, depth)
    if (first === '"') return this.readText()
    const scalar = this.match(SCALAR)
    return scalar === null ? this.fail('value') : JSON.parse(scalar)
  }

  readText(): string {
    const raw = this.match(TEXT)
    return raw === null ? this.fail('text') : JSON.parse(raw)
  }

  readObject(way: string, depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = []
    const seen = new Set<string>()
    this.readMembers('}', () => {
      const from = this.at
      if (this.text[this.at] !== '"') this.fail('name')
      const name = this.readText()
      // The last of several would win in silence.
      if (seen.has(name)) throw new SourceError('repeated', { from, to: this.at })
      seen.add(name)
      this.skip()
      if (this.text[this.at] !== ':') this.fail('colon')
      this.at++
      entries.push([name, this.readValue(way === '' ? name : `${way}.${name}`, depth + 1)])
    })
    return Object.fromEntries(entries)
  }

  readList(way: string, depth: number): unknown[] {
    const list: unknown[] = []
    this.readMembers(']', () => {
      list.push(this.readValue(way === '' ? `${list.length}` : `${way}.${list.length}`, depth + 1))
    })
    return list
  }

  readMembers(end: ']' | '}', readOne: () => void): void {
    this.at++
    this.skip()
    if (this.text[this.at] === end) {
      this.at++
      return
    }
    for (;;) {
      this.skip()
      readOne()
      this.skip()
      const next = this.text[this.at]
      if (next !== ',' && next !== end) this.fail('comma')
      this.at++
      if (next === end) return
    }
  }
}
