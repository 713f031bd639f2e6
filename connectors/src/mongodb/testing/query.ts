import { BSON, type Document } from 'mongodb'
import { valueAt } from '../position.ts'

/** Types in the order in which MongoDB sorts them: https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/ */
const ORDER: readonly (readonly string[])[] = [
  ['minKey'],
  ['null', 'missing'],
  ['int', 'long', 'double', 'decimal'],
  ['string'],
  ['object'],
  ['array'],
  ['binData'],
  ['objectId'],
  ['bool'],
  ['date'],
  ['timestamp'],
  ['regex'],
  ['maxKey'],
]

function typeOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (value instanceof Date) return 'date'
  if (Array.isArray(value)) return 'array'
  const names: Readonly<Record<string, string>> = {
    Int32: 'int',
    Long: 'long',
    Double: 'double',
    Decimal128: 'decimal',
    Binary: 'binData',
    ObjectId: 'objectId',
    Timestamp: 'timestamp',
    BSONRegExp: 'regex',
    MinKey: 'minKey',
    MaxKey: 'maxKey',
  }
  const own = (value as { _bsontype?: string })._bsontype
  return own === undefined ? 'object' : (names[own] ?? own)
}

const bracketOf = (value: unknown): number => ORDER.findIndex(each => each.includes(typeOf(value)))

/** -1, 0 or 1 in the order of MongoDB. */
export function compare(a: unknown, b: unknown): number {
  const [left, right] = [bracketOf(a), bracketOf(b)]
  if (left !== right) return left < right ? -1 : 1
  const [one, other] = [sortable(a), sortable(b)]
  if (one === other) return 0
  return one < other ? -1 : 1
}

function sortable(value: unknown): string | number | bigint {
  if (value === null || value === undefined) return 0
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') return Buffer.from(value).toString('hex')
  if (value instanceof BSON.ObjectId) return value.toHexString()
  if (value instanceof BSON.Binary)
    return `${String(value.position).padStart(10, '0')}${Buffer.from(value.buffer).toString('hex')}`
  if (['int', 'long', 'double', 'decimal'].includes(typeOf(value))) {
    const text = String(value)
    return /^-?\d+$/.test(text) ? BigInt(text) : Number(text)
  }
  return BSON.EJSON.stringify(value, { relaxed: false })
}

/** Whether a document answers a query, as far as queries are asked here. @throws for an operator that is not known */
export function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    if (name === '$and') return (condition as Document[]).every(each => matches(document, each))
    if (name === '$or') return (condition as Document[]).some(each => matches(document, each))
    if (name.startsWith('$')) throw new Error(`unknown top level operator: ${name}`)
    const value = valueAt(document, name)
    const isOperators = typeOf(condition) === 'object' && Object.keys(condition as object)[0]?.startsWith('$')
    return isOperators
      ? Object.entries(condition as Document).every(([operator, operand]) => holds(value, operator, operand))
      : isEqual(value, condition)
  })
}

const isEqual = (a: unknown, b: unknown): boolean => compare(a, b) === 0

/** Comparisons find only values of the operand's own bracket. */
function holds(value: unknown, operator: string, operand: unknown): boolean {
  const isComparable = bracketOf(value) === bracketOf(operand) && value !== undefined
  if (operator === '$eq') return isEqual(value, operand)
  if (operator === '$ne') return !isEqual(value, operand)
  if (operator === '$gt') return isComparable && compare(value, operand) > 0
  if (operator === '$gte') return isComparable && compare(value, operand) >= 0
  if (operator === '$lt') return isComparable && compare(value, operand) < 0
  if (operator === '$lte') return isComparable && compare(value, operand) <= 0
  if (operator === '$in') return (operand as unknown[]).some(each => isEqual(value, each))
  if (operator === '$type') return (operand as string[]).includes(typeOf(value))
  throw new Error(`unknown operator: ${operator}`)
}

export const sortBy = (documents: readonly Document[], sort: Document): Document[] =>
  documents.toSorted((a, b) => {
    for (const [name, direction] of Object.entries(sort)) {
      const order = compare(valueAt(a, name), valueAt(b, name)) * Number(direction)
      if (order !== 0) return order
    }
    return 0
  })
