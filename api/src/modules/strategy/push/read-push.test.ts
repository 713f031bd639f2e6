import { expect, test } from 'vitest'
import { limitTurn, tellExcess } from '../../../testing/measure-turn.ts'
import { readPush } from './read-push.ts'

const read = (text: string) => readPush(Buffer.from(text), null)

test('null, missing and empty stay apart, and one name twice in an object is refused with its path', async () => {
  expect((await read('[{"a":null},{},{"a":""}]')).map(row => row.data)).toEqual([{ a: null }, {}, { a: '' }])
  for (const [text, path] of [
    ['{"a":1,"a":2}', 'a'],
    ['[{"a":1},{"b":{"c":1,"c":2}}]', '1.b.c'],
    ['{"content":[],"content":[{"a":1}]}', 'content'],
  ] as const)
    await expect(read(text)).rejects.toEqual(
      expect.objectContaining({ code: 'invalid.push', field: `${path} stands twice in one object` }),
    )
})

const MB = 2 ** 20
test.each<[string, string, () => string]>([
  ['small values', '1 rows', () => `{"a":[1${',1'.repeat(4.9 * MB)}]}`],
  [
    'small records',
    '10000 rows',
    () =>
      `[${Array(10_000)
        .fill(`{"a":"${'x'.repeat(1000)}"}`)
        .join()}]`,
  ],
  ['values that are no records', 'at most 10000 records at once', () => `[1${',1'.repeat(4.9 * MB)}]`],
  [
    'names',
    'more than 100000 names in one object',
    () => `{"id":1${Array.from({ length: 800_000 }, (_, at) => `,"n${at}":1`).join('')}}`,
  ],
  ['depth', 'nested too deeply', () => '['.repeat(9 * MB)],
  ['names that stand twice', 'a stands twice in one object', () => `{"a":1${',"a":1'.repeat(90_000)}}`],
])('a push of %s, as long as one may be, holds nobody up', async (_, wanted, make) => {
  const [limitMs, text] = [await limitTurn(100), make()]
  let said = ''
  const excess = await tellExcess(limitMs, async () => {
    said = await read(text).then(
      rows => `${rows.length} rows`,
      (error: { field: string }) => error.field,
    )
  })
  expect([said, excess]).toEqual([wanted, ''])
})
