import type { FieldSpec, MappingField } from '@sluice/contract'
import { toTemplate } from '../model.ts'

const MAX_FIELDS = 1000
const MAX_DEPTH = 8

/** A field for each of the source's, under its name. */
export const fieldsOfSource = (source: readonly FieldSpec[]): MappingField[] =>
  source.map(({ name }) => ({ target: name, value: { kind: 'template', template: toTemplate(name) } }))

/**
 * The fields of a request that somebody has as JSON, to be filled: its values are examples and nothing more. Of a list the
 * first element tells.
 * @returns null where the text is no JSON object, nor a list of them
 */
export function fieldsOfSample(text: string): MappingField[] | null {
  try {
    const sample: unknown = JSON.parse(text)
    const first: unknown = Array.isArray(sample) ? sample[0] : sample
    return isObject(first) ? readFields(first, { left: MAX_FIELDS }, 0) : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readFields(sample: Record<string, unknown>, budget: { left: number }, depth: number): MappingField[] {
  return Object.entries(sample).flatMap(([target, value]) => {
    budget.left -= 1
    return budget.left < 0 ? [] : [{ target, value: shapeOf(value, budget, depth) }]
  })
}

function shapeOf(value: unknown, budget: { left: number }, depth: number): MappingField['value'] {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (depth >= MAX_DEPTH || !isObject(first)) return { kind: 'template', template: '' }
  const fields = readFields(first, budget, depth + 1)
  return Array.isArray(value) ? { kind: 'lines', source: '', fields } : { kind: 'object', fields }
}
