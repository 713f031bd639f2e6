import type { FieldSpec } from './field.ts'

/** What the field of a flattened list is called in a row: `items.batches` and `no` make `items_batches_no`. */
export const flatName = (list: string, field: string): string => `${list.replaceAll('.', '_')}_${field}`

/** The field that numbers the rows of a list from 1, so that a key can tell them apart. */
export const lineField = (list: string): string => flatName(list, 'line')

/**
 * The fields of the rows that flattening makes, as the engine makes them: each list gives way to the fields of its
 * elements and the number of its row.
 */
export function flattenFields(fields: readonly FieldSpec[], lists: readonly string[]): FieldSpec[] {
  let flat: FieldSpec[] = [...fields]
  for (const list of lists) {
    const name = list.replaceAll('.', '_')
    flat = flat.flatMap(field => (field.name === name ? openList(field, list) : [field]))
  }
  return flat
}

function openList({ name, label, fields }: FieldSpec, list: string): FieldSpec[] {
  const number: FieldSpec = { name: lineField(list), type: 'int', ...(label === undefined ? {} : { label }) }
  // What the elements hold is not known, or they are plain values under the list's own name.
  if (!fields) return [{ name, type: 'json', ...(label === undefined ? {} : { label }) }, number]
  const inner = fields.map(field => ({ ...field, name: flatName(list, field.name) }))
  return inner.some(field => field.name === number.name) ? inner : [...inner, number]
}
