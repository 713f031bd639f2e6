import { encodeGb18030 } from '@sluice/connector-kit/files'
import { type Data, findRepeatedName, parseJson, toJson } from '@sluice/contract'
import { jsonCases } from '@sluice/contract/testing'
import { describe, expect, test } from 'vitest'
import { readUpload } from './testing.ts'

const shown = (records: Awaited<ReturnType<typeof readUpload>>['records']) =>
  records.map(record => record.failure?.message ?? toJson(record.data))

test('each line is accepted or refused by the grammar of JSON, and keeps its digits', async () => {
  // What a line cannot hold at all is a case of its own.
  const cases = jsonCases.filter(([text]) => !/[\n\0]/.test(text))
  expect(cases.length).toBeGreaterThan(300)
  const lines = cases.map(([text]) => `{"v":${text}}`)
  const { records } = await readUpload('cases.jsonl', `{}\n${lines.join('\n')}\n{"end":1}`)
  expect(records).toHaveLength(cases.length + 2)
  expect(records.at(-1)?.data).toEqual({ end: 1 })
  for (const [at, [text, isJson, printed = text]] of cases.entries()) {
    const wanted = isJson ? `{"v":${printed}}` : `Line ${at + 2} is not JSON.`
    expect(shown([records[at + 1]!])[0], text).toBe(wanted) // as many records as cases
  }
})

test('a line in which one name stands twice is refused by the name, and the others are read', async () => {
  const { records } = await readUpload(
    'a.jsonl',
    '{"id":1}\n{"id":2,"a":{"n":1.50,"n":2}}\n{"id":3}\n{"id":4,"\\u0069d":5}',
  )
  expect(shown(records)).toEqual([
    '{"id":1}',
    'Line 2 has the name "a.n" twice in one object, and one of the values would be lost.',
    '{"id":3}',
    'Line 4 has the name "id" twice in one object, and one of the values would be lost.',
  ])
})

test('line ends, empty lines and blanks between lines are no records; anything else on a line is', async () => {
  const { records } = await readUpload(
    'a.jsonl',
    '\n{"id":1}\r\n\r\n \t \n{"id":"a\\r\\nb\u2028c"}\n\u00a0\n{"id":3}{"id":4}\n{"id":\n5}',
  )
  expect(shown(records)).toEqual([
    '{"id":1}',
    '{"id":"a\\r\\nb\u2028c"}',
    'Line 6 is not JSON.',
    'Line 7 is not JSON.',
    'Line 8 is not JSON.',
    'Line 9 is not JSON.',
  ])
  expect(shown((await readUpload('a.jsonl', '{"id":1}\r{"id":2}')).records)).toEqual(['Line 1 is not JSON.'])
})

describe('bytes', () => {
  const text = '{"id":1,"n":"东京 é 😀"}\n{"id":2,"n":"ação"}\n'
  const wanted = text.trim().split('\n')
  const swapped = Buffer.from(text, 'utf16le').swap16()

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
    ['GB18030', encodeGb18030(text) ?? Buffer.alloc(0)],
  ])('%s is read equal', async (_, content) => {
    expect(shown((await readUpload('a.jsonl', content)).records)).toEqual(wanted)
  })

  test('a mark in the middle of a file is no blank', async () => {
    expect(shown((await readUpload('a.jsonl', '{"id":1}\n\ufeff{"id":2}\n')).records)).toEqual([
      '{"id":1}',
      'Line 2 is not JSON.',
    ])
  })

  test.each([
    ['cut off in a character', Buffer.from(text).subarray(0, -5)],
    [
      'with one character of Latin-1',
      Buffer.concat([Buffer.from(text), Buffer.from('{"id":3,"n":"\xe9x"}', 'latin1')]),
    ],
    [
      'with half a surrogate pair in bytes',
      Buffer.concat([Buffer.from(text), Buffer.from('{"id":"\xed\xa0\x80"}', 'latin1')]),
    ],
    ['with an overlong slash', Buffer.concat([Buffer.from(text), Buffer.from('{"id":"\xc0\xaf"}', 'latin1')])],
    [
      'with a character beyond the last',
      Buffer.concat([Buffer.from(text), Buffer.from('{"id":"\xf4\x90\x80\x80"}', 'latin1')]),
    ],
  ])('UTF-8 %s is refused, and not taken for another encoding', async (_, content) => {
    await expect(readUpload('a.jsonl', content)).rejects.toThrow(
      /a.jsonl is not UTF-8 text throughout: byte \d+ in line \d+ /,
    )
  })

  test('UTF-16 without a mark and NUL characters are refused with the way out', async () => {
    const wide = Buffer.from(text, 'utf16le')
    for (const content of [wide, swapped, Buffer.from('{"id":\u00001}')])
      await expect(readUpload('a.jsonl', content)).rejects.toMatchObject({
        code: 'file.kind',
        advice: expect.stringMatching(/UTF-16/),
      })
    const options = { encoding: 'utf-16le' }
    expect(shown((await readUpload('a.jsonl', wide, { options })).records)).toEqual(wanted)
  })
})

test('looking for names that stand twice finds none in what our own parser prints', () => {
  for (const [text, isJson] of jsonCases)
    if (isJson) expect(findRepeatedName(text, parseJson(text) as Data), text).toBeNull()
})
