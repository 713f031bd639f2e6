import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'
import { Bytes, ExactNumber, toJson, toNumber, toText } from './value.ts'

const numerals = [
  '0',
  '-0',
  '1',
  '-1',
  '10',
  '100',
  '9007199254740991',
  '9007199254740993',
  '10000000000000000999',
  '12.5',
  '12.50',
  '0.1',
  '0.10',
  '1.000000000000000005',
  '1884518522.1684267241',
  '1e400',
  '1E-999',
  '1e5',
  '0.000001',
  '0.0000001',
  '123456789012345.6',
  '1234567890.123456789',
  '99999999999999.99',
  '-12.340',
  '5e-324',
  '0.00',
]

test.each(numerals)('the numeral %s keeps every digit through parse and print', numeral => {
  expect(toJson(parseJson(numeral))).toBe(numeral)
  expect(toJson(parseJson(`{"a":[${numeral},"x"],"b":${numeral}}`))).toBe(`{"a":[${numeral},"x"],"b":${numeral}}`)
  expect(String(toNumber(numeral))).toBe(numeral)
})

test('any decimal numeral survives, whatever its length', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 })
  const numeral = fc
    .record({
      minus: fc.boolean(),
      whole: digits,
      fraction: fc.option(digits),
      exponent: fc.option(fc.integer({ min: -400, max: 400 })),
    })
    .map(
      ({ minus, whole, fraction, exponent }) =>
        `${minus ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
    )
  fc.assert(
    fc.property(fc.array(numeral, { maxLength: 8 }), all => {
      const text = `[${all.join(',')}]`
      expect(toJson(parseJson(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('any JSON document comes back equal', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(toJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)).replaceAll('-0', '-0'))
    }),
    { numRuns: 500, examples: [['{"__proto__":{"a":1}}'], ['[null,"",{}]']] },
  )
})

test('bytes keep their one tagged form', () => {
  const bytes = Bytes.from(new Uint8Array([0, 255, 128]))
  const back = parseJson(toJson({ photo: bytes })) as { photo: Bytes }
  expect(back.photo).toBeInstanceOf(Bytes)
  expect([...back.photo.toBuffer()]).toEqual([0, 255, 128])
})

test('null, missing and "" stay three things', () => {
  expect(Object.entries(parseJson('{"a":null,"b":""}') as object)).toEqual([
    ['a', null],
    ['b', ''],
  ])
})

test('an ExactNumber refuses what is not a numeral', () => {
  for (const text of ['', '01', '1.', '.5', '+1', 'NaN', 'Infinity', '0x10', '1_000', ' 1'])
    expect(() => new ExactNumber(text)).toThrow(RangeError)
})

test('text of a value: nothing for null and missing, digits for numerals, JSON for the rest', () => {
  expect([undefined, null, '', 0, false, new ExactNumber('12.50'), [1, 'a'], { a: null }].map(toText)).toEqual([
    '',
    '',
    '',
    '0',
    'false',
    '12.50',
    '[1,"a"]',
    '{"a":null}',
  ])
})
