import type { z } from 'zod'

type Schema = z.core.$ZodType

/** Longer ones are no typing mistake, and comparing letter by letter would take its time. */
const LONGEST = 100

/** The key that a mistyped one was probably meant to be; null: none is near. @param path of the mistyped one */
export function findNearestKey(schema: Schema, path: readonly string[]): string | null {
  const typed = path.at(-1) ?? ''
  const around = path
    .slice(0, -1)
    .reduce<readonly Schema[]>((at, part) => at.flatMap(each => enter(each, part)), [schema])
  return findNearest(typed, around.flatMap(listKeys))
}

/** The name that a mistyped one was probably meant to be. */
export function findNearest(typed: string, names: readonly string[]): string | null {
  if (typed.length > LONGEST) return null
  const near = names
    .map(key => ({ key, distance: measure(typed.toLowerCase(), key.toLowerCase()) }))
    .filter(({ key, distance }) => distance <= Math.max(1, Math.floor(Math.min(key.length, typed.length) / 3)))
    .sort((left, right) => left.distance - right.distance)
  return near[0]?.key ?? null
}

/** Behind what only wraps a schema: one, or the several of a choice. */
function unwrap(schema: Schema): readonly Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return unwrap(def.innerType)
    case 'pipe':
      return unwrap(def.in)
    case 'lazy':
      return unwrap(def.getter())
    case 'union':
      return def.options.flatMap(unwrap)
    default:
      return [schema]
  }
}

const enter = (schema: Schema, part: string): readonly Schema[] =>
  unwrap(schema).flatMap(each => {
    const { def } = (each as z.core.$ZodTypes)._zod
    if (def.type === 'array') return [def.element]
    if (def.type === 'record') return [def.valueType]
    return def.type === 'object' ? (def.shape[part] ?? []) : []
  })

const listKeys = (schema: Schema): readonly string[] =>
  unwrap(schema).flatMap(each => {
    const { def } = (each as z.core.$ZodTypes)._zod
    return def.type === 'object' ? Object.keys(def.shape) : []
  })

/** Letters to be put in, taken out, exchanged or swapped with their neighbour. */
function measure(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1
      const steps = [rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same] // written in the rounds before
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        steps.push(rows[i - 2]![j - 2]! + 1)
      row.push(Math.min(...steps))
    }
    rows.push(row)
  }
  return rows[left.length]![right.length]!
}
