import { parseMoment, Refusal } from '@sluice/connector-kit/sql'
import { Bytes, type Data, ExactNumber, isData, toJson, toNumber, type Value } from '@sluice/contract'
import type { BSON } from 'mongodb'
import { findRepeated } from './find-repeated.ts'

type Bson = typeof BSON

/** Every number stays in its own class, because doubles would lose what the others hold. */
const EXACT = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true } as const

/** A document whose values stand for two things afterwards. */
export class UnclearDocument extends Error {}

/** The bytes of one document as a record. @throws RangeError for a date that no calendar holds | UnclearDocument */
export function decodeDocument(bytes: Uint8Array, bson: Bson, isExtended: boolean): Data {
  const path = findRepeated(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), bson)
  if (path !== null) throw new UnclearDocument(`has the name ${path} twice, and one of the values would be lost`)
  return decodeFields(bson.deserialize(bytes, EXACT), bson, isExtended)
}

/** The bytes of one document with its values as they are. */
export const readDocument = (bytes: Uint8Array, bson: Bson): Readonly<Record<string, unknown>> =>
  bson.deserialize(bytes, EXACT)

const decodeFields = (document: object, bson: Bson, isExtended: boolean): Data =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, decodeValue(value, bson, isExtended)]))

/** A value of a document. `isExtended`: what JSON does not know keeps its type, as Extended JSON. */
export function decodeValue(value: unknown, bson: Bson, isExtended: boolean): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(each => decodeValue(each, bson, isExtended))
  if (value instanceof bson.Int32) return value.value
  if (value instanceof bson.Binary && value.sub_type === 0) return Bytes.from(value.buffer.subarray(0, value.position))
  const plain = isExtended ? keepsType(value, bson) : toPlain(value, bson)
  if (plain !== undefined) return plain
  if (isDocument(value)) return decodeFields(value, bson, isExtended)
  // What is left: timestamps, expressions, code, the ends of the order.
  return JSON.parse(JSON.stringify(bson.EJSON.serialize(value as object, { relaxed: false }))) as Value // JSON of ours
}

function toPlain(value: unknown, bson: Bson): Value | undefined {
  if (isLongInteger(value, bson)) return toNumber(value.toString())
  if (value instanceof bson.Double) return decodeDouble(value.value)
  if (value instanceof bson.Decimal128) return decodeDecimal(value.toString())
  if (value instanceof bson.ObjectId) return value.toHexString()
  if (value instanceof Date) return value.toISOString()
  if (value instanceof bson.Binary && value.sub_type === 4 && value.position === 16)
    return value.toUUID().toHexString(true)
  return undefined
}

/** Only what comes back from plain JSON in the same class. */
function keepsType(value: unknown, bson: Bson): Value | undefined {
  if (value instanceof bson.Double && !Number.isInteger(value.value)) return decodeDouble(value.value)
  if (isLongInteger(value, bson) && !isSmall(BigInt(value.toString()))) return toNumber(value.toString())
  return undefined
}

const decodeDouble = (value: number): Value | undefined => {
  if (!Number.isFinite(value)) return undefined
  return Object.is(value, -0) ? new ExactNumber('-0') : value
}

/** Without an exponent where only zeros stand for it: `0E-8` is 0.00000000. */
function decodeDecimal(text: string): Value | undefined {
  const [, minus = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]\d+))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const power = Number(exponent ?? 0)
  if (power >= 0 || power < -40) return toNumber(text)
  const digits = (whole + fraction).padStart(fraction.length - power + 1, '0')
  const point = digits.length - (fraction.length - power)
  return toNumber(`${minus}${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** A timestamp is a Long too, and another type. */
const isLongInteger = (value: unknown, bson: Bson): value is BSON.Long =>
  value instanceof bson.Long && !(value instanceof bson.Timestamp)

const isDocument = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('_bsontype' in value) && !(value instanceof Date)

const isSmall = (whole: bigint): boolean => whole >= -(2n ** 31n) && whole < 2n ** 31n
const isLong = (whole: bigint): boolean => whole >= -(2n ** 63n) && whole < 2n ** 63n

export type FieldKind = 'date' | 'objectId'

/** A value as MongoDB holds it; numbers in the narrowest class that keeps them. */
export function encodeValue(value: Value, bson: Bson, kind?: FieldKind): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return encodeText(value, bson, kind)
  if (typeof value === 'number' || value instanceof ExactNumber) return encodeNumber(String(value), bson)
  if (value instanceof Bytes) return new bson.Binary(value.toBuffer())
  if (isData(value))
    return Object.keys(value)[0]?.startsWith('$') ? encodeTagged(value, bson) : encodeFields(value, bson)
  const items: unknown[] = []
  for (const each of value) {
    const item = encodeValue(each, bson, kind)
    if (item instanceof Refusal) return item
    items.push(item)
  }
  return items
}

function encodeFields(data: Data, bson: Bson): object | Refusal {
  const fields: [string, unknown][] = []
  for (const [name, value] of Object.entries(data)) {
    const encoded = encodeValue(value, bson)
    if (encoded instanceof Refusal) return encoded
    fields.push([name, encoded])
  }
  return Object.fromEntries(fields)
}

function encodeText(text: string, bson: Bson, kind: FieldKind | undefined): unknown {
  if (!text.isWellFormed()) return new Refusal('contains half of a surrogate pair, which UTF-8 cannot hold')
  if (kind === 'objectId')
    return /^[0-9a-f]{24}$/i.test(text)
      ? bson.ObjectId.createFromHexString(text)
      : new Refusal('is not an ObjectId (24 hexadecimal digits)')
  if (kind !== 'date') return text
  return (
    readMoment(text) ?? new Refusal('is not a date that MongoDB holds (to the millisecond, with an offset or in UTC)')
  )
}

/** null when the text is none, or has more digits than the milliseconds of a date. */
export function readMoment(text: string): Date | null {
  const moment = parseMoment(text)
  if (!moment || moment.fraction.length > 3 || moment.date.length !== 10) return null
  const ms = Date.parse(`${moment.date}T${moment.time}.${moment.fraction.padEnd(3, '0')}Z`)
  return new Date(ms - (moment.offsetMinutes ?? 0) * 60_000)
}

export function encodeNumber(text: string, bson: Bson): unknown {
  if (text === '-0') return new bson.Double(-0)
  if (/^-?\d+$/.test(text)) {
    const whole = BigInt(text)
    if (isSmall(whole)) return new bson.Int32(Number(whole))
    if (isLong(whole)) return bson.Long.fromBigInt(whole)
  }
  // The shortest text of a double is that double.
  if (String(Number(text)) === text && Number.isFinite(Number(text))) return new bson.Double(Number(text))
  try {
    return bson.Decimal128.fromString(text)
  } catch {
    return new Refusal('has more than the 34 digits that MongoDB keeps')
  }
}

/** `{"$oid": …}` and its like: the value that it stands for. */
function encodeTagged(value: Data, bson: Bson): unknown {
  try {
    const made: unknown = bson.EJSON.deserialize(JSON.parse(toJson(value)), { relaxed: false })
    if (
      made instanceof Date
        ? !Number.isNaN(made.getTime())
        : typeof made !== 'object' || (made !== null && '_bsontype' in made)
    )
      return made
  } catch {
    // Told below.
  }
  return new Refusal('begins with "$" and is no value of Extended JSON')
}
