import { expect, test } from 'vitest'
import { readPush } from './read-push.ts'

const read = (text: string) => readPush(Buffer.from(text), null)

test('null, missing and empty stay apart, and one name twice in an object is refused with its path', () => {
  expect(read('[{"a":null},{},{"a":""}]').map(row => row.data)).toEqual([{ a: null }, {}, { a: '' }])
  for (const [text, path] of [
    ['{"a":1,"a":2}', 'a'],
    ['[{"a":1},{"b":{"c":1,"c":2}}]', '1.b.c'],
    ['{"content":[],"content":[{"a":1}]}', 'content'],
  ] as const)
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'invalid.push', field: `${path} stands twice in one object` }),
    )
})
