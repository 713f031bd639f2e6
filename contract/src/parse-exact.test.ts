import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExact } from './parse-exact.ts'
import { Bytes, toNumber } from './value.ts'

/** As it was defined first: JSON.parse, every numeral by its source. */
function parseSlowly(text: string): unknown {
  return JSON.parse(text, ((_: string, value: unknown, { source }: { source?: string }) => {
    if (typeof value === 'number') return source === undefined ? value : toNumber(source)
    if (typeof value === 'object' && value !== null && '$bytes' in value && Object.keys(value).length === 1)
      return typeof value.$bytes === 'string' && isBase64(value.$bytes) ? new Bytes(value.$bytes) : value
    return value
  }) as (key: string, value: unknown) => unknown)
}

const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text

const attempt = (parse: () => unknown): unknown => {
  try {
    return { value: parse() }
  } catch (error) {
    return error instanceof SyntaxError ? 'not JSON' : error
  }
}

const compare = (text: string): void => {
  const [fast, slow] = [attempt(() => parseExact(text)), attempt(() => parseSlowly(text))]
  // Prototypes and digits are compared too, and by the text the order of fields.
  expect(isDeepStrictEqual(fast, slow) && JSON.stringify(fast) === JSON.stringify(slow), text).toBe(true)
}

const numeral = fc.constantFrom(
  ...[
    '0',
    '-0',
    '1',
    '-7',
    '12.50',
    '0.1',
    '1e3',
    '1E+400',
    '9007199254740993',
    '1.0',
    '0.0000001',
    '-0.0',
    '123456789012345',
  ],
  ...[
    '01',
    '-',
    '.5',
    '5.',
    '+1',
    '1e',
    '--1',
    '1.2.3',
    'NaN',
    'Infinity',
    '999999999999999999999',
    '1234567890123456',
  ],
)
const name = fc.oneof(fc.string(), fc.constantFrom('$bytes', '__proto__', 'constructor', '1', 'a', '键', '😀'))
const { text } = fc.letrec<{ text: string }>(tie => ({
  text: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'json' },
    numeral,
    fc.constantFrom(
      'true',
      'false',
      'null',
      '""',
      '{"$bytes":"AQI="}',
      '{"$bytes":"AQJ="}',
      '"a\\n"',
      '"\\u4e2d"',
      '"\\ud83d"',
      '"\u0001"',
      '"a\\',
      '"',
      '[',
      '{}',
      '[]',
    ),
    fc.string({ unit: 'grapheme' }).map(value => JSON.stringify(value)),
    fc.array(tie('text'), { maxLength: 4 }).map(items => `[${items.join(' , ')}]`),
    fc
      .array(fc.tuple(name, tie('text')), { maxLength: 4 })
      .map(entries => `{${entries.map(([key, value]) => `${JSON.stringify(key)} :\t${value}`).join(',')}}`),
  ),
}))

test('reads what JSON.parse reads, and refuses what it refuses', () => {
  fc.assert(fc.property(text, compare), { numRuns: 5000 })
  fc.assert(fc.property(fc.json(), compare), { numRuns: 1000 })
})

test('a text with one character taken out, put in or doubled is judged alike', () => {
  const sample =
    '{"a": [1, -2.50, {"$bytes": "AQI="}], "键": "x\\"y\\u0041", "n": null, "t": true, "f": false, "e": 1e5}'
  for (let at = 0; at <= sample.length; at += 1) {
    compare(sample.slice(0, at) + sample.slice(at + 1))
    compare(sample.slice(0, at))
    for (const piece of ['"', '\\', ',', '{', ']', '0', '-', '.', 'e', ' ', '\n', '\u0000', '\u00a0'])
      compare(sample.slice(0, at) + piece + sample.slice(at))
  }
})
