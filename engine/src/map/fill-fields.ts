import type { Data, Value } from '@sluice/contract'
import { showJson } from './explain.ts'
import type { Trace } from './field-note.ts'
import type { Lookup } from './lookup-value.ts'
import { Refusal } from './refusal.ts'
import { type Evaluate, fullPath, report, type Scope } from './scope.ts'

/** One field, compiled. */
export interface FieldPlan {
  readonly target: string
  /** Path within the record or the line: `customer.code`. */
  readonly path: string
  readonly make: Evaluate
  readonly lookup: Lookup | undefined
  readonly cast: ((value: Value, scope: Scope) => Value | undefined | Refusal) | undefined
  readonly fallback: Value | undefined
  readonly whenMissing: 'leave' | 'null' | 'error'
  readonly isRequired: boolean
}

/** Adds the plans' fields to `data`; what is refused becomes a problem of the record. */
export function fill(data: Record<string, Value>, plans: readonly FieldPlan[], scope: Scope): Data {
  for (const plan of plans) {
    const { trace } = scope.record
    const value = trace ? explainValue(plan, scope, trace) : makeValue(plan, scope)
    if (value === undefined) continue
    if (value instanceof Refusal) report(scope, plan.path, value)
    else if (plan.target === '__proto__') defineOwn(data, plan.target, value)
    else data[plan.target] = value
  }
  return data
}

const explainValue = (plan: FieldPlan, scope: Scope, trace: Trace): ReturnType<typeof makeValue> =>
  trace.field(
    () => fullPath(scope, plan.path),
    () => makeValue(plan, scope),
  )

/** Assigning to `__proto__` would set the prototype instead of a field. */
const defineOwn = (data: Record<string, Value>, name: string, value: Value): unknown =>
  Object.defineProperty(data, name, { value, enumerable: true, writable: true, configurable: true })

const isEmpty = (value: Value | undefined): boolean => value === undefined || value === null || value === ''

function makeValue(plan: FieldPlan, scope: Scope): Value | undefined | Refusal {
  let value = plan.make(scope)
  if (value instanceof Refusal) return value
  if (plan.lookup) value = plan.lookup(value, scope, plan.path)
  if (value instanceof Refusal) return value
  if (plan.fallback !== undefined && isEmpty(value)) value = replaceEmpty('fallback', plan.fallback, value, scope)
  if (value === undefined && plan.whenMissing !== 'leave') {
    if (plan.whenMissing === 'error') return new Refusal('mapping.missing', 'is missing in the source')
    value = replaceEmpty('missing', null, value, scope)
  }
  if (plan.cast && value !== undefined) value = plan.cast(value, scope)
  if (value instanceof Refusal) return value
  if (plan.isRequired && isEmpty(value)) return emptyRefusal(value)
  return value
}

function replaceEmpty(kind: 'fallback' | 'missing', value: Value, before: Value | undefined, scope: Scope): Value {
  scope.record.trace?.note({ kind, rule: '', before: showJson(before), after: showJson(value) })
  return value
}

const emptyRefusal = (value: Value | undefined): Refusal =>
  new Refusal(
    'mapping.required',
    `is required but ${value === undefined ? 'missing' : value === null ? 'null' : 'empty'}`,
  )
