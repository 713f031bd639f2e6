import { formatSingle } from '@sluice/connector-kit/sql'
import { Bytes, toNumber, type Value } from '@sluice/contract'
import type { BinaryType } from './types.ts'

const DAY_MS = 86_400_000
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes of an answer in the format RowBinary: the values of a row, one behind the other. */
export class RowReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** A value with the bytes it stands in. */
  readRaw(type: BinaryType): { readonly value: Value; readonly raw: Buffer } {
    const start = this.#at
    const value = this.read(type, false)
    return { value, raw: this.#bytes.subarray(start, this.#at) }
  }

  /** @throws RangeError when the bytes end early */
  read(type: BinaryType, isBytes: boolean): Value {
    switch (type.is) {
      case 'nullable':
        return this.#take(1)[0] === 1 ? null : this.read(type.inner, isBytes)
      case 'integer':
        return toNumber(String(this.#integer(type.bytes, type.isSigned)))
      case 'float':
        return readFloat(type.bytes === 4 ? this.#take(4).readFloatLE() : this.#take(8).readDoubleLE(), type.bytes)
      case 'decimal':
        return toNumber(scale(this.#integer(type.bytes, true), type.scale))
      case 'date':
        return dayText(Number(this.#integer(type.bytes, type.bytes === 4)) * DAY_MS)
      case 'moment':
        return type.digits === null
          ? momentText(BigInt(this.#take(4).readUInt32LE()), 0)
          : momentText(this.#integer(8, true), type.digits)
      case 'boolean':
        return this.#take(1)[0] === 1
      case 'enum':
        return nameOf(type.names, Number(this.#integer(type.bytes, true)))
      case 'uuid':
        return uuidText(this.#take(16))
      case 'list': {
        const length = this.#length()
        return Array.from({ length }, () => this.read(type.element, isBytes))
      }
      case 'text':
        return readText(this.#take(type.width ?? this.#length()), type.width !== undefined, isBytes)
      case 'other':
        return readText(this.#take(this.#length()), false, false)
    }
  }

  #take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new RangeError('the rows end early')
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }

  /** LEB128 */
  #length(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = this.#take(1).readUInt8()
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }

  #integer(bytes: number, isSigned: boolean): bigint {
    const taken = this.#take(bytes)
    if (bytes <= 6) return BigInt(isSigned ? taken.readIntLE(0, bytes) : taken.readUIntLE(0, bytes))
    let value = 0n
    for (let at = bytes - 8; at >= 0; at -= 8) value = (value << 64n) | taken.readBigUInt64LE(at)
    return isSigned ? BigInt.asIntN(bytes * 8, value) : value
  }
}

function readFloat(value: number, bytes: 4 | 8): Value {
  if (!Number.isFinite(value)) return String(value)
  return toNumber(bytes === 4 ? formatSingle(value) : Object.is(value, -0) ? '-0' : String(value))
}

/** A String may hold anything; what is no text is binary. A FixedString is filled up with zeros. */
function readText(bytes: Buffer, isFilled: boolean, isBytes: boolean): Value {
  if (isBytes) return Bytes.from(bytes)
  let end = bytes.length
  while (isFilled && end > 0 && bytes[end - 1] === 0) end -= 1
  try {
    return UTF8.decode(bytes.subarray(0, end))
  } catch {
    return Bytes.from(bytes)
  }
}

function scale(value: bigint, digits: number): string {
  const minus = value < 0n ? '-' : ''
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0')
  return digits === 0 ? minus + text : `${minus}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** In UTC: a moment is the same everywhere, whatever zone its column shows. */
function momentText(ticks: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits)
  const seconds = (ticks - (((ticks % unit) + unit) % unit)) / unit
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return digits === 0 ? text : `${text}.${String(ticks - seconds * unit).padStart(digits, '0')}`
}

const nameOf = (names: ReadonlyMap<string, number>, value: number): string =>
  [...names].find(([, each]) => each === value)?.[0] ?? String(value)

/** Two halves, each with its last byte first. */
function uuidText(bytes: Buffer): string {
  const halves = [bytes.subarray(0, 8), bytes.subarray(8)].map(half => Buffer.from(half).reverse().toString('hex'))
  return halves.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Bytes of one value that an encoder has found to fit; null only where the type takes it. */
export function packValue(value: string | Uint8Array | null, type: BinaryType): Buffer {
  switch (type.is) {
    case 'nullable':
      return value === null ? Buffer.of(1) : Buffer.concat([Buffer.of(0), packValue(value, type.inner)])
    case 'integer':
      return packInteger(BigInt(String(value)), type.bytes)
    case 'float':
      return packFloat(Number(value), type.bytes)
    case 'decimal':
      return packInteger(unscale(String(value), type.scale), type.bytes)
    case 'date':
      return packInteger(BigInt(Date.parse(`${String(value)}T00:00:00Z`) / DAY_MS), type.bytes)
    case 'moment':
      return packMoment(String(value), type.digits)
    case 'boolean':
      return Buffer.of(value === '1' ? 1 : 0)
    case 'enum':
      return packInteger(BigInt(type.names.get(String(value)) ?? 0), type.bytes)
    case 'uuid': {
      const bytes = Buffer.from(String(value).replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes.subarray(0, 8).reverse(), bytes.subarray(8).reverse()])
    }
    case 'list':
      return Buffer.from(value as Uint8Array) // packed by its encoder
    case 'text':
    case 'other':
      return packText(typeof value === 'string' ? Buffer.from(value) : Buffer.from(value ?? []), type)
  }
}

function packText(bytes: Buffer, type: BinaryType): Buffer {
  if (type.is === 'text' && type.width !== undefined) return Buffer.concat([bytes], type.width)
  return Buffer.concat([packLength(bytes.length), bytes])
}

export function packLength(length: number): Buffer {
  const bytes: number[] = []
  let left = length
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return Buffer.of(...bytes, left)
}

function packInteger(value: bigint, bytes: number): Buffer {
  const packed = Buffer.alloc(bytes)
  let left = BigInt.asUintN(bytes * 8, value)
  for (let at = 0; at < bytes; at += 1) {
    packed[at] = Number(left & 255n)
    left >>= 8n
  }
  return packed
}

function packFloat(value: number, bytes: 4 | 8): Buffer {
  const packed = Buffer.alloc(bytes)
  if (bytes === 4) packed.writeFloatLE(value)
  else packed.writeDoubleLE(value)
  return packed
}

/** `-12.5` with four digits is -125000. */
function unscale(text: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
}

/** `2024-01-31 08:00:00.5` in UTC. */
function packMoment(text: string, digits: number | null): Buffer {
  const [whole = '', fraction = ''] = text.split('.')
  const seconds = BigInt(Date.parse(`${whole.replace(' ', 'T')}Z`) / 1000)
  if (digits === null) return packInteger(seconds, 4)
  const ticks = seconds * 10n ** BigInt(digits) + BigInt(fraction.padEnd(digits, '0').slice(0, digits) || '0')
  return packInteger(ticks, 8)
}
