import type { TextColumn, TextField } from '@sluice/connector-kit'
import type { Mapping, MappingField } from '@sluice/contract'
import { findColumn } from '../stage/read-text-rows.ts'
import { parseTemplate } from './parse-template.ts'

/**
 * The target's fields, where each is a column of the source as it is: then rows need not be mapped one by one. null
 * where any field asks for more.
 */
export function findCopies(mapping: Mapping, columns: readonly TextColumn[]): readonly TextField[] | null {
  if (mapping.script) return null
  const copies = new Map<string, number>()
  if (mapping.copyAll) for (const [from, { name }] of columns.entries()) copies.set(name, from)
  for (const field of mapping.fields) {
    const from = findSource(field, columns)
    if (from < 0) return null
    copies.set(field.target, from)
  }
  return Array.from(copies, ([field, from]) => ({ field, from }))
}

/** Place of the column that the field is; -1 where it is something else, or may be refused. */
function findSource(field: MappingField, columns: readonly TextColumn[]): number {
  const { value, fallback, lookup } = field
  if (value.kind !== 'template' || fallback !== undefined || lookup !== undefined) return -1
  const [slot, ...more] = parseTemplate(value.template)
  if (slot === undefined || typeof slot === 'string' || more.length > 0) return -1
  if (slot.isLiteral || slot.filters.length > 0 || slot.path === '$' || /^(\$|derived)\./.test(slot.path)) return -1
  const from = findColumn(columns, slot.path)
  const column = columns[from]
  return column && isTakenAsIs(field, column) ? from : -1
}

/** A type that every value of the column has already, and a value where one is required. */
function isTakenAsIs({ type, required }: MappingField, { type: text, column }: TextColumn): boolean {
  const isNumber = text === 'integer' || text === 'whole'
  if (required && (column?.isNullable !== false || !(isNumber || text === 'boolean'))) return false
  if (type === undefined) return true
  if (type === 'string') return text === 'text'
  if (type === 'int' || type === 'decimal') return isNumber
  return type === 'bool' && text === 'boolean'
}
