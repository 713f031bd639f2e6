/** One line of laid-out JSON. Every token is cut out of the source text, so no digit ever passes through a number. */
export interface JsonLine {
  readonly depth: number
  /** The member's name with its quotes, as written. */
  readonly key: string | null
  /** A scalar as written, or the bracket that opens or closes. */
  readonly value: string
  readonly kind: 'text' | 'number' | 'word' | 'open' | 'close'
  readonly hasComma: boolean
  /** For `open`: the line that closes it, and how many members are between. */
  readonly end: number | null
  readonly size: number
}

type Draft = { -readonly [K in keyof JsonLine]: JsonLine[K] }

// White space, then one token of RFC 8259.
const TOKEN = /[ \t\r\n]*("(?:[^"\\\u0000-\u001f]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y

/** The lines of a JSON text; null when it is not JSON. */
export function layOutJson(text: string): readonly JsonLine[] | null {
  try {
    JSON.parse(text) // only to know that the text is well formed
  } catch {
    return null
  }
  const lines: Draft[] = []
  const open: number[] = []
  let key: string | null = null
  const tokens = readTokens(text)
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!
    if (token === ',')
      lines.at(-1)!.hasComma = true // a comma always follows a value
    else if (token === ':') continue
    else if (tokens[index + 1] === ':') key = token
    else {
      addLine(lines, open, key, token)
      key = null
    }
  }
  return foldEmpty(lines)
}

function readTokens(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) tokens.push(match[1]!)
  return tokens
}

function addLine(lines: Draft[], open: number[], key: string | null, token: string): void {
  const isClose = token === '}' || token === ']'
  const isOpen = token === '{' || token === '['
  if (isClose)
    lines[open.pop()!]!.end = lines.length // well formed, so something is open
  else if (open.length > 0) lines[open.at(-1)!]!.size += 1
  lines.push({ depth: open.length, key, value: token, kind: kindOf(token), hasComma: false, end: null, size: 0 })
  if (isOpen) open.push(lines.length - 1)
}

function kindOf(token: string): JsonLine['kind'] {
  const first = token[0]!
  if (first === '{' || first === '[') return 'open'
  if (first === '}' || first === ']') return 'close'
  if (first === '"') return 'text'
  return first === '-' || (first >= '0' && first <= '9') ? 'number' : 'word'
}

/** `{}` and `[]` stay on one line. */
function foldEmpty(lines: readonly Draft[]): JsonLine[] {
  const kept: JsonLine[] = []
  const place = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (line.kind === 'close' && before?.kind === 'open' && before.size === 0) {
      const last = kept.pop()! // the bracket just kept
      kept.push({ ...last, value: last.value + line.value, kind: 'word', hasComma: line.hasComma, end: null })
      continue
    }
    place.set(index, kept.length)
    kept.push(line)
  }
  return kept.map(line => (line.end === null ? line : { ...line, end: place.get(line.end)! }))
}

/** The laid-out text, for copying. */
export const writeJson = (lines: readonly JsonLine[]): string =>
  lines
    .map(
      ({ depth, key, value, hasComma }) =>
        `${'  '.repeat(depth)}${key === null ? '' : `${key}: `}${value}${hasComma ? ',' : ''}`,
    )
    .join('\n')

/** Where each line is, as mappings and corrections name it: `buyer.name`, `lines[0].qty`. Closing brackets have no place. */
export function listPaths(lines: readonly JsonLine[]): readonly string[] {
  const open: { readonly path: string; readonly isList: boolean; next: number }[] = []
  return lines.map(line => {
    if (line.kind === 'close') {
      open.pop()
      return ''
    }
    const outer = open.at(-1)
    const path = placeIn(outer, line.key)
    if (line.kind === 'open') open.push({ path, isList: line.value === '[', next: 0 })
    return path
  })
}

function placeIn(
  outer: { readonly path: string; readonly isList: boolean; next: number } | undefined,
  key: string | null,
) {
  if (outer === undefined) return ''
  if (outer.isList) return `${outer.path}[${outer.next++}]`
  const name: unknown = JSON.parse(key ?? '""') // the member's name as the well-formed text has it
  return outer.path === '' ? String(name) : `${outer.path}.${name}`
}

/** The line at a place of a JSON text; null where there is none. */
export function findLine(text: string | null, path: string): JsonLine | null {
  const lines = text === null ? null : layOutJson(text)
  return lines?.[listPaths(lines).indexOf(path)] ?? null
}
