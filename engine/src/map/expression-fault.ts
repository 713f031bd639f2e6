import { expressionFunctions } from '@sluice/contract'
import type { Range } from './expression-calls.ts'
import { callableNames } from './expression-names.ts'
import { nearestName } from './nearest-name.ts'
import { shorten } from './refusal.ts'

const VARIABLES = ['row', 'line', 'index', 'now', 'derived']

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** What is wrong with an expression, with the spelling that was meant; without cel-js's drawing of the source. */
export function tellFault(error: unknown, source: string, range: Range | undefined): string {
  const said = firstLine(error)
  switch (codeOf(error)) {
    case 'no_matching_overload':
      return tellCall(said)
    case 'unknown_variable':
      return withNearest(/: (\S+)$/.exec(said)?.[1] ?? '', VARIABLES, name => `there is no "${name}"`)
    case 'unexpected_character':
    case 'unexpected_token':
    case 'expected_token':
      return tellToken(said, source, range)
    case 'unterminated_string':
    case 'newline_in_string':
    case 'unterminated_triple_quoted_string':
      return 'a text in quotes is not closed'
    default:
      return tellTypes(said)
  }
}

function withNearest(name: string, names: Iterable<string>, tell: (name: string) => string): string {
  const near = nearestName(name, names)
  return near === undefined ? tell(name) : `${tell(name)}; did you mean "${near}"?`
}

function tellCall(said: string): string {
  const [, owner, name = '', types = ''] = /'(?:(\S+?)\.)?(\w+)\((.*)\)'$/.exec(said) ?? []
  if (name === '' || owner !== undefined) return said
  const known = new Set(callableNames.values())
  const written = name === 'IF' ? 'if' : name
  const meant = OTHER_FUNCTIONS.get(name.toLowerCase())
  if (!known.has(name) && meant) {
    const usage = expressionFunctions.find(each => each.name === meant)?.usage ?? meant
    return `write ${usage} in the place of ${name}()`
  }
  if (!known.has(name))
    return withNearest(
      name,
      [...known].filter(each => each !== 'IF'),
      each => `there is no function "${each}"`,
    )
  const entry = expressionFunctions.find(each => each.name === written || each.aliases.some(alias => alias === written))
  return entry === undefined ? said : `${written}() does not take (${types}); it is written ${entry.usage}`
}

/** What other languages call a function, by its name in small letters. */
const OTHER_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['to_date', 'parse_date'],
  ['to_timestamp', 'parse_date'],
  ['strptime', 'parse_date'],
  ['to_char', 'date_format'],
  ['strftime', 'date_format'],
  ['number', 'dec'],
  ['decimal', 'dec'],
  ['numeric', 'dec'],
  ['float', 'dec'],
  ['value', 'dec'],
  ['bigint', 'int'],
  ['str', 'string'],
  ['text', 'toText'],
  ['getdate', 'now'],
  ['today', 'now'],
  ['current_timestamp', 'now'],
  ['now', 'now'],
])

/** What other languages write, where it stands. */
const OTHER_WORDS: readonly (readonly [pattern: RegExp, wrong: string, right: string])[] = [
  [/^=/, '=', '=='],
  [/^<>/, '<>', '!='],
  [/^and\b/i, 'AND', '&&'],
  [/^or\b/i, 'OR', '||'],
  [/^is\s+not\s+null\b/i, 'IS NOT NULL', '!= null'],
  [/^is\s+null\b/i, 'IS NULL', '== null'],
  [/^like\b/i, 'LIKE', 'text.contains(part)'],
  [/^in\b/i, 'IN (a, b)', 'in [a, b]'],
  [/^between\b/i, 'n BETWEEN a AND b', 'n >= a && n <= b'],
  [/^[“”]/, '“', '"'],
]

/** What they write in front of it. */
const OTHER_BEFORE: readonly (readonly [pattern: RegExp, wrong: string, right: string])[] = [
  [/\bnot\s+$/i, 'NOT', '!(condition)'],
  [/\binterval\s+$/i, 'INTERVAL 1 DAY', 'date_add(date, 1, "day")'],
  [/\?\s*$/, 'a ?? b', 'coalesce(a, b)'],
]

function tellToken(said: string, source: string, range: Range | undefined): string {
  const at = range?.start ?? source.length
  const rest = source.slice(source[at] === '>' && source[at - 1] === '<' ? at - 1 : at)
  const other = OTHER_WORDS.find(([pattern]) => pattern.test(rest))
  const before = source.slice(0, at)
  const word = other ?? OTHER_BEFORE.find(([pattern]) => pattern.test(before))
  if (word) return `write ${word[2]} in the place of ${word[1]}`
  if (/EOF$/.test(said)) return 'the expression ends too early; a bracket or a value is missing'
  return said
}

/** What the language's own words say too shortly. */
const PLAIN_WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^no such overload: (.+)$/, 'these types do not go together: $1'],
  [/^Logical operator requires bool operands, got '(.+)'$/, 'both sides of && and || must be true or false: $1'],
  [/^int\(\) type error: cannot convert to int$/, 'int() cannot make a whole number of it'],
]

/** Types that do not go together, known before any record; texts are joined by a function. */
function tellTypes(said: string): string {
  const joined = /^no such overload: ((?:string \+ .+)|(?:.+ \+ string))$/.exec(said)?.[1]
  if (joined !== undefined) return `write concat(a, b) or dec(a) + dec(b) in the place of a + b: ${joined}`
  if (/^Logical operator requires bool operands, got 'string'$/.test(said))
    return 'write concat(a, b) in the place of a || b: string'
  const plain = PLAIN_WORDS.find(([pattern]) => pattern.test(said))
  return plain ? said.replace(...plain) : said
}

/** What an expression failed at with a record; of a field that the record has not, the one that was meant. */
export function tellRunFault(error: unknown, names: () => Iterable<string>): string {
  const said = firstLine(error)
  const [, index, size] = /index (-?\d+) (?:>= size (\d+)|< 0)$/.exec(said) ?? []
  if (index !== undefined)
    return size === undefined
      ? `a list has no entry ${index}`
      : `the list has ${size} entries and none at ${index}; the first is 0`
  const plain = PLAIN_WORDS.find(([pattern]) => pattern.test(said))
  if (plain) return said.replace(...plain)
  if (codeOf(error) !== 'no_such_key') return said
  const name = said.replace(/^No such key: /, '')
  const near = nearestName(name, names())
  return near === undefined ? said : `${said}; did you mean "${near}"?`
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return shorten((text.split('\n')[0] ?? '').replace(/dyn<([^<>]+)>/g, '$1').replace(/\.$/, ''), 300)
}

/** Line and column, counted from 1. */
export function placeOf(source: string, { start }: Range): { readonly line: number; readonly column: number } {
  const before = source.slice(0, start).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}
