import { describe, expect, test } from 'vitest'
import { JsonReading } from './json-reading.ts'
import { findJsonProblem, parseExact } from './parse-exact.ts'
import { parseJson } from './parse-json.ts'
import { findRepeatedName, listRepeatedNames } from './repeated-name.ts'
import { jsonCases } from './testing/json-cases.ts'
import { Bytes, ExactNumber, isData, toJson, toNumber } from './value.ts'

const attempt = (parse: () => unknown): string => {
  try {
    return JSON.stringify(parse())
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : String(error)
  }
}

test(`${jsonCases.length} texts are accepted or refused by the grammar, and printed digit by digit`, () => {
  expect(jsonCases.length).toBeGreaterThanOrEqual(150)
  expect(new Set(jsonCases.map(([text]) => text)).size).toBe(jsonCases.length)
  for (const [text, isJson, printed = text] of jsonCases) {
    const wanted = isJson ? printed : 'refused'
    expect(
      attempt(() => parseExact(text)),
      JSON.stringify(text),
    ).toBe(wanted)
    expect(
      attempt(() => parseJson(text)),
      JSON.stringify(text),
    ).toBe(wanted)
    // Inside of something else too, and with the exact reader made to work.
    expect(
      attempt(() => parseJson(`[1.50,{"k":${text}}]`)),
      JSON.stringify(text),
    ).toBe(isJson ? `[1.50,{"k":${printed}}]` : 'refused')
  }
})

test.each<[string, number | null]>([
  ['{"a":1}', null],
  ['', 0],
  ['{"a" 1}', 5],
  ['{"a""b":1}', 4],
  ['["a"b]', 4],
  ['[1,]', 3],
  ['{"a":1,}', 7],
  ['[01]', 1],
  ['[1 2]', 3],
  ['{"a":1} x', 8],
  ['["a\\x"]', 3],
  ['["a\nb"]', 3],
  ['["open', 6],
  ['[tru]', 1],
])('%j goes wrong at %j', (text, place) => {
  expect(findJsonProblem(text)).toBe(place)
})

test('a text that ends anywhere before its end is refused', () => {
  const text = '{"a":[1.50,"x\\u0041\\\\",{"b":-2e5,"c":null}],"键":[true,false],"":"😀"}'
  for (let end = 0; end < text.length; end += 1)
    expect(
      attempt(() => parseJson(text.slice(0, end))),
      text.slice(0, end),
    ).toBe('refused')
  expect(attempt(() => parseJson(text))).toBe(text.replace('\\u0041', 'A'))
})

test.each(['[', '{"a":', '[1.50,', '[{"a":['])('100,000 times %s ends in an error and in nothing worse', piece => {
  expect(() => parseJson(piece.repeat(100_000))).toThrow()
})

test('values of 1,000 levels are read', () => {
  const text = `${'[{"a":'.repeat(500)}1.50${'}]'.repeat(500)}`
  expect(toJson(parseJson(text))).toBe(text)
})

describe('one name twice in an object', () => {
  const find = (text: string) => findRepeatedName(text, parseJson(text))

  test.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":2,"a":3.50}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['[0,{"x":{"b":[],"b":{}}}]', '1.x.b'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\"b":1 , "a\\"b" : 2}', 'a"b'],
    ['{"$bytes":"AQI=","$bytes":"AQI="}', '$bytes'],
    ['{"a":{"c":1},"b":{"c":1,"d":"\\\\","c":2}}', 'b.c'],
  ])('%s: %j', (text, name) => {
    expect(find(text)).toBe(name)
  })

  test.each([
    ...['{}', '[]', '1', '"a"', '{"a":1,"b":{"a":2}}', '[{"a":1},{"a":2}]', '{"a":"a","b":"a"}', '{"é":1,"e\u0301":2}'],
    ...[
      '{"a":"\\"a\\":1,\\"a\\":2"}',
      '{"a":"b\\\\","b":"\\\\\\":"}',
      '{"$bytes":"AQI="}',
      '{"a":9007199254740993,"A":1.0}',
    ],
    ...['{"1":1,"01":2}', '{"a\\\\":1,"a":2}', '{"a":["a","a"]}', '{"__proto__":{"__proto__":1}}'],
  ])('%s has none', text => {
    expect(find(text)).toBeNull()
  })
})

test('only what is base64 is binary content; every other text under that name stays as it is', () => {
  expect(parseJson('{"$bytes":"AQI="}')).toBeInstanceOf(Bytes)
  expect(parseJson('{"$bytes":""}')).toBeInstanceOf(Bytes)
  for (const text of ['no base64!', 'AQI', 'AQJ=', 'AQI=\\n', 'A===', '中文', 'AQ-_']) {
    const value = parseJson(`{"$bytes":"${text}"}`)
    expect(isData(value), text).toBe(true)
    expect(toJson(value)).toBe(`{"$bytes":"${text}"}`)
  }
})

test('NaN and Infinity are no numbers: JSON would turn them into null', () => {
  for (const text of ['NaN', 'Infinity', '-Infinity']) expect(() => toNumber(text)).toThrow(RangeError)
  expect(toNumber('1e400')).toEqual(new ExactNumber('1e400'))
})

/** With a turn for others after each step. */
function readSlowly(text: string): JsonReading {
  const reading = new JsonReading(text)
  while (!reading.read(() => true));
  return reading
}

test('read a part at a time, a text is accepted or refused, and printed, as at once', () => {
  for (const [text, isJson, printed = text] of jsonCases)
    for (const [whole, wanted] of [
      [text, printed],
      [` [1.50,{"k":${text} , "l":[]}]\n`, `[1.50,{"k":${printed},"l":[]}]`],
    ] as const)
      expect(
        attempt(() => readSlowly(whole).value),
        JSON.stringify(whole),
      ).toBe(isJson ? wanted : 'refused')
  for (const text of ['{"a":1}x', '{"a":1,}', '{', '[', '[1', '{"a"', '{"a":', '"', '[1,]', '{a:1}', ''])
    expect(attempt(() => readSlowly(text).value)).toBe('refused')
})

test('a long text of escapes is read in pieces, and none is cut', () => {
  for (const piece of ['x', '\\n', '\\u00e9', '\\\\', '\\"', '😀', '\\ud83d\\ude00'])
    for (const shift of ['', 'x', 'xx', 'xxx', 'xxxxx']) {
      const text = `{"${shift}${piece.repeat(70_000)}":"${shift}${piece.repeat(70_000)}"}`
      expect(readSlowly(text).value).toEqual(JSON.parse(text))
    }
  for (const bad of ['\\x', '\n', '\\u12g4'])
    expect(attempt(() => readSlowly(`"${'x'.repeat(70_000)}${bad}${'x'.repeat(70_000)}"`).value)).toBe('refused')
})

test('read a part at a time, names that stand twice are told by their path', () => {
  for (const text of [
    '{"a":1,"b":{"a":1}}',
    '{"a":[{"b":1},{"b":1,"\\u0062":2}]}',
    '{"__proto__":1,"__proto__":2}',
    '[{"x":{"y":1,"y":[{"z":1,"z":2}]}}]',
  ]) {
    const { repeated, value } = readSlowly(text)
    expect(repeated.map(String).sort(), text).toEqual(listRepeatedNames(text, value).map(String).sort())
  }
})

test('with more names in one object than anybody walks, nothing more is read', () => {
  const write = (count: number) => `[{${Array.from({ length: count }, (_, at) => `"n${at}":1`).join()}}]`
  expect([readSlowly(write(100_000)).excess, readSlowly(write(100_001)).excess]).toEqual([null, 'wide'])
})

test('deeper than the caller takes, nothing more is read', () => {
  const reading = new JsonReading(`${'['.repeat(11)}1${']'.repeat(11)}`, 10)
  expect([reading.read(() => false), reading.excess]).toEqual([true, 'deep'])
  expect(readSlowly(`${'['.repeat(10_000)}${']'.repeat(10_000)}`).excess).toBe(null)
})
