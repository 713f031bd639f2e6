import { type ColumnKind, integerKind } from '@sluice/connector-kit/sql'

/** A type of ClickHouse as it stands in a row in the format RowBinary. */
export type BinaryType =
  | { readonly is: 'integer'; readonly bytes: number; readonly isSigned: boolean }
  | { readonly is: 'float'; readonly bytes: 4 | 8 }
  | { readonly is: 'decimal'; readonly bytes: number; readonly precision: number; readonly scale: number }
  | { readonly is: 'text'; readonly width?: number }
  | { readonly is: 'date'; readonly bytes: 2 | 4 }
  /** Seconds, or ticks of so many digits. */
  | { readonly is: 'moment'; readonly digits: number | null }
  | { readonly is: 'uuid' }
  | { readonly is: 'boolean' }
  | { readonly is: 'enum'; readonly bytes: 1 | 2; readonly names: ReadonlyMap<string, number> }
  | { readonly is: 'list'; readonly element: BinaryType }
  | { readonly is: 'nullable'; readonly inner: BinaryType }
  /** Read as the server's own text, and not written. */
  | { readonly is: 'other' }

/** The layout of a type by its name: `Nullable(Decimal(18, 2))`. */
export function parseType(name: string): BinaryType {
  const [, outer = name, inner = ''] = /^(\w+)\((.*)\)$/s.exec(name) ?? []
  if (outer === 'LowCardinality') return parseType(inner)
  if (outer === 'Nullable') return { is: 'nullable', inner: parseType(inner) }
  if (outer === 'SimpleAggregateFunction') return parseType(inner.slice(inner.indexOf(',') + 1).trim())
  if (outer === 'Array') {
    const element = parseType(inner)
    return element.is === 'other' || isOther(element) ? { is: 'other' } : { is: 'list', element }
  }
  return parsePlain(outer, inner)
}

const isOther = (type: BinaryType): boolean => type.is === 'nullable' && type.inner.is === 'other'

function parsePlain(name: string, inner: string): BinaryType {
  const integer = /^(U?)Int(8|16|32|64|128|256)$/.exec(name)
  if (integer) return { is: 'integer', bytes: Number(integer[2]) / 8, isSigned: integer[1] === '' }
  const [first = Number.NaN, second = 0] = inner.split(',').map(Number)
  switch (name) {
    case 'Float32':
      return { is: 'float', bytes: 4 }
    case 'Float64':
      return { is: 'float', bytes: 8 }
    case 'Decimal':
      return {
        is: 'decimal',
        bytes: first <= 9 ? 4 : first <= 18 ? 8 : first <= 38 ? 16 : 32,
        precision: first,
        scale: second,
      }
    case 'String':
      return { is: 'text' }
    case 'FixedString':
      return { is: 'text', width: first }
    case 'Date':
      return { is: 'date', bytes: 2 }
    case 'Date32':
      return { is: 'date', bytes: 4 }
    case 'DateTime':
      return { is: 'moment', digits: null }
    case 'DateTime64':
      return { is: 'moment', digits: first }
    case 'UUID':
      return { is: 'uuid' }
    case 'Bool':
      return { is: 'boolean' }
    case 'Enum8':
    case 'Enum16':
      return { is: 'enum', bytes: name === 'Enum8' ? 1 : 2, names: readNames(inner) }
    default:
      return { is: 'other' }
  }
}

/** `'paid' = 1, 'it\'s' = -2` */
function readNames(text: string): ReadonlyMap<string, number> {
  const found = text.matchAll(/\s*'((?:[^'\\]|\\.)*)' = (-?\d+),?/gsy)
  return new Map([...found].map(([, name = '', value]) => [name.replace(/\\(.)/gs, '$1'), Number(value)]))
}

/** What the column can hold, in the words that all databases share. */
export function toKind(type: BinaryType): ColumnKind {
  switch (type.is) {
    case 'nullable':
      return toKind(type.inner)
    case 'integer':
      return integerKind(type.bytes * 8, !type.isSigned)
    case 'float':
      return { is: 'float', bits: type.bytes === 4 ? 32 : 64, allowsSpecial: true }
    case 'decimal':
      return { is: 'decimal', precision: type.precision, scale: type.scale }
    case 'text':
      return { is: 'text', takesBytes: true, ...(type.width === undefined ? {} : { maxBytes: type.width }) }
    case 'date':
      return { is: 'date' }
    case 'moment':
      return { is: 'datetime', zoned: true, digits: type.digits ?? 0 }
    case 'boolean':
      return { is: 'boolean' }
    case 'list':
      return { is: 'list', element: toKind(type.element) }
    case 'enum':
      return { is: 'other', options: [...type.names.keys()] }
    default:
      return { is: 'other' }
  }
}

/** Inside of `Nullable`. */
export const bare = (type: BinaryType): Exclude<BinaryType, { is: 'nullable' }> =>
  type.is === 'nullable' ? bare(type.inner) : type
