import { Failure, type Mapping, type MappingField } from '@sluice/contract'
import type { MapProblem } from '../stage/map-problem.ts'
import { checkMapping } from './check-mapping.ts'
import { compileFields } from './compile-fields.ts'
import { CallError } from './expression-calls.ts'
import type { BoundMapping } from './lookup-value.ts'

export interface Sifted {
  /** What of it can run. */
  readonly mapping: BoundMapping
  /** Why the rest cannot. */
  readonly problems: readonly MapProblem[]
}

/** A mapping that is still being written: fields that cannot be compiled are set aside, so that the others can be seen. */
export function siftMapping(mapping: BoundMapping): Sifted {
  const problems = checkMapping(mapping).filter(problem => problem.code !== 'mapping.requiredTarget')
  if (compiles(mapping)) return { mapping, problems }
  const lost: MapProblem[] = []
  const derived = siftDerived(mapping, lost)
  const whole = { ...mapping, derived }
  const fields = siftFields(whole, mapping.fields, '', lost)
  const known = new Set(problems.map(problem => problem.field))
  return { mapping: { ...whole, fields }, problems: [...problems, ...lost.filter(({ field }) => !known.has(field))] }
}

/** Those that can run together: one that cannot takes with it those that use it. */
function siftDerived(mapping: BoundMapping, lost: MapProblem[]): MappingField[] {
  let kept: MappingField[] = []
  let rest = mapping.derived ?? []
  for (;;) {
    const next = rest.filter(field => {
      const derived = [...kept, field]
      if (!compiles({ ...mapping, fields: [], derived })) return true
      kept = derived
      return false
    })
    if (next.length === rest.length) break
    rest = next
  }
  for (const field of rest) {
    const failure = compileFailure({ ...mapping, fields: [], derived: [...kept, field] })
    if (failure) lost.push({ field: `derived.${field.target}`, code: failure.code, message: failure.message })
  }
  return kept
}

function siftFields(
  whole: BoundMapping,
  fields: readonly MappingField[],
  prefix: string,
  lost: MapProblem[],
): MappingField[] {
  return fields.flatMap(field => {
    const { value } = field
    const path = `${prefix}${field.target}`
    if (value.kind === 'lines' || value.kind === 'object') {
      const inside = value.kind === 'lines' ? `${path}[].` : `${path}.`
      const failure = compileFailure({
        ...whole,
        copyAll: false,
        fields: [{ ...field, value: { ...value, fields: [] } }],
      })
      if (failure !== null) {
        lost.push({ field: path, code: failure.code, message: failure.message })
        return []
      }
      return [{ ...field, value: { ...value, fields: siftFields(whole, value.fields, inside, lost) } }]
    }
    const failure = compileFailure({ ...whole, copyAll: false, fields: [field] })
    if (failure === null) return [field]
    const { code, message, cause } = failure
    lost.push({ field: path, code, message, ...(cause instanceof CallError ? { range: cause.range } : {}) })
    return []
  })
}

const compiles = (mapping: Mapping): boolean => compileFailure(mapping) === null

function compileFailure(mapping: BoundMapping): Failure | null {
  try {
    compileFields(mapping)
    return null
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
