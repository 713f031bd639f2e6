import { expect, test } from 'vitest'
import type { KafkaMessage } from './read-batches.ts'
import { toRecords } from './read-message.ts'

const rules = { topic: 't', key: ['id'], format: 'json', propertiesField: '' } as const
const read = (key: string, value: string | null) => {
  const bytes = (text: string | null) => (text === null ? null : Buffer.from(text))
  const message: KafkaMessage = { offset: 1n, timestamp: 0, key: bytes(key), value: bytes(value), headers: [] }
  return toRecords({ partition: 0, message, next: 2n } as Parameters<typeof toRecords>[0], rules)
}

test('a name that stands twice is refused in what a message holds and in the key of one that deletes', async () => {
  expect(await read('7', '{"id":7,"id":8}')).toMatchObject([{ failure: { code: 'source.message' } }])
  const [deleted] = await read('{"id":7,"id":8}', null)
  expect(deleted).not.toHaveProperty('change')
  expect(deleted?.failure?.message).toBe(
    'The message takes a record away, and its key has the name id twice, so that one of the values would be lost.',
  )
})

test('headers take time by their number, not by its square; one that stands twice has a list', async () => {
  const headers = Array.from(
    { length: 200_000 },
    (_, at) => [Buffer.from(`h${at % 150_000}`), Buffer.from('x')] as const,
  )
  const message = { offset: 1n, timestamp: 0, key: null, value: Buffer.from('{"id":1}'), headers }
  const given = { partition: 0, message, next: 2n } as unknown as Parameters<typeof toRecords>[0] // what is read of it
  const [record] = await toRecords(given, { ...rules, propertiesField: 'p' })
  const { headers: read } = record!.data!['p'] as { headers: Record<string, unknown> } // as it is put there
  expect([read['h1'], read['h149999'], Object.keys(read).length]).toEqual([['x', 'x'], 'x', 150_000])
})
