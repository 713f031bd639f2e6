import { Bytes, ExactNumber, type FieldSpec, isData, toNumber, toText, type Value } from '@sluice/contract'
import { castDate, castDateTime, castTime } from './cast-date.ts'
import { Decimal, isNumeral, isWorkable, numeralText } from './decimal.ts'
import { readJson, UnclearText } from './read-json.ts'
import { Refusal } from './refusal.ts'

export type CastType = FieldSpec['type']

/** A value in the wanted type, or the rule that it breaks. Null passes. Nothing is ever cut, rounded or guessed. */
export type Cast = (value: Value) => Value | Refusal

/** @param timeZone gives local date-times their offset */
export function compileCast(type: CastType, timeZone: string | undefined): Cast {
  if (type === 'datetime') return value => (value === null ? null : castDateTime(value, timeZone))
  const cast = casts[type]
  return value => (value === null ? null : cast(value))
}

type PresentValue = Exclude<Value, null>

const casts: Record<Exclude<CastType, 'datetime'>, (value: PresentValue) => Value | Refusal> = {
  string: castString,
  int: castInt,
  decimal: castDecimal,
  float: castFloat,
  bool: castBool,
  date: castDate,
  time: castTime,
  json: castJson,
  bytes: castBytes,
  array: value => (Array.isArray(value) ? value : refuse(value, 'is not a list')),
  object: value => (isData(value) ? value : refuse(value, 'is not an object')),
}

const refuse = (value: Value, rule: string): Refusal => new Refusal('mapping.type', rule, value)

function castString(value: PresentValue): Value | Refusal {
  if (typeof value === 'string') return value
  if (value instanceof Bytes) return refuse(value, 'is binary content, whose encoding as text is unknown')
  return toText(value)
}

const MAX_INT = 9_223_372_036_854_775_807n
const MIN_INT = -9_223_372_036_854_775_808n

function castInt(value: PresentValue): Value | Refusal {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  const text = numeralText(value)
  if (text === undefined) return refuse(value, 'is not a whole number in plain digits')
  if (text === '-0') return refuse(value, 'is minus zero, whose sign a whole number would lose')
  const decimal = new Decimal(text)
  if (!decimal.isInteger()) return refuse(value, 'is not a whole number')
  // 20 digits hold every 64-bit integer; more would only make the conversion below dear.
  if (decimal.e > 19) return refuse(value, 'does not fit into 64 bits')
  const integer = BigInt(decimal.toFixed())
  if (integer > MAX_INT || integer < MIN_INT) return refuse(value, 'does not fit into 64 bits')
  return toNumber(integer.toString())
}

function castDecimal(value: PresentValue): Value | Refusal {
  if (typeof value === 'string') {
    if (!isNumeral(value)) return refuse(value, 'is not a number in plain digits')
    return toNumber(value)
  }
  if (typeof value === 'number' || value instanceof ExactNumber)
    return numeralText(value) === undefined ? refuse(value, 'is not a finite number') : value
  return refuse(value, 'is not a number')
}

function castFloat(value: PresentValue): Value | Refusal {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = numeralText(value)
  if (text === undefined) return refuse(value, 'is not a number in plain digits')
  const number = Number(text)
  if (!Number.isFinite(number)) return refuse(value, 'is too large for a floating-point number')
  const decimal = new Decimal(text)
  if (!isWorkable(decimal) || !decimal.eq(number) || Object.is(number, -0))
    return refuse(value, 'has more digits than a floating-point number holds; use decimal')
  return number
}

const BOOLEANS = new Map<Value, boolean>([
  ...(['true', '1', 'y', '是'] as const).map(text => [text, true] as const),
  ...(['false', '0', 'n', '否'] as const).map(text => [text, false] as const),
])

function castBool(value: PresentValue): Value | Refusal {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.toLowerCase() : value
  return BOOLEANS.get(text) ?? refuse(value, 'is none of true, false, 1, 0, Y, N, 是, 否')
}

/** Nesting beyond this is refused: writing such a value out again would exhaust the stack. */
const MAX_DEPTH = 500

function castJson(value: PresentValue): Value | Refusal {
  if (typeof value !== 'string') return value
  if (isTooDeep(value)) return refuse(value, `is JSON nested deeper than ${MAX_DEPTH}`)
  try {
    return readJson(value) ?? refuse(value, 'is the null of JSON, which cannot be told from a missing value')
  } catch (error) {
    return refuse(value, error instanceof UnclearText ? error.message : 'is not JSON')
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isText && character === '\\') at++
    else if (character === '"') isText = !isText
    else if (isText) continue
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

function castBytes(value: PresentValue): Value | Refusal {
  if (value instanceof Bytes) return value
  if (typeof value !== 'string') return refuse(value, 'is neither binary content nor base64')
  // Buffer reads base64 loosely; only what it writes back equal was base64.
  const isBase64 = value.length % 4 === 0 && Buffer.from(value, 'base64').toString('base64') === value
  return isBase64 ? new Bytes(value) : refuse(value, 'is not base64')
}
