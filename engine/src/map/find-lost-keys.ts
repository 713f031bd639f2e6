import type { ASTNode } from '@marcbachmann/cel-js'
import { type Edition, editionOf, type Mapping, type MappingField, type SourceConfig } from '@sluice/contract'
import { parseExpression } from './expression.ts'
import { parseTemplate } from './parse-template.ts'

/**
 * Key fields of the source that the key of the target does not hold as they are: records that differ in nothing else go to
 * one row. Empty where every record has a row of its own by construction.
 */
export function findLostKeys(
  mapping: Mapping,
  source: Pick<SourceConfig, 'key' | 'group'>,
  targetKey: readonly string[],
): readonly string[] {
  const { key, group } = source
  // What is worked out of a group tells it from its own past, not from other groups.
  const sourceKey = group ? key.filter(name => name === 'part' || group.by.includes(name)) : key
  const kept = new Set<string>()
  // A script may change what was mapped.
  if (mapping.script) return sourceKey
  const named = new Map(mapping.fields.map(field => [field.target, field]))
  for (const target of targetKey) {
    const field = named.get(target)
    const source = field ? heldBy(field, editionOf(mapping)) : mapping.copyAll ? target : null
    if (source !== null) kept.add(source)
  }
  return sourceKey.filter(name => !kept.has(name))
}

/** The one field that the value holds whole; a text around it changes nothing. */
function heldBy({ value, lookup, type }: MappingField, edition: Edition): string | null {
  if (lookup !== undefined || (type !== undefined && type !== 'string')) return null
  try {
    if (value.kind === 'expression') return pathOf(parseExpression(value.expression, edition).ast)
    return value.kind === 'template' ? slotOf(value.template) : null
  } catch {
    // The check of the mapping says what is wrong with it.
    return null
  }
}

function slotOf(template: string): string | null {
  const slots = parseTemplate(template).filter(part => typeof part !== 'string')
  const [slot] = slots
  if (slot === undefined || slots.length > 1) return null
  return slot.isLiteral || slot.filters.length > 0 || /^(\$|derived)(\.|$)/.test(slot.path) ? null : slot.path
}

/** `row.a.b` alone: the path `a.b`. */
function pathOf(node: ASTNode): string | null {
  if (node.op !== '.' && node.op !== '[]') return null
  const [owner, key] = node.args
  const name = typeof key === 'string' ? key : key.op === 'value' ? key.args : null
  // A name with dots of its own is no path to be compared.
  if (typeof name !== 'string' || /[.[\]]/.test(name)) return null
  if (owner.op === 'id') return owner.args === 'row' ? name : null
  const above = pathOf(owner)
  return above === null ? null : `${above}.${name}`
}
