import { CST, type Document, isScalar, Lexer, visit, YAMLParseError } from 'yaml'
import { MAX_VALUES } from './measure-json.ts'
import { refuse } from './refuse.ts'

/** The parser compares each name with all that stand before it; `findYamlError` looks each up. */
export const YAML_OPTIONS = { schema: 'core', uniqueKeys: false } as const

/** What is wrong with a document that was read with `YAML_OPTIONS`: the first of it, or null. */
export function findYamlError(document: Document.Parsed): YAMLParseError | null {
  const [error = null] = document.errors
  const twin = findTwin(document)
  return error && twin ? (error.pos[0] <= twin.pos[0] ? error : twin) : (error ?? twin)
}

function findTwin(document: Document.Parsed): YAMLParseError | null {
  let found: YAMLParseError | null = null
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const at = key.range?.[0] ?? 0
        if (names.has(key.value) && (found === null || at < found.pos[0]))
          found = new YAMLParseError([at, at + 1], 'DUPLICATE_KEY', 'Map keys must be unique')
        names.add(key.value)
      }
    },
  })
  return found
}

/** A field is two scalars. */
const MOST_SCALARS = 2 * MAX_VALUES + 1

/**
 * Refuses what cannot be of `MAX_VALUES` values or fewer before anything is built of it: a million of them took the
 * parser ten seconds. @throws Failure `tooLarge.text`
 */
export function requireMeasuredYaml(text: string, field?: string): void {
  if (text.length < MOST_SCALARS) return
  let scalars = 0
  let isInside = false
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === CST.DOCUMENT || lexeme === '---') scalars = 0
    // What follows the mark is the scalar itself, and may begin with a quote.
    else if (lexeme === CST.SCALAR || (!isInside && /^["']/.test(lexeme))) scalars += 1
    isInside = lexeme === CST.SCALAR
    if (scalars > MOST_SCALARS) throw refuse('tooLarge.text', { ...(field && { field }), value: String(MAX_VALUES) })
  }
}

/** More brackets within each other than any document of ours; each costs the parser as much as all around it. */
const MOST_OPEN = 1000

/** @throws RangeError where brackets are nested too far to be read */
export function requireShallowYaml(text: string): void {
  if (!mayBeDeep(text)) return
  let open = 0
  let isInside = false
  for (const lexeme of new Lexer().lex(text)) {
    if (!isInside && (lexeme === '[' || lexeme === '{')) open += 1
    if (!isInside && (lexeme === ']' || lexeme === '}')) open -= 1
    isInside = lexeme === CST.SCALAR
    if (open > MOST_OPEN) throw new RangeError(`reading YAML: more than ${MOST_OPEN} brackets are open`)
  }
}

/** Brackets within texts count here, too. */
function mayBeDeep(text: string): boolean {
  let open = 0
  let most = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1)
    most = Math.max(most, open)
  }
  return most > MOST_OPEN
}
