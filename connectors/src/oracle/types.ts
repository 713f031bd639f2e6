import {
  type ColumnKind,
  compileEncoder,
  type Encoder,
  formatDecimal,
  formatMoment,
  formatSingle,
  parseDecimal,
  parseMoment,
  Refusal,
} from '@sluice/connector-kit/sql'
import { Bytes, toNumber, type Value } from '@sluice/contract'
import type { Cell } from './session.ts'

/** A type as the catalogue or an answer has it. */
export interface OracleType {
  /** `NUMBER`, `TIMESTAMP(6) WITH TIME ZONE`, `VARCHAR2` */
  readonly name: string
  readonly bytes: number | null
  /** Where the length counts characters. */
  readonly chars: number | null
  readonly precision: number | null
  readonly scale: number | null
}

/** Digits that a NUMBER surely keeps. */
const NUMBER_DIGITS = 38

export function formatType({ name, bytes, chars, precision, scale }: OracleType): string {
  if (/CHAR/.test(name)) return `${name}(${chars ?? bytes ?? 4000}${chars === null ? '' : ' char'})`
  if (name === 'RAW') return `RAW(${bytes ?? 2000})`
  if (name === 'FLOAT') return `FLOAT(${precision ?? 126})`
  if (name !== 'NUMBER' || (precision === null && scale === null)) return name
  return `NUMBER(${precision ?? NUMBER_DIGITS},${scale ?? 0})`
}

export function toKind({ name, bytes, chars, precision, scale }: OracleType): ColumnKind {
  if (name === 'NUMBER') {
    if (precision === null && scale === null) return { is: 'decimal' }
    const digits = precision ?? NUMBER_DIGITS
    const most = 10n ** BigInt(digits) - 1n
    return (scale ?? 0) === 0
      ? { is: 'integer', min: -most, max: most }
      : { is: 'decimal', precision: digits, scale: scale ?? 0 }
  }
  if (name === 'FLOAT') return { is: 'decimal' }
  if (name === 'BINARY_FLOAT' || name === 'BINARY_DOUBLE')
    return { is: 'float', bits: name === 'BINARY_FLOAT' ? 32 : 64, allowsSpecial: false }
  // A DATE has a time of day.
  if (name === 'DATE') return { is: 'datetime', zoned: false, digits: 0 }
  if (/^TIMESTAMP/.test(name))
    return { is: 'datetime', zoned: /TIME ZONE/.test(name), digits: Number(/\((\d)\)/.exec(name)?.[1] ?? scale ?? 6) }
  if (/^N?(?:VAR)?CHAR/.test(name)) {
    const limit = chars === null ? (bytes === null ? {} : { maxBytes: bytes }) : { maxChars: chars }
    return { is: 'text', ...limit, ...(/^N?CHAR$/.test(name) ? { isTrimmed: true } : {}) }
  }
  if (name === 'CLOB' || name === 'NCLOB' || name === 'LONG') return { is: 'text' }
  if (name === 'RAW') return { is: 'bytes', ...(bytes === null ? {} : { maxBytes: bytes }) }
  if (name === 'BLOB' || name === 'LONG RAW') return { is: 'bytes' }
  if (name === 'JSON') return { is: 'json' }
  if (name === 'BOOLEAN') return { is: 'boolean' }
  return { is: 'other' }
}

const digitsOf = (nativeType: string): number => Number(/\((\d)\)/.exec(nativeType)?.[1] ?? 6)
const isOffset = (nativeType: string): boolean => /WITH TIME ZONE/.test(nativeType)
const isLocal = (nativeType: string): boolean => /WITH LOCAL TIME ZONE/.test(nativeType)
const fractionOf = (nativeType: string): string => (digitsOf(nativeType) === 0 ? '' : `.FF${digitsOf(nativeType)}`)

/** How a column is selected so that the driver, which makes Dates, gives its exact text. */
export function makeSelectTerm(sqlName: string, nativeType: string): string {
  if (nativeType === 'DATE') return `to_char(${sqlName}, 'YYYY-MM-DD HH24:MI:SS')`
  if (/^TIMESTAMP/.test(nativeType)) {
    const zone = isOffset(nativeType) ? ' TZH:TZM' : isLocal(nativeType) ? '"+00"' : ''
    return `to_char(${sqlName}, 'YYYY-MM-DD HH24:MI:SS${fractionOf(nativeType)}${zone}')`
  }
  if (/^INTERVAL/.test(nativeType)) return `to_char(${sqlName})`
  if (nativeType === 'JSON') return `json_serialize(${sqlName} returning clob)`
  if (nativeType === 'XMLTYPE') return `xmlserialize(content ${sqlName} as clob)`
  if (nativeType === 'BOOLEAN') return `case when ${sqlName} then 1 when not ${sqlName} then 0 end`
  if (nativeType === 'ROWID' || nativeType === 'UROWID') return `rowidtochar(${sqlName})`
  return sqlName
}

/** Content that the server keeps elsewhere, and whose length it tells. */
export const isLob = (nativeType: string): boolean => /LOB$/.test(nativeType)

export function makeDecoder(kind: ColumnKind): (cell: NonNullable<Cell>) => Value {
  if (kind.is === 'integer' || kind.is === 'decimal') return cell => toNumber(toPlainNumeral(String(cell)))
  if (kind.is === 'float' && kind.bits === 32) return cell => toNumber(formatSingle(Number(cell)))
  if (kind.is === 'float') return cell => toNumber(String(cell))
  if (kind.is === 'boolean') return cell => String(cell) === '1'
  return cell => (Buffer.isBuffer(cell) ? Bytes.from(cell) : String(cell))
}

/** `.5` and `1E+30` as plain numerals. */
export function toPlainNumeral(text: string): string {
  const whole = text.replace(/^(-?)\./, '$10.')
  const decimal = /e/i.test(whole) ? parseDecimal(whole) : null
  return decimal ? formatDecimal(decimal) : whole
}

export interface EncoderRules {
  readonly emptyText: 'refuse' | 'null'
  /** Whether the character set of the database holds every character. */
  readonly isUnicode: boolean
}

/** What a column keeps unchanged. An empty text or an empty binary would come back as null. */
export function makeEncoder(nativeType: string, kind: ColumnKind, { emptyText, isUnicode }: EncoderRules): Encoder {
  const options = { offsetMinutes: 0, booleans: ['0', '1'], writesOffset: false } as const
  const plain = compileEncoder(kind, options)
  if (kind.is === 'other' && nativeType !== 'XMLTYPE')
    return value => (value === null ? null : new Refusal(`cannot be written to a column of the type ${nativeType}`))
  if (kind.is === 'decimal' && kind.precision === undefined) return value => checkDigits(plain(value), nativeType)
  if (isOffset(nativeType)) return value => encodeInstant(value, plain)
  if (kind.is === 'datetime') return value => checkYear(plain(value))
  if (kind.is !== 'text' && kind.is !== 'bytes') return plain
  return value => {
    const encoded = plain(value)
    if (encoded === null || encoded instanceof Refusal) return encoded
    if (encoded.length === 0)
      return kind.is === 'text' && emptyText === 'null'
        ? null
        : new Refusal('is empty, which Oracle would keep as null')
    // The server puts a question mark for what its character set lacks, and says nothing.
    const isNational = /^N/.test(nativeType)
    if (typeof encoded === 'string' && !isUnicode && !isNational && /[^\0-\x7f]/.test(encoded))
      return new Refusal('has characters that the character set of this database may lack (use NVARCHAR2)')
    return encoded
  }
}

function checkDigits(encoded: ReturnType<Encoder>, nativeType: string): ReturnType<Encoder> {
  const decimal = typeof encoded === 'string' ? parseDecimal(encoded) : null
  if (!decimal) return encoded
  // FLOAT counts binary digits.
  const bits = /^FLOAT\((\d+)\)/.exec(nativeType)?.[1]
  const most = Math.min(NUMBER_DIGITS, bits === undefined ? NUMBER_DIGITS : Math.floor(Number(bits) * 0.30103))
  if (decimal.digits.length > most) return new Refusal(`has more than the ${most} digits the column keeps`)
  return Math.abs(decimal.point) > 125 ? new Refusal('is too large or too small for a NUMBER') : formatDecimal(decimal)
}

/** The offset stays as it is; a time without one is meant in UTC. */
function encodeInstant(value: Value, plain: Encoder): ReturnType<Encoder> {
  const encoded = checkYear(plain(value))
  const moment = typeof value === 'string' ? parseMoment(value) : null
  if (encoded === null || encoded instanceof Refusal || moment === null) return encoded
  const minutes = moment.offsetMinutes ?? 0
  const two = (number: number) => String(number).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${formatMoment(moment)} ${offset}`
}

const checkYear = (encoded: ReturnType<Encoder>): ReturnType<Encoder> =>
  typeof encoded === 'string' && !/^(?!0000)\d{4}-.*(?<! BC)$/.test(encoded)
    ? new Refusal('is outside 0001 … 9999')
    : encoded

/** SQL of a bound text as the column's own type. */
export function convertBind(bind: string, nativeType: string): string {
  if (/^(?:NUMBER|FLOAT)/.test(nativeType)) return `to_number(${bind})`
  if (nativeType === 'BINARY_FLOAT') return `to_binary_float(${bind})`
  if (nativeType === 'BINARY_DOUBLE') return `to_binary_double(${bind})`
  if (nativeType === 'DATE') return `to_date(${bind}, 'YYYY-MM-DD HH24:MI:SS')`
  if (isOffset(nativeType)) return `to_timestamp_tz(${bind}, 'YYYY-MM-DD HH24:MI:SS.FF TZH:TZM')`
  if (/^TIMESTAMP/.test(nativeType)) return `to_timestamp(${bind}, 'YYYY-MM-DD HH24:MI:SS.FF')`
  if (nativeType === 'XMLTYPE') return `xmltype(${bind})`
  if (nativeType === 'JSON') return `json(${bind})`
  if (nativeType === 'BOOLEAN') return `(to_number(${bind}) = 1)`
  return bind
}

/** The text by which `convertBind` knows a value: a fraction where its form has one. */
export function toBindText(text: string, nativeType: string): string {
  if (!/^TIMESTAMP/.test(nativeType) || text.includes('.')) return text
  return text.replace(/^(\S+ \d\d:\d\d:\d\d)/, '$1.0')
}
