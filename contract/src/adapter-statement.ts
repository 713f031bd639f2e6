import { z } from 'zod'
import { FieldSpec } from './field.ts'

/** A statement of a database, written down by a person: a query that is read from, or a statement that each record runs. */

export const statementTypes = ['string', 'int', 'decimal', 'bool', 'date', 'datetime'] as const
export type StatementType = (typeof statementTypes)[number]

const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/
const SLOT = /\{\{([^{}]*)\}\}/g

export const StatementOf = z.strictObject({
  direction: z.enum(['source', 'target']).default('source'),
  /** `{{name}}` is bound as a parameter: of a query one of `values`, of a statement a field of the record. */
  text: z.string().max(50_000).default(''),
  /** Fields of a query's rows that identify one. */
  key: z.array(z.string().trim().min(1).max(200)).max(20).default([]),
  /** Fields by which a query is read for changes. */
  increment: z.array(z.string().trim().min(1).max(200)).max(20).default([]),
  /** What a query's slots hold where a strategy gives nothing else; of a statement, the types of its fields. */
  values: z
    .array(
      z.strictObject({
        name: z.string().trim().regex(NAME).max(100),
        type: z.enum(statementTypes).default('string'),
        default: z.string().max(4000).default(''),
      }),
    )
    .max(100)
    .default([]),
  /** Running a statement twice with the same record changes nothing more. */
  isRepeatable: z.boolean().default(false),
})
export type Statement = z.output<typeof StatementOf>

/** Names in `{{…}}`, each once, in their order. */
export const listSlots = (text: string): string[] => [
  ...new Set([...text.matchAll(SLOT)].map(match => (match[1] ?? '').trim())),
]

/** The statement in pieces: texts, and names to be bound between them. */
export const cutStatement = (text: string): readonly StatementPart[] =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .filter(part => part !== '')
    .map(part => (part.startsWith('{{') && part.endsWith('}}') ? { slot: part.slice(2, -2).trim() } : { text: part }))

export type StatementPart = { readonly text: string } | { readonly slot: string }

interface Problem {
  readonly path: (string | number)[]
  readonly message: string
}

/** What can be told of a statement without its database. */
export function checkStatement({ direction, text, values }: Statement): Problem[] {
  if (text.trim() === '') return [{ path: ['text'], message: 'Write the statement.' }]
  const problems: Problem[] = []
  for (const [at, { name }] of values.entries())
    if (values.findIndex(each => each.name === name) < at)
      problems.push({ path: ['values', at, 'name'], message: `${name} is there twice.` })
  for (const slot of listSlots(text)) {
    if (!NAME.test(slot)) problems.push({ path: ['text'], message: `{{${slot}}} is no name.` })
    else if (direction === 'source' && !values.some(each => each.name === slot))
      problems.push({ path: ['text'], message: `{{${slot}}} is not known here.` })
  }
  const words = direction === 'source' ? QUERY : CHANGE
  if (!words.test(text))
    problems.push({
      path: ['text'],
      message:
        direction === 'source'
          ? 'A query begins with SELECT, WITH or VALUES.'
          : 'A statement begins with INSERT, UPDATE, DELETE, REPLACE, MERGE, CALL, SELECT or WITH.',
    })
  const fault = findFault(text)
  if (fault !== null) problems.push({ path: ['text'], message: fault })
  return problems
}

const QUERY = /^\s*(?:select|with|values)\b/i
const CHANGE = /^\s*(?:insert|update|delete|replace|merge|call|select|with)\b/i

/**
 * Stricter than any dialect, so that all of them read the same pieces: no comment, no second statement, no backslash, no
 * dollar quote; quotes and brackets closed. A placeholder within quotes would be a text and no parameter.
 */
function findFault(text: string): string | null {
  if (text.includes('\\') || text.includes('\0') || /\$[\w\u0080-\uffff]*\$/.test(text) || hidesPieces(text))
    return 'The statement holds a character that is not taken.'
  const { fault, quote, depth } = scan(text)
  if (fault !== null) return fault
  if (quote !== '') return 'The statement leaves a quote open.'
  return depth > 0 ? 'The statement leaves a bracket open.' : null
}

function scan(text: string): { readonly fault: string | null; readonly quote: string; readonly depth: number } {
  let quote = ''
  let depth = 0
  const end = (fault: string | null) => ({ fault, quote, depth })
  for (let at = 0; at < text.length; at += 1) {
    const each = text[at] ?? ''
    if (quote !== '') {
      if (each === quote) quote = ''
      else if (text.startsWith('{{', at))
        return end('A {{…}} stands inside quotes; write it without them, it is bound as a parameter.')
    } else if (each === "'" || each === '"' || each === '`') quote = each
    else if (each === ';') return end('Only one statement, without ";".')
    else if (text.startsWith('--', at) || text.startsWith('/*', at))
      return end('The statement holds a comment; write it elsewhere.')
    else if (each === '(') depth += 1
    else if (each === ')') depth -= 1
    if (depth < 0) return end('The statement closes a bracket that it did not open.')
  }
  return end(null)
}

/**
 * What one dialect takes as a whole and others read on in: `[a name]` of SQL Server, the rest of a line behind `#` of MySQL,
 * a text behind q of Oracle. What stands in it may open and close nothing beyond it, or one of them sees other pieces.
 */
function hidesPieces(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const each = text[at] ?? ''
    if (each === "'" && /(?:^|[^\w$#])n?q$/i.test(text.slice(0, at))) return true
    if (each === "'" || each === '"' || each === '`') {
      const end = text.indexOf(each, at + 1)
      if (end < 0) return false
      at = end
    } else if (each === ']' && /^\]\s*\]/.test(text.slice(at))) return true
    else if (each === '[' || each === '#') {
      const [whole = ''] = (each === '[' ? /^[^\]]*/ : /^.*/).exec(text.slice(at + 1)) ?? []
      const { fault, quote, depth } = scan(whole)
      if (fault !== null || quote !== '' || depth !== 0) return true
    }
  }
  return false
}

/** What a statement did when it was tried. */
export const StatementTrial = z.object({
  /** With the marks of bound values. */
  sql: z.string(),
  fields: z.array(FieldSpec),
  /** Each a JSON text. */
  rows: z.array(z.string()),
  /** Rows a statement would have changed; null: a query, or the database does not say. */
  changed: z.int().nullable(),
  elapsedMs: z.int(),
  problem: z
    .object({ code: z.string(), message: z.string(), field: z.string().optional(), advice: z.string().optional() })
    .nullable(),
})
export type StatementTrial = z.output<typeof StatementTrial>

/** How a strategy names a statement: `sql:<adapter>`. The published version runs. */
export const toStatementResource = (id: string): string => `sql:${id}`
const RESOURCE = /^sql:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
export const readStatementResource = (resource: string): string | null => RESOURCE.exec(resource)?.[1] ?? null
