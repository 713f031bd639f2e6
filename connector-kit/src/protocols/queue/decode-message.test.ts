import { expect, test } from 'vitest'
import { decodeMessage } from './decode-message.ts'

test('a message in which one name stands twice is refused whole and kept', () => {
  const rules = { format: 'json', propertiesField: '' } as const
  const read = (text: string) => decodeMessage({ body: Buffer.from(text), properties: {} }, rules)
  expect(read('{"id":1,"a":{"id":2}}')).toEqual([{ data: { id: 1, a: { id: 2 } } }])
  const text = '[{"id":1},{"id":2,"n":1.50,"n":2}]'
  expect(read(text)).toMatchObject([
    {
      data: { text },
      failure: { message: 'The message has the name "1.n" twice in one object, and one of the values would be lost.' },
    },
  ])
})
