import type { Mapping, MappingField } from '@sluice/contract'
import { formsOf } from './check-mapping.ts'
import { readFind } from './find-value.ts'
import { parseTemplate } from './parse-template.ts'

/**
 * Source fields that a mapping neither reads nor leaves out on purpose: their values go nowhere. A script may read
 * anything, and a copy of all fields does. The mapping is one that compiles.
 */
export function listUnread(mapping: Mapping, source: readonly string[]): readonly string[] {
  if (mapping.copyAll || mapping.script) return []
  const read = { paths: new Set<string>(), expressions: [] as string[] }
  for (const field of [...(mapping.derived ?? []), ...mapping.fields]) collect(field, read)
  const leftOut = new Set(mapping.leftOut)
  const heads = new Set([...read.paths].flatMap(headsOf))
  const words = new Set(read.expressions.flatMap(expression => expression.match(WORDS) ?? []))
  const isRead = (name: string): boolean =>
    formsOf(name).some(form => heads.has(form)) ||
    (WORD.test(name) ? words.has(name) : read.expressions.some(expression => names(expression, name)))
  return source.filter(name => !leftOut.has(name) && !isRead(name))
}

const WORDS = /[\p{L}\p{N}_]+/gu
const WORD = /^[\p{L}\p{N}_]+$/u

/** Source fields have shorter names. */
const MAX_NAME = 600

/** What a path begins with, up to each place where a name may end. */
export function headsOf(path: string): string[] {
  const heads: string[] = path.length <= MAX_NAME ? [path] : []
  for (let end = 0; end < Math.min(path.length, MAX_NAME); end++)
    if (path[end] === '.' || path[end] === '[') heads.push(path.slice(0, end))
  return heads
}

interface Read {
  readonly paths: Set<string>
  readonly expressions: string[]
}

function collect(field: MappingField, read: Read): void {
  const { value } = field
  const find = readFind(field)
  if (find) for (const { equals } of find.where) collectTemplate(equals, read)
  else if (value.kind === 'template') collectTemplate(value.template, read)
  else if (value.kind === 'expression') read.expressions.push(value.expression)
  if (value.kind === 'lines') read.paths.add(value.source)
  if (value.kind === 'lines' || value.kind === 'object') for (const each of value.fields) collect(each, read)
}

/** A header is named by `$` from inside of lines. */
function collectTemplate(template: string, { paths }: Read): void {
  for (const part of parseTemplate(template))
    if (typeof part !== 'string' && !part.isLiteral) paths.add(part.path.replace(/^\$(?:\.(?=.)|(?=\[))/, ''))
}

/** Expressions are not taken apart: one that says the name reads the field. */
const names = (expression: string, name: string): boolean =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}_])`,
    'u',
  ).test(expression)
