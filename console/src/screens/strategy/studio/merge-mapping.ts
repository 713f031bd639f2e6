import type { Mapping, MappingField } from '@sluice/contract'
import { isMapped } from '../model.ts'

/**
 * The mapping with another one's fields: those without a value get theirs, and what is not here yet is added.
 * @param mode whether a field that has a value keeps it
 */
export function mergeMapping(
  mapping: Mapping,
  other: Mapping,
  mode: 'keep' | 'replace',
): { readonly mapping: Mapping; readonly count: number } {
  let count = 0
  const left = new Map(other.fields.filter(isMapped).map(field => [field.target, field]))
  const fields = mapping.fields.map(field => {
    const copied = left.get(field.target)
    left.delete(field.target)
    if (!copied || (mode === 'keep' && isMapped(field))) return field
    count++
    return copied
  })
  count += left.size
  return { mapping: { copyAll: mapping.copyAll || other.copyAll, fields: [...fields, ...left.values()] }, count }
}

export type Filling =
  | { readonly what: 'constant'; readonly value: string }
  | { readonly what: 'null' }
  | { readonly what: 'fallback'; readonly value: string }
  | { readonly what: 'whenMissing' }

/** One field as a filling of many leaves it. */
export function fillField(field: MappingField, filling: Filling): MappingField {
  switch (filling.what) {
    case 'constant':
      return { ...field, value: { kind: 'constant', value: filling.value } }
    case 'null':
      return { ...field, value: { kind: 'constant', value: null } }
    case 'fallback':
      return { ...field, fallback: filling.value }
    case 'whenMissing':
      return { ...field, whenMissing: 'null' }
  }
}
