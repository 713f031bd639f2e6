import type { ASTNode } from '@marcbachmann/cel-js'
import { functionAliases } from '@sluice/contract'
import { RE2JS } from 're2js'
import { CallError, childrenOf } from './expression-calls.ts'
import type { ExpressionFunction } from './expression-money.ts'
import { MAX_LIST, MAX_TEXT, textOf } from './expression-value.ts'

/**
 * Patterns of RE2: their time grows with the text alone, whatever the pattern, so none can hold a process for hours. What they
 * lack are backward references and looks ahead or behind. `flags`: i, m and s, as JavaScript has them.
 */
export const patternFunctions: readonly ExpressionFunction[] = [
  ['rmatch(dyn, string): bool', (text: unknown, pattern: string) => isMatch(textOf(text), pattern, '')],
  ['string.rmatch(string): bool', (text: string, pattern: string) => isMatch(text, pattern, '')],
  ['regex_match(dyn, string): bool', (text: unknown, pattern: string) => isMatch(textOf(text), pattern, '')],
  [
    'regex_match(dyn, string, string): bool',
    (text: unknown, pattern: string, flags: string) => isMatch(textOf(text), pattern, flags),
  ],
  ['regex_extract(dyn, string): dyn', (text: unknown, pattern: string) => extract(textOf(text), pattern, 1n, '', true)],
  [
    'regex_extract(dyn, string, int): dyn',
    (text: unknown, pattern: string, group: bigint) => extract(textOf(text), pattern, group, ''),
  ],
  [
    'regex_extract(dyn, string, string): dyn',
    (text: unknown, pattern: string, name: string) => extract(textOf(text), pattern, name, ''),
  ],
  [
    'regex_extract(dyn, string, int, string): dyn',
    (text: unknown, pattern: string, group: bigint, flags: string) => extract(textOf(text), pattern, group, flags),
  ],
  [
    'regex_extract_all(dyn, string): list',
    (text: unknown, pattern: string) => extractAll(textOf(text), pattern, undefined),
  ],
  [
    'regex_extract_all(dyn, string, int): list',
    (text: unknown, pattern: string, group: bigint) => extractAll(textOf(text), pattern, group),
  ],
  [
    'regex_replace(dyn, string, string): string',
    (text: unknown, pattern: string, by: string) => replaceAll(textOf(text), pattern, by, ''),
  ],
  [
    'regex_replace(dyn, string, string, string): string',
    (text: unknown, pattern: string, by: string, flags: string) => replaceAll(textOf(text), pattern, by, flags),
  ],
]

/** Their compiled form is dear, so the last ones are kept. */
const patterns = new Map<string, RE2JS>()
const MAX_PATTERNS = 200
const MAX_PATTERN_LENGTH = 1000

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // All are replaced anyway, and patterns are of whole characters.
  ...{ g: 0, u: 0 },
}

/** @throws RangeError */
function compile(pattern: string, flags: string): RE2JS {
  const id = `${flags}/${pattern}`
  const known = patterns.get(id)
  if (known) return known
  if (pattern.length > MAX_PATTERN_LENGTH) throw new RangeError('a pattern has at most 1000 characters')
  if (patterns.size >= MAX_PATTERNS) patterns.clear()
  const compiled = compileAnew(pattern, readFlags(flags))
  patterns.set(id, compiled)
  return compiled
}

function readFlags(flags: string): number {
  let all = 0
  for (const flag of flags) {
    const bit = Object.hasOwn(FLAGS, flag) ? FLAGS[flag] : undefined
    if (bit === undefined) throw new RangeError(`"${flag}" is no flag of a pattern; flags are i, m and s`)
    all |= bit
  }
  return all
}

function compileAnew(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags)
  } catch (error) {
    if (/\(\?<?[=!]/.test(pattern))
      throw new RangeError(`"${pattern}" looks ahead or behind, which patterns here cannot; take a group instead`, {
        cause: error,
      })
    if (/\\[1-9]/.test(pattern))
      throw new RangeError(`"${pattern}" refers back to a group, which patterns here cannot`, { cause: error })
    throw new RangeError(`"${pattern}" is not a pattern of RE2`, { cause: error })
  }
}

const isMatch = (text: string, pattern: string, flags: string): boolean => compile(pattern, flags).test(text)

/** null: the pattern is not there, or the group took no part in it. */
function extract(text: string, pattern: string, group: bigint | string, flags: string, isFirst = false): unknown {
  const compiled = compile(pattern, flags)
  const place = isFirst && compiled.groupCount() === 0 ? 0n : group
  requireGroup(compiled, place, pattern)
  const matcher = compiled.matcher(text)
  return matcher.find() ? matcher.group(typeof place === 'string' ? place : Number(place)) : null
}

function extractAll(text: string, pattern: string, group: bigint | undefined): unknown[] {
  const compiled = compile(pattern, '')
  const place = group ?? (compiled.groupCount() === 0 ? 0n : 1n)
  requireGroup(compiled, place, pattern)
  const matcher = compiled.matcher(text)
  const found: unknown[] = []
  while (matcher.find()) {
    if (found.length >= MAX_LIST) throw new RangeError(`a list grows beyond ${MAX_LIST} elements`)
    found.push(matcher.group(Number(place)))
  }
  return found
}

function requireGroup(compiled: RE2JS, group: bigint | string, pattern: string): void {
  const isThere =
    typeof group === 'string'
      ? Object.hasOwn(compiled.namedGroups(), group)
      : group >= 0n && group <= compiled.groupCount()
  if (!isThere) throw new RangeError(`"${pattern}" has no group ${group}`)
}

function replaceAll(text: string, pattern: string, by: string, flags: string): string {
  const compiled = compile(pattern, flags)
  const parts = readReplacement(by)
  for (const part of parts) if (typeof part !== 'string') requireGroup(compiled, part.group, pattern)
  const matcher = compiled.matcher(text)
  const pieces: string[] = []
  let [at, length] = [0, 0]
  const add = (piece: string): void => {
    length += piece.length
    if (length > MAX_TEXT) throw new RangeError(`a text grows beyond ${MAX_TEXT} characters`)
    pieces.push(piece)
  }
  while (matcher.find()) {
    add(text.slice(at, matcher.start()))
    for (const part of parts)
      add(
        typeof part === 'string'
          ? part
          : (matcher.group(typeof part.group === 'string' ? part.group : Number(part.group)) ?? ''),
      )
    at = matcher.end()
  }
  add(text.slice(at))
  return pieces.join('')
}

type Piece = string | { readonly group: bigint | string }

/** `$1`, `${name}`, `\1`; `$0` and `$&` are what was found, `$$` a dollar sign. */
function readReplacement(by: string): readonly Piece[] {
  return Array.from(by.matchAll(/\$\$|\$(\d{1,2}|&)|\$\{(\w+)\}|\\([\d\\])|[^$\\]+|[$\\]/gs), (found): Piece => {
    const { 0: whole, 1: number, 2: name, 3: slash } = found
    if (whole === '$$') return '$'
    if (slash === '\\') return '\\'
    if (name !== undefined) return { group: /^\d+$/.test(name) ? BigInt(name) : name }
    const digits = number ?? slash
    return digits === undefined ? whole : { group: digits === '&' ? 0n : BigInt(digits) }
  })
}

/** By name, where the pattern, the replacement and the flags stand. */
const PLACES: Readonly<Record<string, { readonly by?: number; readonly flags?: number }>> = {
  rmatch: {},
  regex_match: { flags: 2 },
  regex_extract: { flags: 3 },
  regex_extract_all: {},
  regex_replace: { by: 2, flags: 3 },
}

/** A call whose pattern is written out; null: none. */
function patternCall(node: ASTNode): PatternCall | null {
  if (node.op !== 'call') return null
  const [called] = node.args
  const name = (Object.hasOwn(functionAliases, called) ? functionAliases[called] : undefined) ?? called
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined
  const pattern = place && textIn(node.args[1][1])
  if (!place || pattern === undefined) return null
  const flags = place.flags === undefined ? '' : textIn(node.args[1][place.flags])
  const by = place.by === undefined ? undefined : textIn(node.args[1][place.by])
  return {
    node,
    name,
    pattern,
    flags: flags ?? (node.args[1][place.flags ?? 0] ? undefined : ''),
    by,
    args: node.args[1],
  }
}

interface PatternCall {
  readonly node: ASTNode
  readonly name: string
  readonly pattern: string
  /** undefined: they are no literal. */
  readonly flags: string | undefined
  readonly by: string | undefined
  readonly args: readonly ASTNode[]
}

const textIn = (node: ASTNode | undefined): string | undefined =>
  node?.op === 'value' && typeof node.args === 'string' ? node.args : undefined

/** Patterns that are written out are tried before any record comes. @throws CallError naming the place */
export function checkPatterns(node: ASTNode): void {
  const call = patternCall(node)
  if (call?.flags !== undefined) {
    try {
      const compiled = compile(call.pattern, call.flags)
      for (const part of call.by === undefined ? [] : readReplacement(call.by))
        if (typeof part !== 'string') requireGroup(compiled, part.group, call.pattern)
      const group = call.name.startsWith('regex_extract') ? call.args[2] : undefined
      if (group?.op === 'value' && (typeof group.args === 'bigint' || typeof group.args === 'string'))
        requireGroup(compiled, group.args, call.pattern)
    } catch (error) {
      throw error instanceof RangeError ? new CallError(`${error.message}.`, call.args[1] ?? node) : error
    }
  }
  for (const child of childrenOf(node.args)) checkPatterns(child)
}

/** Steps that a pattern takes for each character of a text; undefined: it is not known before it runs, or may be large. */
export function weighPattern(node: ASTNode): number | undefined {
  const pattern = patternCall(node)?.pattern
  // Counted repetitions make large programs of small patterns.
  return pattern === undefined || pattern.length > 200 || /\{\d/.test(pattern) ? undefined : 10 + 2 * pattern.length
}

export const isPatternName = (name: string): boolean =>
  Object.hasOwn(PLACES, (Object.hasOwn(functionAliases, name) ? functionAliases[name] : undefined) ?? name)

/** The first pattern of a thread takes far longer than those after it. */
export const warmPatterns = (): boolean => compile('^(a|[b-d]+)$', '').matcher('ab').find()
