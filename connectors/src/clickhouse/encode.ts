import { compileEncoder, type Encoded, type Encoder, Refusal } from '@sluice/connector-kit/sql'
import { Bytes, type Value } from '@sluice/contract'
import { packLength, packValue } from './row-binary.ts'
import { type BinaryType, bare, toKind } from './types.ts'

const options = { offsetMinutes: 0, writesOffset: false, booleans: ['0', '1'] } as const
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Turns a value into text that the column keeps unchanged, or says why not. The server itself would wrap and cut silently. */
export function makeEncoder(type: BinaryType, isModern: boolean): Encoder {
  const inner = bare(type)
  const encode = selectEncoder(inner, isModern)
  const takesNull = type.is === 'nullable'
  return value => {
    if (value !== null) return encode(value)
    return takesNull ? null : new Refusal('is null, and the column takes no null')
  }
}

function selectEncoder(type: Exclude<BinaryType, { is: 'nullable' }>, isModern: boolean): Encoder {
  const encode = compileEncoder(toKind(type), options)
  if (type.is === 'text') return value => encodeText(value, type.width, encode)
  if (type.is === 'date') return value => keepWithin(encode(value), dateRange(type.bytes, isModern))
  if (type.is === 'moment') return value => keepWithin(encode(value), momentRange(type.digits))
  if (type.is === 'list') return value => packList(value, type.element, makeEncoder(type.element, isModern))
  if (type.is === 'enum')
    return value =>
      typeof value === 'string' && type.names.has(value) ? value : new Refusal('is no name of the enumeration')
  if (type.is === 'uuid')
    return value => (typeof value === 'string' && UUID.test(value) ? value : new Refusal('is not a UUID'))
  return encode
}

function encodeText(value: Value, width: number | undefined, encode: Encoder): Encoded | Refusal {
  const encoded = value instanceof Bytes ? value.toBuffer() : encode(value)
  if (encoded === null || encoded instanceof Refusal || width === undefined) return encoded
  const size = Buffer.byteLength(encoded)
  return size > width ? new Refusal(`is ${size} bytes long, the column takes ${width}`) : encoded
}

type Range = readonly [least: string, most: string]

/** What every server of the time holds; newer ones may hold more. */
const dateRange = (bytes: 2 | 4, isModern: boolean): Range =>
  bytes === 4 ? ['1925-01-01', '2283-11-11'] : ['1970-01-01', isModern ? '2149-06-06' : '2105-12-31']

const momentRange = (digits: number | null): Range => {
  if (digits === null) return ['1970-01-01 00:00:00', '2106-02-07 06:28:15']
  return ['1925-01-01 00:00:00', digits > 8 ? '2262-04-11 23:47:15' : '2283-11-11 23:59:59.999999999']
}

function keepWithin(encoded: Encoded | Refusal, [least, most]: Range): Encoded | Refusal {
  if (typeof encoded !== 'string') return encoded
  const isWithin = /^\d{4}-/.test(encoded) && encoded >= least && encoded <= most
  return isWithin ? encoded : new Refusal(`is outside ${least} … ${most}`)
}

function packList(value: Value, element: BinaryType, encode: Encoder): Encoded | Refusal {
  if (!Array.isArray(value)) return new Refusal('is not a list')
  const items: Buffer[] = []
  for (const each of value as readonly Value[]) {
    const encoded = encode(each)
    if (encoded instanceof Refusal) return encoded
    items.push(packValue(encoded, element))
  }
  return Buffer.concat([packLength(items.length), ...items])
}
