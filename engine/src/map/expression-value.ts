import { Optional } from '@marcbachmann/cel-js'
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { Bytes, ExactNumber, toJson, toNumber, type Value } from '@sluice/contract'
import { compareOperands, isOperand, Numeral } from './expression-numeral.ts'

/**
 * A record's value as expressions see it. Numbers become `number` (exact), objects become Maps, so that not even an
 * own field named `constructor` can be taken for a class.
 */
export function toExpression(value: Value): unknown {
  if (typeof value === 'number' || value instanceof ExactNumber) return new Numeral(value)
  if (typeof value !== 'object' || value === null || value instanceof Bytes) return value
  if (Array.isArray(value)) return value.map(toExpression)
  const map = new Map<string, unknown>()
  for (const [name, child] of Object.entries(value)) map.set(name, toExpression(child))
  return map
}

/** A record that is being made. */
interface Growing {
  /** Characters it may still grow by. */
  charsLeft: number
}

/**
 * An expression's result as a value; undefined for an empty optional. Every text and element is counted before it is
 * built, because a small expression can name one large text a million times.
 * @throws RangeError for results that no value can hold
 */
export function fromExpression(result: unknown, record: Growing): Value | undefined {
  if (result instanceof Optional) return result.hasValue() ? fromExpression(result.value(), record) : undefined
  record.charsLeft -= typeof result === 'string' ? result.length : 8
  if (record.charsLeft < 0) throw new RangeError('the record grows too large')
  if (Array.isArray(result)) return result.map(element => fromExpression(element, record) ?? null)
  if (result instanceof Map) return fromEntries(result, record)
  const scalar = fromScalar(result)
  if (scalar !== undefined) return scalar
  if (isPlainObject(result)) return fromEntries(Object.entries(result), record)
  throw new RangeError('the result is a type or a function, which no field can hold')
}

function fromScalar(result: unknown): Value | undefined {
  switch (typeof result) {
    case 'string':
    case 'boolean':
      return result
    case 'bigint':
      return toNumber(result.toString())
    case 'number':
      if (!Number.isFinite(result)) throw new RangeError(`the result is ${result}, which is no number`)
      return toNumber(String(result + 0))
  }
  if (result === null || result instanceof Bytes) return result
  if (result instanceof Numeral) return result.toValue()
  if (result instanceof Date) return formatInstant(requireYear(result))
  if (result instanceof Duration) return result.toString()
  if (result instanceof UnsignedInt) return toNumber(result.toString())
  return undefined
}

/** Years beyond have no form that other systems read. */
function requireYear(instant: Date): Date {
  const year = instant.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) throw new RangeError('the result is a time outside the years 1 to 9999')
  return instant
}

/** `2024-01-05T02:00:00Z`, with milliseconds only where there are some. */
export const formatInstant = (instant: Date): string => instant.toISOString().replace('.000Z', 'Z')

function fromEntries(entries: Iterable<readonly [unknown, unknown]>, record: Growing): Value {
  const data: [string, Value][] = []
  for (const [name, child] of entries) {
    if (typeof name !== 'string') throw new RangeError('the result is a map whose keys are no texts')
    record.charsLeft -= name.length
    const value = fromExpression(child, record)
    if (value !== undefined) data.push([name, value])
  }
  return Object.fromEntries(data)
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Longest text an expression may make, in characters. Single allocations must stay well below V8's reserve of 16 MB. */
export const MAX_TEXT = 4_000_000

/** Longest list an expression may make. */
export const MAX_LIST = 100_000

/** @throws RangeError when the text is longer than an expression may make */
export function boundText(text: string): string {
  if (text.length > MAX_TEXT) throw new RangeError(`a text grows beyond ${MAX_TEXT} characters`)
  return text
}

/** A value as text for concat, left, split and their like: "" for null, JSON for lists and objects. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (value instanceof Numeral || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  const plain = fromExpression(value, { charsLeft: MAX_TEXT })
  if (plain === undefined) return ''
  return typeof plain === 'string' ? plain : toJson(plain)
}

/** Equality of values: numbers by their amount whatever their kind, lists and maps element by element. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (isOperand(left) && isOperand(right)) return compareOperands(left, right) === 0
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((element, index) => isEqual(element, right[index]))
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime()
  if (left instanceof Duration && right instanceof Duration)
    return left.seconds === right.seconds && left.nanos === right.nanos
  if (left instanceof UnsignedInt && right instanceof UnsignedInt) return left.value === right.value
  if (left instanceof Bytes && right instanceof Bytes) return left.base64 === right.base64
  return isEqualMap(asMap(left), asMap(right))
}

function isEqualMap(left: Map<unknown, unknown> | undefined, right: Map<unknown, unknown> | undefined): boolean {
  if (!left || !right || left.size !== right.size) return false
  for (const [name, value] of left) if (!right.has(name) || !isEqual(value, right.get(name))) return false
  return true
}

/** What an object of the record, or one that an expression made, has under a name; undefined: it is none, or lacks it. */
export function memberOf(object: unknown, name: string): unknown {
  if (object instanceof Map) return object.get(name)
  return isPlainObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

/** How many fields an object has; undefined: it is none. */
export const sizeOf = (value: unknown): number | undefined => asMap(value)?.size

function asMap(value: unknown): Map<unknown, unknown> | undefined {
  if (value instanceof Map) return value
  return isPlainObject(value) ? new Map(Object.entries(value)) : undefined
}
