/** One `{{…}}` of a template: a path or a quoted text, then filters. */
export interface TemplateSlot {
  readonly path: string
  /** The slot held a quoted text instead of a path: `{{'{{'}}`. */
  readonly isLiteral: boolean
  readonly filters: readonly { readonly name: string; readonly args: readonly string[] }[]
}

export type TemplatePart = string | TemplateSlot

/**
 * Parts of a template in order.
 * @throws RangeError with a sentence for the user naming the place
 */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let at = 0
  while (at < template.length) {
    const open = template.indexOf('{{', at)
    if (open < 0) break
    if (open > at) parts.push(template.slice(at, open))
    const close = findClose(template, open + 2)
    if (close < 0) throw new RangeError(`The "{{" at character ${open + 1} has no "}}".`)
    parts.push(parseSlot(template.slice(open + 2, close)))
    at = close + 2
  }
  if (at < template.length) parts.push(template.slice(at))
  return parts
}

/** Where the slot ends: the first `}}` that is not inside quotes. */
function findClose(template: string, from: number): number {
  let quote = ''
  for (let at = from; at < template.length; at++) {
    const character = template[at] ?? ''
    if (quote) {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (opensQuote(template, at, from)) quote = character
    else if (template.startsWith('}}', at)) return at
  }
  return -1
}

/** A quote opens a text only at the start of a token, so that `{{customer's name}}` is a plain path. */
function opensQuote(text: string, at: number, from: number): boolean {
  if (text[at] !== "'" && text[at] !== '"') return false
  let before = at - 1
  while (before >= from && /\s/.test(text[before] ?? '')) before--
  return before < from || ':,|[('.includes(text[before] ?? '')
}

function parseSlot(source: string): TemplateSlot {
  const [path = '', ...filters] = splitOutsideQuotes(source, '|')
  if (path === '') throw new RangeError(`"{{${source}}}" names no field.`)
  const literal = readQuoted(path)
  return { path: literal ?? path, isLiteral: literal !== undefined, filters: filters.map(parseFilter) }
}

function parseFilter(source: string): { name: string; args: string[] } {
  const [, name, args] = /^([A-Za-z_]\w*)\s*(?::([\s\S]*))?$/.exec(source) ?? []
  if (name === undefined) throw new RangeError(`"${source}" is no filter; write | name or | name:argument.`)
  if (args === undefined) return { name, args: [] }
  return { name, args: splitOutsideQuotes(args, ',').map(text => readQuoted(text) ?? text) }
}

function splitOutsideQuotes(source: string, separator: string): string[] {
  const pieces: string[] = []
  let start = 0
  let quote = ''
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ''
    if (quote) {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (opensQuote(source, at, start)) quote = character
    else if (character === separator) {
      pieces.push(source.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...pieces, source.slice(start).trim()]
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function readQuoted(text: string): string | undefined {
  const quote = text[0]
  if ((quote !== "'" && quote !== '"') || text.length < 2 || !text.endsWith(quote)) return undefined
  return text.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character)
}
