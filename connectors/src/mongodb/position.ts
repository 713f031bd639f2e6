import type { ReadWindow } from '@sluice/contract'
import type { BSON, Document, Filter } from 'mongodb'
import { badCursor } from './failure.ts'
import { encodeNumber, readMoment } from './values.ts'

type Bson = typeof BSON

/** The types of MongoDB in the order in which it sorts them; a comparison finds only values of one of these lines. */
const BRACKETS: readonly (readonly string[])[] = [
  ['minKey'],
  ['null'],
  ['int', 'long', 'double', 'decimal'],
  ['string', 'symbol'],
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

/** Everything that stands behind a value in the order of a field, of other types too. */
function isBehind(field: string, value: unknown, bson: Bson): Filter<Document> {
  const at = BRACKETS.findIndex(bracket => bracket.includes(typeName(value, bson)))
  const later = BRACKETS.slice(at + 1).flat()
  return { $or: [{ [field]: { $gt: value } }, { [field]: { $type: later } }] } as Filter<Document> // names of types
}

function typeName(value: unknown, bson: Bson): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (value instanceof Date) return 'date'
  if (Array.isArray(value)) return 'array'
  if (value instanceof bson.ObjectId) return 'objectId'
  if (value instanceof bson.Binary) return 'binData'
  if (value instanceof bson.Timestamp) return 'timestamp'
  if (value instanceof bson.BSONRegExp) return 'regex'
  if (value instanceof bson.MinKey) return 'minKey'
  if (value instanceof bson.MaxKey) return 'maxKey'
  return typeof value === 'object' && !('_bsontype' in value) ? 'object' : 'double'
}

/** Documents behind the last one that was read: by the window's field first, where there is one, then by _id. */
export function locate(fields: readonly string[], values: readonly unknown[], bson: Bson): Filter<Document> {
  const [first = '_id', second] = fields
  if (second === undefined) return isBehind(first, values[0], bson)
  return {
    $or: [
      isBehind(first, values[0], bson),
      { $and: [{ [first]: { $eq: values[0] } }, isBehind(second, values[1], bson)] },
    ],
  } as Filter<Document> // its parts are filters
}

/** Both bounds of a window, inside, whatever of the types that its text may stand for the field holds. */
export function bound({ field, from, to }: ReadWindow, bson: Bson): Filter<Document> {
  const read = (text: string | null) => (text === null ? null : readBound(text, bson))
  const [least, greatest] = [read(from), read(to)]
  const kinds = (['date', 'number', 'objectId', 'text'] as const).filter(
    kind => (least === null || least[kind] !== undefined) && (greatest === null || greatest[kind] !== undefined),
  )
  return {
    $or: kinds.map(kind => ({
      [field]: {
        ...(least === null ? {} : { $gte: least[kind] }),
        ...(greatest === null ? {} : { $lte: greatest[kind] }),
      },
    })),
  } as Filter<Document> // its parts are comparisons
}

interface Bound {
  readonly date?: Date
  readonly number?: unknown
  readonly objectId?: unknown
  readonly text: string
}

function readBound(text: string, bson: Bson): Bound {
  const date = readMoment(text)
  const isNumeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
  return {
    text,
    ...(date ? { date } : {}),
    ...(isNumeral ? { number: encodeNumber(text, bson) } : {}),
    ...(/^[0-9a-f]{24}$/.test(text) ? { objectId: bson.ObjectId.createFromHexString(text) } : {}),
  }
}

/** Values of the last document in the order of the fields, with their types. */
export const formatCursor = (values: readonly unknown[], bson: Bson): string =>
  bson.EJSON.stringify(values, { relaxed: false })

/** @throws Failure `source.cursor` */
export function parseCursor(cursor: string, count: number, bson: Bson): readonly unknown[] {
  let values: unknown
  try {
    values = bson.EJSON.parse(cursor, { relaxed: false })
  } catch {
    throw badCursor()
  }
  if (!Array.isArray(values) || values.length !== count) throw badCursor()
  return values
}

/** `address.city` of a document. */
export function valueAt(document: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = document
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return value
}
