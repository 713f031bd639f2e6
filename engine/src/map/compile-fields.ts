import { type Data, Failure, type MappingField, parseJson, type Value } from '@sluice/contract'
import { type Cast, compileCast } from './cast-value.ts'
import { compileScopedPath, compileTemplate } from './compile-template.ts'
import { compileExpression } from './expression.ts'
import { type BoundMapping, compileLookup, type Lookup, openMaps } from './lookup-value.ts'
import type { MapOutcome } from './map-outcome.ts'
import { compilePlain } from './plain-expression.ts'
import { Refusal } from './refusal.ts'
import { type Evaluate, MAX_PROBLEMS, MAX_RECORD_CHARS, openScope, report, type Scope } from './scope.ts'
import { isKnownZone } from './time-zone.ts'

/** Told before each expression starts, with its number in `expressionFields`. */
export type OnExpression = (number: number) => void

export interface CompiledFields {
  /** @param maxChars how many characters the mapped record may have */
  mapRow(row: Data, now: Date, maxChars?: number): MapOutcome
  /** Target paths of the fields that are expressions, in compiling order. */
  readonly expressionFields: readonly string[]
}

/**
 * Compiles a mapping's fields into closures.
 * @throws Failure 'mapping.invalid' naming the field
 */
export function compileFields(mapping: BoundMapping, onExpression?: OnExpression): CompiledFields {
  return compileAll(mapping, compileExpression, onExpression)
}

/**
 * With the short way of expressions; null where one of them has none. `mapRow` throws `Unplain` for a record that is to
 * take the long one.
 */
export function compilePlainFields(mapping: BoundMapping): CompiledFields | null {
  let isPlain = true
  const fields = compileAll(mapping, source => {
    const plain = compilePlain(source)
    isPlain &&= plain !== null
    return plain ?? (() => undefined)
  })
  return isPlain ? fields : null
}

function compileAll(
  mapping: BoundMapping,
  compile: (source: string) => Evaluate,
  onExpression?: OnExpression,
): CompiledFields {
  const context: Context = {
    sources: [],
    path: '',
    expressionFields: [],
    compile,
    onExpression,
    maps: openMaps(mapping),
  }
  const plans = mapping.fields.map(field => compileField(field, context))
  const { copyAll } = mapping
  return {
    expressionFields: context.expressionFields,
    mapRow(row, now, maxChars = MAX_RECORD_CHARS) {
      const scope = openScope(row, now, maxChars)
      const data: Record<string, Value> = copyAll ? { ...row } : {}
      try {
        fill(data, plans, scope)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        return tooDeep
      }
      const { problems, lookups } = scope.record
      const noted = lookups === undefined ? {} : { lookups }
      return problems.length > 0 ? { kind: 'refused', problems, ...noted } : { kind: 'mapped', data, ...noted }
    },
  }
}

/** What the engine itself gives up on: stack overflow by nesting, texts beyond its limit. */
const tooDeep: MapOutcome = {
  kind: 'refused',
  problems: [{ field: '', code: 'mapping.tooLarge', message: 'The record is nested too deeply or grows too large.' }],
}

interface Context {
  readonly sources: readonly string[]
  /** Target path of the object or list around the field, with its dot. */
  readonly path: string
  readonly expressionFields: string[]
  readonly compile: (source: string) => Evaluate
  readonly onExpression: OnExpression | undefined
  readonly maps: ReturnType<typeof openMaps>
}

interface FieldPlan {
  readonly target: string
  /** Path within the record or the line: `customer.code`. */
  readonly path: string
  readonly make: Evaluate
  readonly lookup: Lookup | undefined
  readonly cast: Cast | undefined
  readonly fallback: Value | undefined
  readonly whenMissing: 'leave' | 'null' | 'error'
  readonly isRequired: boolean
}

function compileField(field: MappingField, context: Context): FieldPlan {
  const path = `${context.path}${field.target}`
  try {
    const zone = field.timeZone
    if (zone !== undefined && !isKnownZone(zone)) throw new RangeError(`"${zone}" is no known time zone.`)
    return {
      target: field.target,
      path,
      make: compileValue(field, { ...context, path }),
      lookup: field.lookup && compileLookup(field.lookup, context.maps),
      cast: field.type === undefined ? undefined : compileCast(field.type, zone),
      fallback: field.fallback,
      whenMissing: field.whenMissing ?? 'leave',
      isRequired: field.required ?? false,
    }
  } catch (error) {
    throw error instanceof RangeError ? invalidField(path, error) : error
  }
}

const invalidField = (path: string, error: RangeError): Failure =>
  new Failure({ code: 'mapping.invalid', message: `Field "${path}": ${error.message}`, field: path, cause: error })

function compileValue(field: MappingField, context: Context): Evaluate {
  const { value } = field
  switch (value.kind) {
    case 'template':
      return compileTemplate(value.template, context.sources, field.timeZone)
    case 'constant': {
      const constant = value.value
      return () => constant
    }
    case 'expression': {
      const number = context.expressionFields.push(context.path) - 1
      const { onExpression } = context
      const evaluate = context.compile(value.expression)
      if (!onExpression) return evaluate
      return scope => {
        onExpression(number)
        return evaluate(scope)
      }
    }
    case 'object': {
      const plans = value.fields.map(child => compileField(child, { ...context, path: `${context.path}.` }))
      return scope => fill({}, plans, scope)
    }
    case 'lines':
      return compileLines(value.source, value.fields, context)
  }
}

function compileLines(source: string, fields: readonly MappingField[], context: Context): Evaluate {
  const owner = context.path
  const inner = { ...context, sources: [...context.sources, source], path: '' }
  const firstExpression = context.expressionFields.length
  const plans = fields.map(field => compileField(field, inner))
  for (let at = firstExpression; at < context.expressionFields.length; at++)
    context.expressionFields[at] = `${owner}[].${context.expressionFields[at]}`
  const makeLine = (line: Value, index: number, parent: Scope): Data =>
    fill({}, plans, { ...parent, line, index, parent, owner, expressionLine: undefined })
  if (source === '') return scope => [makeLine({}, 0, scope)]
  const read = compileScopedPath(source, context.sources)
  return scope => {
    const list = toList(read(scope))
    if (list === undefined || list === null) return list
    if (!Array.isArray(list)) return new Refusal('mapping.notList', `in "${source}" is not a list of lines`, list)
    const lines: Data[] = []
    for (let index = 0; index < list.length; index++) {
      if (scope.record.problems.length >= MAX_PROBLEMS) break
      lines.push(makeLine(list[index] ?? null, index, scope))
    }
    return lines
  }
}

/** A database without a list type answers with the JSON text of one; every numeral keeps its digits. */
function toList(value: Value | undefined): Value | undefined {
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

function fill(data: Record<string, Value>, plans: readonly FieldPlan[], scope: Scope): Data {
  for (const plan of plans) {
    const value = makeValue(plan, scope)
    if (value === undefined) continue
    if (value instanceof Refusal) report(scope, plan.path, value)
    else if (plan.target === '__proto__') defineOwn(data, plan.target, value)
    else data[plan.target] = value
  }
  return data
}

/** Assigning to `__proto__` would set the prototype instead of a field. */
const defineOwn = (data: Record<string, Value>, name: string, value: Value): unknown =>
  Object.defineProperty(data, name, { value, enumerable: true, writable: true, configurable: true })

const isEmpty = (value: Value | undefined): boolean => value === undefined || value === null || value === ''

function makeValue(plan: FieldPlan, scope: Scope): Value | undefined | Refusal {
  let value = plan.make(scope)
  if (value instanceof Refusal) return value
  if (plan.lookup) value = plan.lookup(value, scope, plan.path)
  if (value instanceof Refusal) return value
  if (plan.fallback !== undefined && isEmpty(value)) value = plan.fallback
  if (value === undefined && plan.whenMissing !== 'leave') {
    if (plan.whenMissing === 'error') return new Refusal('mapping.missing', 'is missing in the source')
    value = null
  }
  if (plan.cast && value !== undefined) {
    const cast = plan.cast(value)
    if (cast instanceof Refusal) return cast
    value = cast
  }
  if (plan.isRequired && isEmpty(value)) return emptyRefusal(value)
  return value
}

const emptyRefusal = (value: Value | undefined): Refusal =>
  new Refusal(
    'mapping.required',
    `is required but ${value === undefined ? 'missing' : value === null ? 'null' : 'empty'}`,
  )
