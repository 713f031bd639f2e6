/** One slot of a template, alone: a path and its filters in order. */
export interface Chain {
  readonly path: string
  readonly filters: readonly ChainFilter[]
}

export interface ChainFilter {
  readonly name: string
  readonly args: readonly string[]
}

/** Arguments that a filter cannot be without; "" is one of them. */
const LEAST: Readonly<Record<string, number>> = { replace: 2, number: 1, default: 1, split: 1, pad: 1, substring: 1 }

/** With one argument changed; empty ones at the end that need not be there are not written. */
export function changeArgument({ name, args }: ChainFilter, at: number, value: string): ChainFilter {
  const next = Array.from({ length: Math.max(args.length, at + 1) }, (_, index) => args[index] ?? '')
  next[at] = value
  while (next.at(-1) === '' && next.length > (LEAST[name] ?? 0)) next.pop()
  return { name, args: next }
}

/** null: the template is more than one slot, or is written in a way that only a person should change. */
export function readChain(template: string): Chain | null {
  const inside = /^\{\{([\s\S]*)\}\}$/.exec(template.trim())?.[1]
  if (inside === undefined || inside.includes('{{') || inside.includes('}}')) return null
  const [path = '', ...filters] = split(inside, '|')
  if (path === '' || /^['"]/.test(path)) return null
  const read = filters.map(readFilter)
  return read.every(filter => filter !== null) ? { path, filters: read } : null
}

export const writeChain = ({ path, filters }: Chain): string =>
  path === '' ? '' : `{{${[path, ...filters.map(writeFilter)].join(' | ')}}}`

const writeFilter = ({ name, args }: ChainFilter): string =>
  args.length === 0 ? name : `${name}:${args.map(quote).join(',')}`

const quote = (text: string): string =>
  /^\d+$/.test(text)
    ? text
    : `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/\r/g, '\\r')}'`

function readFilter(source: string): ChainFilter | null {
  const [, name, args] = /^([A-Za-z_]\w*)\s*(?::([\s\S]*))?$/.exec(source) ?? []
  if (name === undefined) return null
  return { name, args: args === undefined ? [] : split(args, ',').map(unquote) }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function unquote(text: string): string {
  const first = text[0]
  if ((first !== "'" && first !== '"') || text.length < 2 || !text.endsWith(first)) return text
  return text.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character)
}

/** At separators outside quotes; a quote opens only at the start of a token, as in the engine. */
function split(source: string, separator: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let quoted = ''
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ''
    if (quoted !== '') {
      piece += character
      if (character === '\\') piece += source[++at] ?? ''
      else if (character === quoted) quoted = ''
    } else if (character === separator) {
      pieces.push(piece.trim())
      piece = ''
    } else {
      if ((character === "'" || character === '"') && (piece.trim() === '' || /[:,]\s*$/.test(piece)))
        quoted = character
      piece += character
    }
  }
  return [...pieces, piece.trim()]
}
