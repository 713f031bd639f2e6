import { type Encoded, Refusal } from '@sluice/connector-kit/sql'
import { Bytes, ExactNumber, toJson, toNumber, type Value } from '@sluice/contract'
import { expect, test } from 'vitest'
import { makeEncoder } from './encode.ts'
import { packValue, RowReader } from './row-binary.ts'
import { parseType } from './types.ts'

function pack(value: Value, name: string): Buffer {
  const type = parseType(name)
  const encoded = makeEncoder(type, true)(value)
  if (encoded instanceof Refusal) throw new Error(encoded.reason)
  return packValue(encoded as Encoded, type)
}

/** Bytes as the format's document has them. */
const layouts: readonly (readonly [name: string, value: Value, hex: string])[] = [
  ['Bool', true, '01'],
  ['Int128', toNumber('-2'), `fe${'ff'.repeat(15)}`],
  ['UInt256', toNumber(String(2n ** 255n)), `${'00'.repeat(31)}80`],
  ['Date32', '1969-12-31', 'ffffffff'],
  ["DateTime64(6, 'UTC')", '1970-01-01 00:00:01.000002', '42420f0000000000'],
  ['DateTime64(3)', '1969-12-31 23:59:59.999', 'ffffffffffffffff'],
  ['Decimal(76, 2)', new ExactNumber('-0.01'), 'ff'.repeat(32)],
  ['Float64', 'Infinity', '000000000000f07f'],
  ['Nullable(String)', null, '01'],
  ['LowCardinality(Nullable(String))', 'é', '0002c3a9'],
  ['UUID', '00010203-0405-0607-0809-0a0b0c0d0e0f', '07060504030201000f0e0d0c0b0a0908'],
  ["Enum16('a, b' = 300)", 'a, b', '2c01'],
  ['Array(Array(UInt8))', [[1], []], '02010100'],
  ['SimpleAggregateFunction(max, UInt8)', 7, '07'],
]

test.each(layouts)('a value of %s is packed and read as the format says', (name, value, hex) => {
  expect(pack(value, name).toString('hex')).toBe(hex)
  const reader = new RowReader(Buffer.from(hex, 'hex'))
  expect(toJson(reader.read(parseType(name), false))).toBe(toJson(value))
  expect(reader.isOver).toBe(true)
})

test('a text longer than 127 bytes has a length of several', () => {
  const packed = pack('x'.repeat(300), 'String')
  expect(packed.subarray(0, 2).toString('hex')).toBe('ac02')
  expect(new RowReader(packed).read(parseType('String'), false)).toBe('x'.repeat(300))
})

test('a String that is no text is binary, and one that is named as binary always is', () => {
  const packed = Buffer.from('02ff00', 'hex')
  expect(new RowReader(packed).read(parseType('String'), false)).toEqual(Bytes.from(Buffer.of(255, 0)))
  expect(new RowReader(pack('a', 'String')).read(parseType('String'), true)).toEqual(Bytes.from(Buffer.from('a')))
})

test('an answer that ends in the middle of a row is no end of the data', () => {
  const reader = new RowReader(Buffer.of(5, 1))
  expect(() => reader.read(parseType('String'), false)).toThrow(RangeError)
})

test('what has no layout here is the text of the server', () => {
  for (const name of [
    'Map(String, UInt8)',
    'Tuple(UInt8)',
    'IPv4',
    'Array(Tuple(UInt8))',
    'AggregateFunction(sum, UInt8)',
  ])
    expect(parseType(name)).toEqual({ is: 'other' })
})
