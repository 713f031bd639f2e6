import type { FindValue, MappingField, ValueLookup } from '@sluice/contract'
import { parseExpression } from './expression.ts'
import { type LookupCall, listCalls } from './expression-calls.ts'
import { readFind } from './find-value.ts'

/** Every look-up of a mapping in a value map: of its fields, and of their expressions. */
export const listLookups = (fields: readonly MappingField[]): ValueLookup[] =>
  walk(fields, field => [
    ...(field.lookup ? [field.lookup] : []),
    ...callsOf(field).flatMap(call => (call.kind === 'lookup' ? [call.lookup] : [])),
  ])

/** Every look-up of a mapping into other strategies; a text that begins as one and is not counts as none. */
export const listFinds = (fields: readonly MappingField[]): FindValue[] =>
  walk(fields, field => [
    ...readQuietly(field),
    ...callsOf(field).flatMap(call => (call.kind === 'find' ? [call.find] : [])),
  ])

/** The source of every expression. */
export const listExpressions = (fields: readonly MappingField[]): string[] =>
  walk(fields, ({ value }) => (value.kind === 'expression' ? [value.expression] : []))

/** As its text says: parsing one that looks nothing up would be for nothing. */
export const looksUp = (expression: string): boolean => /\b(?:lookup|find)\s*\(/.test(expression)

const walk = <T>(fields: readonly MappingField[], list: (field: MappingField) => readonly T[]): T[] =>
  fields.flatMap(field => {
    const { value } = field
    const inner = value.kind === 'lines' || value.kind === 'object' ? walk(value.fields, list) : []
    return [...list(field), ...inner]
  })

function readQuietly(field: MappingField): FindValue[] {
  try {
    const find = readFind(field)
    return find ? [find] : []
  } catch {
    return []
  }
}

/** What cannot be parsed has none. */
function callsOf({ value }: MappingField): readonly LookupCall[] {
  if (value.kind !== 'expression' || !looksUp(value.expression)) return []
  try {
    return listCalls(parseExpression(value.expression).ast)
  } catch {
    return []
  }
}
