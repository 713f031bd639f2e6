import {
  type ColumnKind,
  compileEncoder,
  type Encoder,
  formatMoment,
  formatSingle,
  integerKind,
  parseMoment,
  Refusal,
} from '@sluice/connector-kit/sql'
import { Bytes, toNumber, type Value } from '@sluice/contract'
import type { Cell } from './session.ts'

/** A type as the catalogue has it. */
export interface ServerType {
  readonly name: string
  /** Bytes; -1: without limit. */
  readonly maxLength: number
  readonly precision: number
  readonly scale: number
}

/** `decimal(18,2)`, `nvarchar(max)`: as it stands in a statement. */
export function formatType({ name, maxLength, precision, scale }: ServerType): string {
  if (name === 'decimal' || name === 'numeric') return `${name}(${precision},${scale})`
  if (name === 'nvarchar' || name === 'nchar') return `${name}(${maxLength < 0 ? 'max' : maxLength / 2})`
  if (/^(?:var)?(?:char|binary)$/.test(name)) return `${name}(${maxLength < 0 ? 'max' : maxLength})`
  if (name === 'datetime2' || name === 'datetimeoffset' || name === 'time') return `${name}(${scale})`
  return name
}

export function toKind({ name, maxLength, precision, scale }: ServerType): ColumnKind {
  switch (name) {
    case 'bit':
      return { is: 'boolean' }
    case 'tinyint':
      return integerKind(8, true)
    case 'smallint':
      return integerKind(16)
    case 'int':
      return integerKind(32)
    case 'bigint':
      return integerKind(64)
    case 'decimal':
    case 'numeric':
      return { is: 'decimal', precision, scale }
    case 'money':
      return { is: 'decimal', precision: 19, scale: 4 }
    case 'smallmoney':
      return { is: 'decimal', precision: 10, scale: 4 }
    case 'float':
      return { is: 'float', bits: 64 }
    case 'real':
      return { is: 'float', bits: 32 }
    case 'date':
      return { is: 'date' }
    case 'time':
      return { is: 'time', digits: scale }
    case 'datetime2':
    case 'datetimeoffset':
      return { is: 'datetime', zoned: name === 'datetimeoffset', digits: scale }
    case 'datetime':
      return { is: 'datetime', zoned: false, digits: 3 }
    case 'smalldatetime':
      return { is: 'datetime', zoned: false, digits: 0 }
    case 'char':
    case 'nchar':
      return { is: 'text', maxChars: name === 'nchar' ? maxLength / 2 : maxLength, isTrimmed: true }
    case 'varchar':
    case 'nvarchar':
      return { is: 'text', ...(maxLength < 0 ? {} : { maxChars: name === 'nvarchar' ? maxLength / 2 : maxLength }) }
    case 'text':
    case 'ntext':
    case 'xml':
      return { is: 'text' }
    case 'binary':
      return { is: 'bytes', width: maxLength }
    case 'varbinary':
    case 'image':
      return { is: 'bytes', ...(maxLength < 0 || name === 'image' ? {} : { maxBytes: maxLength }) }
    case 'timestamp':
      return { is: 'bytes', width: 8 }
    default:
      return { is: 'other' }
  }
}

const nameOf = (nativeType: string): string => /^\w+/.exec(nativeType)?.[0] ?? ''

/** How a column is selected so that the driver, which makes floats and Dates, gives its exact text. */
export function makeSelectTerm(sqlName: string, nativeType: string): string {
  switch (nameOf(nativeType)) {
    case 'decimal':
    case 'numeric':
      return `convert(varchar(41), ${sqlName})`
    case 'money':
    case 'smallmoney':
      return `convert(varchar(25), ${sqlName}, 2)`
    case 'bigint':
      return `convert(varchar(20), ${sqlName})`
    case 'float':
    case 'real':
      // Style 3: all digits that the number has.
      return `convert(varchar(32), ${sqlName}, 3)`
    case 'date':
      return `convert(varchar(10), ${sqlName}, 23)`
    case 'time':
      return `convert(varchar(16), ${sqlName})`
    case 'smalldatetime':
      return `convert(varchar(19), ${sqlName}, 120)`
    case 'datetime':
    case 'datetime2':
    case 'datetimeoffset':
      return `convert(varchar(34), ${sqlName}, 121)`
    case 'uniqueidentifier':
      return `convert(char(36), ${sqlName})`
    case 'text':
    case 'ntext':
    case 'xml':
    case 'json':
    case 'vector':
      return `convert(nvarchar(max), ${sqlName})`
    case 'sql_variant':
      return `convert(nvarchar(4000), ${sqlName})`
    case 'hierarchyid':
    case 'geography':
    case 'geometry':
      return `${sqlName}.ToString()`
    case 'image':
      return `convert(varbinary(max), ${sqlName})`
    case 'timestamp':
      return `convert(binary(8), ${sqlName})`
    default:
      return sqlName
  }
}

export function makeDecoder(kind: ColumnKind): (cell: NonNullable<Cell>) => Value {
  if (kind.is === 'boolean') return cell => cell === true || cell === 1
  if (kind.is === 'integer') return cell => (typeof cell === 'number' ? cell : toNumber(String(cell)))
  if (kind.is === 'float') return cell => toNumber(kind.bits === 32 ? formatSingle(Number(cell)) : String(Number(cell)))
  if (kind.is === 'decimal') return cell => toNumber(String(cell))
  return cell => (Buffer.isBuffer(cell) ? Bytes.from(cell) : String(cell))
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const WRITABLE_OTHERS = new Set(['uniqueidentifier', 'json'])

/** What a column keeps unchanged, as text for `convert`; bytes as hexadecimal. */
export function makeEncoder(nativeType: string, kind: ColumnKind): Encoder {
  const name = nameOf(nativeType)
  const plain = compileEncoder(kind, { offsetMinutes: 0, booleans: ['0', '1'], writesOffset: false })
  if (name === 'uniqueidentifier')
    return value => (value === null ? null : UUID.test(String(value)) ? String(value) : new Refusal('is not a UUID'))
  if (kind.is === 'other' && !WRITABLE_OTHERS.has(name))
    return value => (value === null ? null : new Refusal(`cannot be written to a column of the type ${name}`))
  if (name === 'datetimeoffset') return value => encodeInstant(value, plain)
  if (name === 'datetime' || name === 'smalldatetime') return value => checkOldMoment(plain(value), name)
  if (kind.is === 'bytes')
    return value => {
      const bytes = plain(value)
      return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : bytes
    }
  return plain
}

/** The offset stays as it is; a time without one is meant in UTC. */
function encodeInstant(value: Value, plain: Encoder): ReturnType<Encoder> {
  const encoded = plain(value)
  const moment = typeof value === 'string' ? parseMoment(value) : null
  if (encoded === null || encoded instanceof Refusal || moment === null) return encoded
  const minutes = moment.offsetMinutes ?? 0
  const two = (number: number) => String(number).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${formatMoment(moment)} ${offset}`
}

/** The old types round: datetime to 0, 3 or 7 thousandths, smalldatetime to the minute; and they begin later. */
function checkOldMoment(encoded: ReturnType<Encoder>, name: string): ReturnType<Encoder> {
  if (typeof encoded !== 'string') return encoded
  const isOld = name === 'datetime'
  const [first, last] = isOld ? ['1753', '9999'] : ['1900', '2079']
  if (encoded.slice(0, 4) < first || encoded.slice(0, 4) > last || (!isOld && encoded > '2079-06-06 23:59:00'))
    return new Refusal(`is outside ${first} … ${last}`)
  const fraction = (encoded.split('.')[1] ?? '').padEnd(3, '0')
  if (isOld && !/[037]$/.test(fraction)) return new Refusal('would be rounded by the column (use datetime2)')
  if (!isOld && !encoded.endsWith(':00')) return new Refusal('has seconds, which a smalldatetime column drops')
  return encoded
}

/** SQL of an encoded text as the column's own type; null where it is no such value. */
export function convertText(text: string, nativeType: string): string {
  const name = nameOf(nativeType)
  if (/binary$|^image$|^timestamp$/.test(name)) return `try_convert(varbinary(max), ${text}, 2)`
  if (name === 'text') return `convert(varchar(max), ${text})`
  if (name === 'ntext' || name === 'json') return `convert(nvarchar(max), ${text})`
  if (/char$/.test(name)) return `convert(${nativeType}, ${text})`
  if (/^date|^small/.test(name) && name !== 'smallint' && name !== 'smallmoney')
    return `try_convert(${nativeType}, ${text}, ${name === 'date' ? 23 : 121})`
  return `try_convert(${nativeType}, ${text})`
}
