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
  const merged = { ...mapping, copyAll: mapping.copyAll || other.copyAll, fields: [...fields, ...left.values()] }
  const derived = mergeDerived(mapping.derived ?? [], other.derived ?? [], mode)
  return { mapping: derived.length === 0 ? merged : { ...merged, derived }, count }
}

/** What is copied brings the derived fields that it uses; of two of one name the mode decides. */
function mergeDerived(mine: MappingField[], theirs: MappingField[], mode: 'keep' | 'replace'): MappingField[] {
  const [first, second] = mode === 'keep' ? [mine, theirs] : [theirs, mine]
  const names = new Set(first.map(({ target }) => target))
  return [...first, ...second.filter(({ target }) => !names.has(target))]
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
