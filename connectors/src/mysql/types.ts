import { type ColumnKind, formatSingle, integerKind } from '@sluice/connector-kit/sql'
import { Bytes, parseJson, toNumber, type Value } from '@sluice/contract'
import type { Cell } from './session.ts'

/** A row of information_schema.columns. */
export interface TypeRow {
  /** `varchar`, `bigint` */
  readonly name: string
  /** `bigint(20) unsigned` */
  readonly full: string
  readonly maxChars: number | null
  readonly maxBytes: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly digits: number | null
  readonly charset: string | null
  /** MariaDB keeps JSON as text with a check. */
  readonly isCheckedJson: boolean
  readonly isMariaDb: boolean
}

const integerBits: Readonly<Record<string, number>> = { tinyint: 8, smallint: 16, mediumint: 24, int: 32, bigint: 64 }

export function toKind(type: TypeRow): ColumnKind {
  const bits = integerBits[type.name]
  if (bits !== undefined) return integerKind(bits, /unsigned/i.test(type.full))
  if (type.isCheckedJson || type.name === 'json')
    return { is: 'json', ...(type.isMariaDb ? {} : { refuses: 'long numbers' }) }
  if (/char$|text$/.test(type.name)) return toTextKind(type)
  if (/binary$|blob$/.test(type.name)) return toBytesKind(type)
  const unsigned = /unsigned|zerofill/i.test(type.full) ? { isUnsigned: true } : {}
  if (type.name === 'decimal')
    return { is: 'decimal', precision: type.precision ?? 10, scale: type.scale ?? 0, ...unsigned }
  if (type.name === 'float' || type.name === 'double') {
    // FLOAT(7,4) rounds like a decimal.
    if (type.scale !== null) return { is: 'decimal', precision: type.precision ?? 7, scale: type.scale, ...unsigned }
    return { is: 'float', bits: type.name === 'float' ? 32 : 64, ...unsigned }
  }
  return toOtherKind(type)
}

function toOtherKind({ name, full, digits, precision }: TypeRow): ColumnKind {
  switch (name) {
    case 'date':
      return { is: 'date', years: [0, 9999] }
    case 'time':
      return { is: 'time', digits: digits ?? 0, isSpan: true }
    case 'datetime':
    case 'timestamp':
      // How far a TIMESTAMP goes beyond 2038 depends on the server.
      return {
        is: 'datetime',
        zoned: name === 'timestamp',
        digits: digits ?? 0,
        years: name === 'timestamp' ? [1970, 2106] : [0, 9999],
      }
    case 'year':
      // Of one and two digits it makes years of this century and the last.
      return { is: 'integer', min: 1901n, max: 2155n, takesZero: true }
    case 'bit':
      return { is: 'bits', width: precision ?? 1 }
    case 'enum':
      return { is: 'other', options: readOptions(full) }
    default:
      return { is: 'other' }
  }
}

/** `enum('a','it''s')` → a, it's */
const readOptions = (full: string): string[] =>
  [...full.matchAll(/'((?:[^']|'')*)'/g)].map(([, name = '']) => name.replaceAll("''", "'"))

function toTextKind({ name, maxChars, maxBytes, charset }: TypeRow): ColumnKind {
  const isShort = name === 'char' || name === 'varchar'
  return {
    is: 'text',
    ...(isShort && maxChars !== null ? { maxChars } : {}),
    ...(!isShort && maxBytes !== null ? { maxBytes } : {}),
    ...(charset === 'utf8' || charset === 'utf8mb3' ? { refuses: 'emoji' as const } : {}),
    ...(charset === 'latin1' ? { refuses: 'beyond latin1' as const } : {}),
    ...(name === 'char' ? { isTrimmed: true } : {}),
  }
}

function toBytesKind({ name, maxBytes }: TypeRow): ColumnKind {
  if (maxBytes === null) return { is: 'bytes' }
  return name === 'binary' ? { is: 'bytes', width: maxBytes } : { is: 'bytes', maxBytes }
}

/** How a column is selected so that its text loses nothing. */
export function makeSelectTerm(sqlName: string, kind: ColumnKind, nativeType: string): string {
  // FLOAT prints six digits only; as a double it shows all it holds. The driver's own number parser rounds.
  if (kind.is === 'float') return `cast(${sqlName} + 0e0 as char)`
  if (kind.is === 'decimal' && /^(?:float|double)/.test(nativeType)) return `cast(${sqlName} as char)`
  // Well-known text leaves out which plane the numbers are of; PostGIS reads and writes this form.
  if (isGeometry(nativeType))
    return `concat(if(st_srid(${sqlName}) = 0, '', concat('SRID=', st_srid(${sqlName}), ';')), st_astext(${sqlName}))`
  return sqlName
}

export const isGeometry = (nativeType: string): boolean =>
  /^(?:multi)?(?:point|linestring|polygon)|^geom/i.test(nativeType)

export type Decoder = (cell: Exclude<Cell, null>) => Value

/** Turns what the driver gives into the value it means. */
export function makeDecoder(kind: ColumnKind): Decoder {
  if (kind.is === 'integer') return cell => (typeof cell === 'number' ? cell : toNumber(dropZeros(String(cell))))
  if (kind.is === 'float' && kind.bits === 32) return cell => toNumber(formatSingle(Number(cell)))
  if (kind.is === 'decimal' || kind.is === 'float') return cell => toNumber(dropZeros(String(cell)))
  if (kind.is === 'json') return cell => parseJson(String(cell))
  if (kind.is === 'bits') return cell => toBits(cell, kind.width)
  if (kind.is === 'bytes')
    return cell => (Buffer.isBuffer(cell) ? Bytes.from(cell) : Bytes.from(Buffer.from(String(cell))))
  return cell => (Buffer.isBuffer(cell) ? Bytes.from(cell) : String(cell))
}

/** ZEROFILL pads what is shown; no JSON numeral begins so. */
const dropZeros = (text: string): string => (/^-?0\d/.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : text)

function toBits(cell: Exclude<Cell, null>, width: number): string {
  const bytes = Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell))
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return bits.slice(-width).padStart(width, '0')
}
