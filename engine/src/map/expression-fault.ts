import { expressionFunctions } from '@sluice/contract'
import type { Range } from './expression-calls.ts'
import { callableNames } from './expression-names.ts'
import { CHANGING_FUNCTIONS, FOREIGN_FUNCTIONS, FOREIGN_VALUES, fieldOf, foreignWord } from './foreign-words.ts'
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
      return tellVariable(/: (\S+)$/.exec(said)?.[1] ?? '', source, range)
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
  const [, owner, name = '', types = ''] = /'(?:(\S+?)\.)?(\w+)\((.*)\)'$/.exec(said.slice(-1000)) ?? []
  if (name === '') return said
  const known = new Set(callableNames.values())
  const meant = FOREIGN_FUNCTIONS.get(name.toLowerCase())
  if (owner !== undefined) {
    const here = meant ?? (known.has(name) ? name : undefined)
    return here === undefined ? `there is no function "${name}"` : `write ${usageOf(here)} in the place of .${name}()`
  }
  const written = name === 'IF' ? 'if' : name
  if (!known.has(name) && meant) return `write ${usageOf(meant)} in the place of ${name}()`
  if (CHANGING_FUNCTIONS.has(name.toLowerCase()))
    return `there is no ${name}(): a record that is mapped again must come out as before; build the value from its fields`
  if (!known.has(name))
    return withNearest(
      name,
      [...known].filter(each => each !== 'IF'),
      each => `there is no function "${each}"`,
    )
  const entry = expressionFunctions.find(each => each.name === written || each.aliases.some(alias => alias === written))
  return entry === undefined ? said : `${written}() does not take (${types}); it is written ${entry.usage}`
}

function tellToken(said: string, source: string, range: Range | undefined): string {
  const at = range?.start ?? source.length
  if (source[at] === '=' && source.slice(0, at).trim() === '') return 'leave out the = at the beginning'
  const word = foreignWord(source, at)
  if (word) return `write ${usageOf(word.right)} in the place of ${word.wrong}`
  if (/EOF$/.test(said)) return 'the expression ends too early; a bracket or a value is missing'
  return said
}

const usageOf = (name: string): string => expressionFunctions.find(each => each.name === name)?.usage ?? name

/** A name that is none of the variables: most often a field without its owner. */
function tellVariable(name: string, source: string, range: Range | undefined): string {
  const called = foreignOwner(name, source.slice(range?.start ?? 0))
  if (called !== undefined) return called
  const value = FOREIGN_VALUES.get(name)
  if (value !== undefined) return `write ${value} in the place of ${name}`
  const [, owner, begun] = /(\w+)\.(\w+)-$/.exec(source.slice(0, range?.start ?? 0)) ?? []
  if (owner !== undefined && begun !== undefined)
    return `write ${fieldOf(owner, `${begun}-${name}`)} in the place of ${owner}.${begun}-${name}`
  const told = withNearest(name, VARIABLES, each => `there is no "${each}"`)
  return told.endsWith('?') ? told : `${told}; a field of the record is written ${fieldOf('row', name)}`
}

/** `Math.round(…)`, `StringUtils.trim(…)`: where other languages keep their functions. */
function foreignOwner(name: string, rest: string): string | undefined {
  const called = /^\w+\.(\w+)\s*\(/.exec(rest)?.[1]
  if (called === undefined || !/^[A-Z]/.test(name)) return undefined
  const small = called.toLowerCase()
  const meant = FOREIGN_FUNCTIONS.get(`${name.toLowerCase()}.${small}`) ?? FOREIGN_FUNCTIONS.get(small)
  const here = meant ?? callableNames.get(small)
  if (CHANGING_FUNCTIONS.has(`${name.toLowerCase()}.${small}`)) return tellCall(`'${called}()'`)
  return here === undefined ? undefined : `write ${usageOf(here)} in the place of ${name}.${called}()`
}

/** What the language's own words say too shortly. */
const PLAIN_WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^no such overload: (.+)$/, 'these types do not go together: $1'],
  [/^Logical operator requires bool operands, got '(.+)'$/, 'both sides of && and || must be true or false: $1'],
  [/^int\(\) type error: cannot convert to int$/, 'int() cannot make a whole number of it'],
  [/^Invalid number: Infinity$/, 'a number of this size is written in quotes: dec("1e400")'],
  [/^Invalid escape sequence: (\\.)$/, 'write \\$1 in the place of $1'],
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
  const types = /^no such overload: (.+)$/.exec(said)?.[1]
  if (types !== undefined && /\bnull\b/.test(types))
    return `these types do not go together: ${types}; write coalesce(value, 0) where nothing counts as zero`
  const plain = PLAIN_WORDS.find(([pattern]) => pattern.test(said))
  if (plain) return said.replace(...plain)
  if (codeOf(error) !== 'no_such_key') return said
  const name = said.replace(/^No such key: /, '')
  const near = nearestName(name, names())
  if (near !== undefined) return `${said}; did you mean "${near}"?`
  if (name === 'length') return `${said}; write size(list) / length(text)`
  return `${said}; where it may be missing, write coalesce(value, other)`
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return shorten((text.split('\n')[0] ?? '').replace(/dyn<((?:[^<>]|<[^<>]*>)+)>/g, '$1').replace(/\.$/, ''), 300)
}

/** Line and column, counted from 1. */
export function placeOf(source: string, { start }: Range): { readonly line: number; readonly column: number } {
  const before = source.slice(0, start).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}
