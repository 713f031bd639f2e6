import type { Mapping, MappingField, SourceConfig } from '@sluice/contract'
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
    const source = field ? heldBy(field) : mapping.copyAll ? target : null
    if (source !== null) kept.add(source)
  }
  return sourceKey.filter(name => !kept.has(name))
}

/** The one field that the value holds whole; a text around it changes nothing. */
function heldBy({ value, lookup, type }: MappingField): string | null {
  if (value.kind !== 'template' || lookup !== undefined || (type !== undefined && type !== 'string')) return null
  try {
    const slots = parseTemplate(value.template).filter(part => typeof part !== 'string')
    const [slot] = slots
    if (slot === undefined || slots.length > 1) return null
    return slot.isLiteral || slot.filters.length > 0 || /^(\$|derived)(\.|$)/.test(slot.path) ? null : slot.path
  } catch {
    // The check of the mapping says what is wrong with it.
    return null
  }
}
