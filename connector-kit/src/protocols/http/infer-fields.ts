import { Bytes, type Data, ExactNumber, type FieldSpec, isData, type Value } from '@sluice/contract'
import { isList } from './json-path.ts'

/** JSON Schema's word for a date and time with its offset, as the native type of a field. */
export const INSTANT = 'date-time'

/** Levels of nesting that are looked into; deeper values count as JSON. */
const MAX_DEPTH = 6

/** Values that are looked at; a sample of that many tells what there is, and more would hold the thread. */
const MAX_VALUES = 100_000

/** What may still be looked at. */
interface Budget {
  left: number
}

/** Fields and types of a sample of records; a field whose values disagree has the widest type. */
export const inferFields = (records: readonly Data[]): FieldSpec[] => inferWithin(records, 0, { left: MAX_VALUES })

function inferWithin(records: readonly Data[], depth: number, budget: Budget): FieldSpec[] {
  const values = new Map<string, Value[]>()
  for (const record of records) {
    if (budget.left <= 0) break
    for (const name of Object.keys(record).slice(0, budget.left)) {
      budget.left -= 1
      const value = record[name]! // its own name
      const list = values.get(name)
      if (list) list.push(value)
      else values.set(name, [value])
    }
  }
  return [...values].map(([name, list]) => inferField(name, list, depth, budget))
}

function inferField(name: string, values: readonly Value[], depth: number, budget: Budget): FieldSpec {
  const types = new Set(values.filter(value => value !== null).map(typeOf))
  const type = widest(types)
  if (depth >= MAX_DEPTH) return { name, type: type === 'object' || type === 'array' ? 'json' : type }
  if (type !== 'array' && type !== 'object')
    return values.every(isInstant) && types.size > 0 ? { name, type, nativeType: INSTANT } : { name, type }
  const rows = type === 'array' ? takeRows(values, budget.left) : values
  const children = rows.filter((row): row is Data => isData(row))
  // A list of plain values has no lines to map.
  if (children.length === 0 || rows.some(row => row !== null && !isData(row)))
    return { name, type: rows.length === 0 ? type : 'json' }
  return { name, type, fields: inferWithin(children, depth + 1, budget) }
}

/** The first lines of lists; the first of all in any case, for it tells whether they are objects. */
function takeRows(lists: readonly Value[], count: number): Value[] {
  const rows: Value[] = []
  const most = Math.max(count, 1)
  for (const list of lists) {
    if (rows.length >= most) break
    if (isList(list)) for (const row of list.slice(0, most - rows.length)) rows.push(row)
  }
  return rows
}

function typeOf(value: Value): FieldSpec['type'] {
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'decimal'
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.text) ? 'int' : 'decimal'
  if (value instanceof Bytes) return 'bytes'
  if (isList(value)) return 'array'
  if (typeof value === 'object') return 'object'
  return typeof value === 'string' ? typeOfText(value) : 'string'
}

function typeOfText(text: string): FieldSpec['type'] {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date'
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) ? 'datetime' : 'string'
}

const isInstant = (value: Value): boolean =>
  value === null ||
  (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(value))

function widest(types: ReadonlySet<FieldSpec['type']>): FieldSpec['type'] {
  const [only] = types
  if (types.size <= 1) return only ?? 'string'
  if ([...types].every(type => type === 'int' || type === 'decimal')) return 'decimal'
  if ([...types].every(type => type === 'date' || type === 'datetime')) return 'datetime'
  return types.has('array') || types.has('object') ? 'json' : 'string'
}
