import type { Cell } from '../session.ts'

/** One value, and where the next begins. `cell`: what a SELECT of the session would have given. */
interface ReadValue {
  readonly cell: Exclude<Cell, null>
  readonly next: number
}

/** What is known of a column beside its place in the log. */
export interface ValueColumn {
  readonly isUnsigned: boolean
  /** Labels of an enumeration or a set. */
  readonly labels: readonly string[]
  /** null: bytes. */
  readonly decoder: { decode(bytes: Uint8Array): string } | null
  /** Of BINARY(n), whose zeros at the end are not logged. */
  readonly width: number
}

export type ValueReader = (bytes: Buffer, at: number) => ReadValue

/** The real type of a string stands in its metadata, and so do the upper bits of its length. */
export function resolveType(type: number, meta: number): { readonly type: number; readonly length: number } {
  if (type !== 254) return { type, length: meta }
  const [high, low] = [meta >> 8, meta & 0xff]
  if ((high & 0x30) === 0x30) return { type: high, length: low }
  return { type: high | 0x30, length: low | (((high & 0x30) ^ 0x30) << 4) }
}

/** Reads past values that cannot be understood, too: all of those carry their length. */
export function makeReader(type: number, meta: number, column: ValueColumn, offsetMinutes: number): ValueReader {
  const real = resolveType(type, meta)
  switch (real.type) {
    case 1:
      return readInteger(1, column.isUnsigned)
    case 2:
      return readInteger(2, column.isUnsigned)
    case 9:
      return readInteger(3, column.isUnsigned)
    case 3:
      return readInteger(4, column.isUnsigned)
    case 8:
      return (bytes, at) => ({
        cell: String(column.isUnsigned ? bytes.readBigUInt64LE(at) : bytes.readBigInt64LE(at)),
        next: at + 8,
      })
    case 4:
      return (bytes, at) => ({ cell: formatDouble(bytes.readFloatLE(at)), next: at + 4 })
    case 5:
      return (bytes, at) => ({ cell: formatDouble(bytes.readDoubleLE(at)), next: at + 8 })
    case 13:
      return (bytes, at) => ({ cell: bytes.readUInt8(at) === 0 ? 0 : 1900 + bytes.readUInt8(at), next: at + 1 })
    case 246:
      return readDecimal(meta >> 8, meta & 0xff)
    default:
      return makeOtherReader(real, meta, column, offsetMinutes)
  }
}

function makeOtherReader(
  real: { readonly type: number; readonly length: number },
  meta: number,
  column: ValueColumn,
  offsetMinutes: number,
): ValueReader {
  switch (real.type) {
    case 10:
    case 14:
      return readDate
    case 17:
      return readTimestamp(meta, offsetMinutes)
    case 18:
      return readDateTime(meta)
    case 19:
      return readTime(meta)
    case 16: {
      const length = (bitsOf(meta) + 7) >> 3
      return (bytes, at) => ({ cell: Buffer.from(bytes.subarray(at, at + length)), next: at + length })
    }
    case 7:
      return (_, at) => ({ cell: '', next: at + 4 })
    case 11:
      return (_, at) => ({ cell: '', next: at + 3 })
    case 12:
      return (_, at) => ({ cell: '', next: at + 8 })
    case 247:
      return (bytes, at) => {
        const index = bytes.readUIntLE(at, real.length)
        return { cell: index === 0 ? '' : (column.labels[index - 1] ?? ''), next: at + real.length }
      }
    case 248:
      return readSet(real.length, column.labels)
    case 15:
    case 253:
      return readText(meta > 255 ? 2 : 1, column)
    case 254:
      return readText(real.length > 255 ? 2 : 1, column)
    default:
      return readText(meta, column)
  }
}

/** Types whose bytes in the log say nothing to us: native JSON, geometry, old times, types of MariaDB's own. */
export function isReadable(type: number, meta: number, nativeType: string): boolean {
  if (/^(?:uuid|inet|vector|xmltype)/i.test(nativeType)) return false
  const real = resolveType(type, meta).type
  return ![7, 11, 12, 245, 255, 242].includes(real)
}

const bitsOf = (meta: number): number => (meta & 0xff) + (meta >> 8) * 8

function readInteger(width: number, isUnsigned: boolean): ValueReader {
  return (bytes, at) => ({
    cell: isUnsigned ? bytes.readUIntLE(at, width) : bytes.readIntLE(at, width),
    next: at + width,
  })
}

/** As the server writes doubles: the shortest digits, with an exponent from 1e15 and 1e-15 on. */
function formatDouble(value: number): string {
  // The server's own sum with zero has no sign.
  if (value === 0) return '0'
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const point = Number(exponent) + 1
  const sign = value < 0 ? '-' : ''
  if (point > 15 || point < -14) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${sign}${digits[0]}${rest}e${exponent.replace('+', '')}`
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (digits.length <= point) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Bytes that hold 0 to 9 digits. */
const DIGIT_BYTES = [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]

/** Groups of nine digits in four bytes, the first bit turned over; a negative number is the complement. */
function readDecimal(precision: number, scale: number): ValueReader {
  const whole = precision - scale
  const groups = [
    ...(whole % 9 === 0 ? [] : [whole % 9]),
    ...Array.from({ length: Math.floor(whole / 9) }, () => 9),
    ...Array.from({ length: Math.floor(scale / 9) }, () => 9),
    ...(scale % 9 === 0 ? [] : [scale % 9]),
  ]
  const size = groups.reduce((sum, digits) => sum + (DIGIT_BYTES[digits] ?? 0), 0)
  return (source, from) => {
    const bytes = Buffer.from(source.subarray(from, from + size))
    const isNegative = (bytes[0]! & 0x80) === 0 // a decimal has a byte
    bytes[0] = bytes[0]! ^ 0x80
    if (isNegative) for (let index = 0; index < size; index += 1) bytes[index] = bytes[index]! ^ 0xff
    let at = 0
    const text = groups
      .map(digits => {
        const width = DIGIT_BYTES[digits] ?? 0
        at += width
        return String(bytes.readUIntBE(at - width, width)).padStart(digits, '0')
      })
      .join('')
    const head = text.slice(0, whole).replace(/^0+(?=\d)/, '') || '0'
    const number = scale === 0 ? head : `${head}.${text.slice(whole)}`
    return { cell: isNegative ? `-${number}` : number, next: from + size }
  }
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

const readDate: ValueReader = (bytes, at) => {
  const packed = bytes.readUIntLE(at, 3)
  return { cell: `${pad(packed >> 9, 4)}-${pad((packed >> 5) & 15)}-${pad(packed & 31)}`, next: at + 3 }
}

/** Fractions take a byte for two digits; `meta` digits are shown. */
function readFraction(bytes: Buffer, at: number, meta: number): { readonly text: string; readonly width: number } {
  const width = (meta + 1) >> 1
  if (width === 0) return { text: '', width }
  const text = pad(bytes.readUIntBE(at, width), width * 2)
  return { text: `.${text.slice(0, meta)}`, width }
}

function readTimestamp(meta: number, offsetMinutes: number): ValueReader {
  return (bytes, at) => {
    const seconds = bytes.readUInt32BE(at)
    const { text, width } = readFraction(bytes, at + 4, meta)
    const next = at + 4 + width
    if (seconds === 0) return { cell: `0000-00-00 00:00:00${text.replaceAll(/\d/g, '0')}`, next }
    const iso = new Date((seconds + offsetMinutes * 60) * 1000).toISOString()
    return { cell: `${iso.slice(0, 10)} ${iso.slice(11, 19)}${text}`, next }
  }
}

function readDateTime(meta: number): ValueReader {
  return (bytes, at) => {
    const packed = bytes.readUIntBE(at, 5) - 0x8000000000
    const { text, width } = readFraction(bytes, at + 5, meta)
    const [days, clock] = [Math.floor(packed / 2 ** 17), packed % 2 ** 17]
    const [months, day] = [days >> 5, days & 31]
    const date = `${pad(Math.floor(months / 13), 4)}-${pad(months % 13)}-${pad(day)}`
    const time = `${pad(clock >> 12)}:${pad((clock >> 6) & 63)}:${pad(clock & 63)}`
    return { cell: `${date} ${time}${text}`, next: at + 5 + width }
  }
}

/** Negative times are one complement over the whole of seconds and fraction. */
function readTime(meta: number): ValueReader {
  const width = (meta + 1) >> 1
  return (bytes, at) => {
    const scale = 2 ** (8 * width)
    const packed = bytes.readUIntBE(at, 3) * scale + (width === 0 ? 0 : bytes.readUIntBE(at + 3, width))
    const signed = packed - 0x800000 * scale
    const size = Math.abs(signed)
    const clock = Math.floor(size / scale)
    const fraction = width === 0 ? '' : `.${pad(size % scale, width * 2).slice(0, meta)}`
    const text = `${pad((clock >> 12) & 1023)}:${pad((clock >> 6) & 63)}:${pad(clock & 63)}${fraction}`
    return { cell: signed < 0 ? `-${text}` : text, next: at + 3 + width }
  }
}

function readSet(length: number, labels: readonly string[]): ValueReader {
  return (bytes, at) => {
    let bits = 0n
    for (let index = length - 1; index >= 0; index -= 1) bits = (bits << 8n) | BigInt(bytes[at + index] ?? 0)
    const chosen = labels.filter((_, index) => ((bits >> BigInt(index)) & 1n) === 1n)
    return { cell: chosen.join(','), next: at + length }
  }
}

function readText(lengthBytes: number, { decoder, width }: ValueColumn): ValueReader {
  return (bytes, at) => {
    const length = bytes.readUIntLE(at, lengthBytes)
    const start = at + lengthBytes
    const raw = bytes.subarray(start, start + length)
    const next = start + length
    if (decoder) return { cell: decoder.decode(raw), next }
    const filled = Buffer.alloc(Math.max(width, length))
    raw.copy(filled)
    return { cell: filled, next }
  }
}
